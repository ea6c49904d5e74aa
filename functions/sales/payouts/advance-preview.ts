import { can } from '../../../shared/access.ts'
import { MAX_NAMED, manualPayoutMethods, type stayingReasons } from '../../../shared/api/schemas/advance.ts'
import { inEuros } from '../../../shared/money.ts'
import {
  isOpen,
  type LedgerItem,
  readCurrentItems,
  readOpenItems,
  readPayees,
  settlementOf,
  settlementTotal,
} from '../../book/service.ts'
import { onlyAdminCondition } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitNothing } from '../../platform/data/commit.ts'
import { getRows } from '../../platform/data/rows.ts'
import { findUser } from '../../platform/identity/user.ts'
import { runInParallel } from '../../platform/run-in-parallel.ts'
import { readFirstWithin } from '../../records/list.ts'
import { ownersOf, payeesOf, unpaidAmountOf } from '../amounts/commission-rules.ts'
import { type CommissionRow, Commissions } from '../commission-entity.ts'
import { readPayout } from '../commissions/booking.ts'
import { filterOf, sourcesFor, spanOf } from '../commissions/commission-list.ts'
import { readCoolingOffSettings } from '../commissions/commission-settings.ts'
import { explainFirstPayment } from '../first-payments.ts'
import { ownMoneyError } from '../own-money.ts'
import { readOpenQuestions } from '../questions/questions.ts'
import { requireNextStep, type Wish } from './advance.ts'
import { findReasonToStay } from './advance-rules.ts'
import { describeFirstPayments } from './first-payment-list.ts'

type Reason = (typeof stayingReasons)[number]

/** Maximum number of commissions of a filter, and of rows read for it. */
const MOST = { rows: MAX_NAMED, read: 10_000 }

/** Maximum number of customer names shown per reason why commissions do not move. */
const MOST_NAMES = 20

/** Maximum number of commissions whose open questions are shown. */
const MOST_QUESTIONS = 200

/** Maximum number of people whose items and payout method are read at the same time. */
const AT_ONCE = 20

/**
 * Returns what moving commissions to their next status would do: amounts, payout methods, and why some stay (rulings
 * 38). Stores nothing; throws 422 when the status has no next one.
 */
export async function previewAdvance(actor: Caller, wish: Wish) {
  const permit = authorise(actor, 'commission:edit')
  const nextStatus = requireNextStep(wish.expectedStatus)
  const { rows, missing, isComplete } = await readChosen(actor, wish)
  const isAlone = (await onlyAdminCondition(actor, ownMoneyError)) !== null
  const run = { expectedStatus: wish.expectedStatus, nextStatus, withQuestions: [...(wish.withQuestions ?? [])] }
  const rules = { isAlone, settings: await readCoolingOffSettings() }
  const judged = rows.map((row) => ({ row, reason: findReasonToStay(run, actor, row, rules) as Reason | null }))
  const staying = judged.flatMap(({ row, reason }) => (reason ? [{ row, reason, amount: unpaidAmountOf(row) }] : []))
  const moving = judged.filter(({ reason }) => reason === null).map(({ row }) => row)
  const paying = nextStatus === 'uitbetaald' ? await paymentOf(actor, moving, isAlone) : null
  const stays = [...staying, ...(paying?.stays ?? [])]
  const advancing = paying ? paying.paid : moving
  const people = new Set(advancing.flatMap((row) => payeesOf(row).map(({ userId }) => userId)))
  const asked = stays.filter(({ reason }) => reason === 'question').map(({ row }) => row)
  return commitNothing(permit, {
    nextStatus,
    count: advancing.length,
    total: paying ? paying.total : sumInEuros(advancing.map((row) => unpaidAmountOf(row))),
    selected: { count: rows.length + missing, total: sumInEuros(rows.map((row) => unpaidAmountOf(row))) },
    people: paying ? paying.people : people.size,
    byPayoutMethod: paying?.byPayoutMethod ?? [],
    firstPayments: paying?.firstPayments ?? [],
    staying: stayingOf(stays, missing),
    questions: await questionsOf(asked),
    isComplete,
  })
}

const sumInEuros = (cents: readonly number[]) => inEuros(cents.reduce((sum, one) => sum + one, 0))

/** Amount of a commission that a run does not pay, in cents, with the reason. */
interface Stay {
  readonly row: CommissionRow
  readonly reason: Reason
  readonly amount: number
  /** Payees whose first payment it is. */
  readonly people?: readonly string[]
}

/** Reads the commissions of a run, and counts named ones that are missing or out of reach. */
async function readChosen(actor: Caller, { ids, filter }: Wish) {
  if (ids) {
    const keys = [...new Set(ids)].map((id) => ({ id }))
    const found = (await getRows(Commissions, keys)) as CommissionRow[]
    const rows = found.filter((row) => !row.replacedBy && can(actor, 'commission:edit', ownersOf(row)))
    return { rows, missing: keys.length - rows.length, isComplete: true }
  }
  const query = { ...filter, ...spanOf(filter ?? {}) }
  const list = { ...sourcesFor(query), matches: filterOf(query) }
  const { rows, isComplete } = await readFirstWithin(actor, 'commission:edit', MOST, list)
  return { rows, missing: 0, isComplete }
}

/**
 * Returns the amounts paid by hand, by payout method and person, and the people who are paid for the first time. The
 * commissions that are paid, in whole or in part, are in `paid`. `stays` has what is not paid: parts that only
 * partners' invoices pay, parts that a document holds already, and first payments that the actor may not make.
 */
async function paymentOf(actor: Caller, rows: readonly CommissionRow[], isAlone: boolean) {
  const payees = rows.flatMap((row) =>
    payeesOf(row)
      .filter(({ amount }) => amount > 0)
      .map((payee) => ({ ...payee, row })),
  )
  const names = new Map(payees.map(({ userId, name }) => [userId, name]))
  const items = await readCurrentItems(rows.flatMap(({ dues = [] }) => dues.map(({ itemId }) => itemId)))
  const itemsOf = Map.groupBy(items.filter(isOpen), ({ commissionId }) => commissionId)
  const open = rows.map((row) => ({ row, parts: openParts(row, itemsOf.get(row.id) ?? []) }))
  const users = [...new Set(open.flatMap(({ parts }) => parts.map(({ userId }) => userId)))]
  const payouts = new Map<string, Awaited<ReturnType<typeof readPayout>>>()
  await runInParallel(users, async (userId) => void payouts.set(userId, await readPayout(userId)), AT_ONCE)
  const isByHand = ({ userId }: Part) => payouts.get(userId)?.payoutMethod !== 'invoice'
  const isFree = (row: CommissionRow) => unpaidAmountOf(row) === 0
  const payable = open.filter(({ row, parts }) => isFree(row) || parts.some(isByHand))
  const handed = new Set(payable.flatMap(({ parts }) => parts.filter(isByHand).map(({ userId }) => userId)))
  const admin = await findUser(actor.id)
  const payeesById = await readPayees([...handed].flatMap((userId) => payouts.get(userId)?.user ?? []))
  /** Returns the payees of a commission whose first payment the actor may not make. */
  const firstOf = ({ row, parts }: (typeof open)[number]) =>
    parts.filter(isByHand).flatMap(({ userId }) => {
      const payee = payeesById.get(userId)
      return payee && explainFirstPayment(actor, row, payee, { admin, isAlone }) !== null ? [userId] : []
    })
  const refused = payable.filter((one) => firstOf(one).length > 0)
  const paid = payable.filter((one) => !refused.includes(one))
  const stays = open.flatMap((one): Stay[] => {
    const { row, parts } = one
    const byHand = sumParts(parts.filter(isByHand))
    const onInvoice = sumParts(parts) - byHand
    return [
      { row, reason: 'invoice' as const, amount: onInvoice },
      { row, reason: 'held' as const, amount: unpaidAmountOf(row) - sumParts(parts) },
      { row, reason: 'firstPayment' as const, amount: refused.includes(one) ? byHand : 0, people: firstOf(one) },
    ].filter(({ amount }) => amount !== 0)
  })
  const byUser = Map.groupBy(
    paid.flatMap(({ row, parts }) => parts.filter(isByHand).map((part) => ({ ...part, row }))),
    ({ userId }) => userId,
  )
  const totals = new Map<string, Awaited<ReturnType<typeof settlementFor>>>()
  await runInParallel(
    [...byUser],
    async ([userId, parts]) => void totals.set(userId, await settlementFor(userId, parts)),
    AT_ONCE,
  )
  const payments = [...byUser].map(([userId, parts]) => ({
    ...{ userId, name: names.get(userId) ?? '', payoutMethod: payouts.get(userId)?.payoutMethod },
    ...{ rowIds: new Set(parts.map(({ row }) => row.id)), ...(totals.get(userId) ?? { total: 0, corrections: 0 }) },
  }))
  const found = manualPayoutMethods.map((method) => sumPayments(method, payments)).filter(({ count }) => count > 0)
  return {
    paid: paid.map(({ row }) => row),
    stays,
    firstPayments: await describeFirstPayments(
      [...payeesById.values()].filter(({ user }) => byUser.has(user.id)),
      (userId) => totals.get(userId)?.total ?? 0,
    ),
    total: inEuros(found.reduce((sum, { total }) => sum + total, 0)),
    people: byUser.size,
    byPayoutMethod: found.map(({ people, ...payment }) => ({
      ...payment,
      total: inEuros(payment.total),
      people: people.map((one) => ({ ...one, total: inEuros(one.total), corrections: inEuros(one.corrections) })),
    })),
  }
}

/** Pay of one person, in cents, with the ids of the commissions that it pays. */
interface Payment {
  readonly userId: string
  readonly name: string
  readonly payoutMethod: string | undefined
  readonly rowIds: ReadonlySet<string>
  readonly total: number
  readonly corrections: number
}

/** Returns the payments by one payout method, by name, with their sum and the number of commissions. */
function sumPayments(payoutMethod: (typeof manualPayoutMethods)[number], payments: readonly Payment[]) {
  const those = payments
    .filter((one) => one.payoutMethod === payoutMethod)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'nl'))
  return {
    payoutMethod,
    count: new Set(those.flatMap(({ rowIds }) => [...rowIds])).size,
    people: those.map(({ userId, name, rowIds, total, corrections }) => ({
      ...{ userId, name, count: rowIds.size, total, corrections },
    })),
    total: those.reduce((sum, { total }) => sum + total, 0),
  }
}

/** Open part of a commission for one payee. */
interface Part {
  readonly userId: string
  readonly amount: number
  /** Ledger items of the open part; empty for a commission without postings. */
  readonly items: readonly LedgerItem[]
}

const sumParts = (parts: readonly Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Returns the open part of a commission for each payee: from its ledger items, or from its own amounts when nothing is
 * posted.
 */
function openParts(row: CommissionRow, items: readonly LedgerItem[]): Part[] {
  if (!row.dues?.length) {
    return payeesOf(row)
      .filter(({ amount }) => amount > 0)
      .map(({ userId, amount }) => ({ userId, amount, items: [] }))
  }
  return [...Map.groupBy(items, ({ userId }) => userId)].map(([userId, own]) => ({
    ...{ userId, items: own },
    amount: own.reduce((sum, { amount }) => sum + amount, 0),
  }))
}

/**
 * Returns a person's pay in cents for parts of commissions, open corrections included (`total`). `corrections` is the
 * share of the corrections in that total; below 0 when they lower the pay.
 */
async function settlementFor(userId: string, parts: readonly Part[]) {
  const dues = parts.reduce((sum, { amount }) => sum + amount, 0)
  const chosenItems = parts.flatMap(({ items }) => items)
  const unbooked = dues - chosenItems.reduce((sum, { amount }) => sum + amount, 0)
  const ids = new Set(chosenItems.map(({ id }) => id))
  const corrections = (await readOpenItems(userId)).filter(({ kind }) => kind !== 'due')
  const fresh = chosenItems[0] && unbooked > 0 ? [{ ...chosenItems[0], id: 'unbooked', amount: unbooked }] : []
  const settlement = settlementOf([...chosenItems, ...fresh, ...corrections], new Set([...ids, 'unbooked']))
  const total = settlementTotal(settlement) + (fresh.length > 0 ? 0 : unbooked)
  return { total, corrections: total - dues }
}

function stayingOf(stays: readonly Stay[], missing: number) {
  const found = [...Map.groupBy(stays, ({ reason }) => reason)].map(([reason, rows]) => ({
    reason,
    count: rows.length,
    total: sumInEuros(rows.map(({ amount }) => amount)),
    names: [...new Set(rows.map(({ row }) => row.customerName))].slice(0, MOST_NAMES),
    people: new Set(rows.flatMap(({ people = [] }) => people)).size,
  }))
  return missing === 0
    ? found
    : [...found, { reason: 'missing' as const, count: missing, total: 0, names: [], people: 0 }]
}

/** Reads the open questions about the first 200 rows. */
async function questionsOf(rows: readonly CommissionRow[]) {
  const byId = new Map(rows.slice(0, MOST_QUESTIONS).map((row) => [row.id, row]))
  const open = await readOpenQuestions([...byId.keys()])
  return open.flatMap(({ id, commissionId, name, question }) => {
    const row = byId.get(commissionId)
    if (!row) return []
    const { customerName } = row
    return [{ commissionId, questionId: id, customerName, name, question, total: inEuros(unpaidAmountOf(row)) }]
  })
}
