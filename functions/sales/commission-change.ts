import type { z } from 'zod'
import type { CommissionStep } from '../../shared/contract/commissions.ts'
import type { CommissionAmounts } from '../../shared/contract/sales.ts'
import { forbidden, notFound } from '../../shared/errors.ts'
import { cents } from '../../shared/money.ts'
import { now } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import type { Edit, More } from '../records/record.ts'
import { type Money, moved, ownedBy, placedCommission, withAmounts } from './commission-rules.ts'
import { commissionView } from './commission-view.ts'
import type { CommissionRow, SaleRow } from './entity.ts'
import { changeable, payableByHand } from './invoiced.ts'
import { leadFeeRecords, saleRecords } from './records.ts'
import { commissionOf } from './rules.ts'
import { viewOf } from './views.ts'

interface Wish {
  readonly status?: CommissionStep | undefined
  readonly agentCommission?: number | undefined
  readonly callerCommission?: number | undefined
  readonly reason?: string | null | undefined
}

/**
 * Changes status or amounts of a commission within reach: of a sale that is the sale's, so that the two cannot differ. A
 * team leader moves one step and changes no amounts (rulings 38, access.md). 409 for a step that is not to be taken,
 * after uitbetaald, and while an invoice holds it.
 */
export function changeCommission(actor: Caller, id: string, wish: Wish) {
  if (wish.agentCommission !== undefined && actor.role !== 'admin') {
    throw forbidden('Alleen een beheerder kan bedragen van commissies wijzigen')
  }
  return editCommission(actor, id, (row) => moneyOf(actor, row, wish))
}

/** The money of a row as somebody wishes it; null when there is nothing to write. */
function moneyOf(actor: Caller, row: CommissionRow, wish: Wish): Money | null {
  const { status, agentCommission, callerCommission, reason } = wish
  const isMoved = status !== undefined && status !== row.status
  if (!isMoved && agentCommission === undefined) return row.status === 'uitbetaald' ? null : row
  const set =
    agentCommission === undefined ? row : amountsSet(actor, row, { agentCommission, callerCommission, reason })
  return isMoved ? moved(actor.role, set, status, now()) : set
}

/** The money of a row with amounts in euros that somebody set; without a caller's that one stays. */
const amountsSet = (
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
 * Sets the amounts of a sale within reach by hand, marked as such (rulings 37, 40); without a caller's amount that one
 * stays. 409 once it was paid out, or while an invoice holds it; 422 for an amount that nobody would get.
 */
export const setCommission = (actor: Caller, id: string, wish: z.output<typeof CommissionAmounts>) =>
  saleRecords.edit(
    actor,
    id,
    async (before) => {
      const after = ofSale(before)(amountsSet(actor, commissionOf(before), wish))
      return { after, conditions: await changeable(commissionOf(before), commissionOf(after)) }
    },
    (row) => viewOf(actor, row),
    'commission:edit',
  )

const SALE = 'sale-'

/** The id of the sale that a commission is of; null for one of a held appointment. 404 for what is neither. */
export function saleIdOf(id: string): string | null {
  if (id.startsWith(SALE)) return id.slice(SALE.length)
  if (!id.startsWith('lead-')) throw notFound()
  return null
}

function editCommission(actor: Caller, id: string, make: (row: CommissionRow) => Money | null) {
  const saleId = saleIdOf(id)
  const show = (row: CommissionRow) => commissionView(actor, row)
  if (saleId === null) {
    const change = (before: CommissionRow) => edited(before, make(before), ofLead(before))
    return leadFeeRecords.edit(actor, id, change, show, 'commission:edit')
  }
  return saleRecords.edit(
    actor,
    saleId,
    (before) => edited(commissionOf(before), make(commissionOf(before)), ofSale(before)),
    (row) => show(commissionOf(row)),
    'commission:edit',
  )
}

async function edited<Row>(
  before: CommissionRow,
  money: Money | null,
  after: (money: Money) => Row,
): Promise<Edit<Row> | null> {
  if (!money) return null
  const to = { ...before, ...money }
  if (to.status !== 'uitbetaald') return { after: after(money), conditions: await changeable(before, to) }
  // Amounts alone: what holds for its payees is asked of the step.
  await changeable(before, { ...to, status: before.status })
  const { paidByInvoice, conditions } = await payableByHand(to)
  return { after: after({ ...money, paidByInvoice }), conditions }
}

/** A sale with the money of its commission. */
export const ofSale =
  (sale: SaleRow) =>
  ({ override, ...money }: Money): SaleRow => ({
    ...sale,
    ...moneyIn(money),
    commissionOverride: override,
  })
const ofLead =
  (row: CommissionRow) =>
  ({ override, ...money }: Money): CommissionRow =>
    placedCommission({ ...row, ...moneyIn(money), override })

const moneyIn = ({
  status,
  agentCommission,
  callerCommission,
  paidAt,
  paidByInvoice,
  stillPaid,
}: Omit<Money, 'override'>) => ({
  ...{ status, agentCommission, callerCommission, paidAt, paidByInvoice, stillPaid },
})

/** One commission within reach, as it is now. */
export async function getCommission(actor: Caller, id: string) {
  const { row } = await findCommission(id)
  authorise(actor, 'commission:read', ownedBy(row))
  return commissionView(actor, row)
}

/** One commission as it is now, whoever asks, what it is with other money, and the changes that make it that. 404 when there is none. */
export async function findCommission(id: string) {
  const saleId = saleIdOf(id)
  if (saleId === null) {
    const row = await leadFeeRecords.find(id)
    const changed = (money: Money, more: More) => leadFeeRecords.changed(row, ofLead(row)(money), more).changes
    return { row, changed, after: ofLead(row) }
  }
  const sale = await saleRecords.find(saleId)
  const changed = (money: Money, more: More) => saleRecords.changed(sale, ofSale(sale)(money), more).changes
  return { row: commissionOf(sale), changed, after: (money: Money) => commissionOf(ofSale(sale)(money)) }
}
