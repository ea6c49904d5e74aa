import { type Actor, can } from '../../../shared/access.ts'
import { inEurosOrNull } from '../../../shared/money.ts'
import { isCounted, type SaleRow } from '../entity.ts'

/**
 * Returns the revenue of a sale in cents: the received amount once entered, otherwise the expected one, or 0 without
 * either.
 */
export const revenueOf = ({ receivedRevenue, expectedRevenue }: Pick<SaleRow, 'receivedRevenue' | 'expectedRevenue'>) =>
  receivedRevenue ?? expectedRevenue ?? 0

/** Adds up the revenue of sales in euros that reports count; undefined for everybody but admins. */
export const sumRevenue = (actor: Actor, rows: readonly SaleRow[]) =>
  can(actor, 'revenue:manage')
    ? inEurosOrNull(rows.reduce((sum, row) => (isCounted(row) ? sum + revenueOf(row) : sum), 0))
    : undefined

/**
 * Returns the expected and received revenue of a sale in euros, null where unknown; undefined for everybody but admins.
 */
export function revenueFor(actor: Actor, row: Pick<SaleRow, 'expectedRevenue' | 'receivedRevenue'>) {
  if (!can(actor, 'revenue:manage')) return undefined
  return { expected: inEurosOrNull(row.expectedRevenue ?? null), received: inEurosOrNull(row.receivedRevenue ?? null) }
}
