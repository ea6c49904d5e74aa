import { can } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { type SaleStatus, saleStatuses, saleStatusLabels } from '../../shared/api/parts/statuses.ts'
import { providerLabels, providers } from '../../shared/api/parts/trade.ts'
import { isFinal } from '../../shared/sale-steps.ts'
import type { Sale } from '../../shared/sales/schemas.ts'
import { formatNumber } from '../lib/format.ts'
import { actorOf } from '../lib/session.ts'

/** Colours of the statuses of a sale or commission, as tones of `Badge`. */
export const saleTones = {
  nieuw: 'info',
  pending: 'neutral',
  approved: 'info',
  rejected: 'bad',
  in_afwachting: 'warn',
  klaar_voor_uitbetaling: 'purple',
  uitbetaald: 'ok',
} as const satisfies Record<SaleStatus, string>

/** Energy suppliers to choose from. */
export const providerOptions = providers.map((value) => ({ value, label: providerLabels[value] }))

/** Statuses of a sale to choose from, with their labels. */
export const saleStatusOptions = saleStatuses.map((value) => ({ value, label: saleStatusLabels[value] }))

/** Returns the people to whom a sale belongs: its agent and its caller (access.md). */
export const ownersOfSale = ({ agentId, callerId }: Pick<Sale, 'agentId' | 'callerId'>): readonly string[] =>
  callerId === null ? [agentId] : [agentId, callerId]

/**
 * Tells whether a user may change a sale (access.md). Nobody may change a rejected or paid out sale; an agent may
 * change only own sales with status nieuw.
 */
export function mayEditSale(user: CurrentUser, sale: Sale): boolean {
  const { teamId, status } = sale
  if (isFinal(status) || (user.role === 'agent' && status !== 'nieuw')) return false
  return can(actorOf(user), 'sale:edit', { teamId, owners: ownersOfSale(sale) })
}

/** Returns a number of sales in words: `1 sale`, `2 sales`. */
export const formatSalesCount = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'sale' : 'sales'}`
