import { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundleFunctionsOnce } from '../fixtures/probe-functions.ts'
import { fixture } from '../fixtures/project.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { endTestTable, startTestTable } from '../fixtures/test-table.ts'
import { createFaults } from './faults.ts'
import { startTableProxy } from './table-proxy.ts'

const startFunctions = bundleFunctionsOnce(fixture)

async function start() {
  const table = await startTestTable({ folder: createTemporaryFolder() })
  const { functions } = startFunctions()
  const ses = { failBefore: 0, failAfter: 0 }
  const faults = createFaults({ ses, functions: () => functions })
  const proxy = await startTableProxy(table.url, { faults: faults.ofTable })
  onTestFinished(async () => {
    await proxy.close()
    await endTestTable(table)
  })
  const client = () => {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
    const made = new DynamoDBClient({ endpoint: proxy.url, region: 'eu-west-1', credentials, maxAttempts: 1 })
    onTestFinished(() => made.destroy())
    return made
  }
  const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
  const get = () => client().send(new GetItemCommand({ TableName: table.name, Key }))
  return { table, faults, functions, ses, client, get, Key }
}

const nameOf = (call: Promise<unknown>) =>
  call.then(
    () => 'success',
    (error: Error) => error.name,
  )

describe('table faults', () => {
  test("refuse calls with DynamoDB's own errors, which the SDK recognises", async () => {
    const { table, faults, client, get, Key } = await start()
    await faults.apply({ dynamodb: { throttle: 1, delayMs: 0 } })
    const names = await Promise.all(Array.from({ length: 20 }, () => nameOf(get())))
    expect(new Set(names)).toEqual(new Set(['ProvisionedThroughputExceededException', 'ThrottlingException']))

    const transact = () =>
      client().send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName: table.name, Item: Key } },
            { Delete: { TableName: table.name, Key: { ...Key, sk: { S: 'c' } } } },
          ],
        }),
      )
    const errors = await Promise.all(Array.from({ length: 20 }, () => transact().catch((error) => error)))
    const cancelled = errors.find((error) => error.name === 'TransactionCanceledException')
    expect(cancelled.CancellationReasons.map((reason: { Code: string }) => reason.Code).sort()).toEqual([
      'None',
      'ThrottlingError',
    ])
  })

  test('affect calls only while they are set', async () => {
    const { faults, get } = await start()
    await faults.apply({ dynamodb: { throttle: 1, delayMs: 0 } })
    expect(await nameOf(get())).not.toBe('success')
    await faults.apply({})
    expect(await nameOf(get())).toBe('success')
  })
})

test('each order changes only the kind of fault that it names, and an empty one clears all', async () => {
  const { faults, ses } = await start()
  await faults.apply({ dynamodb: { throttle: 0.1, delayMs: 200 } })
  await faults.apply({ ses: { failBefore: 0, failAfter: 2 } })
  expect(ses).toEqual({ failBefore: 0, failAfter: 2 })
  expect(await faults.apply({ kill: 'api-probe' })).toEqual({
    dynamodb: { throttle: 0.1, delayMs: 200 },
    ses: { failBefore: 0, failAfter: 2 },
    killed: 0,
  })
  expect(await faults.apply({})).toEqual({
    dynamodb: { throttle: 0, delayMs: 0 },
    ses: { failBefore: 0, failAfter: 0 },
  })
})
