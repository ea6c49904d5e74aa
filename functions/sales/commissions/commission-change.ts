import type { z } from 'zod'
import type { CommissionStep } from '../../../shared/api/schemas/commissions.ts'
import type { CommissionAmounts } from '../../../shared/api/schemas/sales.ts'
import { conflict, forbidden, notFound } from '../../../shared/errors.ts'
import { cents } from '../../../shared/money.ts'
import { now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Change } from '../../platform/data/commit.ts'
import type { Edit, More } from '../../records/record.ts'
import { addCommissionKeys, type Money, moveToStatus, withAmounts } from '../amounts/commission-rules.ts'
import { approvalOf, mailsToApprover, refuseUnapproved } from '../approval.ts'
import type { CommissionRow, SaleRow } from '../entity.ts'
import { refuseOwnCommission } from '../own-money.ts'
import { leadFeeRecords, saleRecords } from '../records.ts'
import { commissionOf } from '../rules.ts'
import { viewOf } from '../views.ts'
import { type HandPayment, prepareHandPayment, repostCommission } from './booking.ts'
import { refuseAmounts } from './commission-settings.ts'
import { commissionView } from './commission-view.ts'

interface Wish {
  readonly status?: CommissionStep | undefined
  readonly agentCommission?: number | undefined
  readonly callerCommission?: number | undefined
  readonly reason?: string | null | undefined
  /** Number of the invoice of a zzp'er without a partner. */
  readonly ownInvoiceNumber?: string | null | undefined
}

/**
 * Changes status or amounts of a commission within reach, and its sale with it. Throws 403 for amounts by non-admins
 * and for one's own commission, 400 when a reason is missing. Throws 422 for an amount without a payee, and for a
 * payment without the number of a zzp'er's own invoice. Throws 409 for a forbidden step, without approval, once paid
 * out, or while a document claims the commission.
 */
export function changeCommission(actor: Caller, id: string, wish: Wish) {
  if (wish.agentCommission !== undefined && actor.role !== 'admin') {
    throw forbidden('Alleen een beheerder kan bedragen van commissies wijzigen')
  }
  return editCommission(actor, id, (row) => moneyOf(actor, row, wish), wish)
}

/** Returns the money of a commission after the requested change; null for a paid out commission that stays the same. */
function moneyOf(actor: Caller, row: CommissionRow, wish: Wish): Money | null {
  const { status, agentCommission, callerCommission, reason } = wish
  const isMoved = status !== undefined && status !== row.status
  if (!isMoved && agentCommission === undefined) return row.status === 'uitbetaald' ? null : row
  const set =
    agentCommission === undefined ? row : withAmountsInEuros(actor, row, { agentCommission, callerCommission, reason })
  return isMoved ? moveToStatus(actor.role, set, status, now()) : set
}

/**
 * Returns the money fields of a commission with amounts in euros set by hand; the caller's amount stays when none is
 * given.
 */
const withAmountsInEuros = (
  actor: Caller,
  row: CommissionRow,
  { agentCommission, callerCommission, reason }: z.output<typeof CommissionAmounts>,
): Money =>
  withAmounts(row, {
    agentCommission: cents(agentCommission),
    callerCommission: callerCommission === undefined ? row.callerCommission : cents(callerCommission),
    by: actor.id,
    at: now(),
    reason: reason ?? undefined,
  })

/**
 * Sets the amounts of a sale within reach by hand, in euros (rulings 37, 40). The caller's amount stays unless `wish`
 * has one. Throws 409 after payment or while a document claims the commission, 422 for an amount without a payee.
 * Throws 403 for one's own commission and above the ceiling, 400 when a reason is missing.
 */
export const setCommission = (actor: Caller, id: string, wish: z.output<typeof CommissionAmounts>) =>
  saleRecords.edit(
    actor,
    id,
    async (before) => {
      const row = commissionOf(before)
      const own = await refuseOwnCommission(actor, row, wish)
      return editWithPostings(actor, row, withAmountsInEuros(actor, row, wish), saleWithMoney(before), { ...wish, own })
    },
    (row) => viewOf(actor, row),
    'commission:edit',
  )

const SALE = 'sale-'

/** Returns the id of the sale in a commission id; null for a held appointment. Throws 404 for any other id. */
export function saleIdOf(id: string): string | null {
  if (id.startsWith(SALE)) return id.slice(SALE.length)
  if (!id.startsWith('lead-')) throw notFound()
  return null
}

function editCommission(actor: Caller, id: string, make: (row: CommissionRow) => Money | null, wish: Wish) {
  const saleId = saleIdOf(id)
  const show = (row: CommissionRow) => commissionView(actor, row)
  const editMoney = async <Row>(before: CommissionRow, after: (money: Money) => Row) => {
    const own = await refuseOwnCommission(actor, before, wish)
    const money = make(before)
    return money && editWithPostings(actor, before, money, after, { ...wish, own })
  }
  if (saleId === null) {
    return leadFeeRecords.edit(actor, id, (before) => editMoney(before, ofLead(before)), show, 'commission:edit')
  }
  return saleRecords.edit(
    actor,
    saleId,
    (before) => editMoney(commissionOf(before), saleWithMoney(before)),
    (row) => show(commissionOf(row)),
    'commission:edit',
  )
}

/** Returns the edit that changes the money of a commission, with its postings. */
async function editWithPostings<Row>(
  actor: Caller,
  before: CommissionRow,
  money: Money,
  after: (money: Money) => Row,
  { ownInvoiceNumber, reason, own: also }: Pick<Wish, 'ownInvoiceNumber' | 'reason'> & { readonly own: Change[] },
): Promise<Edit<Row>> {
  const { id: by } = actor
  if (money.status !== 'uitbetaald') {
    const { dues, write, count } = await repostCommission(before, { ...before, ...money }, by)
    refuseUnapproved(before, money)
    await refuseAmounts(actor, before, money, reason)
    const outbox = await mailsToApprover(before, money, before.originalId)
    return { after: after({ ...money, dues }), write, count, outbox, also }
  }
  const { agentCommission, callerCommission } = money
  const isSame = before.agentCommission === agentCommission && before.callerCommission === callerCommission
  const undone = isSame ? null : await repostCommission(before, { ...before, status: 'nieuw' }, by)
  refuseUnapproved(before, money)
  const due = { ...before, agentCommission, callerCommission, dues: undone ? undefined : before.dues }
  const { refusal, conditions, write, count, ...paid } = await prepareHandPayment(due, { actor, ownInvoiceNumber })
  if (refusal !== null) throw conflict(refusal)
  await refuseAmounts(actor, before, money, reason)
  return {
    after: after(applyHandPayment(money, paid)),
    conditions,
    also: [...also, ...paid.also],
    write: [...(undone?.write ?? []), ...write],
    count: [...(undone?.count ?? []), ...count],
  }
}

/**
 * Returns a commission's status, amounts and items after payment by hand: paid out once all payees are, otherwise ready
 * for payment.
 */
export const applyHandPayment = (
  money: Money,
  { isFullySettled, dues }: Pick<HandPayment, 'isFullySettled' | 'dues'>,
): Money => ({
  ...money,
  dues,
  ...(isFullySettled ? {} : { status: 'klaar_voor_uitbetaling' as const, paidAt: undefined }),
})

/**
 * Returns a function that copies the money of a commission (amounts, approval, payment, items) into the row of its
 * sale.
 */
const saleWithMoney =
  (sale: SaleRow) =>
  ({ override, ...money }: Money): SaleRow => ({
    ...sale,
    ...moneyIn(money),
    commissionOverride: override,
  })
const ofLead =
  (row: CommissionRow) =>
  ({ override, ...money }: Money): CommissionRow =>
    addCommissionKeys({ ...row, ...moneyIn(money), override })

const moneyIn = (money: Omit<Money, 'override'>) => {
  const { status, agentCommission, callerCommission, paidAt, dues, amountFacts } = money
  return { ...approvalOf(money), status, agentCommission, callerCommission, paidAt, dues, amountFacts }
}

/**
 * Finds a commission without checking rights. Returns its row, and `changed`: a function that takes new amounts, status
 * or items and returns the changes that store them. Throws 404 for an unknown id and for a fee that a sale replaced.
 */
export async function findCommission(id: string) {
  const found = await findStoredCommission(id)
  if (found.row.replacedBy) throw notFound()
  return found
}

/**
 * Finds a commission without checking rights, also the fee of an appointment that a sale replaced. Returns its row, and
 * `changed`: a function that takes new amounts, status or items and returns the changes that store them. Throws 404 for
 * an unknown id.
 */
export async function findStoredCommission(id: string) {
  const saleId = saleIdOf(id)
  if (saleId === null) {
    const row = await leadFeeRecords.find(id)
    const changed = (money: Money, more: More) => leadFeeRecords.changed(row, ofLead(row)(money), more).changes
    return { row, changed }
  }
  const sale = await saleRecords.find(saleId)
  const changed = (money: Money, more: More) => saleRecords.changed(sale, saleWithMoney(sale)(money), more).changes
  return { row: commissionOf(sale), changed }
}
