import { localDateOf, now } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { type Change, commitAll } from '../platform/commit.ts'
import { findUser, type User } from '../platform/user.ts'
import type { AdjustmentRow } from './adjustment-entity.ts'
import { adjustmentFor, adjustmentRecords, correctionId, isForInvoice, SYSTEM } from './adjustments.ts'
import { invoicedOf, notInvoiced } from './invoiced.ts'
import { isPaidByInvoice } from './invoiced-payees.ts'
import { adjustmentsOf, payrollDebtOf } from './statements.ts'

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
  const [user, isByInvoice, adjustments] = await Promise.all([
    findUser(userId),
    isPaidByInvoice(userId),
    adjustmentsOf(userId),
  ])
  if (!user) return
  const isDone = isByInvoice ? await debtTransferred(user, adjustments) : await openTransferred(user, adjustments)
  if (isDone && (await isPaidByInvoice(userId)) !== isByInvoice) await transferCorrections(userId)
}

/** What payroll owes less than nothing, which no pay of theirs is to come for, to the next invoice; false where there is none. */
async function debtTransferred(user: User, adjustments: readonly AdjustmentRow[]): Promise<boolean> {
  const debt = await payrollDebtOf(user.id, adjustments)
  if (debt === 0) return false
  const prefix = `${user.id}-transfer-`
  const halves = adjustments.filter(({ id }) => id.startsWith(prefix)).length
  if (halves % 2 !== 0) throw new Error('The index tells one half of what was transferred')
  const about = { commissionId: undefined, customerName: undefined, isTransfer: true } as const
  const at = now()
  const half = (number: number, noted: Pick<AdjustmentRow, 'amount' | 'reason' | 'nettedBy'>) => {
    const row = adjustmentFor(user, SYSTEM, { ...about, ...noted }, at)
    return adjustmentRecords.created({ ...row, id: `${prefix}${halves + number}` })
  }
  const changes = [
    ...half(1, { amount: -debt, reason: 'Overgebracht naar de facturen', nettedBy: 'payroll' }),
    ...half(2, { amount: debt, reason: 'Overgebracht uit het commissieoverzicht', nettedBy: 'invoice' }),
  ]
  await commitAll(asSystem('commissions'), changes, undefined)
  return true
}

/** The corrections that no invoice has, to payroll; false where there are none. */
async function openTransferred(user: User, adjustments: readonly AdjustmentRow[]): Promise<boolean> {
  const noted = adjustments.filter(isForInvoice)
  const parts = await invoicedOf(user.id, noted.map(correctionId))
  const open = noted.filter((row) => !parts.has(correctionId(row)))
  for (let from = 0; from < open.length; from += BATCH) {
    const rows = await Promise.all(open.slice(from, from + BATCH).map(({ id }) => adjustmentRecords.find(id)))
    const changes = rows.filter(isForInvoice).flatMap((row) => toPayroll(user, row))
    await commitAll(asSystem('commissions'), changes, undefined)
  }
  return open.length > 0
}

function toPayroll(user: User, row: AdjustmentRow): Change[] {
  const at = now()
  const { amount, commissionId, customerName } = row
  const reason = `Overgebracht uit de facturen: ${row.reason}`
  const instead = { amount, reason, commissionId, customerName, nettedBy: 'payroll', isTransfer: true } as const
  const closed = adjustmentRecords.changed(
    row,
    { ...row, transferredOn: localDateOf(at) },
    { verb: 'transfer', conditions: [notInvoiced(correctionId(row), user.id)] },
  )
  return [...closed.changes, ...adjustmentRecords.created(adjustmentFor(user, SYSTEM, instead, at))]
}
