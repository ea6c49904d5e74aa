import type { EntityItem } from 'electrodb'
import { conflict } from '../../shared/errors.ts'
import { moneyText, wholeCents } from '../../shared/money.ts'
import type { Whole } from '../../shared/whole.ts'
import { condition, type GuardedWrite } from '../platform/commit.ts'
import { Entity, key, model, must, store, text } from '../platform/table.ts'
import { payeesOf } from './commission-rules.ts'
import { type CommissionRow, Commissions } from './entity.ts'
import { isPaidByInvoice, paidByPayroll } from './invoiced-payees.ts'

/**
 * Which invoice holds somebody's part of a commission, or a correction: there is one at most. When it goes, decision 72
 * tells.
 *
 * | Read                  | Index   | Key                     |
 * | one part              | primary | commissionId · userId   |
 * | all of a commission   | primary | commissionId ·          |
 */
const InvoicedCommissions = new Entity(
  {
    model: model('invoiced'),
    attributes: {
      /** Of a correction what `correctionId` makes of its id. */
      commissionId: must,
      userId: must,
      invoiceId: must,
      invoiceNumber: must,
      runId: must,
      /** What its line says, in signed cents. */
      amount: { type: 'number', required: true },
      /** `paid`: with its invoice; `skipped`: the commission did not follow it, the message says why. */
      state: { type: ['open', 'paid', 'skipped'] as const, required: true },
      message: text,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['commissionId'], template: 'invoiced#${commissionId}' },
        sk: { ...key.primary.sk, composite: ['userId'], template: '${userId}' },
      },
    },
  },
  store,
)
export type InvoicedRow = Whole<EntityItem<typeof InvoicedCommissions>>

/** Parts that are read in one go. */
const BATCH = 100

/** Whether a commission may be paid out by hand: what refuses it, and what must still hold, or is written, when it is. */
export interface ByHand {
  readonly reason: string | null
  /** The monthly run pays it: nothing is wrong, and nothing to be done. */
  readonly isForRun: boolean
  /** Whom invoices pay, or have paid. */
  readonly paidByInvoice: CommissionRow['paidByInvoice']
  readonly conditions: readonly GuardedWrite[]
}

/**
 * Whether the invoices that hold parts of a commission leave it to be paid out by hand: not while one is to be paid, as
 * that pays it out, nor after one that paid something else than is due now (rulings 39), nor by payroll to somebody with a
 * partner (rulings 38).
 */
export async function byHand(row: CommissionRow): Promise<ByHand> {
  const { id: commissionId } = row
  const parts = await partsOf(commissionId)
  const payees = payeesOf(row)
  const reasons = parts.flatMap(({ userId, invoiceNumber, state, amount }) => {
    if (state === 'open') return [onInvoice(invoiceNumber)]
    const due = payees.find((payee) => payee.userId === userId)?.amount ?? 0
    return due === amount ? [] : [paidOther(invoiceNumber, amount, due)]
  })
  const others = payees.filter(({ userId }) => !parts.some((part) => part.userId === userId))
  const isPaid = (userId: string) => row.stillPaid?.some((payment) => payment.userId === userId)
  const byPayroll = others.filter(({ userId, amount }) => amount !== 0 && !isPaid(userId))
  const partnered = reasons.length > 0 ? undefined : await firstPartnered(byPayroll)
  return {
    reason: reasons[0] ?? (partnered ? forRun(partnered.name) : null),
    isForRun: partnered !== undefined,
    paidByInvoice: parts.length > 0 ? parts.map(({ userId }) => userId) : undefined,
    conditions: [
      ...parts.map(paidByHand),
      ...others.map(({ userId }) => notInvoiced(commissionId, userId)),
      ...byPayroll.map(({ userId }) => paidByPayroll(userId)),
    ],
  }
}

/** Returns the first of some people whom invoices pay. */
async function firstPartnered<Payee extends { readonly userId: string }>(payees: readonly Payee[]) {
  const isPartnered = await Promise.all(payees.map(({ userId }) => isPaidByInvoice(userId)))
  return payees.find((_, index) => isPartnered[index])
}

const forRun = (name: string) => `Deze commissie gaat via de maandrun: ${name} heeft een partner.`

/**
 * What a part says when its commission is paid out by hand: one that did not follow the invoice that paid it has followed
 * now, and is taken back with that payment like any other.
 */
function paidByHand({ commissionId, userId, state, amount }: InvoicedRow): GuardedWrite {
  const key = { commissionId, userId }
  const same = InvoicedCommissions.delete(key).where(
    (part, { eq }) => `${eq(part.state, state)} AND ${eq(part.amount, amount)}`,
  )
  if (state !== 'skipped') return condition(same, invoicedMeanwhile)
  const write = InvoicedCommissions.patch(key)
    .set({ state: 'paid' })
    .remove(['message'])
    .where((part, { eq }) => `${eq(part.state, 'skipped')} AND ${eq(part.amount, amount)}`)
  return { write, otherwise: invoicedMeanwhile }
}

/** A commission that is paid out by hand. 409 that names the invoice that is against it. */
export async function payableByHand(row: CommissionRow): Promise<ByHand> {
  const found = await byHand(row)
  if (found.reason !== null) throw conflict(found.reason)
  return found
}

/** All parts of a commission that invoices hold; strongly consistent. */
export async function partsOf(commissionId: string): Promise<InvoicedRow[]> {
  const { data } = await InvoicedCommissions.query.primary({ commissionId }).go({ consistent: true, pages: 'all' })
  return data as InvoicedRow[]
}

/** The write by which an invoice takes a part that no other has. */
export const partTaken = (part: Omit<InvoicedRow, keyof Settled>): GuardedWrite => ({
  write: InvoicedCommissions.create({ ...part, state: 'open' }),
  otherwise: () => conflict('Een van deze commissies staat intussen op een andere factuur'),
})

/**
 * The write by which an invoice lets go of a part, if it has it. 409 as long as that stands as paid, as its payment is being
 * taken back: without its part the commission would stay paid out.
 */
export function partGivenBack({
  commissionId,
  userId,
  invoiceId,
}: Pick<InvoicedRow, 'commissionId' | 'userId' | 'invoiceId'>): GuardedWrite {
  const write = InvoicedCommissions.delete({ commissionId, userId }).where(
    (part, { eq, ne, notExists }) =>
      `${notExists(part.invoiceId)} OR (${eq(part.invoiceId, invoiceId)} AND ${ne(part.state, 'paid')})`,
  )
  return {
    write,
    otherwise: () => conflict('De commissies van deze factuur worden nog teruggezet. Probeer het zo opnieuw.'),
  }
}

type Settled = Pick<InvoicedRow, 'state' | 'message'>

/** The write of what became of a part over the one that was read; with null it goes. */
export function partSettled(part: InvoicedRow, to: Settled | null, otherwise: () => Error): GuardedWrite {
  const { commissionId, userId } = part
  const write = to ? InvoicedCommissions.put({ ...part, ...to }) : InvoicedCommissions.delete({ commissionId, userId })
  const asRead = write.where(
    ({ invoiceId, state }, { eq }) => `${eq(invoiceId, part.invoiceId)} AND ${eq(state, part.state)}`,
  )
  return { write: asRead, otherwise }
}

/** The condition that a part stands as it was read. */
export const partUnchanged = ({ commissionId, userId, state }: InvoicedRow, otherwise: () => Error): GuardedWrite =>
  condition(
    InvoicedCommissions.delete({ commissionId, userId }).where((row, { eq }) => eq(row.state, state)),
    otherwise,
  )

/** Which of what somebody is due is on an invoice, by the ids of commissions and corrections; strongly consistent. */
export async function invoicedOf(userId: string, ids: readonly string[]): Promise<Map<string, InvoicedRow>> {
  const found = new Map<string, InvoicedRow>()
  for (let at = 0; at < ids.length; at += BATCH) {
    const keys = ids.slice(at, at + BATCH).map((commissionId) => ({ commissionId, userId }))
    const { data } = await InvoicedCommissions.get(keys).go({ consistent: true })
    for (const row of data as InvoicedRow[]) found.set(row.commissionId, row)
  }
  return found
}

/** What an invoice that holds a commission says of it, and what it must stay for that to be paid (rulings 40). */
const fixed = ['agentPayee', 'callerPayee', 'agentCommission', 'callerCommission', 'date', 'status'] as const

/**
 * Returns the conditions under which a commission becomes another. 409 with the number of the invoice that holds it, for
 * another payee, amount, day or step.
 */
export const changeable = async (before: CommissionRow, after: CommissionRow): Promise<readonly GuardedWrite[]> =>
  fixed.every((name) => before[name] === after[name]) ? [] : leaveable(before)

/** Returns the conditions that no invoice holds a commission. 409 with the number of the one that does. */
export async function leaveable(row: CommissionRow): Promise<readonly GuardedWrite[]> {
  const { id: commissionId } = row
  const [part] = await partsOf(commissionId)
  if (part) throw conflict(invoicedTo(part.invoiceNumber))
  return payeesOf(row).map(({ userId }) => notInvoiced(commissionId, userId))
}

/** The condition that no invoice has somebody's part of a commission, or a correction. */
export const notInvoiced = (commissionId: string, userId: string) =>
  condition(
    InvoicedCommissions.delete({ commissionId, userId }).where((part, { notExists }) => notExists(part.commissionId)),
    invoicedMeanwhile,
  )

const invoicedTo = (number: string) =>
  `Deze commissie staat op factuur ${number}. Annuleer of crediteer die eerst. ${settleText}`

const onInvoice = (number: string) =>
  `Deze commissie staat op factuur ${number} en wordt daarmee uitbetaald. Betaal of annuleer die factuur, of crediteer de regel. ${settleText}`

const settleText = 'Al geheel gecrediteerd? Verreken die factuur dan met de creditfactuur.'

const paidOther = (number: string, paid: number, due: number) =>
  `Factuur ${number} betaalde van deze commissie ${amountText(paid)} en niet ${amountText(due)}. Zet het bedrag terug en leg het verschil als correctie vast.`

const amountText = (amount: number) => moneyText(wholeCents(amount))

const invoicedMeanwhile = () => conflict('Deze commissie is intussen op een factuur gezet. Probeer het opnieuw.')

/** Why an invoice does not take a commission that is no longer what it was read as. */
export const changedSince = () => conflict('Een van deze commissies is intussen gewijzigd')

/** The condition that a commission is to be paid out, and to whom and how much, as it was read; for an invoice that takes it. */
export function stillDue({
  id,
  agentPayee,
  callerPayee,
  agentCommission,
  callerCommission,
}: CommissionRow): GuardedWrite {
  const write = Commissions.delete({ id }).where((row, { eq }) =>
    [
      eq(row.status, 'klaar_voor_uitbetaling'),
      eq(row.agentPayee, agentPayee),
      eq(row.callerPayee, callerPayee),
      eq(row.agentCommission, agentCommission),
      eq(row.callerCommission, callerCommission),
    ].join(' AND '),
  )
  return condition(write, changedSince)
}
