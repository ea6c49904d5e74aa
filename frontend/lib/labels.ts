import type { Role } from '../../shared/access.ts'
import { type Office, officeNames } from '../../shared/contract/fields.ts'
import type { UrgencyLevel } from '../../shared/time.ts'

export const roleLabels: Record<Role, string> = {
  admin: 'Beheerder',
  teamleader: 'Teamleider',
  agent: 'Agent',
  caller: 'Beller',
}

export const officeLabels = Object.fromEntries(
  Object.entries(officeNames).map(([office, place]) => [office, `Kantoor ${place}`]),
) as Record<Office, string>

/** How a contract's urgency looks, by the names of `Badge` (spec §4, rulings 52). */
export const urgencyTones = {
  expired: 'bad',
  'within-1-month': 'bad',
  'within-3-months': 'warn',
  'within-6-months': 'info',
  later: 'neutral',
} as const satisfies Record<UrgencyLevel, string>
