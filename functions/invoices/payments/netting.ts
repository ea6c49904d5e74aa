import { type Entry, postEntries } from '../../book/service.ts'
import type { Change } from '../../platform/data/commit.ts'
import { readAll } from '../../platform/data/rows.ts'
import { type InvoiceRow, Invoices } from '../invoices/entity.ts'
import { invoiceRecords, invoicesById } from '../invoices/records.ts'
import { isRefused } from '../invoices/rules.ts'
import { setOff } from './paying.ts'

/** Reads the open credit notes of partners, oldest first; leaves out refused ones. */
export async function readOpenNotes(partnerIds: readonly string[]): Promise<InvoiceRow[]> {
  const waiting = await readAll<InvoiceRow>(Invoices.query.byShelf({ shelf: 'in_behandeling' }) as never)
  const theirs = waiting.filter((row) => row.type === 'credit_note' && partnerIds.includes(row.partnerCompanyId))
  const rows = [...(await invoicesById(theirs.map(({ id }) => id))).values()]
  return rows.filter((row) => row.open < 0 && row.status === 'in_behandeling' && !isRefused(row)).sort(byDate)
}

/** Orders documents by date, those of one day by number. */
const byDate = (one: InvoiceRow, other: InvoiceRow): number =>
  one.invoiceDate.localeCompare(other.invoiceDate) || one.invoiceNumber.localeCompare(other.invoiceNumber)

/** An invoice and the credit notes set off against it, each before and after the set-off, with the book entries. */
interface Netted {
  readonly before: InvoiceRow
  readonly after: InvoiceRow
  readonly notes: readonly { readonly before: InvoiceRow; readonly after: InvoiceRow }[]
  readonly entries: readonly Entry[]
}

/**
 * Sets credit notes off against an invoice, in order, until the invoice or the notes have nothing open. Returns the
 * invoice, these notes and the book entries; stores nothing.
 */
export function setOffAll(
  invoice: InvoiceRow,
  notes: readonly InvoiceRow[],
  on: { readonly date: string; readonly by: string },
): Netted {
  const made: Netted = { before: invoice, after: invoice, notes: [], entries: [] }
  return notes.reduce((sum, note) => {
    const one = setOff(sum.after, note, on)
    if (!one) return sum
    return {
      before: invoice,
      after: one.invoice,
      notes: [...sum.notes, { before: note, after: one.note }],
      entries: [...sum.entries, ...one.entries],
    }
  }, made)
}

/** Lists the credit notes that were set off against an invoice, each with the amount set off in cents. */
export const listSetOffs = ({ before: { invoiceNumber }, notes }: Netted) =>
  notes.map(({ before, after }) => {
    return { invoiceNumber, creditNoteNumber: before.invoiceNumber, amount: after.open - before.open }
  })

/**
 * Returns the set-offs of invoices with their partners' open credit notes, oldest first; stores nothing. Leaves out
 * invoices without a set-off.
 */
export async function planNetting(
  invoices: readonly InvoiceRow[],
  on: { readonly date: string; readonly by: string },
): Promise<Netted[]> {
  const plans: Netted[] = []
  const byPartner = Map.groupBy(invoices, ({ partnerCompanyId }) => partnerCompanyId)
  const open = await readOpenNotes([...byPartner.keys()])
  for (const [partnerId, theirs] of byPartner) {
    let notes = open.filter(({ partnerCompanyId }) => partnerCompanyId === partnerId)
    for (const invoice of theirs.toSorted(byDate)) {
      const plan = setOffAll(invoice, notes, on)
      if (plan.notes.length === 0) continue
      plans.push(plan)
      const after = new Map(plan.notes.map((one) => [one.before.id, one.after]))
      // The rest of a note is set off against the next invoice in a later transaction, hence the next version.
      notes = notes.flatMap((note) => {
        const left = after.get(note.id)
        if (!left) return [note]
        return left.open === 0 ? [] : [{ ...left, version: note.version + 1 }]
      })
    }
  }
  return plans
}

/**
 * Returns the changes of an invoice and the credit notes set off against it, for one transaction, and the invoice after
 * them.
 */
export function changesOfNetting({ before, after, notes, entries }: Netted): { row: InvoiceRow; changes: Change[] } {
  const { write, count } = postEntries(...entries)
  const { row, changes } = invoiceRecords.changed(before, after, { verb: 'set-off', write, count })
  return { row, changes: [...changes, ...creditNoteChanges(notes)] }
}

/** Returns the changes of the credit notes that were set off against an invoice, for its transaction. */
export const creditNoteChanges = (notes: Netted['notes']): Change[] =>
  notes.flatMap((note) => invoiceRecords.changed(note.before, note.after, { verb: 'set-off' }).changes)
