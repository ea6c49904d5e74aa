import type { Invoice } from '../../../shared/api/schemas/invoices.ts'
import { type Cents, cents, payableOn, wholeCents } from '../../../shared/money.ts'

type Payable = Pick<Invoice, 'has48HourDiscount' | 'dueDate' | 'openAmount' | 'promptDiscount'>
type Netted = Payable & Pick<Invoice, 'id' | 'invoiceNumber' | 'invoiceDate' | 'partnerCompanyId'>
type Note = Pick<Invoice, 'invoiceNumber' | 'partnerCompanyId' | 'openAmount'>

/**
 * Returns the cents that we pay for an invoice on a day, `yyyy-mm-dd`; below 0 for an open credit note, which the
 * partner owes us.
 */
export const payableCentsOn = (invoice: Payable, day: string): Cents =>
  payableOn({ ...invoice, open: cents(invoice.openAmount), promptDiscount: cents(invoice.promptDiscount) }, day)

/** Amount in cents that one credit note takes off one invoice. */
export interface SetOff {
  readonly invoiceNumber: string
  readonly creditNoteNumber: string
  readonly amount: Cents
}

/** Set-offs of credit notes against invoices, and the amount left to pay by invoice id. */
interface Netting {
  readonly setOffs: readonly SetOff[]
  readonly payable: ReadonlyMap<string, Cents>
}

/**
 * Plans which credit notes reduce which invoices of the same partner when a payment file is made `today`; the server
 * does the same. Also returns what is left to pay of each invoice on `day`, the day of payment.
 */
export function planNetting(
  invoices: readonly Netted[],
  notes: readonly Note[],
  { today, day }: { readonly today: string; readonly day: string },
): Netting {
  const left = new Map(notes.map((note) => [note, -cents(note.openAmount)]))
  const setOffs: SetOff[] = []
  const payable = new Map<string, Cents>()
  for (const invoice of invoices.toSorted((one, other) => one.invoiceDate.localeCompare(other.invoiceDate))) {
    let netted = 0
    for (const [note, open] of left) {
      if (note.partnerCompanyId !== invoice.partnerCompanyId) continue
      const amount = Math.min(payableCentsOn(invoice, today) - netted, open)
      if (amount <= 0) continue
      netted += amount
      left.set(note, open - amount)
      setOffs.push({
        invoiceNumber: invoice.invoiceNumber,
        creditNoteNumber: note.invoiceNumber,
        amount: wholeCents(amount),
      })
    }
    const isSettled = netted > 0 && netted === payableCentsOn(invoice, today)
    payable.set(invoice.id, wholeCents(isSettled ? 0 : Math.max(0, payableCentsOn(invoice, day) - netted)))
  }
  return { setOffs, payable }
}
