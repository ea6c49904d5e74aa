import { invoiceHistoryFields } from '../../shared/contract/invoices.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import type { Caller } from '../platform/actor.ts'
import { historyOf } from '../records/history.ts'
import { readable } from './invoice-records.ts'
import { detailsOf } from './invoice-views.ts'

/** One invoice that the actor may read, with its lines, its partner and what took it back; 404 otherwise. */
export async function findInvoice(actor: Caller, id: string) {
  const { row, partner } = await readable(actor, id)
  return detailsOf(actor, row, partner)
}

/** What became of an invoice, newest first; amounts in euros. */
export async function invoiceHistory(actor: Caller, id: string) {
  await readable(actor, id, 'self-billing:manage')
  const told = { type: 'invoice', fields: invoiceHistoryFields, verbs: ['credit', 'send', 'accept', 'refuse'] }
  const { entries, isWhole } = await historyOf(told, id)
  return {
    entries: entries.map(({ changes, ...entry }) => ({
      ...entry,
      changes: changes.map(({ field, before, after }) => ({ field, before: inEuros(before), after: inEuros(after) })),
    })),
    isWhole,
  }
}

/** The lines among the values of a history, their amounts as the wire has them. */
function inEuros(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((one: object) =>
    Object.fromEntries(
      Object.entries(one).map(([name, part]) =>
        typeof part === 'number' && /price|amount/i.test(name) ? [name, euros(wholeCents(part))] : [name, part],
      ),
    ),
  )
}
