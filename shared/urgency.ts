import { addMonths, type LocalDate } from './time.ts'

/** Time left until a contract ends (rulings 52); `later` is more than six months away. */
export type UrgencyLevel = 'expired' | 'within-1-month' | 'within-3-months' | 'within-6-months' | 'later'

/** `months` is the smallest number of calendar months from today that reaches the expiry date; 0 when expired. */
export type Urgency = { level: UrgencyLevel; months: number }

/** Returns the smallest n with `to` ≤ `from` + n months; at least 1, also when both dates are the same. */
function monthsUntil(from: LocalDate, to: LocalDate): number {
  const distance =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
  return Math.max(1, to <= addMonths(from, distance) ? distance : distance + 1)
}

/**
 * Returns how soon a contract expires, in calendar months from today (rulings 52). In a month that lacks today's day
 * number, the last day counts.
 */
export function urgencyOf(expiry: LocalDate, today: LocalDate): Urgency {
  if (expiry < today) return { level: 'expired', months: 0 }
  const months = monthsUntil(today, expiry)
  if (months <= 1) return { level: 'within-1-month', months }
  if (months <= 3) return { level: 'within-3-months', months }
  if (months <= 6) return { level: 'within-6-months', months }
  return { level: 'later', months }
}

/** Returns the Dutch text on a contract's urgency badge: 'Verlopen', 'Binnen 3 maanden', '9 maanden' (spec §4). */
export function urgencyLabel({ level, months }: Urgency): string {
  switch (level) {
    case 'expired':
      return 'Verlopen'
    case 'within-1-month':
      return 'Binnen 1 maand'
    case 'within-3-months':
      return 'Binnen 3 maanden'
    case 'within-6-months':
      return 'Binnen 6 maanden'
    case 'later':
      return `${months} maanden`
  }
}
