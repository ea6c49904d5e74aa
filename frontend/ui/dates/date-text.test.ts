import { describe, expect, it } from 'vitest'
import { formatTypedNumber, parseTypedNumber } from '../fields/number-text.ts'
import { addMonths, dayTitleOf, weeksOfMonth } from './calendar-days.ts'
import { formatTypedDate, parseTime, parseTypedDate } from './date-text.ts'

describe('dates that people type', () => {
  it.each([
    ['1-2-26', '2026-02-01'],
    ['01-02-2026', '2026-02-01'],
    ['1/2/2026', '2026-02-01'],
    ['1.2.26', '2026-02-01'],
    [' 21 11 2026 ', '2026-11-21'],
    ['01022026', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['2026-2-1', '2026-02-01'],
    ['29-02-2028', '2028-02-29'],
  ])('%s is %s', (text, date) => {
    expect(parseTypedDate(text)).toBe(date)
  })

  it.each(['', '31-02-2026', '29-02-2026', '0-1-2026', '1-13-2026', '1-2', 'morgen', '1-2-026'])(
    'refuses %j',
    (text) => {
      expect(parseTypedDate(text)).toBeNull()
    },
  )

  it('formats the date that it read', () => {
    expect(formatTypedDate('2026-02-01')).toBe('01-02-2026')
    expect(formatTypedDate('mor')).toBe('mor')
  })
})

describe('times that people type', () => {
  it.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['9:30', '09:30'],
    ['9.30', '09:30'],
    ['0930', '09:30'],
    ['14 uur', '14:00'],
    ['23:59', '23:59'],
    ['0', '00:00'],
  ])('%s is %s', (text, time) => {
    expect(parseTime(text)).toBe(time)
  })

  it.each(['', '24:00', '9:60', '9:3', 'half tien'])('refuses %j', (text) => {
    expect(parseTime(text)).toBeNull()
  })
})

describe('numbers that people type', () => {
  it.each([
    ['1.234,50', 1234.5],
    ['1234,5', 1234.5],
    ['1234.5', 1234.5],
    ['€ 12', 12],
    ['1.000', 1000],
    ['0.125', 0.125],
    ['-36,30', -36.3],
  ])('%s is %d', (text, number) => {
    expect(parseTypedNumber(text)).toBe(number)
  })

  it.each(['', 'twaalf', '1,2,3', '--1', '-'])('refuses %j', (text) => {
    expect(parseTypedNumber(text)).toBeNull()
  })

  it('formats numbers with a comma', () => {
    expect(formatTypedNumber(1234.5, 2)).toBe('1234,50')
    expect(formatTypedNumber(0.1)).toBe('0,1')
    expect(formatTypedNumber(null)).toBe('')
  })
})

describe('the calendar', () => {
  it('starts weeks on Monday and shows whole weeks', () => {
    const weeks = weeksOfMonth('2026-11-21')
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
    expect(weeks.every((week) => week.length === 7)).toBe(true)
  })

  it('uses the last day of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
  })

  it('names days in Dutch', () => {
    expect(dayTitleOf('2026-11-21')).toBe('zaterdag 21 november 2026')
  })
})
