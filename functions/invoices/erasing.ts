import { invoice } from '../../shared/invoices/record.ts'
import { asSystem } from '../platform/actor.ts'
import { isWritten } from '../platform/data/commit.ts'
import { type Query, readAll } from '../platform/data/rows.ts'
import { type Audited, commitErased, eraseWith } from '../records/erasing.ts'
import { withoutCustomer } from '../sales/texts.ts'
import { type InvoiceRow, Invoices } from './invoices/entity.ts'
import { invoiceRecords } from './invoices/records.ts'

/** Fields of a document whose values in the audit log name no customer. */
const kept = Object.keys(invoice.stored).filter((name) => name !== 'lines')

/**
 * Takes the customers out of the lines of the documents of a month, after `eraseFromLog` took them out of the audit log.
 * Returns the number of documents that named some. Repeating this changes nothing; a document that somebody changes
 * meanwhile is left for the next time.
 */
export async function eraseCustomersOfMonth(
  month: string,
  eraseFromLog: (audited: Audited) => Promise<void>,
): Promise<number> {
  const rows = await readAll<InvoiceRow>(Invoices.query.byMonth({ month }) as unknown as Query<InvoiceRow>)
  let erased = 0
  for (const row of rows) {
    const lines = row.lines.map((line) => ({ ...line, description: withoutCustomer(line.description) }))
    if (lines.every(({ description }, at) => description === row.lines[at]?.description)) continue
    await eraseFromLog({ type: 'invoice', id: row.id, kept, name: row.invoiceNumber })
    const { changes } = invoiceRecords.changed(row, { ...row, lines }, eraseWith())
    if (await isWritten(commitErased(asSystem('erasures'), changes))) erased += 1
  }
  return erased
}
