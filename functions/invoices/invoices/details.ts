import { invoice } from '../../../shared/invoices/record.ts'
import { euros, wholeCents } from '../../../shared/money.ts'
import type { Caller } from '../../platform/actor.ts'
import { readHistory } from '../../records/history.ts'
import type { InvoiceRow } from './entity.ts'
import { findReadableInvoice } from './records.ts'
import { invoiceDetailsOf } from './views.ts'

/** Returns one invoice that the actor may read, with its lines, partner and credit notes; 404 otherwise. */
export async function findInvoice(actor: Caller, id: string) {
  const { row, partner } = await findReadableInvoice(actor, id)
  return invoiceDetailsOf(actor, row, partner)
}

/**
 * Returns the audit history of an invoice and of its payment files, newest first; amounts in euros. `isComplete` is
 * false where older entries are cut off. Throws 404 for an unknown invoice.
 */
export async function readInvoiceHistory(actor: Caller, id: string) {
  const { row } = await findReadableInvoice(actor, id, 'self-billing:manage')
  const shown = {
    type: 'invoice',
    fields: invoice.logged,
    verbs: ['credit', 'set-off', 'return', 'send', 'accept', 'refuse', 'release', 'revoke-links'],
  }
  const [own, ...ofFiles] = await Promise.all([
    readHistory(shown, id),
    ...filesOf(row).map((fileId) => readHistory(ofPaymentFile, fileId)),
  ])
  const { isComplete } = own
  const ordered = ofFiles.flatMap(({ entries }) =>
    entries.map((entry) => ({ ...entry, verb: entry.verb === 'create' ? 'order' : entry.verb, changes: [] })),
  )
  // Where the invoice's own history is cut off, older events of its payment files are left out too.
  const since = isComplete ? '' : (own.entries.at(-1)?.createdAt ?? '')
  const entries = [...own.entries, ...ordered.filter(({ createdAt }) => createdAt >= since)].sort((one, other) =>
    other.createdAt.localeCompare(one.createdAt),
  )
  return {
    entries: entries.map(({ changes, ...entry }) => ({
      ...entry,
      changes: changes.map(({ field, before, after }) => ({
        field,
        before: withEuros(field, before),
        after: withEuros(field, after),
      })),
    })),
    isComplete,
  }
}

/** Returns the ids of the payment files that pay or paid an invoice. */
const filesOf = ({ paymentFileId, payments }: InvoiceRow): string[] => [
  ...new Set([paymentFileId, ...payments.map((one) => one.paymentFileId)].filter((id) => id !== undefined)),
]

/** Events of a payment file in the history of an invoice: creation, approval, rejection and withdrawal. */
const ofPaymentFile = { type: 'payment-file', fields: [], verbs: ['approve', 'reject', 'withdraw'] }

/** Returns a value of a history with its amounts in euros: the open amount, and those of lines. */
function withEuros(field: string, value: unknown): unknown {
  if (field === 'open' && typeof value === 'number') return euros(wholeCents(value))
  if (!Array.isArray(value)) return value
  return value.map((one: object) =>
    Object.fromEntries(
      Object.entries(one).map(([name, part]) =>
        typeof part === 'number' && /price|amount/i.test(name) ? [name, euros(wholeCents(part))] : [name, part],
      ),
    ),
  )
}
