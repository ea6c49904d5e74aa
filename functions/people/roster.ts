import type { EntityItem } from 'electrodb'
import { conflict } from '../../shared/errors.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { Entity, entityModel, type Operation, primary, store } from '../platform/data/table.ts'
import type { User } from '../platform/identity/user.ts'

/**
 * Rosters: the numbers of active admins and of active members of each team. The transaction that changes a person also
 * writes them. So a rule about the last admin or member holds under concurrent writes (rulings 63).
 *
 * | Read       | Index   | Key  |
 * | one roster | primary | name |
 */
export const Rosters = new Entity(
  {
    model: entityModel('roster'),
    attributes: {
      name: { type: 'string', required: true },
      members: { type: 'number', default: 0 },
      /** Number of changes: an unchanged count may hide that one person left and another joined. */
      moves: { type: 'number' },
    },
    indexes: {
      primary: primary('roster#${name}', 'roster'),
    },
  },
  store,
)
export type Roster = EntityItem<typeof Rosters>

/** Name of the roster of active admins. */
export const ADMINS = 'admins'
/** Returns the name of the roster of a team's active members. */
export const teamRosterName = (teamId: number) => `team#${teamId}`

type Member = Pick<User, 'role' | 'isActive'> & { readonly teamId?: User['teamId'] }

/** Returns the names of the rosters (head counts) that include a person; none for null or a deactivated person. */
export function rosterNamesOf(user: Member | null): string[] {
  if (!user?.isActive) return []
  return [
    ...(user.role === 'admin' ? [ADMINS] : []),
    ...(user.teamId === undefined ? [] : [teamRosterName(user.teamId)]),
  ]
}

/**
 * Returns the writes that update the head counts of admins and teams for a changed person. They fail with 409 when the
 * last admin would leave.
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
  return { write: name === ADMINS ? left.where(({ members }, { gt }) => gt(members, 1)) : left, onFailure: lastAdmin }
}

const joinRoster = (name: string) => Rosters.update({ name }).add({ members: 1, moves: 1 })

/**
 * Reads head counts of active people by roster name: `admins` or `team#<id>`. A roster that never had a member is
 * absent.
 */
export async function countRosterMembers(names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { data } = await Rosters.get(names.map((name) => ({ name }))).go({ consistent: true })
  return new Map(data.map(({ name, members }) => [name, members ?? 0]))
}
