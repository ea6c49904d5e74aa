import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeContract } from '../../testing/contracts.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { asSystem } from '../platform/actor.ts'

let world: World
let as: string
let read = 0

beforeAll(async () => {
  world = await startWorld()
  as = await world.session(await world.person({ role: 'admin' }))
  const { documents } = await import('../platform/data/table.ts')
  documents.middlewareStack.add(
    (next) => async (args) => {
      const reply = await next(args)
      const { ConsumedCapacity } = reply.output as {
        ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[]
      }
      for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) read += CapacityUnits
      return reply
    },
    { step: 'initialize', name: 'testUnits' },
  )
})
afterAll(() => world.stop())

it('a page costs the same however many numbers are closed, and finds each that is', async () => {
  const { addToDoNotCallList, findDoNotCalls } = await import('./service.ts')
  const { addToClosedFilter } = await import('./closed-filter.ts')
  const { writeDerivedRows } = await import('../platform/data/commit.ts')
  const report = { date: '2026-11-23', source: null }
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => `06 ${from + index}`)
  const closed = numbers(20_000_000, 90)
  await addToDoNotCallList(asSystem('test'), closed, report)
  const late = [...closed.slice(0, 3)]
  const page = [...late, ...numbers(40_000_000, 97)]
  const costOf = async () => {
    read = 0
    expect([...(await findDoNotCalls(page)).keys()].sort()).toEqual(late.toSorted())
    return read
  }
  // Four units and a half for the filter, and half a unit for each number that is closed.
  expect(await costOf()).toBeLessThanOrEqual(4.5 + 1.5 + 0.5)
  await writeDerivedRows(await addToClosedFilter(numbers(50_000_000, 10_000)))
  expect(await costOf()).toBeLessThanOrEqual(4.5 + 1.5 + 1.5)

  const id = (await storeContract({ customerPhone: late[0] })).id
  expect((await world.call('GET', `/api/contracts/${id}`, { as })).body.doNotCallSince).toEqual({ date: report.date })
  const { liftDoNotCall } = await import('./service.ts')
  const { commitAll } = await import('../platform/data/commit.ts')
  await commitAll(asSystem('test'), await liftDoNotCall(String(late[0]), 'Belde zelf'), undefined)
  expect((await world.call('GET', `/api/contracts/${id}`, { as })).body.doNotCallSince).toBeNull()
})

it('finds every number that is closed at the same time', async () => {
  const { addToDoNotCallList, findDoNotCalls } = await import('./service.ts')
  const numbers = Array.from({ length: 20 }, (_, index) => `06 ${60_000_000 + index}`)
  const [first = '', ...others] = numbers
  await meanwhile(() => addToDoNotCallList(asSystem('test'), others, { date: '2026-11-23', source: null }))
  const closed = await world.call('POST', '/api/numbers/close', { as, body: { number: first } })
  expect(closed.status, closed.text).toBe(200)
  expect([...(await findDoNotCalls(numbers)).keys()].sort()).toEqual(numbers)
})

it('is not lifted past an objection that was made meanwhile', async () => {
  const { findDoNotCall } = await import('./service.ts')
  const number = '06 70000001'
  const close = () => world.call('POST', '/api/numbers/close', { as, body: { number } })
  const lift = () => world.call('POST', '/api/numbers/lift', { as, body: { number, reason: 'Belde zelf' } })
  await close()
  await meanwhile(close)
  expect((await lift()).status).toBe(422)
  expect(await findDoNotCall(number)).not.toBeNull()
  expect((await lift()).status).toBe(200)
  expect(await findDoNotCall(number)).toBeNull()
})
