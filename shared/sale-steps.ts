import { oversees, type Role } from './access.ts'
import type { SaleStatus } from './api/parts/statuses.ts'
import { nextStep } from './sales/commission-steps.ts'

/** Tells whether a sale of this status still has to be approved or rejected. */
const isOpen = (status: SaleStatus) => status === 'nieuw' || status === 'pending'

/** Tells whether a sale of this status can no longer be changed: rejected or uitbetaald (rulings 35, 39). */
export const isFinal = (status: SaleStatus): boolean => status === 'rejected' || status === 'uitbetaald'

/** Approval of a sale, which it needs to become klaar_voor_uitbetaling (decision 78). */
interface Approval {
  readonly isApproved: boolean
}

/**
 * Returns the statuses to which a role may move a sale from its present status (rulings 35, 38). Only admins approve
 * and reject. A sale becomes klaar_voor_uitbetaling (ready for payment) only when approved (decision 78).
 */
export function listSaleSteps(
  role: Role,
  from: SaleStatus,
  { isApproved }: Approval = { isApproved: true },
): SaleStatus[] {
  if (!oversees(role)) return []
  const next = nextStep(from)
  const isWaiting = next === 'klaar_voor_uitbetaling' && !isApproved
  return [
    ...(from === 'nieuw' ? (['pending'] as const) : []),
    ...(role === 'admin' && (isOpen(from) || isWaiting) ? (['approved'] as const) : []),
    ...(role === 'admin' && isOpen(from) ? (['rejected'] as const) : []),
    ...(next && !isWaiting ? [next] : []),
  ]
}
