import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { manifest } from '../../manifest.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { startTable, type Table, type TableOptions } from './table.ts'

const open = new Set<Table>()
afterEach(async () => {
  for (const table of [...open].reverse()) await table.close()
  open.clear()
})

async function start(options: TableOptions) {
  const table = await startTable(options)
  open.add(table)
  const documents = DynamoDBDocumentClient.from(table.client)
  const Key = { pk: 'a', sk: 'b' }
  return {
    table,
    put: () => documents.send(new PutCommand({ TableName: table.name, Item: Key })),
    get: async () => (await documents.send(new GetCommand({ TableName: table.name, Key }))).Item,
    async stop() {
      open.delete(table)
      await table.close()
    },
  }
}

test('the table is made from the manifest and keeps its items over a restart', async () => {
  const folder = createTemporaryFolder()
  const first = await start({ folder, fresh: true })
  const stream = await first.table.openStream()
  const { Table: described } = await first.table.client.send(new DescribeTableCommand({ TableName: 'partnerview' }))
  expect(described?.GlobalSecondaryIndexes?.map((index) => index.IndexName)).toEqual(manifest.table.indexes)
  expect(described?.StreamSpecification?.StreamEnabled).toBe(true)
  const ttl = await first.table.client.send(new DescribeTimeToLiveCommand({ TableName: 'partnerview' }))
  expect(ttl.TimeToLiveDescription).toMatchObject({ AttributeName: 'expires', TimeToLiveStatus: 'ENABLED' })
  await first.put()
  await first.stop()

  const second = await start({ folder, fresh: false })
  expect(await second.get()).toEqual({ pk: 'a', sk: 'b' })
  expect(await second.table.openStream()).toBe(stream)
})

test('a write finds the end of the stream by an index, however many records wait', async () => {
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
  expect(mine.table.description).toContain('AWS_ENDPOINT_URL_DYNAMODB')
  await mine.put()
  const other = await start({ folder: createTemporaryFolder(), endpoint, fresh: true })
  expect(other.table.name).not.toBe(mine.table.name)
  expect(await other.get()).toBeUndefined()

  expect(await (await start({ folder, endpoint, fresh: false })).get()).toEqual({ pk: 'a', sk: 'b' })
  expect(await (await start({ folder, endpoint, fresh: true })).get()).toBeUndefined()
})

test('a table in AWS is refused', async () => {
  const endpoint = 'https://dynamodb.eu-west-1.amazonaws.com'
  await expect(startTable({ folder: createTemporaryFolder(), endpoint, fresh: true })).rejects.toThrow('a table in AWS')
})
