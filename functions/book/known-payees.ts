import { editConflict } from '../../shared/errors.ts'
import { addMonths, type LocalDate, localDateOf, monthOf, now } from '../../shared/time.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { bookPeriod, Counters } from '../platform/data/counters.ts'
import { getRows } from '../platform/data/rows.ts'
import { defineEntity, must, type Operation, primary } from '../platform/data/table.ts'
import { getEarningEpoch, type User, Users } from '../platform/identity/user.ts'
import { type Counts, NO_TEAM, personBalanceKey } from './balance.ts'

/**
 * People who were paid, each with the state in which they were paid last. The next payment by hand to somebody in
 * another state is a first payment, which an admin makes (rulings 36).
 *
 * | Read       | Index   | Key    |
 * | one person | primary | userId |
 */
const KnownPayees = defineEntity('knownpayee', {
  attributes: {
    userId: must,
    /** Earning epoch of the person at the last payment by hand; -1 since a change of the person's partner. */
    paidEpoch: { type: 'number', required: true },
  },
  indexes: { primary: primary('knownpayee#${userId}', 'knownpayee') },
})

/** State of somebody whose partner changed after the last payment. */
const CHANGED = -1

/** Months in which an earlier payment is searched, for people who were paid before first payments were kept. */
const MONTHS_BACK = 24

/** A person whom a payment by hand pays. */
export interface Payee {
  readonly user: User
  /** Tells whether the next payment by hand to the person is the first since a change of the person. */
  readonly isFirst: boolean
  /** State at the last payment; undefined for a person without one. */
  readonly paidEpoch: number | undefined
}

/** Reads for each person whether the next payment by hand is a first payment; strongly consistent. */
export async function readPayees(users: readonly User[]): Promise<Map<string, Payee>> {
  const rows = await getRows(
    KnownPayees,
    users.map(({ id: userId }) => ({ userId })),
  )
  const paid = new Map(rows.map(({ userId, paidEpoch }) => [userId, paidEpoch]))
  const payees = await Promise.all(
    users.map(async (user): Promise<Payee> => {
      const paidEpoch = paid.get(user.id)
      const isKnown = paidEpoch === undefined ? await wasPaidBefore(user) : paidEpoch === getEarningEpoch(user)
      return { user, paidEpoch, isFirst: !isKnown }
    }),
  )
  return new Map(payees.map((payee) => [payee.user.id, payee]))
}

/** Tells whether a person without a stored state was paid in the last 24 months and did not change since this rule. */
async function wasPaidBefore(user: User): Promise<boolean> {
  if (getEarningEpoch(user) > 0) return false
  const today = localDateOf(now())
  const key = { teamId: NO_TEAM, userId: personBalanceKey(user.id) }
  const periods = Array.from({ length: MONTHS_BACK }, (_, back) =>
    bookPeriod(monthOf(addMonths(`${monthOf(today)}-01` as LocalDate, -back))),
  )
  const counted = await getRows(
    Counters,
    periods.map((period) => ({ ...key, period })),
  )
  return counted.some((row) => {
    const { bookPayroll = 0, bookOwnInvoices = 0, bookPersonInvoiced = 0 } = row as Counts
    return bookPayroll > 0 || bookOwnInvoices > 0 || bookPersonInvoiced > 0
  })
}

/**
 * Returns the write that notes a payment by hand in the present state of the payee. It fails with 409 when another
 * payment or a change of the person's partner came first.
 */
export function notePayment({ user, paidEpoch }: Payee): GuardedWrite {
  const { id: userId } = user
  const epoch = getEarningEpoch(user)
  const onFailure = () => editConflict('de partner van deze medewerker')
  if (paidEpoch === epoch) {
    return condition(
      KnownPayees.delete({ userId }).where((row, { eq }) => eq(row.paidEpoch, epoch)),
      onFailure,
    )
  }
  const write = KnownPayees.put({ userId, paidEpoch: epoch }).where((row, { eq, notExists }) =>
    paidEpoch === undefined ? notExists(row.paidEpoch) : eq(row.paidEpoch, paidEpoch),
  )
  return { write, onFailure }
}

/** Returns the condition that role and employment of a payee are unchanged; otherwise the commit fails with 409. */
export const requireSameEmployment = ({ user }: Payee): GuardedWrite =>
  condition(
    Users.delete({ id: user.id }).where((row, { eq, notExists }) =>
      user.earningEpoch === undefined ? notExists(row.earningEpoch) : eq(row.earningEpoch, user.earningEpoch),
    ),
    () => editConflict('deze medewerker'),
  )

/** Returns the write after which the next payment by hand to a person is a first payment, as their partner changed. */
export const forgetPayee = (userId: string): Operation => KnownPayees.put({ userId, paidEpoch: CHANGED })
