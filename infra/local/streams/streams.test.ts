import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BatchWriteItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { endTestTable, startTestTable } from '../fixtures/test-table.ts'
import type { Invocation } from '../lambda/functions.ts'
import { findDynoxide } from '../table/dynoxide.ts'
import type { Table } from '../table/table.ts'
import { createStreamReader } from './reader.ts'
import { startStreamPump } from './streams.ts'

/** Entity of this test's items, which separates them from those of other tests. */
let entity = ''
let count = 0
let table: Table
let streamArn: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'partnerview-streams-'))
  table = await startTestTable({ folder })
  streamArn = await table.openStream()
})
afterAll(async () => {
  await endTestTable(table)
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  count += 1
  entity = `entity-${count}`
})

const item = (pk: string, type = entity, lane = 'now') => ({
  pk: { S: `${entity}#${pk}` },
  sk: { S: 'it' },
  __edb_e__: { S: type },
  name: { S: pk },
  lane: { S: lane },
})
const put = (pk: string, type = entity) =>
  table.client.send(new PutItemCommand({ TableName: table.name, Item: item(pk, type) }))

const success = { requestId: '', durationMs: 0, log: [] as const, ok: true as const, payload: {} }
const failure = (errorMessage: string): Invocation => ({
  ...success,
  ok: false,
  error: { errorType: 'Error', errorMessage },
})
const namesOf = ({ Records }: DynamoDBStreamEvent) => Records.map(nameOf)
const nameOf = (record: DynamoDBRecord) => record.dynamodb?.NewImage?.['name']?.S ?? ''

/** Starts a pump and records its calls; `answer` decides the result of each. */
function start(
  answer: (event: DynamoDBStreamEvent, call: number) => Invocation | Promise<Invocation> = () => success,
  checkpointFile = `${createTemporaryFolder()}/checkpoint.json`,
  lane?: string,
) {
  const calls: string[][] = []
  const buried: { name: string; error: string; attempts: number }[] = []
  const pump = startStreamPump({
    client: table.streams,
    streamArn,
    checkpointFile,
    entity,
    lane,
    batch: 4,
    attempts: 2,
    pollMs: 1,
    retryDelay: () => 0,
    async invoke(event) {
      calls.push(namesOf(event))
      return answer(event, calls.length)
    },
    bury: (record, error, attempts) => void buried.push({ name: nameOf(record), error, attempts }),
  })
  onTestFinished(() => pump.close())
  return { pump, calls, buried, checkpointFile, delivered: () => calls.flat() }
}

describe('the stream of the table', () => {
  test('brings new items of one entity, in order, as Lambda gets them', async () => {
    const events: DynamoDBStreamEvent[] = []
    const { delivered } = start((event) => {
      events.push(event)
      return success
    })
    await put('a')
    await put('other', 'something-else')
    await put('a')
    const Item = { ...item('b'), bytes: { B: new Uint8Array([1, 2, 255]) }, flags: { M: { on: { BOOL: true } } } }
    await table.client.send(
      new TransactWriteItemsCommand({
        TransactItems: [{ Put: { TableName: table.name, Item } }, { Put: { TableName: table.name, Item: item('c') } }],
      }),
    )
    await expect.poll(delivered).toEqual(['a', 'b', 'c'])
    const record = events.flatMap(({ Records }) => Records)[1]
    expect(record).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      eventSourceARN: streamArn,
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { pk: { S: `${entity}#b` }, sk: { S: 'it' } },
        NewImage: { bytes: { B: 'AQL/' }, flags: { M: { on: { BOOL: true } } } },
        SequenceNumber: expect.stringMatching(/^\d+$/),
      },
    })
  })

  test('gives each reader its lane, so that waiting items in one do not delay the other', async () => {
    const held = Promise.withResolvers<Invocation>()
    const later = start(() => held.promise, undefined, 'later')
    const now = start(undefined, undefined, 'now')
    await table.client.send(new PutItemCommand({ TableName: table.name, Item: item('undoable', entity, 'later') }))
    await expect.poll(() => later.calls).toEqual([['undoable']])
    for (const name of ['a', 'b']) await put(name)
    await expect.poll(now.delivered).toEqual(['a', 'b'])
    held.resolve(success)
    expect(later.delivered()).toEqual(['undoable'])
  })

  test('comes in batches of at most `batch` items', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `n${index}`)
    await table.client.send(
      new BatchWriteItemCommand({
        RequestItems: { [table.name]: names.map((name) => ({ PutRequest: { Item: item(name) } })) },
      }),
    )
    const { calls, delivered } = start()
    await expect.poll(delivered).toHaveLength(10)
    expect(calls.every((names) => names.length <= 4)).toBe(true)
    expect(delivered().sort()).toEqual(names)
  })

  test('runs two batches at once, and begins again at the first that was cut off', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`)
    for (const name of names) await put(name)
    const held = Promise.withResolvers<Invocation>()
    const first = start(({ Records }) => (Records.some((one) => nameOf(one) === 'n0') ? held.promise : success))
    await expect.poll(first.delivered).toHaveLength(12)
    const closed = first.pump.close()
    held.resolve(failure('the runtime stops'))
    await closed
    const second = start(undefined, first.checkpointFile)
    await expect.poll(() => second.delivered().sort()).toEqual([...names].sort())
  })

  test('goes on where it was after a restart', async () => {
    await put('a')
    const first = start()
    await expect.poll(first.delivered).toEqual(['a'])
    await first.pump.close()
    await put('b')
    const second = start(undefined, first.checkpointFile)
    await expect.poll(second.delivered).toEqual(['b'])
  })

  test('delivers records again whose delivery a stop cut off', async () => {
    await put('a')
    const held = Promise.withResolvers<Invocation>()
    const first = start(() => held.promise)
    await expect.poll(() => first.calls).toEqual([['a']])
    const closed = first.pump.close()
    held.resolve(failure('the runtime stops'))
    await closed
    expect(first.buried).toEqual([])
    const second = start(undefined, first.checkpointFile)
    await expect.poll(second.delivered).toEqual(['a'])
  })

  test('halves a failing batch until the bad item is alone, and gives that up', async () => {
    for (const name of ['a', 'bad', 'c', 'd']) await put(name)
    const { calls, buried } = start((event) => (namesOf(event).includes('bad') ? failure('it is bad') : success))
    await expect.poll(() => calls.filter((names) => !names.includes('bad')).flat()).toEqual(['a', 'c', 'd'])
    expect(buried).toEqual([{ name: 'bad', error: 'it is bad', attempts: 2 }])
  })

  test('goes on from the first item a function reports as failed', async () => {
    for (const name of ['a', 'b', 'c']) await put(name)
    let failed = false
    const { calls } = start(({ Records }) => {
      const record = Records.find((one) => nameOf(one) === 'b')
      if (!record || failed) return success
      failed = true
      return { ...success, payload: { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber }] } }
    })
    await expect.poll(() => calls.flat()).toEqual(['a', 'b', 'c', 'b', 'c'])
  })

  test.skipIf(!findDynoxide())('stays complete when finished records are trimmed', async () => {
    const { pump, delivered } = start()
    await put('a')
    await expect.poll(delivered).toEqual(['a'])
    table.keeper.trim(pump.done() ?? '')
    const oldest = async () => (await createStreamReader(table.streams, streamArn).read({}))[0]?.records.length
    await expect.poll(oldest).toBe(1)
    for (const name of ['b', 'c']) await put(name)
    await expect.poll(delivered).toEqual(['a', 'b', 'c'])
  })
})
