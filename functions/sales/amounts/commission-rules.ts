import type { Owned, Role } from '../../../shared/access.ts'
import { type SaleStatus, saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import type { measures } from '../../../shared/measures.ts'
import { type CommissionStep, nextStep, type openSteps } from '../../../shared/sales/commission-steps.ts'
import { type Instant, localDateOf, monthOf } from '../../../shared/time.ts'
import type { Dimensions } from '../../book/service.ts'
import { type Contribution, reportPeriod, STANDING } from '../../platform/data/counters.ts'
import { fullName } from '../../platform/identity/user.ts'
import { approvalAfter, approvalOf } from '../approval.ts'
import type { CommissionRow, moneyFields } from '../commission-entity.ts'
import { type Approval, NOBODY } from '../entity.ts'
import { addAmountFacts } from './amount-facts.ts'

type OpenStep = (typeof openSteps)[number]

/** Returns team and payees of a commission, by which rights are checked (access.md). */
export const ownersOf = ({
  teamId,
  agentPayee,
  callerPayee,
}: Pick<CommissionRow, 'teamId' | 'agentPayee' | 'callerPayee'>): Owned => ({
  teamId,
  owners: [agentPayee, callerPayee].filter((id) => id !== NOBODY),
})

/** Returns the team and the provider of a commission, by which the ledger divides its cost. */
export const dimensionsOf = ({
  teamId,
  energyProvider,
}: Pick<CommissionRow, 'teamId' | 'energyProvider'>): Dimensions => ({ team: teamId, split: energyProvider })

/**
 * Returns the step at which the counters count a status: nieuw for pending and approved, otherwise the status itself.
 * Null for paid out and rejected, which count at no step.
 */
export function stepOf(status: SaleStatus): OpenStep | null {
  if (status === 'rejected' || status === 'uitbetaald') return null
  return status === 'pending' || status === 'approved' ? 'nieuw' : status
}

/** Returns a commission with the attributes that its indexes need: `month` and `step`. */
export const addCommissionKeys = (row: Omit<CommissionRow, 'month' | 'step'>): CommissionRow => ({
  ...row,
  month: row.date.slice(0, 7),
  step: stepKeyOf(row),
})

/**
 * Returns the value of a commission's index key `step`: the month of payment once paid out, otherwise the step at which
 * its status counts. `none` for a rejected commission and for a replaced fee that is not paid out.
 */
function stepKeyOf({ status, paidAt, replacedBy }: Pick<CommissionRow, 'status' | 'paidAt' | 'replacedBy'>): string {
  if (status === 'uitbetaald' && paidAt !== undefined) return payoutStepKey(monthOf(localDateOf(paidAt as Instant)))
  return (replacedBy ? null : stepOf(status)) ?? 'none'
}

/** Returns the index key `step` of commissions paid out in a month `yyyy-mm`. */
export const payoutStepKey = (month: string) => `paid#${month}`

interface Amounts {
  readonly agentCommission: number
  readonly callerCommission: number
}

type Paid = Pick<
  CommissionRow,
  'agentPayee' | 'callerPayee' | 'agent' | 'caller' | 'agentCommission' | 'callerCommission'
>

/** Returns the payees of a commission, each once, with role, name and amount in cents. */
export function payeesOf(row: Paid) {
  const { agentPayee, callerPayee, agent, caller, agentCommission, callerCommission } = row
  const isOne = agentPayee === callerPayee
  return [
    ...(agentPayee === NOBODY
      ? []
      : [
          {
            as: 'agent' as const,
            userId: agentPayee,
            name: fullName(agent),
            amount: agentCommission + (isOne ? callerCommission : 0),
          },
        ]),
    ...(callerPayee === NOBODY || isOne || !caller
      ? []
      : [{ as: 'caller' as const, userId: callerPayee, name: fullName(caller), amount: callerCommission }]),
  ]
}

/**
 * Returns a person's role in a commission and their amount in cents, paid or not. Returns agent and 0
 * for anybody who is not a payee.
 */
export const commissionShareOf = (userId: string, row: Paid) =>
  payeesOf(row).find((payee) => payee.userId === userId) ?? { as: 'agent' as const, amount: 0 }

/**
 * Returns the unpaid cents of a commission, for `userId` or for all payees. 0 once paid out or rejected, and while a
 * fee is to be confirmed.
 */
export function unpaidAmountOf(row: CommissionRow, userId?: string): number {
  if (stepOf(row.status) === null || row.toConfirm) return 0
  return payeesOf(row)
    .filter((payee) => (userId === undefined || payee.userId === userId) && !isPaidTo(payee.userId, row))
    .reduce((sum, { amount }) => sum + amount, 0)
}

type Measure = (typeof measures.commissions)[number]

/** Returns a commission's contributions to the counters of its step, of payments by day, and of reports by month. */
export const contributionsOf = (row: CommissionRow): Contribution<Measure>[] => [
  ...stepContributionsOf(row),
  ...paymentContributionsOf(row),
  ...amountContributionsOf(row),
]

/**
 * Returns a commission's contributions to the reports of its month: the cents of each payee as earned and, once paid,
 * also as settled. Empty for a rejected commission, a fee to be confirmed and a replaced fee.
 */
export function amountContributionsOf(row: CommissionRow): Contribution<Measure>[] {
  const { status, toConfirm, replacedBy, teamId } = row
  if (status === 'rejected' || toConfirm || replacedBy) return []
  return payeesOf(row).flatMap(({ userId, name, amount }) => {
    const to = { date: reportPeriod(row.month), teamId, userId, name }
    const earned = { ...to, measure: 'reportEarned' as const, by: amount }
    return isPaidTo(userId, row) ? [earned, { ...to, measure: 'reportSettled' as const, by: amount }] : [earned]
  })
}

/** Tells whether a payee of a commission is paid; the other payee may still be unpaid. */
export const isPaidTo = (userId: string, { status, paidTo = [] }: Pick<CommissionRow, 'status' | 'paidTo'>): boolean =>
  status === 'uitbetaald' || paidTo.includes(userId)

/**
 * Returns what a paid out commission adds to the counters of its day of payment. Each payee counts the commission
 * (`paidPayee`) and its cents (`paid`); the first payee also counts it in `paidRows`, which has each commission once.
 * Empty for a commission that is not paid out.
 */
export function paymentContributionsOf(row: CommissionRow): Contribution<Measure>[] {
  const { status, paidAt, teamId } = row
  if (status !== 'uitbetaald' || paidAt === undefined) return []
  return payeesOf(row).flatMap(({ userId, name, amount }, index) => {
    const to = { date: localDateOf(paidAt as Instant), teamId, userId, name }
    const own = [
      { ...to, measure: 'paidPayee' as const },
      { ...to, measure: 'paid' as const, by: amount },
    ]
    return index > 0 ? own : [...own, { ...to, measure: 'paidRows' as const }]
  })
}

/**
 * Returns a commission's contributions to the counters of its step: one commission, and the cents still to be paid out.
 * A fee to be confirmed counts only as such. Empty for a commission that is paid out, rejected or replaced.
 */
export function stepContributionsOf(row: CommissionRow): Contribution<Measure>[] {
  const step = row.replacedBy ? null : stepOf(row.status)
  if (step === null) return []
  if (row.toConfirm) return payeesOf(row).map(({ userId, name }) => toConfirm(row, userId, name))
  return payeesOf(row).flatMap(({ userId, name }, index) => {
    const to = { date: STANDING, teamId: row.teamId, userId, name } as const
    const own = [
      { ...to, measure: `payee-${step}` as const },
      { ...to, measure: `due-${step}` as const, by: unpaidAmountOf(row, userId) },
    ]
    if (index > 0) return own
    const all = { ...to, measure: `sum-${step}` as const, by: unpaidAmountOf(row) }
    return [...own, { ...to, measure: `rows-${step}` as const }, all]
  })
}

const toConfirm = ({ teamId }: CommissionRow, userId: string, name: string) => ({
  ...({ date: STANDING, teamId, userId, name, measure: 'toConfirm' } as const),
})

/** Money of a commission: amounts in cents, approval, payment and items in the book. */
export type Money = Pick<CommissionRow, (typeof moneyFields)[number]> & Approval

/** Picks the money of a commission. */
export function moneyOf(row: Money): Money {
  const { agentCommission, callerCommission, commissionOverride, amountFacts, paidAt, dues, paidTo } = row
  return {
    ...approvalOf(row),
    agentCommission,
    callerCommission,
    commissionOverride,
    amountFacts,
    paidAt,
    dues,
    paidTo,
  }
}

/**
 * Returns a commission after its move to `status` at the moment `at`; stores nothing. Throws 409 once paid out or rejected, and for non-admins on any step but the next (rulings 35, 38, 39).
 */
export function moveToStatus(role: Role, before: CommissionRow, status: CommissionStep, at: string): CommissionRow {
  const labels = `${saleStatusLabels[before.status]} naar ${saleStatusLabels[status]}`
  if (before.status === 'uitbetaald') throw conflict(`${PAID_OUT} De status kan niet van ${labels}.`)
  const next = nextStep(before.status)
  if (next === null || (role !== 'admin' && status !== next)) {
    throw conflict(`Een commissie kan niet van ${labels}`, { status: [`Dit kan niet: van ${labels}`] })
  }
  return { ...before, status, paidAt: status === 'uitbetaald' ? at : undefined }
}

const PAID_OUT = 'Deze commissie is al uitbetaald.'

interface Setting extends Amounts {
  readonly by: string
  readonly at: string
  readonly reason: string | undefined
}

/**
 * Returns a commission with the amounts of `setting` in cents; stores nothing. A changed amount ends an approval
 * (decision 78). Throws 409 after payment (rulings 40), 422 for an amount without a payee.
 */
export function withAmounts(row: CommissionRow, setting: Setting): CommissionRow {
  const { by, at, reason, ...amounts } = setting
  if (row.status === 'uitbetaald') throw conflict(`${PAID_OUT} De bedragen liggen vast. Noteer een correctie.`)
  if (row.agentPayee === NOBODY && amounts.agentCommission > 0) {
    throw unprocessable('Een afspraak zonder sale heeft alleen een vergoeding voor de beller', 'agentCommission')
  }
  if (row.callerPayee === NOBODY && amounts.callerCommission > 0) {
    throw unprocessable('Deze sale heeft geen beller', 'callerCommission')
  }
  const fields = (['agentCommission', 'callerCommission'] as const).filter((name) => row[name] !== amounts[name])
  const approval = row.type === 'sale' ? approvalAfter(row, fields, { by, at }) : {}
  const amountFacts = addAmountFacts(row, setting)
  return { ...row, ...approval, ...amounts, commissionOverride: { by, at, reason }, amountFacts }
}
