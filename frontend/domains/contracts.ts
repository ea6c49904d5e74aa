import { contracts } from '../../shared/contract/contracts.ts'
import { customers } from '../../shared/contract/customers.ts'
import type { UrgencyLevel } from '../../shared/urgency.ts'
import { refresh } from '../lib/query.ts'

/** Endpoints whose cached answers are outdated after a change of a contract; for `useCommand`. */
export const contractRefreshes = [
  contracts.bySalesStatus,
  contracts.counts,
  contracts.get,
  contracts.history,
  customers.get,
]

/** Fetches the cached answers about contracts again, after the change of another record affected a contract. */
export function refreshContracts(): void {
  refresh(contractRefreshes)
}

/** Colours of the urgency levels of a contract (rulings 52), as tones of `Badge`. */
export const urgencyTones = {
  expired: 'bad',
  'within-1-month': 'bad',
  'within-3-months': 'warn',
  'within-6-months': 'info',
  later: 'neutral',
} as const satisfies Record<UrgencyLevel, string>
