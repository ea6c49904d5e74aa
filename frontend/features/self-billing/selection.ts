import type { Invoice } from '../../../shared/contract/invoices.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'

/** Returns what invoices come to together with VAT, in euros. */
export const totalOf = (invoices: readonly Pick<Invoice, 'totalAmount'>[]): number =>
  euros(sumOf(invoices.map(({ totalAmount }) => cents(totalAmount))))

/** Returns what each partner has of them, the most first. */
export function byPartner(invoices: readonly Invoice[]) {
  const groups = Map.groupBy(invoices, ({ partnerCompanyId }) => partnerCompanyId)
  return [...groups.values()]
    .map((ofPartner) => ({
      id: ofPartner[0]?.partnerCompanyId ?? '',
      name: ofPartner[0]?.partnerName ?? '',
      count: ofPartner.length,
      total: totalOf(ofPartner),
    }))
    .sort((one, other) => other.total - one.total)
}

/** `1 factuur` or `40 facturen`. */
export const countText = (count: number): string => (count === 1 ? '1 factuur' : `${count} facturen`)
