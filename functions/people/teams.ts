import type { TeamForm } from '../../shared/contract/teams.ts'
import { conflict, notFound } from '../../shared/errors.ts'
import type { Measure } from '../../shared/measures.ts'
import { localDateOf, monthOf, now } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { countersIn } from '../platform/counters.ts'
import type { Paging } from '../platform/page.ts'
import { countsOf, Rosters, teamRoster } from '../platform/roster.ts'
import { nextNumber, passNumber } from '../platform/sequence.ts'
import { listWithin } from '../records/list.ts'
import { asListed, inOrder, text, whole } from '../records/source.ts'
import { findTeam } from './service.ts'
import { type TeamRow, Teams } from './team-entity.ts'

/** Teams within reach, by name: an admin sees all with their counts, others id, name and office of their own (access.md). */
export const listTeams = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'team:read', paging, {
    all: () => inOrder<TeamRow>({ sortName: text, id: whole }, [Teams.query.all({})]),
    team: async (teamId) => asListed([await findTeam(teamId)].filter((team) => team !== null)),
    own: () => asListed<TeamRow>([]),
    ownedBy: ({ id }) => ({ teamId: id }),
    show: (teams) => (actor.role === 'admin' ? withCounts(teams) : teams.map(summaryOf)),
  })

const summaryOf = ({ id, name, office }: TeamRow) => ({ id, name, office })

/** Teams with their active members and this month's appointments and sales, registered or not (spec §2, decisions/0025). */
async function withCounts(teams: readonly TeamRow[]) {
  const [members, counters] = await Promise.all([
    countsOf(teams.map(({ id }) => teamRoster(id))),
    countersIn<Measure>(monthOf(localDateOf(now())), { scope: 'all' }),
  ])
  return teams.map((team) => {
    const own = counters.filter(({ teamId }) => teamId === team.id)
    return {
      ...team,
      memberCount: members.get(teamRoster(team.id)) ?? 0,
      appointmentsCount: own.reduce((sum, { counts: { appointments = 0 } }) => sum + appointments, 0),
      salesCount: own.reduce((sum, { counts: { sales = 0, sold = 0 } }) => sum + sales + sold, 0),
    }
  })
}

/** Creates a team; its id is the next number of a counter (rulings 16). */
export async function createTeam(actor: Caller, form: TeamForm) {
  const permit = authorise(actor, 'team:manage')
  const at = now()
  const row: TeamRow = { ...fieldsOf(form), id: await freeNumber(), version: 1, createdAt: at, updatedAt: at }
  return commit(
    permit,
    {
      action: 'team.create',
      entity: entityOf(row),
      after: row,
      write: [{ write: Teams.create(row), otherwise: stale }],
    },
    { ...row, memberCount: 0, appointmentsCount: 0, salesCount: 0 },
  )
}

/** A number no team has; those given out before there was a counter are passed over. */
async function freeNumber(): Promise<number> {
  for (;;) {
    const id = await nextNumber('team')
    const { data } = await Teams.get({ id }).go({ consistent: true })
    if (!data) return id
  }
}

/**
 * Changes a team's name and office; the names that records carry follow by the outbox. 409 when somebody else saved it
 * since `If-Match`.
 */
export async function updateTeam(actor: Caller, id: number, form: TeamForm) {
  const permit = authorise(actor, 'team:manage')
  const before = await existing(id)
  const { expectedVersion } = actor.origin
  if (expectedVersion !== undefined && expectedVersion !== before.version) throw stale()
  const after: TeamRow = { ...before, ...fieldsOf(form), version: before.version + 1, updatedAt: now() }
  const renamed = after.name !== before.name || after.office !== before.office
  const [result = after] = await withCounts([after])
  return commit(
    permit,
    {
      action: 'team.update',
      entity: entityOf(after),
      before,
      after,
      write: [
        {
          write: Teams.put(after).where((attribute, { eq }) => eq(attribute.version, before.version)),
          otherwise: stale,
        },
      ],
      outbox: renamed ? [{ kind: 'team-renamed', subject: String(id) }] : [],
    },
    result,
  )
}

/**
 * Deletes a team. 409 while it has active members (rulings 63); the roster is checked in the same transaction, so that
 * nobody is put into it at that moment. Its number is not given out again: old records carry it.
 */
export async function removeTeam(actor: Caller, id: number) {
  const permit = authorise(actor, 'team:manage')
  const before = await existing(id)
  await passNumber('team', id)
  return commit(
    permit,
    {
      action: 'team.delete',
      entity: entityOf(before),
      before,
      write: [
        {
          write: Rosters.delete({ name: teamRoster(id) }).where(
            ({ members }, { notExists, lte }) => `${notExists(members)} OR ${lte(members, 0)}`,
          ),
          otherwise: hasMembers,
        },
        {
          write: Teams.delete({ id }).where((attribute, { eq }) => eq(attribute.version, before.version)),
          otherwise: stale,
        },
      ],
    },
    undefined,
  )
}

const fieldsOf = ({ name, office }: TeamForm) => ({ name, sortName: name.toLowerCase(), office })
const entityOf = ({ id }: TeamRow) => ({ type: 'team', id: String(id) })
const stale = () => conflict('Iemand anders heeft dit team intussen gewijzigd. Ververs en probeer het opnieuw.')
const hasMembers = () => conflict('Dit team heeft nog leden. Verplaats ze eerst naar een ander team.')

async function existing(id: number): Promise<TeamRow> {
  const { data } = await Teams.get({ id }).go({ consistent: true })
  if (!data) throw notFound()
  return data
}
