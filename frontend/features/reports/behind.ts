import type { ReportFilter, ReportRow } from '../../../shared/contract/reports.ts'
import { appointmentStatuses } from '../../../shared/contract/schemas/appointments.ts'
import { COUNTED_SALES } from '../../../shared/contract/schemas/sale-form.ts'
import { paths } from '../../domains/paths.ts'
import { useCan } from '../../lib/session.ts'
import { addDays, addMonths } from '../../ui/dates/calendar-days.ts'
import type { ReportParts, RowKind } from './address.ts'

/** Appointments that count: all but cancelled ones (rulings 27). */
const COUNTED = appointmentStatuses.filter((status) => status !== 'cancelled').join(',')
const HELD = 'sale,no-sale,quote-sent'

/** Filters of the rows behind a figure. */
export interface Behind extends Pick<ReportFilter, 'month' | 'office' | 'teamId' | 'userId' | 'provider'> {
  readonly from: string
  readonly to: string
}

/** Key of the row for figures without a team, agent or provider. */
export const NONE = 'none'

const attributeOf = { team: 'teamId', office: 'office', agent: 'userId', provider: 'provider', month: 'month' } as const

/**
 * Returns the filters of the rows behind a row of the report, or behind its totals. Null where no list has such a
 * filter.
 */
export function behindOf({ by, compare: _, ...filter }: ReportParts, key?: ReportRow['key']): Behind | null {
  if (key === NONE) return null
  const narrowed = { ...filter, ...(key !== undefined && { [attributeOf[by]]: key }) }
  const from = `${narrowed.month}-01`
  return { ...narrowed, from, to: addDays(addMonths(from, 1), -1) }
}

const addressOf = (path: string, asked: Readonly<Record<string, string | undefined>>): string =>
  `${path}?${new URLSearchParams(Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined))}`

/** Figures whose rows a list can show. */
export type Listed = 'appointments' | 'held' | 'sales' | 'approved' | 'paid' | 'revenue'

/**
 * Returns a function that gives the address of the list behind a figure; undefined where no list within reach contains
 * exactly its rows.
 */
export function useListBehind() {
  const seesAppointments = useCan('appointment:read')
  const seesSales = useCan('sale:list')
  return (figure: Listed, behind: Behind | null): string | undefined => {
    if (behind === null) return undefined
    const { from, to, office, teamId, userId, provider } = behind
    if (figure === 'appointments' || figure === 'held') {
      if (!seesAppointments || provider) return undefined
      const status = figure === 'held' ? HELD : COUNTED
      return addressOf(paths.appointments, { status, from, to, office, teamId, agentId: userId })
    }
    if (!seesSales) return undefined
    const status = figure === 'paid' ? 'uitbetaald' : COUNTED_SALES
    const approved = figure === 'approved' ? 'true' : undefined
    return addressOf(paths.transactions, { status, approved, from, to, office, teamId, agentId: userId, provider })
  }
}

/** Returns a function that tells whether the user may open the rows of a kind. */
export function useSeesRows() {
  const seesCosts = useCan('cost:manage')
  return (kind: RowKind): boolean => kind === 'commissions' || seesCosts
}
