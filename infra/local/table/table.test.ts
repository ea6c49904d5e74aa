import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { manifest } from '../../manifest.ts'
import { createChildren } from '../children.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { endTestTable, startTestTable } from '../fixtures/test-table.ts'
import { findDynoxide } from './dynoxide.ts'
import { openDatabase, startTable, type Table } from './table.ts'

const open = new Set<Table>()
afterEach(async () => {
  for (const table of [...open].reverse()) await endTestTable(table)
  open.clear()
})

async function start(options: Parameters<typeof startTestTable>[0]) {
  const table = await startTestTable(options)
  open.add(table)
  const documents = DynamoDBDocumentClient.from(table.client)
  const Key = { pk: 'a', sk: 'b' }
  return {
    table,
    put: () => documents.send(new PutCommand({ TableName: table.name, Item: Key })),
    get: async () => (await documents.send(new GetCommand({ TableName: table.name, Key }))).Item,
    async stop() {
      open.delete(table)
      await endTestTable(table)
    },
  }
}

test('the table is made from the manifest and keeps its items over a restart', async () => {
  const folder = createTemporaryFolder()
  const first = await start({ folder, fresh: true })
  const stream = await first.table.openStream()
  const { Table: described } = await first.table.client.send(new DescribeTableCommand({ TableName: first.table.name }))
  expect(described?.GlobalSecondaryIndexes?.map((index) => index.IndexName)).toEqual(manifest.table.indexes)
  expect(described?.StreamSpecification?.StreamEnabled).toBe(true)
  const ttl = await first.table.client.send(new DescribeTimeToLiveCommand({ TableName: first.table.name }))
  expect(ttl.TimeToLiveDescription).toMatchObject({ AttributeName: 'expires', TimeToLiveStatus: 'ENABLED' })
  await first.put()
  await first.stop()

  const second = await start({ folder, fresh: false })
  expect(await second.get()).toEqual({ pk: 'a', sk: 'b' })
  expect(await second.table.openStream()).toBe(stream)
})

test.skipIf(!findDynoxide())('a write finds the end of the stream by an index, however many records wait', async () => {
  const folder = createTemporaryFolder()
  const { stop } = await start({ folder, fresh: true })
  await stop()
  const database = new DatabaseSync(join(folder, 'dynamodb.sqlite'))
  // This is how dynoxide 1.2.1 asks at each write.
  const asked = 'SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?1'
  const [plan] = database.prepare(`EXPLAIN QUERY PLAN ${asked}`).all('partnerview')
  expect(plan?.['detail']).toMatch(/^SEARCH .* USING (COVERING )?INDEX stream_order /)
  database.close()
})

test('a DynamoDB that runs already is used, with a table for each data folder', async () => {
  const running = await start({ folder: createTemporaryFolder(), fresh: true })
  const endpoint = running.table.url
  const folder = createTemporaryFolder()
  const mine = await start({ folder, endpoint, fresh: true })
  await mine.put()
  const other = await start({ folder: createTemporaryFolder(), endpoint, fresh: true })
  expect(other.table.name).not.toBe(mine.table.name)
  expect(await other.get()).toBeUndefined()

  expect(await (await start({ folder, endpoint, fresh: false })).get()).toEqual({ pk: 'a', sk: 'b' })
  expect(await (await start({ folder, endpoint, fresh: true })).get()).toBeUndefined()
})

test('a table in AWS is refused', () => {
  const endpoint = 'https://dynamodb.eu-west-1.amazonaws.com'
  expect(() => openDatabase({ folder: createTemporaryFolder(), endpoint })).toThrow('a table in AWS')
})

test.skipIf(!findDynoxide())('a new table is made from rows of a file, with its indexes and its expiry', async () => {
  const folder = createTemporaryFolder()
  const database = openDatabase({ folder })
  const rows = await database.prepareImport?.()
  if (!rows) throw new Error('A new database imports rows')
  const key = { pk: { S: 'a' }, sk: { S: 'b' } }
  const Item = { ...key, gsi1pk: { S: 'c' }, gsi1sk: { S: 'd' }, names: { L: [{ S: 'é' }] } }
  writeFileSync(rows.file, `${JSON.stringify({ Item })}\n`)
  await rows.load(createChildren(database.keeper))
  const table = await startTable(database, { fresh: false })
  open.add(table)
  const documents = DynamoDBDocumentClient.from(table.client)
  const found = await documents.send(
    new QueryCommand({
      ...{ TableName: table.name, IndexName: 'gsi1', KeyConditionExpression: 'gsi1pk = :pk' },
      ExpressionAttributeValues: { ':pk': 'c' },
    }),
  )
  expect(found.Items).toEqual([{ pk: 'a', sk: 'b', gsi1pk: 'c', gsi1sk: 'd', names: ['é'] }])
  const { TimeToLiveDescription: expiry } = await table.client.send(
    new DescribeTimeToLiveCommand({ TableName: table.name }),
  )
  expect(expiry).toMatchObject({ AttributeName: 'expires', TimeToLiveStatus: 'ENABLED' })
  expect(readdirSync(folder)).not.toContain('import')
  expect(await table.openStream()).toContain('stream')
})
