import { conflict } from '../../../shared/errors.ts'
import { addVatShares, subtractVatShares, sumVatShares, vatPerRateOf } from '../../../shared/money.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { postEntries } from '../../book/service.ts'
import type { Change } from '../../platform/data/commit.ts'
import type { More } from '../../records/record.ts'
import { issueDocuments } from '../documents/documents.ts'
import { creditItems, requireOnceTakenBack } from '../invoices/commission-settling.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { requireIssuable } from '../invoices/kor.ts'
import { commissionUpdateItem, invoiceRecords } from '../invoices/records.ts'
import { IN_PAYMENT_FILE } from '../invoices/rules.ts'
import { discountReturnEntry, issueEntry } from '../payments/invoice-book.ts'
import { discountShareOf, setOff, setOpenAmount } from '../payments/paying.ts'

/** An invoice as it is after issuing, with the other parts of its transaction. */
export type Issuing = Required<Pick<More, 'conditions' | 'write' | 'count' | 'also'>> & { readonly after: InvoiceRow }

/**
 * Returns the transaction that issues an invoice or credit note: it fixes the documents and posts the book entries. A
 * credit note is set off at once against the open amount of its invoice; the partner owes us what remains. Throws 422
 * where the documents cannot be made, at the limit of the KOR and as `requireOnceTakenBack` does, 409 for a credit note of an invoice that waits in a payment file.
 */
export async function issueAndPost(row: InvoiceRow, by: string): Promise<Issuing> {
  const conditions = await requireIssuable(row)
  const issued = { ...(await issueDocuments(row)), open: row.totalAmount }
  if (!row.creditedInvoice) {
    const after = row.totalAmount === 0 ? setOpenAmount(issued, 0, row.invoiceDate) : issued
    const { write, count } = postEntries(issueEntry(issued, row.commissions, by))
    return { after, conditions, write, count, also: [] }
  }
  const invoice = await invoiceRecords.find(row.creditedInvoice.id)
  const items = await creditItems(invoice, issued, by)
  const note = issueNote(issued, invoice, by)
  await requireOnceTakenBack(invoice, row.lines)
  return { ...note, conditions, write: [...note.write, ...items.write], count: [...note.count, ...items.count] }
}

/** Issues a credit note and credits its invoice. Throws 409 while that invoice waits in a payment file. */
function issueNote(issued: InvoiceRow, invoice: InvoiceRow, by: string): Omit<Issuing, 'conditions'> {
  if (invoice.paymentFileId !== undefined && invoice.status === 'in_behandeling') throw conflict(IN_PAYMENT_FILE)
  const share = discountShareOf(invoice, issued)
  const entries = [
    issueEntry(issued, creditedOf(issued, invoice), by),
    ...(share.length === 0 ? [] : [discountReturnEntry(issued, `discount-return#${issued.id}`, share, by)]),
  ]
  const note = { ...issued, open: issued.totalAmount + sumVatShares(share) }
  const credited = {
    ...invoice,
    creditedVat: subtractVatShares(invoice.creditedVat, vatPerRateOf(issued.lines)),
    discountReturned: addVatShares([...invoice.discountReturned, ...share]),
  }
  const today = localDateOf(now())
  const settled = setOff(credited, note, { date: issued.invoiceDate > today ? issued.invoiceDate : today, by })
  const after = settled?.note ?? (note.open === 0 ? setOpenAmount(note, 0, issued.invoiceDate) : note)
  const { write, count } = postEntries(...entries, ...(settled?.entries ?? []))
  return { after, write, count, also: creditedBy(invoice, settled?.invoice ?? credited) }
}

/** Returns the commissions of a credit note: run and person of its invoice, ledger items of the credited lines. */
const creditedOf = ({ lines }: InvoiceRow, { commissions }: InvoiceRow): InvoiceRow['commissions'] =>
  commissions && {
    ...commissions,
    itemIds: lines.flatMap(({ lineOrder = 0 }) => commissions.itemIds[lineOrder - 1] ?? []),
  }

/**
 * Returns the changes of a credited invoice. Its commissions are updated too, as their items may be released; where the
 * invoice becomes paid, they are anyway.
 */
const creditedBy = (before: InvoiceRow, after: InvoiceRow): readonly Change[] =>
  invoiceRecords.changed(before, after, {
    verb: 'credit',
    outbox: before.commissions && after.status === before.status ? [commissionUpdateItem(before)] : [],
  }).changes
