import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Item, putRaw, readRawTable, removeRaw } from '../../proofs/raw-table.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import type { Direction, Migration } from './migration.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin' })
})
afterAll(() => world.stop())

const apiKeyHash = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex')
const apiKeyId = (apiKey: string) => apiKeyHash(apiKey).slice(0, 16)

const keys = { old: 'pvk_old', newer: 'pvk_newer', orphan: 'pvk_orphan' } as const

/** Returns a key as the release before stored it, without a shape. */
const rowOf = (apiKey: string, more: object): Item => ({
  ...{ pk: `apikey#${apiKeyId(apiKey)}`, sk: 'apikey', gsi1pk: 'apikeys', gsi1sk: `2026-01-01#${apiKeyId(apiKey)}` },
  ...{ __edb_e__: 'apikey', __edb_v__: '1', id: apiKeyId(apiKey), hash: apiKeyHash(apiKey), name: 'Koppeling' },
  ...{ keyPreview: 'pvk_…', isActive: true, createdAt: '2026-01-01T00:00:00.000Z', createdBy: admin.id },
  ...more,
})

const rowsOfKeys = async () =>
  (await readRawTable()).filter(({ __edb_e__ }) => __edb_e__ === 'apikey') as (Item & { id: string })[]
const find = async (apiKey: string) => (await rowsOfKeys()).find(({ id }) => id === apiKeyId(apiKey))
const statusOf = async (apiKey: string) =>
  (await world.call('GET', '/api/appointments', { headers: { 'x-api-key': apiKey } })).status
const statuses = () => Promise.all([keys.old, keys.newer].map(statusOf))

/** Migrates the keys; returns the progress that was reported last. */
async function run(direction: Direction = 'up', changes: Partial<Migration> = {}) {
  const { migrate } = await import('./migration.ts')
  const { migrations } = await import('./migrations.ts')
  const migration = migrations['api-key-makers']
  if (!migration) throw new Error('There is no such migration')
  return migrate({ ...migration, ...changes }, direction, () => undefined)
}

let before: Item[]
beforeEach(async () => {
  await removeRaw(await rowsOfKeys())
  const { makerStateOf } = await import('../../functions/platform/identity/api-key.ts')
  await putRaw(rowOf(keys.old, {}))
  await putRaw(rowOf(keys.newer, { makerState: makerStateOf(admin) }))
  await putRaw(rowOf(keys.orphan, { createdBy: 'gone' }))
  before = await rowsOfKeys()
})

it('brings the rows of the release before to the new shape while they are used, undoes it exactly, and ends it', async () => {
  expect(await statuses()).toEqual([200, 200])
  expect(await run()).toEqual({ seen: 3, changed: 3, left: 0 })
  expect(await statuses()).toEqual([200, 200])
  const { makerStateOf } = await import('../../functions/platform/identity/api-key.ts')
  expect(await find(keys.old)).toMatchObject({ shape: 2, makerState: makerStateOf(admin), was: { makerState: null } })
  expect(await find(keys.newer)).toMatchObject({ shape: 2, was: { shape: null } })
  expect(await find(keys.orphan)).toMatchObject({ shape: 2, isActive: false })
  expect(await run()).toEqual({ seen: 3, changed: 0, left: 0 })

  expect(await run('undo')).toEqual({ seen: 3, changed: 3, left: 0 })
  expect(await rowsOfKeys()).toEqual(before)
  expect(await statuses()).toEqual([200, 200])

  await run()
  expect(await run('finish')).toEqual({ seen: 3, changed: 3, left: 0 })
  expect((await rowsOfKeys()).filter((row) => 'was' in row)).toEqual([])
  expect(await run('undo')).toEqual({ seen: 3, changed: 0, left: 0 })
  expect(await statuses()).toEqual([200, 200])
})

it('goes on where it was interrupted', async () => {
  const up: Migration['up'] = async ({ id }) => {
    if (id === apiKeyId(keys.orphan)) throw new Error('The machine went off')
    return { makerState: 'x' }
  }
  await expect(run('up', { up })).rejects.toThrow('The machine went off')
  await run()
  expect((await rowsOfKeys()).map(({ shape }) => shape)).toEqual([2, 2, 2])
})

it.each<[string, (row: Item) => Promise<void>, (row: Item | undefined) => void]>([
  [
    'brought it to the new shape',
    (row) => putRaw({ ...row, shape: 2, makerState: 'by new code' }),
    (row) => expect(row).toEqual(expect.objectContaining({ makerState: 'by new code' })),
  ],
  [
    'changed what it changes, in the old shape',
    (row) => putRaw({ ...row, makerState: 'by old code' }),
    (row) => expect(row).toMatchObject({ makerState: 'by old code', shape: 2, was: { shape: null } }),
  ],
  ['removed it', (row) => removeRaw([row]), (row) => expect(row).toBeUndefined()],
])('overwrites nothing of somebody who at that moment has %s', async (_name, change, check) => {
  const { migrations } = await import('./migrations.ts')
  let isFirst = true
  const up: Migration['up'] = async (row) => {
    const changes = (await migrations['api-key-makers']?.up(row)) ?? {}
    if (row['id'] === apiKeyId(keys.old) && isFirst) {
      isFirst = false
      await change(row as Item)
    }
    return changes
  }
  await run('up', { up })
  expect(isFirst).toBe(false)
  check(await find(keys.old))
})
