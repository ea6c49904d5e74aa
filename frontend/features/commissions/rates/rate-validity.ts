import type { CommissionRate } from '../../../../shared/sales/rates.ts'
import { addDays } from '../../../ui/dates/calendar-days.ts'

/**
 * Returns the last day of a rate: the day before the next active rate of the same role and team. Null without a next
 * rate.
 */
export function lastDayOfRate(rate: CommissionRate, all: readonly CommissionRate[]): string | null {
  const next = all
    .filter(({ role, teamId, isActive }) => isActive && role === rate.role && teamId === rate.teamId)
    .filter((other) => isLater(other, rate))
    .map(({ validFrom }) => validFrom)
    .sort()[0]
  return next === undefined ? null : addDays(next, -1)
}

const isLater = (one: CommissionRate, other: CommissionRate): boolean =>
  one.validFrom === other.validFrom ? one.createdAt > other.createdAt : one.validFrom > other.validFrom
