import { type Flag, flags, type Role } from '../../../shared/access.ts'
import { conflict, forbidden, invalid } from '../../../shared/errors.ts'
import { needsPhone } from '../../../shared/users/choices.ts'
import type { Caller } from '../../platform/actor.ts'
import { type User, Users } from '../../platform/identity/user.ts'
import { records } from '../../records/record.ts'
import { ownersOfPerson } from '../service.ts'

const rank: Record<Role, number> = { caller: 0, agent: 1, teamleader: 2, admin: 3 }

/** Tells whether a team leader may manage people of this role: only agents and callers (access.md). */
export const isManagedByTeamLeader = ({ role }: Pick<User, 'role'>) => rank[role] <= rank.agent

/**
 * Functions that read and change people under the access rules. A team leader manages the active agents and callers of
 * their own team; anybody else is a 404 (rulings 11). One's own record is within reach; separate rules limit changes to
 * it.
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
    !(user.isActive && isManagedByTeamLeader(user)),
})

type Powers = Pick<User, 'role' | 'teamId' | 'employmentType' | 'licenseFeeStatus' | 'lastLicensePayment' | Flag>

/**
 * Refuses with 403 a new (`before` is null) or changed person with powers that the actor may not give; an admin may
 * give all. A team leader may not raise a role, change team, employment or licence fee, or grant a flag that they lack
 * (access.md). Who they create is employed (rulings 36).
 */
export function refusePowersBeyondActor(actor: Caller, before: Powers | null, after: Powers): void {
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
  if (after.employmentType !== (before?.employmentType ?? 'loondienst')) {
    throw forbidden('Dienstverband wijzigt een beheerder')
  }
  const licence = (of: Powers) => `${of.licenseFeeStatus} ${of.lastLicensePayment ?? ''}`
  if (before && licence(before) !== licence(after)) {
    throw forbidden('Alleen een beheerder kan de licentiegegevens wijzigen')
  }
}

/**
 * Throws 409 when people change themselves: for a non-admin always, for an admin who gives up the admin role (rulings
 * 63).
 */
export function refuseSelf(actor: Caller, before: User, after: User): void {
  if (before.id !== actor.id) return
  if (actor.role !== 'admin') throw conflict('Je kunt je eigen gegevens niet wijzigen. Vraag een beheerder.')
  if (after.role !== 'admin') throw conflict('Je kunt je eigen beheerdersrol niet afnemen. Vraag een andere beheerder.')
}

/** Throws 400 at `phone` for an agent or team leader without a phone number, as customers call them back (spec §5). */
export function refuseMissingPhone({ role, phone }: Pick<User, 'role' | 'phone'>): void {
  if (!needsPhone(role) || phone) return
  throw invalid('Telefoonnummer is verplicht voor agenten en teamleiders', 'phone')
}
