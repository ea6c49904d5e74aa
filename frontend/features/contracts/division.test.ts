import { expect, test } from 'vitest'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { divideContracts, findLastDay } from './division.ts'

const contractsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: String(id), assignedTo: null }) as Contract)
const people = [
  { id: 'vol', openLeads: 30 },
  { id: 'leeg', openLeads: 0 },
  { id: 'half', openLeads: 10 },
]

test('each contract goes to whoever has the fewest open leads, also for more contracts than turns', () => {
  const few = divideContracts(contractsOf(20), people)
  expect(Object.fromEntries(few.gets)).toEqual({ vol: 0, leeg: 15, half: 5 })
  const many = divideContracts(contractsOf(500), people)
  expect(many.turns).toHaveLength(200)
  const given = many.rows.map((_, place) => many.turns[place % many.turns.length])
  for (const [id, count] of many.gets) expect(given.filter((one) => one === id)).toHaveLength(count)
  for (const { id, openLeads } of people) expect(Math.abs(180 - openLeads - (many.gets.get(id) ?? 0))).toBeLessThan(4)
})

test('typed numbers are kept, mixed over the turns, and the rest goes by load', () => {
  const { turns, gets, unmatched } = divideContracts(contractsOf(8), people, new Map([['vol', 4]]))
  expect(Object.fromEntries(gets)).toEqual({ vol: 4, leeg: 4, half: 0 })
  expect(unmatched).toBe(0)
  expect(turns).toEqual(['vol', 'leeg', 'vol', 'leeg', 'vol', 'leeg', 'vol', 'leeg'])
  const all = new Map(people.map(({ id }) => [id, 3]))
  expect(divideContracts(contractsOf(8), people, all).unmatched).toBe(-1)
})

test('all is called on the working day on which the busiest agent is done', () => {
  expect(findLastDay([24, 3], 12, '2026-12-24' as LocalDate)).toBe('2026-12-29')
})
