import { expect, it } from 'vitest'
import type { LocalDate } from '../time.ts'
import { addWorkingDays } from './working-days.ts'

it.each([
  ['2026-11-23', 5, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-12-24', 1, '2026-12-28'],
  ['2026-12-31', 1, '2027-01-04'],
  // Good Friday and Easter Monday; King's Day, also where it moves to Saturday; 5 May; Ascension Day; Whit Monday.
  ['2026-04-02', 1, '2026-04-07'],
  ['2026-04-24', 1, '2026-04-28'],
  ['2031-04-25', 1, '2031-04-28'],
  ['2027-05-04', 1, '2027-05-07'],
  ['2026-05-13', 1, '2026-05-15'],
  ['2026-05-22', 1, '2026-05-26'],
  // People work on 1 May, when banks do not settle.
  ['2026-04-30', 1, '2026-05-01'],
])('%s and %i working days is %s', (from, count, until) => {
  expect(addWorkingDays(from as LocalDate, count)).toBe(until)
})
