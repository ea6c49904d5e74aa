import type { Owned, Role } from '../../shared/access.ts'
import {
  type CommissionStep,
  commissionStatusLabels,
  nextStep,
  type openSteps,
} from '../../shared/contract/commissions.ts'
import type { SaleStatus } from '../../shared/contract/sales.ts'
import { conflict, unprocessable } from '../../shared/errors.ts'
import type { measures } from '../../shared/measures.ts'
import { type Instant, localDateOf, monthOf } from '../../shared/time.ts'
import { type Contribution, STANDING } from '../platform/counters.ts'
import { fullName } from '../platform/user.ts'
import { type CommissionRow, NOBODY } from './entity.ts'
import type { PaymentRow } from './payment-entity.ts'

type OpenStep = (typeof openSteps)[number]

/** Who a commission belongs to: its team, and those it is paid to (access.md). */
export const ownedBy = ({
  teamId,
  agentPayee,
  callerPayee,
}: Pick<CommissionRow, 'teamId' | 'agentPayee' | 'callerPayee'>): Owned => ({
  teamId,
  owners: [agentPayee, callerPayee].filter((id) => id !== NOBODY),
})

/** The step at which a status stands: pending and approved are not further than nieuw; null when nothing is to come. */
export function stepOf(status: SaleStatus): OpenStep | null {
  if (status === 'rejected' || status === 'uitbetaald') return null
  return status === 'pending' || status === 'approved' ? 'nieuw' : status
}

/** A row with what its indexes are made of. */
export const placedCommission = (row: Omit<CommissionRow, 'month' | 'step'>): CommissionRow => ({
  ...row,
  month: row.date.slice(0, 7),
  step: stepOf(row.status) ?? 'none',
})

interface Amounts {
  readonly agentCommission: number
  readonly callerCommission: number
}

type Paid = Pick<
  CommissionRow,
  'agentPayee' | 'callerPayee' | 'agent' | 'caller' | 'agentCommission' | 'callerCommission'
>

/** Whom a row is paid to, each once, and how much in cents. */
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

/** What a payee gets of a row, in cents; 0 for anybody else. */
export const dueTo = (userId: string, row: Paid) =>
  payeesOf(row).find((payee) => payee.userId === userId) ?? { as: 'agent' as const, amount: 0 }

/** Who is to be paid when a row is paid out, as their payment does not hold yet; the first payee is its principal. */
function leftOf(row: CommissionRow) {
  const { stillPaid = [] } = row
  const hasPrincipal = stillPaid.some(({ isPrincipal }) => isPrincipal)
  return payeesOf(row)
    .map((payee, index) => ({ ...payee, isPrincipal: index === 0 && !hasPrincipal }))
    .filter(({ userId }) => !stillPaid.some((payment) => payment.userId === userId))
}

/**
 * 409 where somebody who keeps a payment of a row would be due another amount of it: what was paid is final (rulings 39).
 */
export function refuseOther(before: Pick<CommissionRow, 'stillPaid'>, after: Paid): void {
  const other = before.stillPaid?.find(({ userId, amount }) => dueTo(userId, after).amount !== amount)
  if (other) throw conflict(`Deze commissie is al aan ${other.name} uitbetaald. Leg een verschil als correctie vast.`)
}

/** What of a row is still to be paid out in cents, to one person or to all: nothing once it was, or was rejected. */
export function dueOf(row: CommissionRow, userId?: string): number {
  if (stepOf(row.status) === null) return 0
  const left = userId === undefined ? leftOf(row) : leftOf(row).filter((payee) => payee.userId === userId)
  return left.reduce((sum, { amount }) => sum + amount, 0)
}

/** What is noted of a row that is paid out: a payment for each payee whose earlier one does not hold. */
export function paymentsOf(row: CommissionRow): PaymentRow[] {
  if (row.paidAt === undefined) return []
  const { id: rowId, teamId, customerName, paidAt } = row
  const date = localDateOf(paidAt as Instant)
  const told = { rowId, teamId, customerName, paidAt, date, month: monthOf(date) }
  const isByInvoice = (userId: string) => row.paidByInvoice?.includes(userId) ?? false
  return leftOf(row).map((payee) => ({ ...payee, ...told, isByInvoice: isByInvoice(payee.userId) }))
}

/** All payments of a row that hold. */
export const heldPayments = (row: CommissionRow): PaymentRow[] => [...(row.stillPaid ?? []), ...paymentsOf(row)]

type Measure = (typeof measures.commissions)[number]

/** What a payment adds to the counters of its day: rows and cents of the payee, and the row itself for its principal. */
export function paymentContributions(payment: PaymentRow): Contribution<Measure>[] {
  const { date, teamId, userId, name, amount, isPrincipal } = payment
  const to = { date: date as Contribution['date'], teamId, userId, name }
  const own = [
    { ...to, measure: 'paidPayee' as const },
    { ...to, measure: 'paid' as const, by: amount },
  ]
  return isPrincipal ? [...own, { ...to, measure: 'paidRows' as const }] : own
}

/** What a row adds to the counters: as it stands at its step, and by the days of its payments. */
export const contributionsOf = (row: CommissionRow): Contribution<Measure>[] => [
  ...standingOf(row),
  ...heldPayments(row).flatMap(paymentContributions),
]

/** What a row adds to the counters as it stands at its step: itself, and what of it is still to be paid out. */
export function standingOf(row: CommissionRow): Contribution<Measure>[] {
  const step = stepOf(row.status)
  if (step === null) return []
  return payeesOf(row).flatMap(({ userId, name }, index) => {
    const to = { date: STANDING, teamId: row.teamId, userId, name } as const
    const own = [
      { ...to, measure: `payee-${step}` as const },
      { ...to, measure: `due-${step}` as const, by: dueOf(row, userId) },
    ]
    if (index > 0) return own
    const all = { ...to, measure: `sum-${step}` as const, by: dueOf(row) }
    return [...own, { ...to, measure: `rows-${step}` as const }, all]
  })
}

/** What a change makes of the money of a row. */
export interface Money extends Amounts {
  readonly status: SaleStatus
  readonly paidAt: string | undefined
  readonly paidByInvoice: CommissionRow['paidByInvoice']
  readonly override: CommissionRow['override']
  readonly stillPaid: CommissionRow['stillPaid']
}

/**
 * The money of a row at another status. 409 out of uitbetaald, which is final for all, and out of rejected; for anybody
 * but an admin any other than the next step (rulings 35, 38, 39).
 */
export function moved(role: Role, before: Money, status: CommissionStep, at: string): Money {
  const labels = `${commissionStatusLabels[before.status]} naar ${commissionStatusLabels[status]}`
  if (before.status === 'uitbetaald') throw conflict(`${PAID_OUT} De status kan niet van ${labels}.`)
  const next = nextStep(before.status)
  if (next === null || (role !== 'admin' && status !== next)) {
    throw conflict(`Een commissie kan niet van ${labels}.`, { status: [`Dit kan niet: van ${labels}`] })
  }
  return { ...before, status, paidAt: status === 'uitbetaald' ? at : undefined }
}

/**
 * The money of a row of which somebody's payment did not hold, to be paid out again; what others were paid holds. 409 where
 * they were not paid.
 */
export function takenBack(before: CommissionRow, userId: string): Money {
  const held = heldPayments(before)
  const stillPaid = held.filter((payment) => payment.userId !== userId)
  if (stillPaid.length === held.length) throw conflict('Deze commissie is niet uitbetaald.')
  return {
    ...before,
    status: before.status === 'uitbetaald' ? 'klaar_voor_uitbetaling' : before.status,
    ...{ paidAt: undefined, paidByInvoice: undefined },
    stillPaid: stillPaid.length > 0 ? stillPaid : undefined,
  }
}

const PAID_OUT = 'Deze commissie is al uitbetaald.'

interface Setting extends Amounts {
  readonly by: string
  readonly at: string
  readonly reason: string | undefined
}

/**
 * The money of a row with amounts set by hand. 409 when it was paid out (rulings 40), also where only one of its people
 * still is; 422 for an amount that nobody would get.
 */
export function withAmounts(row: Paid & Money, { by, at, reason, ...amounts }: Setting): Money {
  if (row.status === 'uitbetaald') throw conflict(`${PAID_OUT} De bedragen liggen vast; leg een correctie vast.`)
  if (row.agentPayee === NOBODY && amounts.agentCommission > 0) {
    throw unprocessable('Een afspraak zonder sale heeft alleen een vergoeding voor de caller', 'agentCommission')
  }
  if (row.callerPayee === NOBODY && amounts.callerCommission > 0) {
    throw unprocessable('Deze sale heeft geen caller', 'callerCommission')
  }
  const { status, paidAt, paidByInvoice, stillPaid } = row
  refuseOther(row, { ...row, ...amounts })
  return { status, paidAt, paidByInvoice, stillPaid, ...amounts, override: { by, at, reason } }
}
