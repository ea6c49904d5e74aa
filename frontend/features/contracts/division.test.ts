import { expect, test } from 'vitest'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { divideContracts } from './division.ts'

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
