import { addDays, type LocalDate } from '../shared/time.ts'
import type { Chance } from './random.ts'

/** Relative volume of each month: highest in spring and autumn, lowest in July, August and December. */
const months = [0.95, 1.1, 1.25, 1.3, 1.2, 1, 0.55, 0.6, 1.15, 1.25, 1.15, 0.5]
const BUSIEST = Math.max(...months)

/** Days before today whose dates are not moved to a busy month. */
const RECENT_DAYS = 21
const MOST_DRAWS = 8

/** Returns how busy the month of a date is, as a share of the busiest month: more than 0, at most 1. */
export const busynessOf = (date: LocalDate): number => (months[Number(date.slice(5, 7)) - 1] ?? 1) / BUSIEST

/**
 * Replaces a date by a random one of the last `daysBack` days, more often the quieter its month is, so that busy months
 * get more dates. Leaves dates of the last 21 days, and later ones, as they are.
 */
export function moveIntoSeason(date: LocalDate, chance: Chance, today: LocalDate, daysBack: number): LocalDate {
  const recent = addDays(today, -RECENT_DAYS)
  if (date > recent) return date
  let day = date
  for (let draw = 0; draw < MOST_DRAWS && !chance.maybe(busynessOf(day)); draw++) {
    day = addDays(recent, -chance.below(daysBack - RECENT_DAYS + 1))
  }
  return day
}
