import {
  type Counter,
  personSplitsPeriod,
  readCountersWithin,
  readReportMonths,
  reportPeriod,
  splitSumsPeriod,
  teamSplitsId,
  teamSumId,
  teamSumsPeriod,
} from '../platform/data/counters.ts'
import type { MonthCounts } from './figures.ts'
import { hasTeam, type Selection } from './selection.ts'

/** Maximum number of teams whose months are read team by team; more are read month by month. */
const MOST_TEAMS = 3

const monthIn = (period: string) => period.slice('report-'.length, 'report-yyyy-mm'.length)

const ofTeam = ({ period, teamId, counts }: Counter): MonthCounts => ({ month: monthIn(period), teamId, counts })
const ofPerson = (row: Counter): MonthCounts => ({ ...ofTeam(row), userId: row.userId, name: row.name })

/** Reads the counts of a selection in some months: of one person or each team, in total or by provider. */
export async function readReportCounts(
  months: readonly string[],
  selection: Selection,
  by: 'whole' | 'provider',
): Promise<MonthCounts[]> {
  const { teamIds, userId } = selection
  const [first, last] = [months.toSorted()[0], months.toSorted().at(-1)]
  if (first === undefined || last === undefined || teamIds?.size === 0) return []
  if (userId !== undefined)
    return inSelection(await readReportMonths(userId, { first, last }), months, selection, ofPerson)
  if (teamIds !== null && teamIds.size <= MOST_TEAMS) {
    const name = by === 'whole' ? teamSumId : teamSplitsId
    const rows = await Promise.all([...teamIds].map((id) => readReportMonths(name(id), { first, last })))
    return inSelection(rows.flat(), months, selection, ofTeam)
  }
  const periodOf = by === 'whole' ? teamSumsPeriod : splitSumsPeriod
  const rows = await Promise.all(
    months.map((month) => readCountersWithin(periodOf(reportPeriod(month)), { scope: 'all' })),
  )
  return inSelection(rows.flat(), months, selection, ofTeam)
}

/** Reads the counts of each person in a selection, for some months: by provider where it has one, else in total. */
export async function readPersonCounts(months: readonly string[], selection: Selection): Promise<MonthCounts[]> {
  const [only, other] = selection.teamIds ?? []
  const reach = only !== undefined && other === undefined ? ({ scope: 'team', teamId: only } as const) : null
  const periodOf = (month: string) =>
    selection.provider === undefined ? reportPeriod(month) : personSplitsPeriod(reportPeriod(month))
  const rows = await Promise.all(months.map((month) => readCountersWithin(periodOf(month), reach ?? { scope: 'all' })))
  return inSelection(rows.flat(), months, selection, ofPerson)
}

const inSelection = (
  rows: readonly Counter[],
  months: readonly string[],
  selection: Selection,
  show: (row: Counter) => MonthCounts,
) => rows.map(show).filter(({ month, teamId }) => months.includes(month) && hasTeam(selection, teamId))
