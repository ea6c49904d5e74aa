import { unprocessable } from '../../../shared/errors.ts'
import { euros, wholeCents } from '../../../shared/money.ts'
import { type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import {
  combinePosted,
  findItems,
  type LedgerItem,
  type Posted,
  releaseItems,
  reverseHeldItems,
} from '../../book/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { type InvoiceStanding, updateCommissionFromItems } from '../../sales/service.ts'
import type { InvoiceRow, LineRow } from './entity.ts'
import { invoiceRecords, requireUnchangedInvoice } from './records.ts'

type Settling = Pick<InvoiceRow, 'id' | 'commissions'>

/** Returns the name under which an invoice claims the ledger items on its lines. */
export const claimOf = ({ id }: Pick<InvoiceRow, 'id'>): `invoice#${string}` => `invoice#${id}`

/** Reads the ledger items on the lines of an invoice, by line from 1; empty for an invoice entered by hand. */
async function itemsByLine({ commissions }: Settling): Promise<Map<number, LedgerItem>> {
  const ids = commissions?.itemIds ?? []
  const items = new Map((await findItems(ids)).map((item) => [item.id, item]))
  return new Map(ids.flatMap((id, index) => (items.has(id) ? [[index + 1, items.get(id) as LedgerItem]] : [])))
}

/**
 * Lists the commissions that an invoice claims now, each `paid` or `open` as the invoice is; empty for an invoice
 * entered by hand. Throws 404 for an unknown invoice.
 */
export async function listInvoiceCommissions(actor: Caller, id: string) {
  const { row } = await invoiceRecords.within(actor, id)
  const itemIds = row.commissions?.itemIds ?? []
  const held = (await findItems(itemIds)).filter(({ claimedBy }) => claimedBy?.by === claimOf(row))
  const state = row.status === 'betaald' ? ('paid' as const) : ('open' as const)
  return {
    commissions: held.map((item) => ({
      ...{ id: item.id, commissionId: item.commissionId, lineOrder: itemIds.indexOf(item.id) + 1 },
      ...{ amount: euros(wholeCents(item.amount)), state },
    })),
  }
}

/** Returns the writes that release the ledger items of a cancelled invoice, so that they are open again. */
export async function releaseInvoiceItems(invoice: Settling): Promise<Posted> {
  const items = await itemsByLine(invoice)
  return releaseItems([...items.values()], claimOf(invoice))
}

/**
 * Checks that no credited commission without `stillEarned` was taken back by the correction of a withdrawn sale, as that
 * would take it back twice. Throws 422 with the number of the line.
 */
export async function requireOnceTakenBack(invoice: Settling, lines: readonly LineRow[]): Promise<void> {
  const items = await itemsByLine(invoice)
  for (const { lineOrder = 0, stillEarned = true } of lines) {
    if (stillEarned || !items.get(lineOrder)?.isTakenBack) continue
    throw unprocessable(
      `De sale van regel ${lineOrder} is herroepen en al gecorrigeerd. Kies dat de commissie nog verdiend is.`,
      'quantities',
    )
  }
}

/**
 * Returns the writes for the ledger items that an issued credit note credits: releases those still earned and reverses
 * the others (rulings 45).
 */
export async function creditItems(invoice: Settling, note: InvoiceRow, by: string): Promise<Posted> {
  const items = await itemsByLine(invoice)
  const itemsOf = (isEarned: boolean) =>
    note.lines
      .filter(({ stillEarned = true }) => stillEarned === isEarned)
      .flatMap(({ lineOrder = 0 }) => items.get(lineOrder) ?? [])
  const released = releaseItems(itemsOf(true), claimOf(invoice))
  const today = localDateOf(now())
  const reversed = reverseHeldItems(itemsOf(false), {
    ...{
      cause: note.id,
      from: claimOf(invoice),
      date: note.invoiceDate > today ? (note.invoiceDate as LocalDate) : today,
    },
    ...{ text: `Niet meer verdiend: ${note.invoiceNumber}`, by },
  })
  return combinePosted(released, reversed)
}

/**
 * Updates status and amounts of each commission on an invoice from the commission's ledger items, in one transaction
 * per commission. A repetition changes nothing.
 */
export async function updateCommissionsOfInvoice(invoiceId: string): Promise<void> {
  const items = await itemsByLine(await invoiceRecords.find(invoiceId))
  const commissionIds = new Set(
    [...items.values()].flatMap(({ kind, commissionId }) => (kind === 'due' && commissionId ? [commissionId] : [])),
  )
  for (const commissionId of commissionIds) await updateCommissionFromItems(commissionId, standingOfInvoice)
}

const standingOfInvoice: InvoiceStanding = async (invoiceId) => {
  const invoice = await invoiceRecords.find(invoiceId)
  return { isPaid: invoice.status === 'betaald', stays: requireUnchangedInvoice(invoice) }
}
