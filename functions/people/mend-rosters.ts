import { AppError } from '../../shared/errors.ts'
import type { Permit } from '../platform/actor.ts'
import { commit } from '../platform/data/commit.ts'
import { Users } from '../platform/identity/user.ts'
import { ADMINS, type Roster, Rosters, rosterNamesOf, STAND_INS, teamRosterName } from './roster.ts'
import { readAllTeams } from './service.ts'

type Seen = ReadonlyMap<string, Roster | undefined>

/**
 * Reads every roster (stored head count of the admins, of stand-ins or of a team) by its name; undefined where none is
 * stored.
 */
export async function readRosters(): Promise<Seen> {
  const names = [ADMINS, STAND_INS, ...(await readAllTeams()).map(({ id }) => teamRosterName(id))]
  const { data } = await Rosters.get(names.map((name) => ({ name }))).go({ consistent: true })
  const rosters = new Map(data.map((roster) => [roster.name, roster]))
  return new Map(names.map((name) => [name, rosters.get(name)]))
}

/** Tells whether a correction was written; a roster that changed at that moment is left to the next night. */
async function isMended(mend: Promise<unknown>): Promise<boolean> {
  try {
    await mend
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') return false
    throw error
  }
}

/**
 * Corrects rosters (head counts of the admins, of stand-ins and of each team) that differ from the active people. Skips
 * those that changed since `seen` was read. Returns the number of corrections.
 */
export async function mendRosters(permit: Permit, seen: Seen): Promise<number> {
  const { data: people } = await Users.query.byState({ state: 'active' }).go({ pages: 'all' })
  const counted = new Map<string, number>()
  for (const name of people.flatMap(rosterNamesOf)) counted.set(name, (counted.get(name) ?? 0) + 1)
  let mended = 0
  for (const [name, before] of seen) {
    const after = counted.get(name) ?? 0
    if (after === (before?.members ?? 0)) continue
    const moves = (before?.moves ?? 0) + 1
    const write = Rosters.put({ name, members: after, moves, leftAt: before?.leftAt }).where(
      (roster, { eq, notExists }) =>
        before?.moves === undefined ? notExists(roster.moves) : eq(roster.moves, before.moves),
    )
    const change = { action: 'roster.mend' as const, entity: { type: 'roster', id: name } }
    const counts = { before: { members: before?.members }, after: { members: after } }
    if (await isMended(commit(permit, { ...change, ...counts, write: [write] }))) mended += 1
  }
  return mended
}
