import { can } from '../../../shared/access.ts'
import { UNDO_MINUTES } from '../../../shared/api/parts/bulk.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import { inEuros } from '../../../shared/money.ts'
import { withdrawalText } from '../../../shared/sales/choices.ts'
import type { NewWithdrawal } from '../../../shared/sales/schemas.ts'
import { addSeconds, dateText, type Instant, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { findAppointment } from '../../appointments/service.ts'
import {
  explainClaim,
  invoiceIdOf,
  type LedgerItem,
  readDocumentHistory,
  readFirstOpenDay,
  requireSameClaim,
  sumAmounts,
  takeBack,
} from '../../book/service.ts'
import { findContract } from '../../contracts/service.ts'
import { findLead } from '../../leads/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { findUser } from '../../platform/identity/user.ts'
import type { Edit } from '../../records/record.ts'
import { moneyOf, payeesOf } from '../amounts/commission-rules.ts'
import { approvalOf } from '../approval.ts'
import type { Sale } from '../commission-entity.ts'
import { adjustmentRecords, buildAdjustment, postAdjustment, readAdjustmentsOf } from '../commissions/adjustments.ts'
import { bookChange } from '../commissions/booking.ts'
import { type Earned, itemsFor, readEarned } from '../commissions/earned.ts'
import { type StoredWithdrawal, waitsForCorrection } from '../entity.ts'
import { refuseOwnMoney } from '../own-money.ts'
import { saleRecords } from '../records.ts'
import { commissionOf } from '../rules.ts'
import { viewOf } from '../views.ts'
import { changeOrigin, restoreOrigin } from './origin.ts'

/**
 * Notes that the customer withdrew from a sale within reach (market 69e). The sale is rejected, unless its commission
 * was invoiced or paid: then it keeps its status. Throws 409 for a rejected or withdrawn sale and while a concept
 * claims its commission, 422 for a day in the future or before the sale, and after the bedenktijd without a reason.
 */
export const withdrawSale = (actor: Caller, id: string, wish: NewWithdrawal) =>
  saleRecords.edit(
    actor,
    { id, action: 'sale:withdraw' },
    (row) => viewOf(actor, row),
    (before) => planWithdrawal(actor, before, wish),
  )

/** Plans the withdrawal of a sale: rejects it and takes its commission back, or only notes it once that was paid. */
async function planWithdrawal(actor: Caller, before: Sale, form: NewWithdrawal): Promise<Edit<Sale>> {
  const wish = { ...form, at: form.at ?? localDateOf(now()) }
  if (before.withdrawnAt !== undefined) throw conflict(`Deze sale is al herroepen op ${dateText(before.withdrawnAt)}`)
  if (before.status === 'rejected') throw conflict('Een afgekeurde sale kan niet worden herroepen')
  refuseDay(before, wish)
  const earned = await readEarned(commissionOf(before))
  const isKept = before.status === 'uitbetaald' || (await isSettled(earned.items))
  const at = now()
  const { at: withdrawnAt, how, note, reason } = wish
  const countsIn = await findCountingMonth(before.saleDate, withdrawnAt)
  const noted: StoredWithdrawal = {
    ...{ how, by: actor.id, at, isCorrected: false },
    ...(countsIn ? { countsIn } : {}),
    ...(note ? { note } : {}),
    ...(reason ? { reason } : {}),
  }
  const verb = 'withdraw'
  if (isKept) {
    const after = { ...before, withdrawnAt, withdrawal: noted }
    return { after, at, verb, conditions: earned.items.map(requireSameClaim) }
  }
  const rejected: Sale = {
    ...{ ...before, ...moneyOf(earned.row), status: 'rejected', withdrawnAt },
    rejectionReason: withdrawalText(withdrawnAt, how),
    withdrawal: { ...noted, former: approvalOf(before) },
  }
  const { after, write, count } = await bookChange(earned, commissionOf(rejected), { actor })
  const also = await restoreOrigin(actor, before)
  return { after: { ...rejected, ...moneyOf(after) }, at, verb, write, count, also }
}

/**
 * Returns the month of reports in which a withdrawal counts when that of the sale was closed, so that no closed month
 * changes. Undefined for a sale of an open month.
 */
async function findCountingMonth(saleDate: string, withdrawnAt: string): Promise<string | undefined> {
  const first = await readFirstOpenDay()
  if (first === null || saleDate >= first) return undefined
  return monthOf((withdrawnAt > first ? withdrawnAt : first) as LocalDate)
}

/** Throws 422 for a day in the future or before the sale, and for one after the bedenktijd without a reason. */
function refuseDay(
  { saleDate, coolingOff, coolingOffUntil }: Sale,
  { at, reason }: NewWithdrawal & { readonly at: string },
): void {
  if (at > localDateOf(now())) throw unprocessable('Kies vandaag of een eerdere dag', 'at')
  if (at < saleDate) throw unprocessable(`Kies ${dateText(saleDate)} of een latere dag`, 'at')
  if (reason || coolingOff === 'unconfirmed') return
  if (coolingOffUntil === undefined) {
    throw unprocessable('Deze sale heeft geen bedenktijd. Vul in waarom herroepen toch mag.', 'reason')
  }
  if (at > coolingOffUntil) {
    const until = dateText(coolingOffUntil)
    throw unprocessable(`De bedenktijd liep tot en met ${until}. Vul in waarom herroepen toch mag.`, 'reason')
  }
}

/**
 * Tells whether an item was paid by hand or stands on an invoice that was issued. Throws 409 with its number for a
 * concept.
 */
async function isSettled(items: readonly LedgerItem[]): Promise<boolean> {
  const claimed = items.filter(({ claimedBy }) => claimedBy !== undefined)
  for (const item of claimed) {
    const invoiceId = invoiceIdOf(item)
    const isIssued =
      invoiceId === undefined || (await readDocumentHistory(invoiceId)).some(({ kind }) => kind === 'issue')
    if (!isIssued) throw conflict(explainClaim(item) ?? '')
  }
  return claimed.length > 0
}

/**
 * Undoes a withdrawal within ten minutes: the sale, its money and its origin become what they were. Throws 409 later,
 * once its corrections are noted, and when the appointment has another sale.
 */
export const undoWithdrawal = (actor: Caller, id: string) =>
  saleRecords.edit(
    actor,
    { id, action: 'sale:withdraw' },
    (row) => viewOf(actor, row),
    (before) => planUndo(actor, before),
  )

async function planUndo(actor: Caller, before: Sale): Promise<Edit<Sale>> {
  const { withdrawal } = before
  if (!withdrawal) throw conflict('Deze sale is niet herroepen')
  if (withdrawal.isCorrected) throw conflict('De correcties zijn al genoteerd')
  if (addSeconds(withdrawal.at as Instant, UNDO_MINUTES * 60) < now()) {
    throw conflict(`Ongedaan maken kan tot ${UNDO_MINUTES} minuten na het herroepen`)
  }
  const verb = 'undo-withdrawal'
  const again = { ...before, withdrawnAt: undefined, withdrawal: undefined }
  if (!withdrawal.former) return { after: again, verb }
  const restored = { ...again, ...approvalOf(withdrawal.former), rejectionReason: undefined }
  const earned = await readEarned(commissionOf(before))
  const { after, write, count } = await bookChange(earned, commissionOf(restored), { actor })
  const { appointmentId, leadId, contractId } = before
  const [appointment, lead, contract] = await Promise.all([
    appointmentId ? findAppointment(appointmentId) : null,
    leadId ? findLead(leadId) : null,
    contractId ? findContract(contractId) : null,
  ])
  const origin = await changeOrigin(actor, { appointment, lead, contract }, before.id)
  return { after: { ...restored, ...moneyOf(after) }, verb, write, count, ...origin }
}

/** Correction of pay that a withdrawal asks for, in cents. */
interface Proposal {
  readonly userId: string
  readonly name: string
  readonly amount: number
  readonly correctsId: string | undefined
}

/** Returns the corrections that take back what the payees of a withdrawn sale earned, less what was corrected before. */
async function listProposals(sale: Sale, { row, items }: Earned): Promise<Proposal[]> {
  const payees = payeesOf(row)
  const corrected = await readAdjustmentsOf(
    row,
    payees.map(({ userId }) => userId),
  )
  return payees.flatMap(({ userId, name, amount }) => {
    const due = sale.dues?.find((one) => one.userId === userId)
    const unbooked = sale.dues === undefined && sale.status === 'uitbetaald' ? amount : 0
    const earned = due ? sumAmounts(itemsFor(due, items)) : unbooked
    const left = earned + sumAmounts(corrected.filter((one) => one.userId === userId))
    return left > 0 ? [{ userId, name, amount: -left, correctsId: due?.itemId }] : []
  })
}

/** Returns the corrections that a withdrawn sale asks for, in euros; none for others than admins. */
export async function proposeCorrections(actor: Caller, sale: Sale) {
  if (!waitsForCorrection(sale) || !can(actor, 'commission:manage')) return []
  const proposals = await listProposals(sale, await readEarned(commissionOf(sale)))
  return proposals.map(({ userId, name, amount }) => ({ userId, name, amount: inEuros(amount) }))
}

/**
 * Notes the corrections that a withdrawn sale asks for, of all its payees, once. Throws 409 when none is asked for, 403
 * for one's own pay.
 */
export const correctWithdrawal = (actor: Caller, id: string) =>
  saleRecords.edit(
    actor,
    { id, action: 'commission:manage' },
    (row) => viewOf(actor, row),
    async (before) => {
      const { withdrawal, withdrawnAt } = before
      if (!withdrawal || !withdrawnAt || !waitsForCorrection(before)) throw conflict('Deze sale vraagt geen correctie')
      const about = commissionOf(before)
      const earned = await readEarned(about)
      const proposals = await listProposals(before, earned)
      const own = proposals.find(({ userId }) => userId === actor.id)
      const noted = { type: 'sale', id, name: before.customerName }
      const also = await refuseOwnMoney(actor, own !== undefined, noted, { amount: own?.amount })
      const reason = withdrawalText(withdrawnAt, withdrawal.how)
      const corrections = await Promise.all(
        proposals.map(async ({ userId, amount, correctsId }) => {
          const user = await findUser(userId)
          if (!user) return []
          const row = buildAdjustment(user, actor.id, { amount, reason, about })
          return adjustmentRecords.created(row, postAdjustment(row, { correctsId, about }))
        }),
      )
      const after = { ...before, withdrawal: { ...withdrawal, isCorrected: true } }
      const write = earned.items.map(takeBack)
      return { after, verb: 'correct-withdrawal', write, also: [...also, ...corrections.flat()] }
    },
  )
