import { officeNames } from '../../shared/api/parts/fields.ts'
import { providerLabels, providers } from '../../shared/api/parts/trade.ts'
import {
  CHART_MONTHS,
  type Comparison,
  type Report,
  type ReportFilter,
  type ReportGroup,
  type ReportRow,
} from '../../shared/api/reports.ts'
import { unprocessable } from '../../shared/errors.ts'
import { listMonths, MOST_REPORTED_MONTHS, type ReportPeriod } from '../../shared/ledger/report-period.ts'
import { addToMonth, monthText } from '../../shared/time.ts'
import { readFixedCosts } from '../costs/service.ts'
import { namesOf } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { fullName } from '../platform/identity/user.ts'
import {
  type FigureParts,
  type Fixed,
  figuresOf,
  isEmpty,
  type MonthCounts,
  type ProviderSelection,
} from './figures.ts'
import { readPersonCounts, readReportCounts } from './reading.ts'
import { findSelection, hasTeam, type Selection } from './selection.ts'

/** Key of the row for records without a team, person or provider. */
const NONE = 'none'

/** Returns the months with which a period is compared: those just before it, or the same ones a year earlier. */
const monthsBefore = (period: readonly string[], compare: Comparison | undefined) =>
  compare === undefined ? null : period.map((one) => addToMonth(one, compare === 'previous' ? -period.length : -12))

/** Returns the months of a report. Throws 422 for none, and for more than twelve. */
function monthsOf(period: ReportPeriod): string[] {
  const months = listMonths(period)
  if (months.length === 0) throw unprocessable('Begin niet na de laatste maand', 'from')
  if (months.length > MOST_REPORTED_MONTHS) throw unprocessable('Hoogstens 12 maanden', 'from')
  return months
}

/**
 * Makes a report of a month or more from counters and fixed costs, within the reach of the actor. Reads no sales, hours or
 * appointments, so that the cost does not grow with their number. Throws 403 without access to reports, 422 for more than
 * twelve months.
 */
export async function makeReport(
  actor: Caller,
  { month, from = month, compare, by = 'team', ...filter }: ReportFilter,
): Promise<Report> {
  const selection = await findSelection(actor, filter)
  const chart = Array.from({ length: CHART_MONTHS }, (_, at) => addToMonth(month, at + 1 - CHART_MONTHS))
  const period = monthsOf({ from, month })
  const compared = monthsBefore(period, compare)
  const read = await readFigures({ chart, period, compared: compared ?? [] }, selection, by)
  const isByProvider = selection.provider !== undefined || by === 'provider'
  const figures = (parts: FigureParts, of: ProviderSelection = selection.provider, byProvider = isByProvider) =>
    figuresOf(parts, { of, isByProvider: byProvider })
  const [now, before] = [read.in(period), compared === null ? null : read.in(compared)]
  const months = chart.map((one) => ({
    month: one,
    figures: figures(read.in([one]), selection.provider, selection.provider !== undefined),
  }))
  const groups =
    by === 'month'
      ? []
      : await groupsOf(by, {
          now: read.details(period),
          before: compared === null ? null : read.details(compared),
          selection,
        })
  return {
    ...{ from, month, comparedFrom: compared?.[0] ?? null, comparedWith: compared?.at(-1) ?? null, by },
    totals: figures(now),
    before: before && figures(before),
    rows:
      by === 'month'
        ? months.map((one, at) => ({
            ...{ key: one.month, label: monthText(one.month), teamName: null, figures: one.figures },
            before: compare === 'previous' ? (months[at - 1]?.figures ?? null) : null,
          }))
        : groups.map(
            ({ key, label, teamName, of, parts, partsBefore }): ReportRow => ({
              ...{ key, label, teamName, figures: figures(parts, of) },
              before: before && figures(partsBefore, of),
            }),
          ),
    months,
    providers: providers.flatMap((provider) => {
      if (selection.provider !== undefined && selection.provider !== provider) return []
      const { sales, revenue } = figures(read.splits(period), provider)
      return sales === 0 && revenue === 0 ? [] : [{ provider, sales, revenue }]
    }),
  }
}

/** Counts and fixed costs of a report in some months: for its totals, for its rows, and by provider. */
interface Reading {
  readonly in: (months: readonly string[]) => FigureParts
  readonly details: (months: readonly string[]) => FigureParts
  readonly splits: (months: readonly string[]) => FigureParts
}

/** Months that a report reads: those of its charts, its own, and those to compare with. */
interface Months {
  readonly chart: readonly string[]
  readonly period: readonly string[]
  readonly compared: readonly string[]
}

async function readFigures(
  { chart, period, compared }: Months,
  selection: Selection,
  by: ReportGroup,
): Promise<Reading> {
  const shown = [...new Set([...compared, ...period])]
  const months = [...new Set([...shown, ...chart])]
  const { provider, userId } = selection
  const isSplit = provider !== undefined && userId === undefined
  const needsPeople = by === 'agent' && userId === undefined
  const needsSplits = provider === undefined && userId === undefined
  const [whole, people, splits, costs] = await Promise.all([
    readReportCounts(months, selection, isSplit ? 'provider' : 'whole'),
    needsPeople ? readPersonCounts(shown, selection) : null,
    needsSplits ? readReportCounts(by === 'provider' ? shown : period, selection, 'provider') : null,
    provider === undefined ? readFixedCosts(months) : new Map<string, never[]>(),
  ])
  const everyCost = [...costs].flatMap(([month, some]) => some.map((cost): Fixed => ({ ...cost, month })))
  const fixed = everyCost.filter((cost) =>
    userId === undefined ? hasTeam(selection, cost.teamId) : cost.userId === userId && hasTeam(selection, cost.teamId),
  )
  const inMonths = (counted: readonly MonthCounts[]) => (some: readonly string[]) => ({
    counted: counted.filter((one) => some.includes(one.month)),
    fixed: fixed.filter((one) => some.includes(one.month)),
  })
  // `splits` only has counts by provider. The row without a provider also needs the totals, which are in `whole`.
  const details = by === 'provider' ? [...whole, ...(splits ?? [])] : (people ?? whole)
  return { in: inMonths(whole), details: inMonths(details), splits: inMonths(splits ?? whole) }
}

/** A group of a report, such as a team, with its figures. */
interface Group {
  readonly key: string
  readonly label: string
  readonly teamName: string | null
  readonly of: ProviderSelection
  readonly parts: FigureParts
  readonly partsBefore: FigureParts
}

interface Grouping {
  readonly now: FigureParts
  readonly before: FigureParts | null
  readonly selection: Selection
}

const nothing: FigureParts = { counted: [], fixed: [] }

/** Divides the counts and costs of a report into its groups, such as teams, with those of the compared period. */
async function groupsOf(by: Exclude<ReportGroup, 'month'>, { now, before, selection }: Grouping): Promise<Group[]> {
  if (by === 'provider') return providerGroups(now, before, selection)
  const { teams, covered } = selection
  const keyOf = (teamId: number | undefined, userId: string | undefined): string => {
    if (by === 'agent') return userId ?? NONE
    const team = teamId === undefined ? undefined : teams.get(teamId)
    if (by === 'office') return team?.office ?? NONE
    return teamId ? String(teamId) : NONE
  }
  const partsOf = (parts: FigureParts, key: string): FigureParts => ({
    counted: parts.counted.filter(({ teamId, userId }) => keyOf(teamId, userId) === key),
    fixed: parts.fixed.filter(({ teamId, userId }) => keyOf(teamId, userId) === key),
  })
  const all = [now, before ?? nothing]
  const keys = new Set(
    all.flatMap(({ counted, fixed }) => [...counted, ...fixed].map(({ teamId, userId }) => keyOf(teamId, userId))),
  )
  const labels = await labelsOf(by, [...keys], all, selection)
  const groups = [...keys].map((key): Group => {
    const parts = partsOf(now, key)
    const teamIds = new Set([...parts.counted, ...parts.fixed].flatMap(({ teamId }) => teamId || []))
    const names = [...teamIds].flatMap((id) => teams.get(id)?.name ?? [])
    return {
      key,
      label: key === NONE ? (covered.scope === 'all' ? 'Hele organisatie' : 'Hele team') : (labels.get(key) ?? key),
      teamName: by === 'agent' && key !== NONE && names.length > 0 ? names.join(', ') : null,
      of: selection.provider,
      parts,
      partsBefore: before ? partsOf(before, key) : nothing,
    }
  })
  const isByProvider = selection.provider !== undefined
  const isShown = ({ parts, partsBefore, of }: Group) =>
    [parts, partsBefore].some((one) => !isEmpty(figuresOf(one, { of, isByProvider })))
  return groups
    .filter(isShown)
    .toSorted(
      (one, other) =>
        Number(one.key === NONE) - Number(other.key === NONE) || one.label.localeCompare(other.label, 'nl'),
    )
}

function providerGroups(now: FigureParts, before: FigureParts | null, { provider }: Selection): Group[] {
  const keys: readonly Exclude<ProviderSelection, undefined>[] =
    provider === undefined ? [...providers, NONE] : [provider]
  return keys
    .map(
      (of): Group => ({
        ...{ key: of, label: of === NONE ? 'Zonder leverancier' : providerLabels[of], teamName: null, of },
        ...{ parts: now, partsBefore: before ?? nothing },
      }),
    )
    .filter(({ of }) =>
      [now, before ?? nothing].some((parts) => !isEmpty(figuresOf(parts, { of, isByProvider: true }))),
    )
}

async function labelsOf(
  by: 'team' | 'office' | 'agent',
  keys: readonly string[],
  all: readonly FigureParts[],
  { teams }: Selection,
): Promise<Map<string, string>> {
  if (by === 'office') return new Map(Object.entries(officeNames))
  if (by === 'team') return new Map(keys.map((key) => [key, teams.get(Number(key))?.name ?? `Team ${key}`]))
  const names = new Map(
    all.flatMap(({ counted }) =>
      counted.flatMap(({ userId, name }) => (userId && name ? [[userId, name] as const] : [])),
    ),
  )
  // The ledger counts commissions without the name of the person, so a counter with only commissions has no name.
  const unnamed = keys.filter((key) => key !== NONE && !names.has(key))
  const personOf = await namesOf(unnamed)
  for (const key of unnamed) names.set(key, fullName(personOf(key)))
  return names
}
