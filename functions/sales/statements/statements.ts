import { notFound } from '../../../shared/errors.ts'
import { type Cents, euros } from '../../../shared/money.ts'
import type { Explanation } from '../../../shared/sales/choices.ts'
import { payees } from '../../../shared/sales/commission-steps.ts'
import {
  itemIdsOf,
  journalOfPerson,
  type LedgerItem,
  readItemsOfTransactions,
  readPersonBalance,
  type TransactionKind,
  type TransactionRow,
} from '../../book/service.ts'
import { nameOf, namesOf, ownersOfPerson } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { authorise } from '../../platform/actor.ts'
import { findUser } from '../../platform/identity/user.ts'
import { readAllRows } from '../../records/source.ts'
import { explanationOf, lastFact, type Names, settersOf } from '../amounts/amount-facts.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { customersOf, findEarningRole, type ItemCustomer } from './item-customers.ts'

interface Whose {
  readonly userId?: string | undefined
  /** `yyyy-mm`. */
  readonly month: string
}

/**
 * Reads a person's earnings, payments and open amounts of a month from the ledger, in cents; by default the actor's
 * own. Hides names of other teams' customers; throws 404 out of reach.
 */
export async function readMonthStatement(actor: Caller, { userId = actor.id, month }: Whose) {
  const user = await findUser(userId)
  if (!user) throw notFound()
  const permit = authorise(actor, 'commission:read', ownersOfPerson(user))
  const [journal, sums] = await Promise.all([journalOf(userId, month), readPersonBalance(userId, month)])
  const named = await customersOf(
    actor,
    journal.flatMap(({ items }) => items),
  )
  const customerOf = (item: LedgerItem) => named(item).customerName
  const rows = journal.flatMap(({ items }) => items.flatMap((item) => named(item).row ?? []))
  const names = await namesOf(rows.flatMap(settersOf))
  const of = (...kinds: TransactionKind[]) => journal.filter(({ row }) => kinds.includes(row.kind))
  const settled = (posted: readonly Posted[], sign: 1 | -1) =>
    posted.flatMap(({ row: { date, documentNumber = '' }, items }) =>
      items.map((item) => ({
        ...{ id: item.commissionId ?? item.id, kind: item.kind, date, invoiceNumber: documentNumber },
        ...{ customerName: customerOf(item), reason: item.text, amount: sign * item.amount },
        explanation: explainItem(item, named(item).row, names),
      })),
    )
  const invoiced = [...settled(of('issue'), 1), ...settled(of('credit'), -1)]
  return {
    ...{ permit, user, month },
    earned: of('due').flatMap(({ row, items }) =>
      items.map((item) => ({
        ...earningRow(item, row, named(item)),
        explanation: explainItem(item, named(item).row, names) ?? { agent: null, caller: null },
      })),
    ),
    paid: settled(of('payroll', 'own-invoice'), 1).map((line) =>
      line.kind === 'due' ? line : { ...line, customerName: line.reason },
    ),
    adjustments: of('correction', 'reversal').flatMap(({ row: { id, kind, date, text: reason }, items }) =>
      items.map((item) => ({
        ...{ id: kind === 'correction' ? id : `${id}/${item.id}`, date, reason },
        amount: kind === 'correction' ? item.amount : -item.amount,
        customerName: item.commissionId === undefined ? undefined : customerOf(item),
      })),
    ),
    byInvoice: {
      paid: invoiced.filter(({ kind }) => kind === 'due'),
      adjustments: invoiced
        .filter(({ kind }) => kind === 'correction')
        .map(({ customerName: name, ...line }) => ({ ...line, customerName: name === line.reason ? undefined : name })),
    },
    carriedIn: sums.openBefore,
    carriedOut: sums.openAfter,
  }
}

/** A transaction of a person's month, with its items. */
interface Posted {
  readonly row: TransactionRow
  readonly items: readonly LedgerItem[]
}

/** Reads the postings of a person in a month, oldest first; leaves out splits, which change no amount. */
async function journalOf(userId: string, month: string): Promise<Posted[]> {
  const rows = (await readAllRows(journalOfPerson(userId, month))).filter(({ kind }) => kind !== 'split')
  const items = await readItemsOfTransactions(rows)
  return rows.reverse().map((row) => ({ row, items: itemIdsOf(row).flatMap((id) => items.get(id) ?? []) }))
}

/**
 * Explains the amount of an item by the history of amounts until that item was posted; null for a correction or an
 * unknown commission.
 */
function explainItem(
  { kind, userId, createdAt, amount }: LedgerItem,
  row: CommissionRow | undefined,
  names: Names,
): Explanation | null {
  if (kind !== 'due' || !row) return null
  const facts = (row.amountFacts ?? []).filter((fact) => fact.userId === userId)
  const roles = payees.filter((as) => facts.some((fact) => fact.as === as))
  const text = (as: (typeof payees)[number]) => {
    if (!roles.includes(as)) return null
    const own = roles.length === 1 ? amount : (lastFact(facts, as, createdAt)?.amount ?? 0)
    return explanationOf({ ...row, amountFacts: facts }, as, own, names, createdAt)
  }
  return { agent: text('agent'), caller: text('caller') }
}

/**
 * Returns what a person earned by a commission, with its present status; nieuw when the commission no longer exists.
 */
function earningRow(item: LedgerItem, { date }: TransactionRow, { row, customerName }: ItemCustomer) {
  const { energyProvider, status } = row ?? { energyProvider: undefined, status: 'nieuw' as const }
  const as = findEarningRole(item, row)
  return { id: item.commissionId ?? item.id, date, customerName, energyProvider, as, status, amount: item.amount }
}

/**
 * Reads a person's statement of a month as the API shows it, with totals, in euros; by default the actor's own. Throws
 * 404 out of reach.
 */
export async function readStatement(actor: Caller, whose: Whose) {
  const { user, month, earned, paid, adjustments, byInvoice, carriedIn, carriedOut } = await readMonthStatement(
    actor,
    whose,
  )
  const shown = <Row extends { readonly amount: number }>(row: Row) => ({ ...row, amount: euros(row.amount as Cents) })
  const totalOf = (rows: readonly { readonly amount: number }[]) =>
    euros(rows.reduce((sum, { amount }) => sum + amount, 0) as Cents)
  const paidTotal = totalOf(paid)
  return {
    ...{ userId: user.id, user: nameOf(user), month },
    earned: earned.map(shown),
    paid: paid.map(shown),
    adjustments: adjustments.map(shown),
    byInvoice: {
      paid: byInvoice.paid.map(shown),
      adjustments: byInvoice.adjustments.map(shown),
      paidTotal: totalOf(byInvoice.paid),
      adjustedTotal: totalOf(byInvoice.adjustments),
    },
    ...{ earnedTotal: totalOf(earned), paidTotal, adjustedTotal: totalOf(adjustments), payable: paidTotal },
    ...{ carriedIn: euros(carriedIn as Cents), carriedOut: euros(carriedOut as Cents) },
  }
}
