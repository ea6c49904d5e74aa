import type { Invoice } from '../../shared/contract/invoices.ts'
import { type Cents, cents, payableOn, wholeCents } from '../../shared/money.ts'

type Payable = Pick<Invoice, 'has48HourDiscount' | 'dueDate' | 'openAmount' | 'promptDiscount'>
type Netted = Payable & Pick<Invoice, 'id' | 'invoiceNumber' | 'invoiceDate' | 'partnerCompanyId'>
type Note = Pick<Invoice, 'invoiceNumber' | 'partnerCompanyId' | 'openAmount'>

/** Returns what settles an invoice on a day, in cents; of an open credit note below 0. */
export const payableIn = (invoice: Payable, day: string): Cents =>
  payableOn({ ...invoice, open: cents(invoice.openAmount), promptDiscount: cents(invoice.promptDiscount) }, day)

/** What one credit note takes off one invoice, in cents. */
export interface SetOff {
  readonly invoiceNumber: string
  readonly creditNoteNumber: string
  readonly amount: Cents
}

/** What credit notes take off invoices, and what of each invoice is to be paid then, by its id. */
interface Netting {
  readonly setOffs: readonly SetOff[]
  readonly payable: ReadonlyMap<string, Cents>
}

/**
 * Plans how open credit notes, oldest first, are set off against invoices of the same partner, as the server does on
 * `today`; what is left is paid on `day`.
 */
export function plannedNetting(
  invoices: readonly Netted[],
  notes: readonly Note[],
  { today, day }: { readonly today: string; readonly day: string },
): Netting {
  const left = new Map(notes.map((note) => [note, -cents(note.openAmount)]))
  const setOffs: SetOff[] = []
  const payable = new Map<string, Cents>()
  for (const invoice of invoices.toSorted((one, other) => one.invoiceDate.localeCompare(other.invoiceDate))) {
    let taken = 0
    for (const [note, open] of left) {
      if (note.partnerCompanyId !== invoice.partnerCompanyId) continue
      const amount = Math.min(payableIn(invoice, today) - taken, open)
      if (amount <= 0) continue
      taken += amount
      left.set(note, open - amount)
      setOffs.push({
        invoiceNumber: invoice.invoiceNumber,
        creditNoteNumber: note.invoiceNumber,
        amount: wholeCents(amount),
      })
    }
    const isSettled = taken > 0 && taken === payableIn(invoice, today)
    payable.set(invoice.id, wholeCents(isSettled ? 0 : Math.max(0, payableIn(invoice, day) - taken)))
  }
  return { setOffs, payable }
}
