import { can } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/contract/auth.ts'
import { type Sale, type SaleStatus, saleStatuses, saleStatusLabels, sales } from '../../shared/contract/sales.ts'
import { isFinal } from '../../shared/sale-steps.ts'
import { refresh } from '../lib/query.ts'
import { actorOf } from '../lib/session.ts'

const { list, totals, get, history } = sales

/** The cached answers that a change of a sale makes old, for `useCommand`. */
export const saleRefreshes = [list, totals, get, history]

/** Fetches what is known of sales anew, after something else turned out to have changed one. */
export function refreshSales(): void {
  refresh(saleRefreshes)
}

/** The colours of the statuses, by the names of `Badge`; commissions have the same. */
export const saleTones = {
  nieuw: 'info',
  pending: 'neutral',
  approved: 'info',
  rejected: 'bad',
  in_afwachting: 'warn',
  klaar_voor_uitbetaling: 'purple',
  uitbetaald: 'ok',
} as const satisfies Record<SaleStatus, string>

/** The statuses to choose from, with their labels. */
export const saleStatusOptions = saleStatuses.map((value) => ({ value, label: saleStatusLabels[value] }))

/** Whether a user may change a sale (access.md): nobody one that is final, an agent their own while it is new. */
export function mayEditSale(user: CurrentUser, { teamId, agentId, callerId, status }: Sale): boolean {
  const owners = [agentId, ...(callerId === null ? [] : [callerId])]
  if (isFinal(status) || (user.role === 'agent' && status !== 'nieuw')) return false
  return can(actorOf(user), 'sale:edit', { teamId, owners })
}
