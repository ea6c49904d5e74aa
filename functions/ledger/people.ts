import { notFound } from '../../shared/errors.ts'
import { payoutMethodOf } from '../book/service.ts'
import type { PartnerOf } from '../invoices/partner-companies.ts'
import { nameOf, ownersOfPerson } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { getRows } from '../platform/data/rows.ts'
import { findUser, type User, Users } from '../platform/identity/user.ts'

export interface BalanceOwner {
  readonly userId?: string | undefined
}

/** Returns id and name of a person as the API shows them; the name 'Onbekend' when `user` is undefined. */
export const nameFor = (id: string, user: User | undefined) =>
  user ? nameOf(user) : { id, firstName: 'Onbekend', lastName: '' }

/**
 * Finds a person whose commissions the actor may see, by default the actor. Throws 403 without access to commissions,
 * 404 out of reach.
 */
export async function findPersonWithin(actor: Caller, { userId = actor.id }: BalanceOwner): Promise<User> {
  const user = await findUser(userId)
  if (!user) throw notFound()
  authorise(actor, 'commission:read', ownersOfPerson(user))
  return user
}

/** Reads people by id; unknown ids are absent. */
export async function usersById(ids: readonly string[]): Promise<Map<string, User>> {
  const rows = await getRows(
    Users,
    ids.map((id) => ({ id })),
  )
  return new Map(rows.map((row) => [row.id, row as User]))
}

/** A person who earns commissions, with the payout method and partner company. */
type Earner = ReturnType<typeof describeEarner>

/** Returns a person as rows of the book show them, with the payout method and the partner that invoices for them. */
export function describeEarner(userId: string, user: User | undefined, partners: readonly PartnerOf[]) {
  const theirs = partners.filter((partner) => partner.userId === userId)
  const partner = theirs.find(({ hasAgreement }) => hasAgreement) ?? theirs[0]
  return {
    user: nameFor(userId, user),
    payoutMethod: payoutMethodOf(partner?.hasAgreement ?? false, user?.employmentType),
    partner: partner ? { id: partner.id, name: partner.name } : null,
  }
}

/** Sorts people by the name of their partner, then by their own. */
export const byEarner = (one: Earner, other: Earner) => sortName(one).localeCompare(sortName(other), 'nl')

const sortName = ({ partner, user }: Earner) => `${partner?.name ?? ''} ${user.lastName} ${user.firstName}`
