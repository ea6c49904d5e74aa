import { now } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { commitAll } from '../platform/commit.ts'
import { findUser } from '../platform/user.ts'
import type { AdjustmentRow } from './adjustment-entity.ts'
import { adjustmentFor, adjustmentRecords, correctionId, isNettedByInvoice } from './adjustments.ts'
import { invoicedOf } from './invoiced.ts'
import { isPaidByInvoice } from './invoiced-payees.ts'
import { SYSTEM } from './payments-back.ts'
import { adjustmentsOf, payrollDebtOf } from './statements.ts'

const TO_INVOICE = ['Overgebracht naar de facturen', 'Overgebracht uit het commissieoverzicht'] as const
const TO_PAYROLL = ['Overgebracht naar het commissieoverzicht', 'Overgebracht uit de facturen'] as const

/**
 * Carries what is still to be netted of somebody over to what they are paid by now, payroll or invoices: what the other
 * leaves open it would leave forever. By two adjustments, so that the month of neither changes after it was paid. May be
 * done any number of times.
 *
 * @throws when an index does not tell yet of what was carried over before, so that it is done again
 */
export async function moveCorrections(userId: string): Promise<void> {
  const [user, isByInvoice, adjustments] = await Promise.all([
    findUser(userId),
    isPaidByInvoice(userId),
    adjustmentsOf(userId),
  ])
  const open = isByInvoice ? await payrollDebtOf(userId, adjustments) : await notInvoicedOf(userId, adjustments)
  if (!user || open === 0) return
  const moved = adjustments.filter(({ isMove }) => isMove).length
  if (moved % 2 !== 0) throw new Error('The index tells one half of what was carried over')
  const [from, to] = isByInvoice ? TO_INVOICE : TO_PAYROLL
  const at = now()
  const half = (number: number, amount: number, reason: string, byInvoice: boolean) => {
    const noted = { amount, reason, commissionId: undefined, customerName: undefined, isByInvoice: byInvoice }
    const row = adjustmentFor(user, SYSTEM, { ...noted, isMove: true }, at)
    return adjustmentRecords.created({ ...row, id: `${userId}-${moved + number}` })
  }
  const halves = [...half(1, -open, from, !isByInvoice), ...half(2, open, to, isByInvoice)]
  await commitAll(asSystem('commissions'), halves, undefined)
  if ((await isPaidByInvoice(userId)) !== isByInvoice) await moveCorrections(userId)
}

/** What invoices were to net of somebody and none has, in cents. */
async function notInvoicedOf(userId: string, adjustments: readonly AdjustmentRow[]): Promise<number> {
  const netted = adjustments.filter(isNettedByInvoice)
  const parts = await invoicedOf(
    userId,
    netted.map(({ id }) => correctionId(id)),
  )
  return netted.reduce((sum, { id, amount }) => (parts.has(correctionId(id)) ? sum : sum + amount), 0)
}
