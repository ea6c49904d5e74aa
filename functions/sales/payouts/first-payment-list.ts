import { euros, wholeCents } from '../../../shared/money.ts'
import { type Payee, readPayees } from '../../book/service.ts'
import { namesOf, onlyAdminCondition } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { readCountersWithin, STANDING } from '../../platform/data/counters.ts'
import { asWhole, getRows } from '../../platform/data/rows.ts'
import { findUser, fullName, type User, Users } from '../../platform/identity/user.ts'
import { readFirstWithin } from '../../records/list.ts'
import { payeesOf } from '../amounts/commission-rules.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { findPayoutMethod } from '../commissions/booking.ts'
import { filterOf, sourcesFor } from '../commissions/commission-list.ts'
import { explainFirstPayment } from '../first-payments.ts'
import { ownMoneyError } from '../own-money.ts'

/** Maximum number of commissions that are named for a first payment, and of rows read for them. */
const MOST = { rows: 2_000, read: 5_000 }

/** Describes payees who are paid for the first time, by name; `centsOf` gives the amount of a person. */
export async function describeFirstPayments(payees: readonly Payee[], centsOf: (userId: string) => number) {
  const first = payees.filter(({ isFirst }) => isFirst).map(({ user }) => user)
  const names = await namesOf(first.flatMap(({ createdBy }) => createdBy ?? []))
  return first
    .map((user) => ({
      ...{ userId: user.id, name: fullName(user), since: user.createdAt },
      total: euros(wholeCents(centsOf(user.id))),
      createdBy: user.createdBy === undefined ? undefined : fullName(names(user.createdBy)),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'nl'))
}

/** Reads the people with commissions ready for payment by hand for whom that is the first payment, with their cents. */
async function readFirstPayees(actor: Caller): Promise<Map<string, { payee: Payee; cents: number }>> {
  const due = new Map<string, number>()
  for (const { userId, counts } of await readCountersWithin(STANDING, { scope: 'all' })) {
    const cents = counts['due-klaar_voor_uitbetaling'] ?? 0
    if (cents > 0 && userId !== actor.id) due.set(userId, (due.get(userId) ?? 0) + cents)
  }
  const keys = [...due.keys()].map((id) => ({ id }))
  const users = asWhole(await getRows(Users, keys)) as User[]
  const first = [...(await readPayees(users)).values()].filter(({ isFirst }) => isFirst)
  const found = await Promise.all(
    first.map(async (payee) => ({ payee, isByHand: (await findPayoutMethod(payee.user.id)) !== 'invoice' })),
  )
  const byHand = found.filter(({ isByHand }) => isByHand)
  return new Map(byHand.map(({ payee }) => [payee.user.id, { payee, cents: due.get(payee.user.id) ?? 0 }]))
}

/** Reads the commissions that this admin may pay to somebody for the first time, and those people. */
async function readFirstPayments(actor: Caller) {
  authorise(actor, 'commission:manage')
  const waiting = await readFirstPayees(actor)
  if (waiting.size === 0) return { waiting: [], rows: [] }
  const query = { step: 'klaar_voor_uitbetaling' } as const
  const isReady = filterOf(query)
  const [admin, alone] = await Promise.all([findUser(actor.id), onlyAdminCondition(actor, ownMoneyError)])
  const firstOf = (row: CommissionRow) =>
    payeesOf(row).flatMap(({ userId, amount }) => (amount > 0 ? (waiting.get(userId)?.payee ?? []) : []))
  const isMine = (row: CommissionRow) => {
    const payees = firstOf(row)
    return (
      payees.length > 0 &&
      payees.every((payee) => explainFirstPayment(actor, row, payee, { admin, isAlone: alone !== null }) === null)
    )
  }
  const { rows } = await readFirstWithin(actor, 'commission:manage', MOST, {
    all: sourcesFor(query).all,
    matches: (row: CommissionRow) => isReady(row) && isMine(row),
  })
  const mine = new Set(rows.flatMap(firstOf).map(({ user }) => user.id))
  return { waiting: [...waiting.values()].filter(({ payee }) => mine.has(payee.user.id)), rows }
}

/** Returns the number and the cents of the people whose first payment waits for this admin. */
export async function countFirstPayments(actor: Caller): Promise<{ count: number; cents: number }> {
  const { waiting } = await readFirstPayments(actor)
  return { count: waiting.length, cents: waiting.reduce((sum, { cents }) => sum + cents, 0) }
}

/** Lists the people whose first payment waits for this admin, with the commissions to pay (rulings 36). */
export async function listFirstPayments(actor: Caller) {
  const { waiting, rows } = await readFirstPayments(actor)
  const cents = new Map(waiting.map(({ payee, cents }) => [payee.user.id, cents]))
  const people = await describeFirstPayments(
    waiting.map(({ payee }) => payee),
    (userId) => cents.get(userId) ?? 0,
  )
  return { people, ids: rows.map(({ id }) => id) }
}
