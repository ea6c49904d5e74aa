import type { Action } from '../../../shared/access.ts'
import { editConflict } from '../../../shared/errors.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { condition, type GuardedWrite } from '../../platform/data/commit.ts'
import { endOfNotice } from '../../platform/data/notifications.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { manageWith, records } from '../../records/record.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { type InvoiceRow, Invoices, type PendingPayment } from './entity.ts'
import { addIndexKeys, contributionsOf } from './rules.ts'
import { WaitingPayments } from './waiting-entity.ts'

export const invoiceRecords = records<InvoiceRow>({
  type: 'invoice',
  entity: Invoices,
  called: 'deze factuur',
  ...manageWith('self-billing:manage', 'payment:approve'),
  marks: ['sentToPartner', 'presentedAt', 'sentToAccounting', 'paymentFileId'],
  keyed: addIndexKeys,
  derived: ['month', 'shelf', 'assigneeKey', 'accountingKey'],
  contributions: contributionsOf,
  follows: (before, after) => {
    const [were, are] = [bookedFilesOf(before), bookedFilesOf(after)]
    const moved = [...were, ...are].filter((id) => were.has(id) !== are.has(id))
    const [was, is] = [before?.pendingPayment, after?.pendingPayment]
    return [
      ...requestCommissionUpdate(before, after),
      ...moved.map((subject) => ({ kind: 'payment-file-booked' as const, subject })),
      ...(before && was && was.at !== is?.at ? [endOfNotice('payment-waits', `${before.id}-${was.at}`)] : []),
    ]
  },
  alongside: (before, after) => {
    const [was, is] = [before?.pendingPayment, after?.pendingPayment]
    if (was?.at === is?.at) return []
    return [
      ...(before && was ? [WaitingPayments.delete({ invoiceId: before.id, at: was.at })] : []),
      ...(after && is ? [WaitingPayments.put(waitingRowOf(after, is))] : []),
    ]
  },
})

/**
 * Returns the outbox item that updates the commissions of an invoice which became paid or cancelled, or is no longer
 * paid. Empty for any other change, and for a credit note: its invoice has the commissions.
 */
function requestCommissionUpdate(before: InvoiceRow | null, after: InvoiceRow | null): OutboxItem[] {
  const [was, is] = [before, after].map((row) => row?.status === 'betaald' || row?.status === 'cancelled')
  const isTurned = was !== is
  return isTurned && after?.type === 'invoice' && after.commissions ? [commissionUpdateItem(after)] : []
}

/** Returns the outbox item that updates the commissions of an invoice after its ledger items changed. */
export const commissionUpdateItem = ({ id: subject }: Pick<InvoiceRow, 'id'>): OutboxItem => ({
  ...{ kind: 'invoice-commissions', subject },
})

/** Returns the payment files by which the bank paid an invoice, as its bookings show. */
const bookedFilesOf = (row: InvoiceRow | null) =>
  new Set(
    (row?.payments ?? []).flatMap(({ paymentFileId, bookedOn }) => (bookedOn && paymentFileId ? [paymentFileId] : [])),
  )

const waitingRowOf = ({ id, invoiceNumber, supplier }: InvoiceRow, { by, at, amount }: PendingPayment) => ({
  ...{ invoiceId: id, invoiceNumber, partnerName: supplier?.name ?? '', by, at, amount },
})

/** Reads an invoice by id without checking rights; null for an unknown one. */
export async function findInvoiceRow(id: string): Promise<InvoiceRow | null> {
  const { data } = await Invoices.get({ id }).go({ consistent: true })
  return data as InvoiceRow | null
}

/** Reads the present row of an invoice's partner, without checking rights; null for a deleted one. */
export async function partnerOf({ partnerCompanyId }: InvoiceRow): Promise<PartnerRow | null> {
  const { data } = await Partners.get({ id: partnerCompanyId }).go({ consistent: true })
  return data as PartnerRow | null
}

/** Returns the condition that an invoice's partner is unchanged when the invoice is written; it fails with 409. */
export async function requireUnchangedPartner(row: InvoiceRow): Promise<GuardedWrite[]> {
  const partner = await partnerOf(row)
  if (!partner) return []
  const same = Partners.delete({ id: partner.id }).where(({ version }, { eq }) => eq(version, partner.version))
  return [condition(same, () => editConflict('deze partner'))]
}

/**
 * Reads an invoice with its partner, and a permit for `action`. An admin may act on any invoice. Another user may act
 * on invoices assigned to them, and on those of partners whose assigned agent they are (rulings 50). Throws 404 for any
 * other invoice, and 403 if the user may not do the action on any invoice.
 */
export async function findReadableInvoice(actor: Caller, id: string, action: Action = 'invoice:read') {
  const row = await invoiceRecords.find(id)
  const partner = await partnerOf(row)
  const owners = [row.assignedUserId, partner?.assignedAgentId].filter((owner) => owner !== undefined)
  const permit = authorise(actor, action, { owners })
  return { row, partner, permit }
}

/** Maximum number of rows per read. */
const BATCH = 100

/** Reads partners by id without checking rights; unknown ids are absent. Strongly consistent only with `consistent`. */
export async function partnersById(
  ids: readonly string[],
  options: { readonly consistent?: true } = {},
): Promise<Map<string, PartnerRow>> {
  const distinct = [...new Set(ids)]
  const found = new Map<string, PartnerRow>()
  for (let at = 0; at < distinct.length; at += BATCH) {
    const { data } = await Partners.get(distinct.slice(at, at + BATCH).map((id) => ({ id }))).go(options)
    for (const partner of data as PartnerRow[]) found.set(partner.id, partner)
  }
  return found
}

/** Reads invoices and credit notes by id without checking rights, strongly consistent; unknown ids are absent. */
export async function invoicesById(ids: readonly string[]): Promise<Map<string, InvoiceRow>> {
  const distinct = [...new Set(ids)]
  const found = new Map<string, InvoiceRow>()
  for (let at = 0; at < distinct.length; at += BATCH) {
    const { data } = await Invoices.get(distinct.slice(at, at + BATCH).map((id) => ({ id }))).go({ consistent: true })
    for (const row of data as unknown as InvoiceRow[]) found.set(row.id, row)
  }
  return found
}

/** Returns the condition that an invoice is unchanged since it was read; it fails with 409. */
export const requireUnchangedInvoice = ({ id, version }: InvoiceRow): GuardedWrite =>
  condition(
    Invoices.delete({ id }).where((row, { eq }) => eq(row.version, version)),
    () => editConflict('deze factuur'),
  )
