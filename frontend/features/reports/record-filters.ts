import { appointmentStatuses } from '../../../shared/api/parts/statuses.ts'
import type { ReportFilter, ReportRow } from '../../../shared/api/reports.ts'
import { paths } from '../../domains/paths.ts'
import { useCan } from '../../lib/session.ts'
import { addDays, addMonths } from '../../ui/dates/calendar-days.ts'
import type { ReportParts, RowKind } from './address.ts'

/** Statuses of the appointments that count: all but cancelled (rulings 27). */
const COUNTED_STATUSES = appointmentStatuses.filter((status) => status !== 'cancelled').join(',')
/** Statuses of the appointments that were held. */
const HELD_STATUSES = 'sale,no-sale,quote-sent'

/** Filters that select the records that make up a figure of the report. */
export interface RecordFilters extends Pick<ReportFilter, 'month' | 'office' | 'teamId' | 'userId' | 'provider'> {
  readonly from: string
  readonly to: string
}

/** Key of the report row for figures that belong to no team, office, agent or provider. */
export const NONE = 'none'

const attributeOf = { team: 'teamId', office: 'office', agent: 'userId', provider: 'provider', month: 'month' } as const

/**
 * Returns the filters for the records behind the report row with this `key`, or behind the totals without a key. Null
 * for the row `NONE`, whose records no filter can select.
 */
export function buildRecordFilters(
  { by, compare: _, from: first, ...filter }: ReportParts,
  key?: ReportRow['key'],
): RecordFilters | null {
  if (key === NONE) return null
  const narrowed = { ...filter, ...(key !== undefined && { [attributeOf[by]]: key }) }
  const isOneMonth = by === 'month' && key !== undefined
  const from = `${isOneMonth ? narrowed.month : (first ?? narrowed.month)}-01`
  return { ...narrowed, from, to: addDays(addMonths(`${narrowed.month}-01`, 1), -1) }
}

const addressWith = (path: string, parameters: Readonly<Record<string, string | undefined>>): string =>
  `${path}?${new URLSearchParams(Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined))}`

/** Figures whose records a list screen can show. */
export type ListedFigure =
  | 'appointments'
  | 'held'
  | 'sales'
  | 'approved'
  | 'paid'
  | 'withdrawn'
  | 'revenue'
  | 'lateRevenue'

/**
 * Returns a function that gives the address of the list with exactly the records of a figure; `running` are sales in
 * bedenktijd. Gives undefined without such a list, or without the right to see it.
 */
export function useFigureListAddress() {
  const seesAppointments = useCan('appointment:read')
  const seesSales = useCan('sale:list')
  return (figure: ListedFigure | 'running', behind: RecordFilters | null): string | undefined => {
    if (behind === null) return undefined
    const { from, to, office, teamId, userId, provider } = behind
    if (figure === 'appointments' || figure === 'held') {
      if (!seesAppointments || provider) return undefined
      const status = figure === 'held' ? HELD_STATUSES : COUNTED_STATUSES
      return addressWith(paths.appointments, { status, from, to, office, teamId, agentId: userId })
    }
    if (!seesSales) return undefined
    const chosen = { from, to, office, teamId, agentId: userId, provider }
    const agreement =
      figure === 'withdrawn' || figure === 'running' ? figure : figure === 'lateRevenue' ? 'late' : 'counted'
    const status = figure === 'paid' ? 'uitbetaald' : undefined
    const approved = figure === 'approved' ? 'true' : undefined
    return addressWith(paths.transactions, { status, approved, agreement, ...chosen })
  }
}

/** Returns a function that tells whether the user may see the records of a kind behind a figure. */
export function useCanOpenRows() {
  const seesCosts = useCan('cost:manage')
  return (kind: RowKind): boolean => kind === 'commissions' || seesCosts
}
