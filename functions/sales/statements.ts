import { can } from '../../shared/access.ts'
import { notFound } from '../../shared/errors.ts'
import { type Cents, euros } from '../../shared/money.ts'
import { addMonths, type LocalDate, localDateOf, monthOf, now } from '../../shared/time.ts'
import { nameOf, ownedPerson } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { authorise } from '../platform/actor.ts'
import { readAll } from '../platform/rows.ts'
import { findUser } from '../platform/user.ts'
import { type AdjustmentRow, CommissionAdjustments } from './adjustment-entity.ts'
import { correctionId, isForInvoice } from './adjustments.ts'
import { type Amount, balanceOf } from './balance.ts'
import { ofPersonIn } from './commission-list.ts'
import { dueTo, ownedBy } from './commission-rules.ts'
import type { CommissionRow } from './entity.ts'
import { invoicedOf } from './invoiced.ts'
import { isPaidByInvoice } from './invoiced-payees.ts'
import { CommissionPayments, type PaymentRow } from './payment-entity.ts'

interface Whose {
  readonly userId?: string | undefined
  /** `yyyy-mm`. */
  readonly month: string
}

/**
 * The month of somebody within reach, one's own unless told otherwise: what they earned, what payroll pays, corrects and
 * carries over, and beside that what their invoices paid and net. In cents. Customers of another team are not named to who may not see that. 404 out of reach.
 */
export async function statementRows(actor: Caller, { userId = actor.id, month }: Whose) {
  const user = await findUser(userId)
  if (!user) throw notFound()
  const permit = authorise(actor, 'commission:read', ownedPerson(user))
  const adjustments = (await adjustmentsOf(userId)).filter((row) => row.month <= month)
  const [payments, rows] = await Promise.all([paymentsBeside(userId, adjustments, month), rowsOf(userId, month)])
  const nameFor = (teamId: number, customerName: string) =>
    can(actor, 'commission:read', { teamId, owners: [userId] }) ? customerName : 'Klant van een ander team'
  const inMonth = <Row extends Amount>(all: readonly Row[]) => all.filter((row) => row.month === month)
  const shown = ({ rowId, date, customerName, teamId, amount }: PaymentRow) => ({
    ...{ id: rowId, date, amount },
    customerName: nameFor(teamId, customerName),
  })
  const isListed = ({ nettedBy, transferredOn }: AdjustmentRow) => nettedBy !== 'payroll' && transferredOn === undefined
  const beside = inMonth(adjustments.filter(isListed))
  const invoiced = inMonth(payments.filter(isByInvoice))
  const [parts, isInvoiced] = await Promise.all([
    invoicedOf(userId, [...beside.map(correctionId), ...new Set(invoiced.map(({ rowId }) => rowId))]),
    isPaidByInvoice(userId),
  ])
  return {
    permit,
    user,
    month,
    earned: rows.map((row) => ({
      ...{ id: row.id, date: row.date, status: row.status, energyProvider: row.energyProvider },
      customerName: nameFor(row.teamId, row.customerName),
      ...earnedBy(userId, row),
    })),
    paid: inMonth(payments.filter(isByPayroll)).map(shown),
    adjustments: inMonth(adjustments.filter(isPayrolls)),
    ...balanceOf(month, payments.filter(isByPayroll), adjustments.filter(isPayrolls)),
    byInvoice: {
      paid: invoiced.map((row) => ({ ...shown(row), invoiceNumber: parts.get(row.rowId)?.invoiceNumber })),
      adjustments: beside.map((row) => {
        const invoiceNumber = parts.get(correctionId(row))?.invoiceNumber
        return { ...row, invoiceNumber, isOpen: isInvoiced && invoiceNumber === undefined && isForInvoice(row) }
      }),
    },
  }
}

/** What somebody earned by a row; nothing by one that was rejected. */
const earnedBy = (userId: string, row: CommissionRow) => ({
  ...dueTo(userId, row),
  ...(row.status === 'rejected' ? { amount: 0 } : {}),
})

/** A statement as the API shows it. */
export async function statementOf(actor: Caller, whose: Whose) {
  const { permit: _, user, earned, paid, adjustments, byInvoice, ...rest } = await statementRows(actor, whose)
  const shown = <Row extends { readonly amount: number }>(row: Row) => ({ ...row, amount: euros(row.amount as Cents) })
  const totalOf = (rows: readonly { readonly amount: number }[]) =>
    euros(rows.reduce((sum, { amount }) => sum + amount, 0) as Cents)
  const correction = ({ id, date, reason, amount }: AdjustmentRow) => shown({ id, date, reason, amount })
  return {
    userId: user.id,
    user: nameOf(user),
    month: rest.month,
    earned: earned.map(shown),
    paid: paid.map(shown),
    adjustments: adjustments.map(correction),
    byInvoice: {
      paid: byInvoice.paid.map(shown),
      adjustments: byInvoice.adjustments.map((row) => ({
        ...correction(row),
        ...{ invoiceNumber: row.invoiceNumber, isOpen: row.isOpen },
      })),
      paidTotal: totalOf(byInvoice.paid),
      adjustedTotal: totalOf(byInvoice.adjustments),
    },
    earnedTotal: totalOf(earned),
    paidTotal: euros(rest.paidTotal as Cents),
    adjustedTotal: euros(rest.adjustedTotal as Cents),
    carriedIn: euros(rest.carriedIn as Cents),
    payable: euros(rest.payable as Cents),
    carriedOut: euros(rest.carriedOut as Cents),
  }
}

/** The rows dated in a month that are paid to somebody, in order. */
export async function rowsOf(userId: string, month: string): Promise<CommissionRow[]> {
  const parts = await Promise.all(ofPersonIn(userId, month).map((query) => readAll<CommissionRow>(query)))
  const once = new Map(parts.flat().map((row) => [row.id, row]))
  return [...once.values()]
    .filter((row) => ownedBy(row).owners?.includes(userId))
    .sort((one, other) => one.date.localeCompare(other.date) || one.id.localeCompare(other.id))
}

/** What was paid to somebody from one month until another, both included. */
const paymentsOf = (userId: string, from: string, to: string) =>
  readAll<PaymentRow>(
    CommissionPayments.query
      .primary({ userId })
      .between({ date: `${from}-01`, paidAt: '', rowId: '' }, { date: firstAfter(to), paidAt: '', rowId: '' }),
  )

const firstAfter = (month: string): LocalDate => addMonths(`${month}-01` as LocalDate, 1)

/** Payments until a month, both included, from the first month that was corrected on: what none was carried into. */
const paymentsBeside = (userId: string, adjustments: readonly Amount[], month: string) =>
  paymentsOf(
    userId,
    adjustments.reduce((first, row) => (row.month < first ? row.month : first), month),
    month,
  )

/** What somebody's pay was corrected by, by whatever it is netted. */
export const adjustmentsOf = (userId: string) => readAll<AdjustmentRow>(CommissionAdjustments.query.byUser({ userId }))

/**
 * What payroll cannot net of somebody who leaves it, in cents: what is below zero until now. Above zero it is what invoices
 * gave it this month, as far as that is still to be paid.
 */
export async function leftByPayroll(userId: string, adjustments: readonly AdjustmentRow[]): Promise<number> {
  const month = monthOf(localDateOf(now()))
  const corrected = adjustments.filter(isPayrolls)
  const payments = await paymentsBeside(userId, corrected, month)
  const { carriedOut, payable } = balanceOf(month, payments.filter(isByPayroll), corrected)
  const given = corrected.filter((row) => row.isTransfer && row.month === month)
  return (
    carriedOut ||
    Math.max(
      0,
      Math.min(
        payable,
        given.reduce((sum, { amount }) => sum + amount, 0),
      ),
    )
  )
}

const isByInvoice = ({ isByInvoice }: PaymentRow) => isByInvoice === true
const isByPayroll = ({ isByInvoice }: PaymentRow) => isByInvoice !== true
const isPayrolls = ({ nettedBy }: AdjustmentRow) => nettedBy === 'payroll'
