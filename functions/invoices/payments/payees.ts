import { euros, sumOf, wholeCents } from '../../../shared/money.ts'
import { addToMonth, type Instant, type LocalDate, localDateOf, monthOf } from '../../../shared/time.ts'
import { readPaidToPartners } from '../../book/service.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { partnersById } from '../invoices/records.ts'
import type { PaymentFileRow } from './payment-file-entity.ts'

/** Months before that of a file in which an earlier payment to a partner is searched. */
const MONTHS_BACK = 12

/**
 * Compares what a payment file pays to each partner with the month before (rulings 51b): the amount of that month,
 * whether it is a first payment, and the day since which a new IBAN counts. A payment is a first one when the book has
 * none to the partner in the last 12 months. An IBAN is new when it changed since the beginning of the month before.
 */
export async function comparePayees(
  { payments, executionDate }: Pick<PaymentFileRow, 'payments' | 'executionDate'>,
  invoices: ReadonlyMap<string, InvoiceRow>,
) {
  const partnerOf = (invoiceId: string) => invoices.get(invoiceId)?.partnerCompanyId ?? ''
  const paid = Map.groupBy(payments, ({ invoiceId }) => partnerOf(invoiceId))
  paid.delete('')
  const ids = [...paid.keys()]
  const month = monthOf(executionDate as LocalDate)
  const previous = addToMonth(month, -1)
  const [partners, before] = await Promise.all([partnersById(ids), readPaidToPartners(ids, [previous])])
  // A partner of whom this file pays every invoice was never paid before, so the book need not be searched.
  const isOnly = (id: string) => (partners.get(id)?.invoiceCount ?? 0) <= (paid.get(id)?.length ?? 0)
  const unpaid = ids.filter((id) => before.get(id) === 0 && !isOnly(id))
  const earlier = Array.from({ length: MONTHS_BACK - 1 }, (_, back) => addToMonth(previous, -1 - back))
  const searched = await readPaidToPartners(unpaid, [month, ...earlier])
  return [...paid].map(([partnerId, of]) => {
    const { accountSince } = partners.get(partnerId) ?? {}
    const since = accountSince === undefined ? undefined : localDateOf(accountSince as Instant)
    return {
      partnerId,
      amount: euros(sumOf(of.map(({ amount }) => wholeCents(amount)))),
      paidBefore: euros(wholeCents(before.get(partnerId) ?? 0)),
      isFirst: before.get(partnerId) === 0 && (searched.get(partnerId) ?? 0) === 0,
      newAccountSince: since !== undefined && since >= `${previous}-01` ? since : undefined,
    }
  })
}
