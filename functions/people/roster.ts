import type { EntityItem } from 'electrodb'
import { conflict } from '../../shared/errors.ts'
import { addSeconds, now } from '../../shared/time.ts'
import { condition, type GuardedWrite } from '../platform/data/commit.ts'
import { defineEntity, type Operation, primary } from '../platform/data/table.ts'
import type { User } from '../platform/identity/user.ts'

/**
 * Rosters: the numbers of active admins, of stand-ins and of active members of each team. The transaction that changes a person also
 * writes them. So a rule about the last admin or member holds under concurrent writes (rulings 63).
 *
 * | Read       | Index   | Key  |
 * | one roster | primary | name |
 */
export const Rosters = defineEntity('roster', {
  attributes: {
    name: { type: 'string', required: true },
    members: { type: 'number', default: 0 },
    /** Number of changes: an unchanged count may hide that one person left and another joined. */
    moves: { type: 'number' },
    /** Moment when an admin last left the roster of admins; they count for a day after it (rulings 51b). */
    leftAt: { type: 'string' },
  },
  indexes: { primary: primary('roster#${name}', 'roster') },
})
export type Roster = EntityItem<typeof Rosters>

/** Seconds for which a former admin still counts as one. */
const ADMIN_COUNTS_SECONDS = 24 * 60 * 60

/** Name of the roster of active admins. */
export const ADMINS = 'admins'
/** Name of the roster of stand-ins, proposed ones included. */
export const STAND_INS = 'stand-ins'
/** Maximum number of stand-ins (rulings 51b). */
const MAX_STAND_INS = 3
/** Returns the name of the roster of a team's active members. */
export const teamRosterName = (teamId: number) => `team#${teamId}`

type Member = Pick<User, 'role' | 'isActive'> & Partial<Pick<User, 'teamId' | 'standIn'>>

/** Returns the names of the rosters (head counts) that include a person; none for null or a deactivated person. */
export function rosterNamesOf(user: Member | null): string[] {
  if (!user?.isActive) return []
  return [
    ...(user.role === 'admin' ? [ADMINS] : []),
    ...(user.standIn ? [STAND_INS] : []),
    ...(user.teamId === undefined ? [] : [teamRosterName(user.teamId)]),
  ]
}

/**
 * Returns the writes that update the head counts of admins, stand-ins and teams for a changed person. They fail with
 * 409 when the last admin would leave, or a fourth stand-in come.
 */
export function rosterMoves(before: Member | null, after: Member | null): (GuardedWrite | Operation)[] {
  const [were, are] = [rosterNamesOf(before), rosterNamesOf(after)]
  const left = were.filter((name) => !are.includes(name)).map(leaveRoster)
  const joined = are.filter((name) => !were.includes(name)).map(joinRoster)
  return [...left, ...joined]
}

const lastAdmin = () => conflict('Dit is de laatste actieve beheerder. Maak eerst iemand anders beheerder.')

function leaveRoster(name: string): GuardedWrite {
  const left = Rosters.update({ name }).subtract({ members: 1 }).add({ moves: 1 })
  if (name !== ADMINS) return { write: left, onFailure: lastAdmin }
  return { write: left.set({ leftAt: now() }).where(({ members }, { gt }) => gt(members, 1)), onFailure: lastAdmin }
}

/**
 * Returns the condition that there is one active admin and that no other was one in the last 24 hours; it fails with
 * `onFailure`. Null when this does not hold now. So who deactivates the others is not alone at once (rulings 51b).
 */
export async function singleAdminCondition(onFailure: () => Error): Promise<GuardedWrite | null> {
  const { data } = await Rosters.get({ name: ADMINS }).go({ consistent: true })
  const since = addSeconds(now(), -ADMIN_COUNTS_SECONDS)
  if (data?.members !== 1 || (data.leftAt ?? '') > since) return null
  return condition(
    Rosters.delete({ name: ADMINS }).where(
      ({ members, leftAt }, { eq, lte, notExists }) =>
        `${eq(members, 1)} AND (${notExists(leftAt)} OR ${lte(leftAt, since as string)})`,
    ),
    onFailure,
  )
}

function joinRoster(name: string): GuardedWrite | Operation {
  const joined = Rosters.update({ name }).add({ members: 1, moves: 1 })
  if (name !== STAND_INS) return joined
  const hasRoom = joined.where(
    ({ members }, { lt, notExists }) => `${notExists(members)} OR ${lt(members, MAX_STAND_INS)}`,
  )
  return { write: hasRoom, onFailure: tooManyStandIns }
}

const tooManyStandIns = () => conflict(`Er zijn al ${MAX_STAND_INS} plaatsvervangers. Beëindig er eerst een.`)

/**
 * Reads head counts of active people by roster name: `admins` or `team#<id>`. A roster that never had a member is
 * absent.
 */
export async function countRosterMembers(names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { data } = await Rosters.get(names.map((name) => ({ name }))).go({ consistent: true })
  return new Map(data.map(({ name, members }) => [name, members ?? 0]))
}
