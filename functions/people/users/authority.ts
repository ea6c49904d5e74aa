import { type Flag, flags, type Role } from '../../../shared/access.ts'
import { needsPhone } from '../../../shared/contract/users.ts'
import { conflict, forbidden, invalid } from '../../../shared/errors.ts'
import type { Caller } from '../../platform/actor.ts'
import { type User, Users } from '../../platform/identity/user.ts'
import { records } from '../../records/record.ts'
import { ownersOfPerson } from '../service.ts'

const rank: Record<Role, number> = { caller: 0, agent: 1, teamleader: 2, admin: 3 }

/** Tells whether a team leader may manage somebody of this role: agents and callers only (access.md). */
export const isManaged = ({ role }: Pick<User, 'role'>) => rank[role] <= rank.agent

/**
 * People as records. A team leader manages the active agents and callers of their own team; anybody else is a 404, as
 * if absent (rulings 11). One's own record is within reach; separate rules limit changes to it.
 */
export const userRecords = records<User>({
  type: 'user',
  entity: Users,
  called: 'deze gebruiker',
  ownersOf: ownersOfPerson,
  actions: { read: 'colleague:read', create: 'user:manage', edit: 'user:manage', remove: 'user:manage' },
  isHidden: (actor, action, user) =>
    action !== 'colleague:read' &&
    actor.role === 'teamleader' &&
    user.id !== actor.id &&
    !(user.isActive && isManaged(user)),
})

type Powers = Pick<User, 'role' | 'teamId' | 'licenseFeeStatus' | 'lastLicensePayment' | Flag>

/**
 * Refuses with 403 powers that only an admin may give. A team leader raises no role, moves nobody to another team and
 * leaves the licence fee alone. They grant no flag that they lack; existing flags of the person stay (access.md).
 * `before` is null for a new person.
 */
export function refuseBeyond(actor: Caller, before: Powers | null, after: Powers): void {
  if (actor.role === 'admin') return
  if (rank[after.role] > (before ? rank[before.role] : rank.agent)) {
    throw forbidden(before ? 'Je kunt niemand een hogere rol geven' : 'Je kunt alleen agents en bellers aanmaken')
  }
  if (actor.teamId === null || after.teamId !== actor.teamId) {
    throw forbidden('Je kunt alleen mensen in je eigen team plaatsen')
  }
  if (flags.some((flag) => after[flag] && !before?.[flag] && !actor.flags[flag])) {
    throw forbidden('Je kunt geen rechten geven die je zelf niet hebt')
  }
  const licence = (of: Powers) => `${of.licenseFeeStatus} ${of.lastLicensePayment ?? ''}`
  if (before && licence(before) !== licence(after)) {
    throw forbidden('Alleen een beheerder kan de licentiegegevens wijzigen')
  }
}

/** Refuses with 409 changes with which people would lock themselves out or raise their own rights (rulings 63). */
export function refuseSelf(actor: Caller, before: User, after: User): void {
  if (before.id !== actor.id) return
  if (actor.role !== 'admin') throw conflict('Je kunt je eigen gegevens niet wijzigen. Vraag een beheerder.')
  if (after.role !== 'admin') throw conflict('Je kunt je eigen beheerdersrol niet afnemen. Vraag een andere beheerder.')
}

/** Refuses with 400 at `phone` a person without a number in a role that customers call back (spec §5). */
export function refuseMissingPhone({ role, phone }: Pick<User, 'role' | 'phone'>): void {
  if (!needsPhone(role) || phone) return
  const text = 'Telefoonnummer is verplicht voor agenten en teamleiders'
  throw invalid(text, { phone: [text] })
}
