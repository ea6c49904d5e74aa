import type { UrgencyLevel } from '../../shared/time.ts'

/** How a contract's urgency looks, by the names of `Badge` (spec §4, rulings 52). */
export const urgencyTones = {
  expired: 'bad',
  'within-1-month': 'bad',
  'within-3-months': 'warn',
  'within-6-months': 'info',
  later: 'neutral',
} as const satisfies Record<UrgencyLevel, string>
