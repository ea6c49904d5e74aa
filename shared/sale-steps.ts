import { oversees, type Role } from './access.ts'
import { nextStep } from './contract/commissions.ts'
import type { SaleStatus } from './contract/sales.ts'

/** Statuses in which a sale is still to be judged. */
const isOpen = (status: SaleStatus) => status === 'nieuw' || status === 'pending'

/** What ends a sale's way: it is changed by nobody any more (rulings 35, 39). */
export const isFinal = (status: SaleStatus): boolean => status === 'rejected' || status === 'uitbetaald'

/**
 * The statuses that somebody of a role may bring a sale to from the one it has (rulings 35, 38): admins approve and reject
 * what is still to be judged, admins and team leaders tell that it was checked and move it one step forward.
 */
export function saleSteps(role: Role, from: SaleStatus): SaleStatus[] {
  if (!oversees(role)) return []
  const next = nextStep(from)
  return [
    ...(from === 'nieuw' ? (['pending'] as const) : []),
    ...(role === 'admin' && isOpen(from) ? (['approved', 'rejected'] as const) : []),
    ...(next ? [next] : []),
  ]
}
