import { addDays, type LocalDate } from '../shared/time.ts'
import type { Chance } from './random.ts'

/** Relative volume of each month: highest in spring and autumn, lowest in July, August and December. */
const months = [0.95, 1.1, 1.25, 1.3, 1.2, 1, 0.55, 0.6, 1.15, 1.25, 1.15, 0.5]
const BUSIEST = Math.max(...months)

/** Days up to today that no season changes. */
const RECENT_DAYS = 21
const MOST_DRAWS = 8

/** Returns how busy a day is, from 0 to 1. */
export const busynessOf = (date: LocalDate): number => (months[Number(date.slice(5, 7)) - 1] ?? 1) / BUSIEST

/** Moves days of quiet months to busy ones, within the days that an older past has; recent and coming ones stay. */
export function inSeason(date: LocalDate, chance: Chance, today: LocalDate, daysBack: number): LocalDate {
  const recent = addDays(today, -RECENT_DAYS)
  if (date > recent) return date
  let day = date
  for (let draw = 0; draw < MOST_DRAWS && !chance.maybe(busynessOf(day)); draw++) {
    day = addDays(recent, -chance.below(daysBack - RECENT_DAYS + 1))
  }
  return day
}
