import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { cents, euros, sumOf } from '../../../../shared/money.ts'

/** Returns the sum of the totals of invoices, VAT included, in euros. */
export const totalOf = (invoices: readonly Pick<Invoice, 'totalAmount'>[]): number =>
  euros(sumOf(invoices.map(({ totalAmount }) => cents(totalAmount))))

/** Returns each partner of some invoices, with the number and total of its invoices in euros; largest total first. */
export function groupByPartner(invoices: readonly Invoice[]) {
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

/** Formats a number of invoices: `1 factuur` or `40 facturen`. */
export const invoiceCountText = (count: number): string => (count === 1 ? '1 factuur' : `${count} facturen`)

/** Returns that a number of selected invoices stay as they are, and why: `1 blijft staan: 48-uursaanbod verlopen`. */
export const stayText = (count: number, because: string): string =>
  `${count} ${count === 1 ? 'blijft' : 'blijven'} staan: ${because}`
