import { oversees, type Role } from './access.ts'
import { nextStep } from './contract/schemas/commissions.ts'
import type { SaleStatus } from './contract/schemas/sale-form.ts'

/** Statuses in which a sale is still to be judged. */
const isOpen = (status: SaleStatus) => status === 'nieuw' || status === 'pending'

/** Tells whether nobody can change a sale of this status any more (rulings 35, 39). */
export const isFinal = (status: SaleStatus): boolean => status === 'rejected' || status === 'uitbetaald'

/** Judgement of a sale: klaar needs its approval (rulings 35). */
interface Judged {
  readonly isApproved: boolean
}

/**
 * Returns the statuses that a role may move a sale to from its present one (rulings 35, 38). Admins approve and reject.
 * Admins and team leaders mark it as checked and move it one step, to klaar only after approval.
 */
export function saleSteps(role: Role, from: SaleStatus, { isApproved }: Judged = { isApproved: true }): SaleStatus[] {
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
