import type { UrgencyLevel } from '../../shared/urgency.ts'

/** Colours of the urgency levels of a contract (rulings 52), as tones of `Badge`. */
export const urgencyTones = {
  expired: 'bad',
  'within-1-month': 'bad',
  'within-3-months': 'warn',
  'within-6-months': 'info',
  later: 'neutral',
} as const satisfies Record<UrgencyLevel, string>
