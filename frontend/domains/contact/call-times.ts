import {
  addDays,
  addSeconds,
  epochOf,
  type Instant,
  instantAt,
  instantIn,
  isLocalDate,
  localDateOf,
  localTimeOf,
} from '../../../shared/time.ts'
import { formatTime, formatWeekday } from '../../lib/format.ts'
import { weekdayOf } from '../../ui/dates/calendar-days.ts'
import { parseSpokenDate, parseTime } from '../../ui/dates/date-text.ts'

const QUARTER_MS = 15 * 60_000
const SUNDAY = 6

/** Returns the next day on which customers are called: not a Sunday. */
function nextDay(moment: Instant) {
  const tomorrow = addDays(localDateOf(moment), 1)
  return weekdayOf(tomorrow) === SUNDAY ? addDays(tomorrow, 1) : tomorrow
}

/** Rounds a moment up to a quarter of an hour. */
const onQuarter = (moment: Instant): Instant => instantAt(Math.ceil(epochOf(moment) / QUARTER_MS) * QUARTER_MS)

/** First and last time of day to call people. */
const FIRST = '09:00'
const LAST = '20:00'

/**
 * Returns when to call again after no answer at `moment`: the next day except Sundays, at the same time. The time is
 * rounded up to a quarter; outside calling hours (09:00 to 20:00) it is 10:00.
 */
export function findNextCallTime(moment: Instant): Instant {
  const time = localTimeOf(onQuarter(moment))
  return instantIn(nextDay(moment), time < FIRST || time > LAST ? '10:00' : time)
}

/**
 * Returns the moments to call back that are offered at the present `moment`, with their labels. They are later today,
 * on the next calling day, and in a week.
 */
export function listCallBackChoices(moment: Instant): { at: Instant; label: string }[] {
  const soon = onQuarter(addSeconds(moment, 3_600))
  const today = localDateOf(moment)
  const day = nextDay(moment)
  const moments = [
    ...(localDateOf(soon) === today && localTimeOf(soon) <= LAST ? [soon] : []),
    ...['16:00', '19:00'].map((time) => instantIn(today, time)).filter((at) => at > soon),
    ...['10:00', '14:00', '19:00'].map((time) => instantIn(day, time)),
    instantIn(addDays(today, 7), '10:00'),
  ]
  return moments.map((at) => ({ at, label: formatRelativeMoment(at, moment) }))
}

/**
 * Reads a moment within calling hours as people say it: `di 15:30`, `morgen 9`, `23-11 10:00`, or only a time, which is
 * the next one. Null for another text and for a moment that is over.
 */
export function parseSpokenMoment(text: string, moment: Instant): Instant | null {
  const [, day = '', typed = ''] = /^(.*?)\s*(\S+)$/.exec(text.trim().replace(/\s*uur$/, '')) ?? []
  const time = parseTime(typed)
  if (time === null || time < FIRST || time > LAST) return null
  const today = localDateOf(moment)
  const next = time > localTimeOf(moment) ? today : nextDay(moment)
  const date = day === '' ? next : parseSpokenDate(day.replace(/\s+om$/, ''), today)
  if (date === null || !isLocalDate(date)) return null
  const at = instantIn(date, time)
  return at > moment ? at : null
}

/** Formats `at` relative to the present `moment`: `Vandaag 16:00`, `Morgen 10:00`, `ma 30 nov 10:00`. */
export function formatRelativeMoment(at: string, moment: Instant): string {
  const date = localDateOf(at as Instant)
  const today = localDateOf(moment)
  const day = date === today ? 'Vandaag' : date === addDays(today, 1) ? 'Morgen' : formatWeekday(at)
  return `${day} ${formatTime(at)}`
}
