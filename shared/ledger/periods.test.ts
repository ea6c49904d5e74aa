import { expect, it } from 'vitest'
import { daysOfPeriod, periodText } from './periods.ts'

it.each([
  ['2026-11', '2026-11-01', '2026-11-30', 'november 2026'],
  ['2024-02', '2024-02-01', '2024-02-29', 'februari 2024'],
  ['2026-Q1', '2026-01-01', '2026-03-31', '1e kwartaal 2026'],
  ['2026-Q4', '2026-10-01', '2026-12-31', '4e kwartaal 2026'],
  ['2026', '2026-01-01', '2026-12-31', '2026'],
])('the period %s lasts from %s to %s', (period, from, to, text) => {
  expect([daysOfPeriod(period), periodText(period)]).toEqual([{ from, to }, text])
})
