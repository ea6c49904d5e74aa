import { describe, expect, it, vi } from 'vitest'
import {
  formatDate,
  formatDateLong,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatTime,
  formatWeekday,
  fullNameOf,
  initialsOf,
} from './format.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('amounts', () => {
  it('shows euros with two decimals and Dutch signs', () => {
    expect(plain(formatMoney(1234.5))).toBe('€ 1.234,50')
    expect(plain(formatMoney(0))).toBe('€ 0,00')
    expect(plain(formatMoney(-36.3))).toBe('€ -36,30')
    expect(plain(formatMoney(-0))).toBe('€ 0,00')
  })

  it('does not break between sign and amount', () => {
    expect(formatMoney(1)).toBe('€\u00a01,00')
  })

  it('shows a dash for a missing value', () => {
    expect(formatMoney(null)).toBe('–')
    expect(formatNumber(undefined)).toBe('–')
  })

  it('groups thousands of plain numbers', () => {
    expect(formatNumber(12345)).toBe('12.345')
    expect(formatNumber(7.5)).toBe('7,5')
  })
})

describe('dates and times', () => {
  it('shows a calendar date as it is', () => {
    expect(formatDate('2026-11-21')).toBe('21-11-2026')
    expect(formatDateLong('2026-03-01')).toBe('1 mrt 2026')
  })

  it('shows the year of a day in another year than this one', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
    expect(formatWeekday('2026-11-01')).toBe('zo 1 nov')
    expect(formatWeekday('2025-11-01')).toBe('za 1 nov 2025')
    expect(formatWeekday('2026-12-31T23:30:00.000Z')).toBe('vr 1 jan 2027')
    vi.setSystemTime(new Date('2026-12-31T23:30:00Z'))
    expect(formatWeekday('2027-01-01')).toBe('vr 1 jan')
    vi.useRealTimers()
  })

  it('shows a moment in Amsterdam time, in winter and summer', () => {
    expect(formatDateTime('2026-11-21T09:00:00.000Z')).toBe('21-11-2026 10:00')
    expect(formatDateTime('2026-07-01T09:00:00.000Z')).toBe('01-07-2026 11:00')
    expect(formatTime('2026-11-20T23:05:00.000Z')).toBe('00:05')
    expect(formatDate('2026-11-20T23:05:00.000Z')).toBe('21-11-2026')
    expect(formatDateLong('2026-12-31T23:30:00.000Z')).toBe('1 jan 2027')
  })

  it('shows a dash for a missing or invalid date', () => {
    for (const value of [null, undefined, '', 'morgen']) {
      expect(formatDate(value)).toBe('–')
      expect(formatDateTime(value)).toBe('–')
    }
  })
})

describe('names', () => {
  it('joins first and last name', () => {
    expect(fullNameOf({ firstName: 'Sophie', lastName: 'van Dam' })).toBe('Sophie van Dam')
    expect(fullNameOf({ firstName: ' Sophie ', lastName: null })).toBe('Sophie')
    expect(fullNameOf(null)).toBe('–')
  })

  it('takes initials from the first and last name, without particles and signs', () => {
    expect(initialsOf({ firstName: 'Sophie', lastName: 'van Dam' })).toBe('SD')
    expect(initialsOf('élise ’t Hart')).toBe('ÉH')
    expect(initialsOf('Admin')).toBe('A')
    expect(initialsOf(null)).toBe('?')
  })
})
