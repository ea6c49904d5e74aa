import { localDateOf, now } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { type Change, commitAll, type GuardedWrite } from '../platform/commit.ts'
import { findUser, type User } from '../platform/user.ts'
import type { AdjustmentRow } from './adjustment-entity.ts'
import { adjustmentFor, adjustmentRecords, correctionId, isForInvoice, SYSTEM } from './adjustments.ts'
import { invoicedOf, notInvoiced } from './invoiced.ts'
import { isPaidByInvoice, paidByInvoice } from './invoiced-payees.ts'
import { adjustmentsOf, leftByPayroll } from './statements.ts'

/** Corrections that are transferred in one transaction, of five or six writes each. */
const BATCH = 14

/**
 * Transfers what is still to be netted of somebody to what they are paid by now, payroll or invoices: what the other leaves
 * open it would leave forever. By corrections of the day, so that no month changes that was paid. May be done any number of
 * times.
 *
 * @throws when the index does not tell yet of what was transferred before, so that it is done again
 */
export async function transferCorrections(userId: string): Promise<void> {
  const [user, still, adjustments] = await Promise.all([findUser(userId), paidByInvoice(userId), adjustmentsOf(userId)])
  if (!user) return
  if (still) return toInvoices(user, adjustments, still)
  const isDone = await toPayroll(user, adjustments)
  if (isDone && (await isPaidByInvoice(userId))) await transferCorrections(userId)
}

/** What payroll leaves to the next invoice, as long as that is what they are paid by. */
async function toInvoices(user: User, adjustments: readonly AdjustmentRow[], still: GuardedWrite): Promise<void> {
  const left = await leftByPayroll(user.id, adjustments)
  if (left === 0) return
  const prefix = `${user.id}-transfer-`
  const halves = adjustments.filter(({ id }) => id.startsWith(prefix)).length
  if (halves % 2 !== 0) throw new Error('The index tells one half of what was transferred')
  const about = { commissionId: undefined, customerName: undefined, supplyDate: undefined, isTransfer: true } as const
  const at = now()
  const half = (number: number, noted: Pick<AdjustmentRow, 'amount' | 'reason' | 'nettedBy'>) => {
    const row = adjustmentFor(user, SYSTEM, { ...about, ...noted }, at)
    const conditions = row.nettedBy === 'invoice' ? [still] : []
    return adjustmentRecords.created({ ...row, id: `${prefix}${halves + number}` }, { conditions })
  }
  const changes = [
    ...half(1, { amount: -left, reason: 'Overgebracht naar de facturen', nettedBy: 'payroll' }),
    ...half(2, { amount: left, reason: 'Overgebracht uit het commissieoverzicht', nettedBy: 'invoice' }),
  ]
  await commitAll(asSystem('commissions'), changes, undefined)
}

/** The corrections that no invoice has, to payroll; false where there are none. */
async function toPayroll(user: User, adjustments: readonly AdjustmentRow[]): Promise<boolean> {
  const noted = adjustments.filter(isForInvoice)
  const parts = await invoicedOf(user.id, noted.map(correctionId))
  const open = noted.filter((row) => !parts.has(correctionId(row)))
  for (let from = 0; from < open.length; from += BATCH) {
    const rows = await Promise.all(open.slice(from, from + BATCH).map(({ id }) => adjustmentRecords.find(id)))
    const changes = rows.filter(isForInvoice).flatMap((row) => replaced(user, row))
    await commitAll(asSystem('commissions'), changes, undefined)
  }
  return open.length > 0
}

/** One that payroll nets in the place of one that an invoice was to net. */
function replaced(user: User, row: AdjustmentRow): Change[] {
  const at = now()
  const { amount, commissionId, customerName, supplyDate } = row
  const reason = `Overgebracht uit de facturen: ${row.reason}`
  const instead = {
    amount,
    reason,
    commissionId,
    customerName,
    supplyDate,
    nettedBy: 'payroll',
    isTransfer: true,
  } as const
  const closed = adjustmentRecords.changed(
    row,
    { ...row, transferredOn: localDateOf(at) },
    { verb: 'transfer', conditions: [notInvoiced(correctionId(row), user.id)] },
  )
  return [...closed.changes, ...adjustmentRecords.created(adjustmentFor(user, SYSTEM, instead, at))]
}
