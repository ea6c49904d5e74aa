import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { createNewTable } from './new-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'partnerview-new-table-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TableName = 'new'

function open() {
  const table = createNewTable()
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }))
  table.serve(client)
  const put = (...items: Record<string, unknown>[]) =>
    client.send(new TransactWriteCommand({ TransactItems: items.map((Item) => ({ Put: { TableName, Item } })) }))
  const query = async (IndexName: string, condition: string, values: object, more: object = {}) =>
    client.send(
      new QueryCommand({
        ...{ TableName, IndexName, KeyConditionExpression: condition, ...more },
        ExpressionAttributeNames: { '#pk': `${IndexName}pk`, '#sk1': `${IndexName}sk` },
        ExpressionAttributeValues: values,
      }),
    )
  const save = async () => {
    const file = join(folder, 'rows.json')
    await table.save(file)
    return readFileSync(file, 'utf8')
  }
  return { client, put, query, save }
}

const item = (id: number, place = id) => ({
  ...{ pk: `p${id}`, sk: 's' },
  ...{ gsi1pk: 'all', gsi1sk: `at ${place}` },
})

test('rows are read by key, the last one written', async () => {
  const { client, put } = open()
  await put(item(1), item(2))
  await client.send(new PutCommand({ TableName, Item: { ...item(1), name: 'new' } }))
  const [one, other] = [
    { pk: 'p1', sk: 's' },
    { pk: 'p9', sk: 's' },
  ]
  expect((await client.send(new GetCommand({ TableName, Key: one }))).Item).toEqual({ ...item(1), name: 'new' })
  expect((await client.send(new GetCommand({ TableName, Key: other }))).Item).toBeUndefined()
  const both = await client.send(new BatchGetCommand({ RequestItems: { new: { Keys: [one, other] } } }))
  expect(both.Responses?.['new']).toEqual([{ ...item(1), name: 'new' }])
})

test('a partition of an index is read in order, in both directions and page by page', async () => {
  const { put, query } = open()
  await put(item(1, 3), item(2, 1), item(3, 2), { ...item(4), gsi1pk: 'others' })
  const all = { ':pk': 'all' }
  const idsOf = ({ Items = [] }: { Items?: Record<string, unknown>[] }) => Items.map(({ pk }) => pk)
  expect(idsOf(await query('gsi1', '#pk = :pk', all))).toEqual(['p2', 'p3', 'p1'])
  expect(idsOf(await query('gsi1', '#pk = :pk', all, { ScanIndexForward: false }))).toEqual(['p1', 'p3', 'p2'])
  expect(idsOf(await query('gsi1', '#pk = :pk and #sk1 > :sk1', { ...all, ':sk1': 'at 1' }))).toEqual(['p3', 'p1'])
  const first = await query('gsi1', '#pk = :pk', all, { Limit: 2 })
  expect(idsOf(first)).toEqual(['p2', 'p3'])
  const second = await query('gsi1', '#pk = :pk', all, { Limit: 2, ExclusiveStartKey: first.LastEvaluatedKey })
  expect(idsOf(second)).toEqual(['p1'])
  expect(second.LastEvaluatedKey).toBeUndefined()
})

test('a row that leaves an index is found there no more', async () => {
  const { put, query } = open()
  await put(item(1), item(2))
  await put({ ...item(1), gsi1pk: 'others' })
  expect((await query('gsi1', '#pk = :pk', { ':pk': 'all' })).Items).toEqual([item(2)])
})

test('counters add up, and an update sets and removes attributes', async () => {
  const { client, save } = open()
  const add = (by: number) =>
    client.send(
      new UpdateCommand({
        ...{ TableName, Key: { pk: 'p', sk: 's' } },
        UpdateExpression: 'SET #name = :name REMOVE #old ADD #count :by',
        ExpressionAttributeNames: { '#name': 'name', '#old': 'old', '#count': 'count' },
        ExpressionAttributeValues: { ':name': `at ${by}`, ':by': by },
      }),
    )
  await client.send(new PutCommand({ TableName, Item: { pk: 'p', sk: 's', old: true } }))
  await add(2)
  await add(3)
  expect(JSON.parse(await save())).toEqual({
    Item: { pk: { S: 'p' }, sk: { S: 's' }, name: { S: 'at 3' }, count: { N: '5' } },
  })
})

test('rows are saved as DynamoDB JSON, ordered by key and without attributes that are undefined', async () => {
  const { put, save } = open()
  await put({ pk: 'b', sk: '1' }, { pk: 'a b', sk: '2' }, { pk: 'a', sk: '3', ...{ none: undefined, list: ['é'] } })
  const lines = (await save()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).Item)).toEqual([
    { pk: { S: 'a' }, sk: { S: '3' }, list: { L: [{ S: 'é' }] } },
    { pk: { S: 'a b' }, sk: { S: '2' } },
    { pk: { S: 'b' }, sk: { S: '1' } },
  ])
})

test('a call that it does not know is refused', async () => {
  const { client, query } = open()
  await expect(client.send(new ScanCommand({ TableName }))).rejects.toThrow("does not know 'ScanCommand'")
  await expect(query('gsi1', '#pk = :pk and begins_with(#sk1, :sk1)', {})).rejects.toThrow('does not know')
})
