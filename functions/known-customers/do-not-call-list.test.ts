import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeContract } from '../../testing/contracts.ts'
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

it('a number that no longer fits in its list is not called either; a page looks up only its own numbers', async () => {
  const { addToDoNotCallList, findDoNotCalls } = await import('./service.ts')
  const { ClosedNumbers } = await import('./entity.ts')
  const report = { date: '2026-11-23', source: null }
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => `06 ${from + index}7`)
  await ClosedNumbers.put({ ending: '7', phones: numbers(1_000_000, 990) }).go()
  const [fits, late] = [numbers(2_000_000, 5), numbers(3_000_000, 200)]
  await addToDoNotCallList(asSystem('test'), fits, report)
  await addToDoNotCallList(asSystem('test'), late, report)
  const { data } = await ClosedNumbers.get({ ending: '7' }).go()
  expect(data?.phones).toHaveLength(995)

  const open = numbers(4_000_000, 40)
  read = 0
  const found = await findDoNotCalls([...late.slice(0, 30), ...fits, ...open, '06 99999991'])
  expect([...found.keys()].sort()).toEqual([...fits, ...late.slice(0, 30)].sort())
  // Two read units for the list. Half a unit for each of the 75 numbers with the same last digit.
  expect(read).toBeLessThanOrEqual(2 + 75 / 2)

  const id = (await storeContract({ customerPhone: late[0] })).id
  expect((await world.call('GET', `/api/contracts/${id}`, { as })).body.doNotCallSince).toEqual({ date: report.date })
  const { liftDoNotCall } = await import('./service.ts')
  const { commitAll } = await import('../platform/data/commit.ts')
  await commitAll(asSystem('test'), await liftDoNotCall(String(late[0]), 'Belde zelf'), undefined)
  expect((await world.call('GET', `/api/contracts/${id}`, { as })).body.doNotCallSince).toBeNull()
})
