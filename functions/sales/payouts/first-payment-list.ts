import { euros, wholeCents } from '../../../shared/money.ts'
import { type Payee, readPayees } from '../../ledger/service.ts'
import { namesOf } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { readCountersWithin, STANDING } from '../../platform/data/counters.ts'
import { asWhole, getRows } from '../../platform/data/rows.ts'
import { fullName, type User, Users } from '../../platform/identity/user.ts'
import { readFirstWithin } from '../../records/list.ts'
import { payeesOf } from '../amounts/commission-rules.ts'
import { findPayoutMethod } from '../commissions/booking.ts'
import { filterOf, sourcesFor } from '../commissions/commission-list.ts'
import type { CommissionRow } from '../entity.ts'

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
async function readFirstPayees(actor: Caller): Promise<{ payee: Payee; cents: number }[]> {
  const due = new Map<string, number>()
  for (const { userId, counts } of await readCountersWithin(STANDING, { scope: 'all' })) {
    const cents = counts['due-klaar_voor_uitbetaling'] ?? 0
    if (cents > 0 && userId !== actor.id) due.set(userId, (due.get(userId) ?? 0) + cents)
  }
  const keys = [...due.keys()].map((id) => ({ id }))
  const users = (asWhole(await getRows(Users, keys)) as User[]).filter(({ createdBy }) => createdBy !== actor.id)
  const first = [...(await readPayees(users)).values()].filter(({ isFirst }) => isFirst)
  const found = await Promise.all(
    first.map(async (payee) => ({ payee, isByHand: (await findPayoutMethod(payee.user.id)) !== 'invoice' })),
  )
  return found.flatMap(({ payee, isByHand }) => (isByHand ? [{ payee, cents: due.get(payee.user.id) ?? 0 }] : []))
}

/** Returns the number and the cents of the people whose first payment waits for this admin. */
export async function countFirstPayments(actor: Caller): Promise<{ count: number; cents: number }> {
  authorise(actor, 'commission:manage')
  const waiting = await readFirstPayees(actor)
  return { count: waiting.length, cents: waiting.reduce((sum, { cents }) => sum + cents, 0) }
}

/** Lists the people whose first payment waits for this admin, with the commissions to pay (rulings 36). */
export async function listFirstPayments(actor: Caller) {
  authorise(actor, 'commission:manage')
  const waiting = await readFirstPayees(actor)
  const cents = new Map(waiting.map(({ payee, cents }) => [payee.user.id, cents]))
  if (waiting.length === 0) return { people: [], ids: [] }
  const query = { step: 'klaar_voor_uitbetaling' } as const
  const isReady = filterOf(query)
  const isTheirs = (row: CommissionRow) => payeesOf(row).some(({ userId, amount }) => amount > 0 && cents.has(userId))
  const { rows } = await readFirstWithin(actor, 'commission:manage', MOST, {
    all: sourcesFor(query).all,
    matches: (row: CommissionRow) => isReady(row) && isTheirs(row),
  })
  const people = await describeFirstPayments(
    waiting.map(({ payee }) => payee),
    (userId) => cents.get(userId) ?? 0,
  )
  return { people, ids: rows.map(({ id }) => id) }
}
