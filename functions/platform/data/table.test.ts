import { BatchGetCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadOwnModules } from '../../../testing/runner/own-modules.ts'
import { failureOf } from '../http/reply.ts'

let table: typeof import('./table.ts')
beforeAll(async () => {
  loadOwnModules()
  Object.assign(process.env, { TABLE_NAME: 'test', AWS_REGION: 'eu-west-1' })
  table = await import('./table.ts')
})
afterEach(() => {
  vi.restoreAllMocks()
})

function thingsOf({ Entity, entityModel, primary, store }: typeof table) {
  const indexes = { primary: primary('thing#${id}', 'thing') }
  return new Entity({ model: entityModel('thing'), attributes: { id: { type: 'string' } } as const, indexes }, store)
}

/** Makes batch reads return only the first key, for the first `most` calls; later calls return nothing. */
function partly(most: number) {
  let left = most
  const asked: unknown[] = []
  vi.spyOn(table.documents, 'send').mockImplementation(async (command: unknown) => {
    if (!(command instanceof BatchGetCommand)) throw new Error('No batch')
    const { Keys = [], ...options } = command.input.RequestItems?.['test'] ?? {}
    asked.push(options)
    const taken = left-- > 0 ? Keys.slice(0, 1) : []
    const rest = Keys.slice(taken.length)
    return {
      $metadata: {},
      Responses: { test: taken.map(({ pk }) => ({ id: String(pk).slice(6), __edb_e__: 'thing', __edb_v__: '1' })) },
      UnprocessedKeys: rest.length > 0 ? { test: { Keys: rest, ...options } } : {},
    }
  })
  return asked
}

test('keys that the table leaves out of a batch are requested until all are read', async () => {
  const asked = partly(3)
  const { data } = await thingsOf(table)
    .get([{ id: 'A' }, { id: 'B' }, { id: 'C' }])
    .go({ consistent: true })
  expect(data).toEqual([{ id: 'A' }, { id: 'B' }, { id: 'C' }])
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ ConsistentRead: true })))
})

test('a batch with keys that stay unread fails as a busy table, instead of giving a shorter reply', async () => {
  partly(1)
  const failure = await thingsOf(table)
    .get([{ id: 'A' }, { id: 'B' }])
    .go()
    .catch((error: unknown) => error)
  expect(failureOf(failure)).toBe('unavailable')
})

test('writes that the table leaves out of a batch are repeated until none is left', async () => {
  const written: unknown[] = []
  vi.spyOn(table.documents, 'send').mockImplementation(async (command: unknown) => {
    if (!(command instanceof BatchWriteCommand)) throw new Error('No batch')
    const [first, ...rest] = command.input.RequestItems?.['test'] ?? []
    written.push(first?.PutRequest?.Item?.['id'])
    return { $metadata: {}, UnprocessedItems: rest.length > 0 ? { test: rest } : {} }
  })
  const { unprocessed } = await thingsOf(table)
    .put([{ id: 'A' }, { id: 'B' }, { id: 'C' }])
    .go()
  expect(unprocessed).toEqual([])
  expect(written).toEqual(['A', 'B', 'C'])
})

test('an entity is created at its first use, and its model is checked then', () => {
  const { Entity, entityModel, primary, store } = table
  const attributes = { id: { type: 'string' } } as const
  const indexes = { primary: primary('thing#${id}', 'thing') }
  const wrong = { ...entityModel('thing'), version: 1 as unknown as string }
  const broken = new Entity({ model: wrong, attributes, indexes }, store)
  expect(() => broken.get({ id: '1' })).toThrow('instance.model.version is not of a type(s) string')
  const whole = new Entity({ model: entityModel('thing'), attributes, indexes }, store)
  expect(whole.get({ id: 'A' }).params()).toMatchObject({ TableName: 'test', Key: { pk: 'thing#A', sk: 'thing' } })
})

test('a scan of the table is refused', async () => {
  await expect(thingsOf(table).scan.go()).rejects.toThrow('No scans')
})
