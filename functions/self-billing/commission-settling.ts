import { changedMeanwhile } from '../../shared/errors.ts'
import { type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { findItems, type LedgerItem, type Posted, releaseItems, reverseHeldItems } from '../ledger/service.ts'
import { condition, type GuardedWrite } from '../platform/commit.ts'
import type { OutboxItem } from '../platform/outbox.ts'
import { followItems, type InvoiceStanding } from '../sales/service.ts'
import { type InvoiceRow, Invoices } from './invoice-entity.ts'
import { invoiceRecords } from './invoice-records.ts'

declare module '../platform/outbox.ts' {
  interface OutboxKinds {
    'invoice-commissions': true
  }
}

type Settling = Pick<InvoiceRow, 'id' | 'commissions'>

/** Returns what holds an item that an invoice is to settle. */
export const claimOf = ({ id }: Pick<InvoiceRow, 'id'>): `invoice#${string}` => `invoice#${id}`

/** Asks for the commissions of an invoice to follow it where it is paid now, or is not after all. */
export function followedByCommissions(before: InvoiceRow, after: InvoiceRow): OutboxItem[] {
  const isTurned = (before.status === 'betaald') !== (after.status === 'betaald')
  return isTurned && after.commissions ? [commissionsFollow(after)] : []
}

/** Asks for the commissions of an invoice to follow what it settles. */
export const commissionsFollow = ({ id }: Settling): OutboxItem => ({ kind: 'invoice-commissions', subject: id })

/** Reads the items that an invoice is to settle, by the order of their lines from 1; none of one that was typed. */
async function itemsByLine({ commissions }: Settling): Promise<Map<number, LedgerItem>> {
  const ids = commissions?.itemIds ?? []
  const items = new Map((await findItems(ids)).map((item) => [item.id, item]))
  return new Map(ids.flatMap((id, index) => (items.has(id) ? [[index + 1, items.get(id) as LedgerItem]] : [])))
}

/** Returns the writes that release what an invoice holds, as it is cancelled. */
export async function released(invoice: Settling): Promise<Posted> {
  const items = await itemsByLine(invoice)
  return releaseItems([...items.values()], claimOf(invoice))
}

/**
 * Returns what a credit note that is issued does with the items of its lines: it releases what is still earned, and takes
 * back the rest (rulings 45).
 */
export async function creditedItems(invoice: Settling, note: InvoiceRow, by: string): Promise<Posted> {
  const items = await itemsByLine(invoice)
  const itemsOf = (isEarned: boolean) =>
    note.lines
      .filter(({ stillEarned = true }) => stillEarned === isEarned)
      .flatMap(({ lineOrder = 0 }) => items.get(lineOrder) ?? [])
  const open = releaseItems(itemsOf(true), claimOf(invoice))
  const today = localDateOf(now())
  const gone = reverseHeldItems(itemsOf(false), {
    ...{
      cause: note.id,
      from: claimOf(invoice),
      date: note.invoiceDate > today ? (note.invoiceDate as LocalDate) : today,
    },
    ...{ text: `Niet meer verdiend: ${note.invoiceNumber}`, by },
  })
  return { write: [...open.write, ...gone.write], count: [...open.count, ...gone.count] }
}

/**
 * Brings the commissions of an invoice to what the book says of their items. Each is one transaction, so that whatever dies
 * or comes again moves none twice.
 */
export async function settleCommissions(invoiceId: string): Promise<void> {
  const items = await itemsByLine(await invoiceRecords.find(invoiceId))
  const commissionIds = new Set(
    [...items.values()].flatMap(({ kind, commissionId }) => (kind === 'due' && commissionId ? [commissionId] : [])),
  )
  for (const commissionId of commissionIds) await followItems(commissionId, standingOfInvoice)
}

const standingOfInvoice: InvoiceStanding = async (invoiceId) => {
  const invoice = await invoiceRecords.find(invoiceId)
  return { isPaid: invoice.status === 'betaald', stays: standingAs(invoice) }
}

/** Returns the condition that an invoice still stands as it was read. */
export const standingAs = ({ id, version }: InvoiceRow): GuardedWrite =>
  condition(
    Invoices.delete({ id }).where((row, { eq }) => eq(row.version, version)),
    () => changedMeanwhile('deze factuur'),
  )
