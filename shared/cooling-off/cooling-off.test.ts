import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../time.ts'
import { type CoolingSale, defaultCoolingOffDays, isCoolingOff } from './cooling-off.ts'
import { determineCoolingOff } from './determining.ts'
import { defaultHolidays, isWorkingDay } from './holidays.ts'

const rules = { coolingOffDays: defaultCoolingOffDays, legalHolidays: defaultHolidays }
const base: CoolingSale = { market: 'particulier', provider: 'eneco', saleDate: '2026-11-28' }
const of = (more: Partial<CoolingSale>, own = rules) => determineCoolingOff({ ...base, ...more }, own)
const NONE = { coolingOff: 'none', coolingOffUntil: undefined }

describe('the end of the bedenktijd (market 69b)', () => {
  it.each([
    ['2026-11-28', '2026-12-14'],
    ['2026-12-11', '2026-12-28'],
    ['2027-04-13', '2027-04-28'],
    ['2027-04-22', '2027-05-07'],
    ['2026-11-23', '2026-12-07'],
    // 1 May is a closing day of banks, and no legal holiday.
    ['2028-04-17', '2028-05-01'],
  ])('of a yes on %s is %s', (confirmedAt, until) => {
    const sold = of({ saleDate: confirmedAt, confirmedAt, soldAt: 'phone', infoGivenAt: confirmedAt })
    expect(sold).toEqual({ coolingOff: 'proven', coolingOffUntil: until })
    expect(isCoolingOff(sold, until as LocalDate)).toBe(true)
    expect(isCoolingOff(sold, addDays(until as LocalDate, 1))).toBe(false)
  })

  it('falls on none of the holidays of 2027, and on every other weekday', () => {
    const holidays = [
      ...['2027-01-01', '2027-03-26', '2027-03-29', '2027-04-27', '2027-05-05', '2027-05-06', '2027-05-17'],
      ...['2027-12-25', '2027-12-26'],
    ]
    const days = Array.from({ length: 365 }, (_, index) => addDays('2027-01-01' as LocalDate, index))
    const closed = days.filter((day) => !isWorkingDay(day))
    const weekends = days.filter((day) => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay()))
    expect(closed).toEqual([...new Set([...weekends, ...holidays])].toSorted())
    for (const saleDate of days) {
      const { coolingOffUntil } = of({ saleDate, soldAt: 'online' })
      const due = addDays(saleDate, 14)
      const open = days.find((day) => day >= due && !closed.includes(day)) ?? coolingOffUntil
      expect(coolingOffUntil, saleDate).toBe(open)
    }
  })

  it('follows the holidays and days of the settings', () => {
    const own = {
      coolingOffDays: [...defaultCoolingOffDays, { market: 'zakelijk' as const, provider: 'engie' as const, days: 7 }],
      legalHolidays: ['14-12', '15-12-2026'],
    }
    expect(of({ soldAt: 'online' }, own).coolingOffUntil).toBe('2026-12-16')
    const office = { market: 'zakelijk', isHomeUse: false, soldAt: 'online' } as const
    expect(of({ ...office, provider: 'engie', saleDate: '2026-11-23' }, own).coolingOffUntil).toBe('2026-11-30')
    expect(of({ ...office, provider: 'eneco' }, own)).toEqual(NONE)
  })
})

describe('the start of the bedenktijd, by channel', () => {
  it.each(['phone', undefined] as const)('is the written yes for %s', (soldAt) => {
    expect(of({ soldAt })).toEqual({ coolingOff: 'unconfirmed', coolingOffUntil: undefined })
    expect(of({ soldAt, confirmedAt: '2026-12-01' })).toEqual({ coolingOff: 'unproven', coolingOffUntil: '2026-12-15' })
  })

  it('is the signature at the customer’s, else the day of the sale', () => {
    expect(of({ soldAt: 'customer' }).coolingOffUntil).toBe('2026-12-14')
    expect(of({ soldAt: 'customer', confirmedAt: '2026-12-01' }).coolingOffUntil).toBe('2026-12-15')
    // A yes before the day of selling does not shorten it.
    expect(of({ soldAt: 'customer', confirmedAt: '2026-10-01' }).coolingOffUntil).toBe('2026-12-14')
    for (const soldAt of ['online', 'inbound', 'renewal'] as const) {
      expect(of({ soldAt, confirmedAt: '2026-12-01' }).coolingOffUntil, soldAt).toBe('2026-12-14')
    }
  })

  it('is the day of telling the customer about it, if that came later', () => {
    const proven = (infoGivenAt: string) => of({ soldAt: 'online', infoGivenAt })
    expect(proven('2026-12-02')).toEqual({ coolingOff: 'proven', coolingOffUntil: '2026-12-16' })
    expect(proven('2026-11-01')).toEqual({ coolingOff: 'proven', coolingOffUntil: '2026-12-14' })
  })
})

describe('who has a bedenktijd (market 69a)', () => {
  it('is a consumer, and a business of which the address may be a home', () => {
    const sold = { soldAt: 'online' } as const
    expect(of({ ...sold, market: 'zakelijk' }).coolingOffUntil).toBe('2026-12-14')
    expect(of({ ...sold, market: 'zakelijk', isHomeUse: true }).coolingOffUntil).toBe('2026-12-14')
    expect(of({ ...sold, market: 'zakelijk', isHomeUse: false })).toEqual(NONE)
    expect(of({ ...sold, isHomeUse: false }).coolingOffUntil).toBe('2026-12-14')
    expect(of({ soldAt: 'office' })).toEqual(NONE)
  })
})
