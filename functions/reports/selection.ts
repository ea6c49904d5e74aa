import type { Reach } from '../../shared/access.ts'
import type { Provider } from '../../shared/api/parts/trade.ts'
import type { ReportFilter } from '../../shared/api/reports.ts'
import { readAllTeams } from '../people/service.ts'
import { type Caller, requireReach } from '../platform/actor.ts'

type TeamOf = Awaited<ReturnType<typeof readAllTeams>>[number]

/** Teams, person and provider that a report covers, limited to what its reader may see. */
export interface Selection {
  readonly covered: Reach
  readonly teams: ReadonlyMap<number, TeamOf>
  /** Null when the report is not limited to teams; it then also covers records without a team. */
  readonly teamIds: ReadonlySet<number> | null
  readonly userId: string | undefined
  readonly provider: Provider | undefined
}

type Filter = Pick<ReportFilter, 'office' | 'teamId' | 'userId' | 'provider'>

/**
 * Returns what a report with this filter covers; a team leader sees their own team at most. Throws 403 for actors
 * without reports.
 */
export async function findSelection(actor: Caller, { office, teamId, userId, provider }: Filter): Promise<Selection> {
  const covered = requireReach(actor, 'report:read')
  const teams = new Map((await readAllTeams()).map((team) => [team.id, team]))
  const limits = [
    ...(teamId === undefined ? [] : [[Number(teamId)]]),
    ...(office === undefined ? [] : [[...teams.values()].filter((team) => team.office === office).map(({ id }) => id)]),
    ...(covered.scope === 'team' ? [[covered.teamId]] : []),
  ]
  const [first, ...others] = limits
  const isOthers = covered.scope === 'own' && userId !== undefined && userId !== covered.userId
  return {
    ...{ covered, teams, provider },
    userId: covered.scope === 'own' ? covered.userId : userId,
    teamIds: isOthers
      ? new Set()
      : (first ?? null) && new Set(first?.filter((id) => others.every((ids) => ids.includes(id)))),
  }
}

/** Tells whether a selection covers a team. Records without a team are only in a selection of all teams. */
export const hasTeam = ({ teamIds }: Pick<Selection, 'teamIds'>, teamId: number | undefined): boolean =>
  teamIds === null || (teamId !== undefined && teamIds.has(teamId))
