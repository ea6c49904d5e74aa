import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  addSeconds,
  daysBetween,
  epochOf,
  type Instant,
  instantAt,
  instantIn,
  isInstant,
  isLocalDate,
  isoWeek,
  isTime,
  type LocalDate,
  localDate,
  localDateOf,
  localTimeOf,
  monthOf,
  monthsBetween,
  NonexistentTimeError,
  nextMidnight,
  now,
  type Period,
  periodRange,
  startOfDay,
  startOfWeek,
} from './time.ts'
import { urgencyLabel, urgencyOf } from './urgency.ts'

const day = (text: string) => text as LocalDate
const moment = (text: string) => text as Instant

const anyInstant = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2100, 0) }).map(instantAt)
const anyDate = anyInstant.map(localDateOf)
const anyTime = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

describe('wall time in Amsterdam', () => {
  it('is one hour ahead of UTC in winter and two in summer', () => {
    expect(instantIn(day('2026-11-21'), '10:00')).toBe('2026-11-21T09:00:00.000Z')
    expect(instantIn(day('2026-07-01'), '00:30')).toBe('2026-06-30T22:30:00.000Z')
  })

  it('refuses the hour that the spring night skips', () => {
    expect(() => instantIn(day('2026-03-29'), '02:30')).toThrow(NonexistentTimeError)
    expect(() => instantIn(day('2026-03-29'), '02:00')).toThrow(/bestaat niet/)
    expect(instantIn(day('2026-03-29'), '01:59')).toBe('2026-03-29T00:59:00.000Z')
    expect(instantIn(day('2026-03-29'), '03:00')).toBe('2026-03-29T01:00:00.000Z')
  })

  it('takes the earlier of the two in the double hour of the autumn night', () => {
    expect(instantIn(day('2026-10-25'), '02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(instantIn(day('2026-10-25'), '03:00')).toBe('2026-10-25T02:00:00.000Z')
    expect(localTimeOf(moment('2026-10-25T01:30:00.000Z'))).toBe('02:30')
  })

  it('refuses text that is no time', () => {
    expect(() => instantIn(day('2026-11-21'), '24:00')).toThrow(RangeError)
    expect(['00:00', '23:59', '09:05'].every(isTime)).toBe(true)
    expect(['24:00', '9:05', '12:60', '', '12:30:00'].some(isTime)).toBe(false)
  })

  it('is read back from every moment made of it', () => {
    fc.assert(
      fc.property(anyDate, anyTime, (date, time) => {
        try {
          const instant = instantIn(date, time)
          expect([localDateOf(instant), localTimeOf(instant)]).toEqual([date, time])
        } catch (error) {
          expect(error).toBeInstanceOf(NonexistentTimeError)
        }
      }),
    )
  })
})

describe('midnight', () => {
  it('is strictly after the moment', () => {
    expect(nextMidnight(moment('2026-11-20T22:59:59.999Z'))).toBe('2026-11-20T23:00:00.000Z')
    expect(nextMidnight(moment('2026-11-20T23:00:00.000Z'))).toBe('2026-11-21T23:00:00.000Z')
  })

  it('ends a day of 23 hours in spring and one of 25 in autumn', () => {
    const hours = (date: string) =>
      (epochOf(nextMidnight(startOfDay(day(date)))) - epochOf(startOfDay(day(date)))) / 3_600_000
    expect([hours('2026-03-28'), hours('2026-03-29'), hours('2026-10-25')]).toEqual([24, 23, 25])
  })

  it('is always 00:00 of the next date', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const midnight = nextMidnight(instant)
        expect(midnight > instant).toBe(true)
        expect(localTimeOf(midnight)).toBe('00:00')
        expect(localDateOf(midnight)).toBe(addDays(localDateOf(instant), 1))
      }),
    )
  })
})

describe('moments', () => {
  it('have one form, whose text sorts as time', () => {
    expect(isInstant(now())).toBe(true)
    expect(isInstant('2026-11-21T09:00:00Z')).toBe(false)
    expect(isInstant('2026-02-31T09:00:00.000Z')).toBe(false)
    expect(() => instantAt(Number.NaN)).toThrow(RangeError)
    expect(() => instantAt(8.64e15)).toThrow(RangeError)
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -1e6, max: 1e6 }), (instant, seconds) => {
        const other = addSeconds(instant, seconds)
        expect(isInstant(other)).toBe(true)
        expect(other > instant).toBe(seconds > 0)
        expect(epochOf(other) - epochOf(instant)).toBe(seconds * 1000)
      }),
    )
  })
})

describe('dates', () => {
  it('exist on the calendar', () => {
    expect(['2026-11-21', '2028-02-29', '2000-02-29', '2026-12-31'].every(isLocalDate)).toBe(true)
    expect(['2027-02-31', '2027-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31'].some(isLocalDate)).toBe(
      false,
    )
    expect(['2026-1-1', '21-11-2026', '2026-11-21T00:00', ''].some(isLocalDate)).toBe(false)
    expect(localDate(2028, 2, 29)).toBe('2028-02-29')
    expect(localDate(2027, 2, 29)).toBeNull()
    expect(localDate(27, 2, 1.5)).toBeNull()
  })

  it('clamp to the end of a shorter month', () => {
    expect(addMonths(day('2026-01-31'), 1)).toBe('2026-02-28')
    expect(addMonths(day('2024-02-29'), 12)).toBe('2025-02-28')
    expect(addMonths(day('2026-03-31'), -1)).toBe('2026-02-28')
  })

  it('add days and months as the calendar does', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -400, max: 400 }), (date, count) => {
        const later = addDays(date, count)
        expect(isLocalDate(later)).toBe(true)
        expect(daysBetween(date, later)).toBe(count)
        expect(addDays(later, -count)).toBe(date)
        const month = addMonths(date, count)
        expect(isLocalDate(month)).toBe(true)
        expect(month.slice(8) <= date.slice(8)).toBe(true)
        if (count >= 0) expect(monthsBetween(date, month)).toHaveLength(count + 1)
      }),
    )
  })

  it('start their week on Monday and know their ISO week', () => {
    expect(startOfWeek(day('2026-11-22'))).toBe('2026-11-16')
    expect(startOfWeek(day('2026-11-16'))).toBe('2026-11-16')
    expect(isoWeek(day('2027-01-01'))).toEqual({ year: 2026, week: 53 })
    expect(isoWeek(day('2026-11-21'))).toEqual({ year: 2026, week: 47 })
  })

  it('list the months of a range', () => {
    expect(monthOf(day('2026-11-21'))).toBe('2026-11')
    expect(monthsBetween(day('2026-11-30'), day('2027-02-01'))).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
    expect(monthsBetween(day('2026-11-30'), day('2026-10-01'))).toEqual([])
  })

  it('give the ranges of the period selector', () => {
    const range = (period: Period, today = '2026-03-31') => {
      const { from, to } = periodRange(period, day(today))
      return `${from} ${to}`
    }
    expect(range('today')).toBe('2026-03-31 2026-03-31')
    expect(range('this-week')).toBe('2026-03-30 2026-04-05')
    expect(range('this-month')).toBe('2026-03-01 2026-03-31')
    expect(range('last-month')).toBe('2026-02-01 2026-02-28')
    expect(range('last-month', '2026-01-15')).toBe('2025-12-01 2025-12-31')
    expect(range('this-year')).toBe('2026-01-01 2026-12-31')
  })
})

describe('urgency of a contract', () => {
  const label = (expiry: string, today = '2026-11-21') => urgencyLabel(urgencyOf(day(expiry), day(today)))

  it('changes the day after one, three and six calendar months', () => {
    expect(label('2026-11-20')).toBe('Verlopen')
    expect([label('2026-11-21'), label('2026-12-21')]).toEqual(['Binnen 1 maand', 'Binnen 1 maand'])
    expect([label('2026-12-22'), label('2027-02-21')]).toEqual(['Binnen 3 maanden', 'Binnen 3 maanden'])
    expect([label('2027-02-22'), label('2027-05-21')]).toEqual(['Binnen 6 maanden', 'Binnen 6 maanden'])
    expect([label('2027-05-22'), label('2027-06-21'), label('2027-06-22')]).toEqual([
      '7 maanden',
      '7 maanden',
      '8 maanden',
    ])
  })

  it('clamps month ends', () => {
    expect(label('2027-02-28', '2027-01-31')).toBe('Binnen 1 maand')
    expect(label('2027-03-01', '2027-01-31')).toBe('Binnen 3 maanden')
  })

  it('counts the fewest months that reach the expiry date', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 3000 }), (today, days) => {
        const expiry = addDays(today, days)
        const { months } = urgencyOf(expiry, today)
        expect(addMonths(today, months) >= expiry).toBe(true)
        if (months > 1) expect(addMonths(today, months - 1) < expiry).toBe(true)
      }),
    )
  })
})
