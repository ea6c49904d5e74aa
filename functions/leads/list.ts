import type { LeadFilter } from '../../shared/api/leads.ts'
import { type LeadStatus, leadStatuses } from '../../shared/api/parts/statuses.ts'
import { countedParts } from '../../shared/measures.ts'
import { type CallPart, callStates } from '../../shared/numbers/states.ts'
import { filterByCall, statesWanted } from '../numbers/service.ts'
import { type Caller, requireReach } from '../platform/actor.ts'
import { type Counter, readCountersWithin, STANDING, sumMeasures } from '../platform/data/counters.ts'
import type { Paging } from '../platform/http/page.ts'
import { buildTextMatcher } from '../records/finding.ts'
import { type Bounds, listWithin, readAllWithin } from '../records/list.ts'
import { inOrder, isText, type Source } from '../records/source.ts'
import { type LeadRow, Leads } from './entity.ts'
import { callKeyOf, NO_TEAM, ownersOf, startOfTomorrow } from './rules.ts'
import { viewsOf } from './service.ts'

const byRank = { rank: isText, id: isText }
const byCallBack = { callKey: isText }

/**
 * Returns a page of leads within reach: those with an end of contract first, by that date, then the others by priority
 * (rulings 31). With `callBacks` returns only leads to call back, by moment; with `callToday` only those to call back
 * today or earlier. Both leave out numbers on the do-not-call list.
 */
export const listLeads = (actor: Caller, query: LeadFilter & Paging) =>
  listWithin(actor, 'lead:read', query, {
    ...sourcesFor(actor, query),
    matches: filterOf(actor, query),
    show: viewsOf,
  })

/** Reads every lead within reach that matches the filter. Throws the error of `bounds.tooMany` above a limit. */
export const readAllLeads = (actor: Caller, query: LeadFilter, bounds: Bounds) =>
  readAllWithin(actor, 'lead:read', bounds, { ...sourcesFor(actor, query), matches: filterOf(actor, query) })

/** Returns the sources of rows for a filter: of all leads, of the leads of a team, and of the leads of one owner. */
function sourcesFor(actor: Caller, { callToday, callBacks, mine, ...query }: LeadFilter) {
  if (!callToday && !callBacks) {
    const states = statesWanted(query)
    const listed = (source: Source<LeadRow>) => (states ? filterByCall(source, states) : source)
    const team = (teamId: number) =>
      listed(inOrder<LeadRow>(byRank, [Leads.query.byTeam({ teamKey: String(teamId || 'none') })]))
    return {
      all: () => (query.teamId ? team(Number(query.teamId)) : listed(inOrder<LeadRow>(byRank, [Leads.query.all({})]))),
      team,
      own: (ownerId: string) => listed(inOrder<LeadRow>(byRank, [Leads.query.byOwner({ ownerId })])),
      ownersOf,
    }
  }
  const states = statesWanted({ ...query, doNotCall: 'false' }) ?? []
  const listed = (source: Source<LeadRow>) => filterByCall(callToday ? untilToday(source) : source, states)
  const own = (callOwner: string) => listed(inOrder<LeadRow>(byCallBack, [Leads.query.ownCallBacks({ callOwner })]))
  const all = () => (mine ? own(actor.id) : listed(inOrder<LeadRow>(byCallBack, [Leads.query.callBacks({})])))
  return { all, team: all, own, ownersOf }
}

/**
 * Limits a source of call-backs, which is sorted by moment, to those due today or earlier. Reading stops at the first
 * later one.
 */
function untilToday(source: Source<LeadRow>): Source<LeadRow> {
  const end = callKeyOf(startOfTomorrow())
  return {
    ...source,
    read: async (after, limit) => {
      const stretch = await source.read(after, limit)
      const rows = stretch.rows.filter(({ callKey = end }) => callKey < end)
      return rows.length === stretch.rows.length ? stretch : { ...stretch, rows, next: null }
    },
  }
}

/**
 * Counts the leads within reach per status, without do-not-call numbers. Costs the same however many of these there
 * are.
 */
export async function countLeads(actor: Caller) {
  const counters = await readCountersWithin(STANDING, requireReach(actor, 'lead:read'))
  const countOf = (part: CallPart) =>
    Object.fromEntries(
      leadStatuses.map((status) => [status, sumMeasures(counters, [`lead${countedParts[part]}-${status}`])]),
    ) as Record<LeadStatus, number>
  const parts = { may: countOf('may'), none: countOf('none'), closed: countOf('closed') }
  const statuses = leadStatuses.map((status) => [status, parts.may[status] + parts.none[status]])
  return { statuses: Object.fromEntries(statuses) as Record<LeadStatus, number>, parts, states: statesOf(counters) }
}

/** Returns how many leads and call-backs each team has in each state; leaves out states without any. */
function statesOf(counters: readonly Counter[]) {
  const teams = [...Map.groupBy(counters, ({ teamId }) => teamId)]
  return teams.flatMap(([teamId, those]) =>
    callStates.flatMap((state) => {
      const leads = sumMeasures(those, [`leadState-${state}`])
      return leads === 0 ? [] : [{ teamId, state, leads, callBacks: sumMeasures(those, [`callBackState-${state}`]) }]
    }),
  )
}

/** Returns a predicate for the filters of a query that the sources do not answer. */
function filterOf(actor: Caller, query: LeadFilter): (row: LeadRow) => boolean {
  const isFound = buildTextMatcher<LeadRow>(query.q ?? '', (row) => ({
    texts: [row.customerName, row.companyName, row.customerEmail],
    codes: [row.postalCode],
    phones: [row.customerPhone],
  }))
  return (row) =>
    (!query.status || row.status === query.status) &&
    (!query.priority || row.priority === query.priority) &&
    (!query.ownerId || row.ownerId === query.ownerId) &&
    (!query.teamId || (row.teamId ?? NO_TEAM) === Number(query.teamId)) &&
    (!query.mine || row.ownerId === actor.id) &&
    isFound(row)
}
