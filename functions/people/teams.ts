import { conflict } from '../../shared/errors.ts'
import { foldText } from '../../shared/folded.ts'
import type { Measure } from '../../shared/measures.ts'
import type { Team, TeamForm } from '../../shared/teams/schemas.ts'
import { localDateOf, monthOf, now } from '../../shared/time.ts'
import type { Whole } from '../../shared/whole.ts'
import type { Caller } from '../platform/actor.ts'
import { readCountersWithin } from '../platform/data/counters.ts'
import { issueNumber, raiseSequence } from '../platform/data/sequence.ts'
import type { Paging } from '../platform/http/page.ts'
import { mapFormFields } from '../records/form.ts'
import { listWithin } from '../records/list.ts'
import { newRecordFields, records } from '../records/record.ts'
import { inOrder, isInteger, isText, sourceInMemory } from '../records/source.ts'
import { limitRenames } from './renaming.ts'
import { countRosterMembers, Rosters, teamRosterName } from './roster.ts'
import { findTeam } from './service.ts'
import { type TeamRow, Teams } from './team-entity.ts'

const ownedTeam = ({ id }: TeamRow) => ({ teamId: id })

const teamRecords = records<TeamRow>({
  type: 'team',
  entity: Teams,
  called: 'dit team',
  ownersOf: ownedTeam,
  actions: { read: 'team:read', create: 'team:manage', edit: 'team:manage', remove: 'team:manage' },
})

/**
 * Lists teams within reach, by name. An admin sees all teams with their counts; others see id, name and office of their
 * own team (access.md).
 */
export const listTeams = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'team:read', paging, {
    all: () => inOrder<TeamRow>({ sortName: isText, id: isInteger }, [Teams.query.all({})]),
    team: async (teamId) => sourceInMemory([await findTeam(teamId)].filter((team) => team !== null)),
    own: () => sourceInMemory<TeamRow>([]),
    ownersOf: ownedTeam,
    show: async (teams): Promise<Whole<Team>[]> => (actor.role === 'admin' ? withCounts(teams) : teams.map(summaryOf)),
  })

const summaryOf = (team: TeamRow) => ({ ...team, ...hidden })
const hidden = { version: undefined, memberCount: undefined, appointmentsCount: undefined, salesCount: undefined }

async function withCount(team: TeamRow) {
  const [counted = { ...team, memberCount: 0, appointmentsCount: 0, salesCount: 0 }] = await withCounts([team])
  return counted
}

/**
 * Adds to each team its number of active members, and this month's appointments and registered sales (spec §2).
 */
async function withCounts(teams: readonly TeamRow[]) {
  const [members, counters] = await Promise.all([
    countRosterMembers(teams.map(({ id }) => teamRosterName(id))),
    readCountersWithin<Measure>(monthOf(localDateOf(now())), { scope: 'all' }),
  ])
  return teams.map((team) => {
    const own = counters.filter(({ teamId }) => teamId === team.id)
    return {
      ...team,
      memberCount: members.get(teamRosterName(team.id)) ?? 0,
      appointmentsCount: own.reduce((sum, { counts: { appointments = 0 } }) => sum + appointments, 0),
      salesCount: own.reduce((sum, { counts: { sales = 0 } }) => sum + sales, 0),
    }
  })
}

/** Creates a team; its id is the next number of a counter (rulings 16). */
export async function createTeam(actor: Caller, form: TeamForm) {
  const row: TeamRow = { ...newRecordFields(), ...fieldsOf(form), id: await freeNumber() }
  return teamRecords.create(actor, row, (team) => ({ ...team, memberCount: 0, appointmentsCount: 0, salesCount: 0 }))
}

/** Returns an unused team number; skips numbers issued before there was a counter. */
async function freeNumber(): Promise<number> {
  for (;;) {
    const id = await issueNumber('team')
    const { data } = await Teams.get({ id }).go({ consistent: true })
    if (!data) return id
  }
}

/**
 * Changes a team's name and office; the outbox updates records that carry the name. Throws 409 when somebody else saved
 * it since `If-Match`, 429 after three renames in a day.
 */
export const updateTeam = (actor: Caller, id: number, form: TeamForm) =>
  limitRenames(`team#${id}`, (beforeRename) =>
    teamRecords.edit(actor, id, withCount, async (before) => {
      const after = { ...before, ...fieldsOf(form) }
      const renamed = after.name !== before.name || after.office !== before.office
      if (renamed) await beforeRename()
      return { after, outbox: renamed ? [{ kind: 'team-renamed', subject: String(id) }] : [] }
    }),
  )

/**
 * Deletes a team. Throws 409 while it has active members (rulings 63); the roster is checked in the same transaction,
 * so that nobody can join meanwhile. Its number is never issued again, as old records carry it.
 */
export const removeTeam = (actor: Caller, id: number) =>
  teamRecords.remove(actor, id, async () => {
    await raiseSequence('team', id)
    const write = Rosters.delete({ name: teamRosterName(id) }).where(
      ({ members }, { notExists, lte }) => `${notExists(members)} OR ${lte(members, 0)}`,
    )
    return { conditions: [{ write, onFailure: hasMembers }] }
  })

const fieldsOf = (form: TeamForm) => ({ ...stored.created(form), sortName: foldText(form.name) })
const stored = mapFormFields<TeamRow>()()
const hasMembers = () => conflict('Dit team heeft nog leden. Verplaats ze eerst naar een ander team.')
