import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../time.ts'
import { bankDayFrom, easterOf } from './bank-days.ts'

describe('bank days', () => {
  it('know Easter in any year', () => {
    const years = [1818, 1961, 2000, 2008, 2026, 2027, 2038, 2100]
    expect(years.map(easterOf)).toEqual([
      ...['1818-03-22', '1961-04-02', '2000-04-23', '2008-03-23'],
      ...['2026-04-05', '2027-03-28', '2038-04-25', '2100-03-28'],
    ])
  })

  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-21', '2026-11-23'],
    ['2026-12-25', '2026-12-28'],
    ['2026-12-26', '2026-12-28'],
    ['2027-01-01', '2027-01-04'],
    // Good Friday until Easter Monday, and the first of May.
    ['2026-04-03', '2026-04-07'],
    ['2026-05-01', '2026-05-04'],
    // TARGET is open on Ascension Day, King's Day, Whit Monday and New Year's Eve.
    ...['2026-05-14', '2026-04-27', '2026-05-25', '2026-12-31'].map((day) => [day, day]),
  ])('a payment of %s is settled on %s', (day, settled) => {
    expect(bankDayFrom(day as LocalDate)).toBe(settled)
  })
})
