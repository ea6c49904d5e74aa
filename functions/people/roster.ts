import type { EntityItem } from 'electrodb'
import { conflict } from '../../shared/errors.ts'
import type { GuardedWrite, Operation } from '../platform/commit.ts'
import { Entity, model, primary, store } from '../platform/table.ts'
import type { User } from '../platform/user.ts'

/**
 * How many active people there are of a kind: the admins, the members of a team. Changed in the transaction of the
 * person, so that a rule about the last one holds whoever else writes at that moment (rulings 63).
 *
 * | Read       | Index   | Key  |
 * | one roster | primary | name |
 */
export const Rosters = new Entity(
  {
    model: model('roster'),
    attributes: {
      name: { type: 'string', required: true },
      members: { type: 'number', default: 0 },
      /** How often it changed: the same count twice may hide that somebody left and somebody else joined. */
      moves: { type: 'number' },
    },
    indexes: {
      primary: primary('roster#${name}', 'roster'),
    },
  },
  store,
)
export type Roster = EntityItem<typeof Rosters>

/** The roster of admins. */
export const ADMINS = 'admins'
/** The roster of a team's members. */
export const teamRoster = (teamId: number) => `team#${teamId}`

type Member = Pick<User, 'role' | 'isActive'> & { readonly teamId?: User['teamId'] }

/** The rosters a person counts in; nobody and the deactivated are in none. */
export function rostersOf(user: Member | null): string[] {
  if (!user?.isActive) return []
  return [...(user.role === 'admin' ? [ADMINS] : []), ...(user.teamId === undefined ? [] : [teamRoster(user.teamId)])]
}

/** The writes that take a person from the rosters they were in to those they are in now; 409 for the last admin. */
export function rosterMoves(before: Member | null, after: Member | null): (GuardedWrite | Operation)[] {
  const [were, are] = [rostersOf(before), rostersOf(after)]
  const left = were.filter((name) => !are.includes(name)).map(leaving)
  const joined = are.filter((name) => !were.includes(name)).map(joining)
  return [...left, ...joined]
}

const lastAdmin = () => conflict('Dit is de laatste actieve beheerder. Maak eerst iemand anders beheerder.')

function leaving(name: string): GuardedWrite {
  const left = Rosters.update({ name }).subtract({ members: 1 }).add({ moves: 1 })
  return { write: name === ADMINS ? left.where(({ members }, { gt }) => gt(members, 1)) : left, otherwise: lastAdmin }
}

const joining = (name: string) => Rosters.update({ name }).add({ members: 1, moves: 1 })

/** The counts of rosters by name, strongly consistent; one that nobody ever was in is absent. */
export async function countsOf(names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { data } = await Rosters.get(names.map((name) => ({ name }))).go({ consistent: true })
  return new Map(data.map(({ name, members }) => [name, members ?? 0]))
}
