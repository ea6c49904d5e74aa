import type { ReactNode } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Card, StatCard } from '../../ui/display/card.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { type TimeFilter, useStats } from './api.ts'
import styles from './dashboard.module.css'
import {
  dashboardRangeOf,
  scopeNames,
  useAppointmentsLink,
  useOwnFilter,
  useSalesLink,
  useScope,
} from './list-links.ts'

export const periodNames: Record<TimeFilter, string> = {
  today: 'Vandaag',
  'this-week': 'Deze week',
  'this-month': 'Deze maand',
  'last-month': 'Vorige maand',
  'this-year': 'Dit jaar',
}

/**
 * Shows the three figures of the dashboard. Each links to the records that it counts, if one list shows these. The
 * caption of the first says whose records all three count; it is empty for everybody's. Only the first ignores the
 * period: it is always of today (rulings 27).
 */
export function StatCards({ period, children }: { readonly period: TimeFilter; readonly children?: ReactNode }) {
  const { data, error, refetch } = useStats(period)
  const { role } = useUser()
  const listBehind = useAppointmentsLink()
  const salesBehind = useSalesLink()
  const own = useOwnFilter()
  const whose = scopeNames[useScope()]
  if (error) {
    return (
      <Card>
        <ErrorState error={shownError(error)} onRetry={refetch} />
      </Card>
    )
  }
  // The card of sales has a fixed text as caption (rulings 22). For callers it has no link, because no list shows a
  // caller's sales.
  const figure = (count: number | undefined) =>
    count === undefined ? <Skeleton width="64px" height="28px" /> : formatNumber(count)
  return (
    <div className={styles.stats} aria-busy={data === undefined}>
      <StatCard
        label="Afspraken vandaag"
        value={figure(data?.appointmentsToday)}
        caption={whose}
        to={own && listBehind(dashboardRangeOf('today'), own)}
      />
      <StatCard
        label="Geplande afspraken"
        value={figure(data?.pendingAppointments)}
        caption={periodNames[period]}
        to={own && listBehind(dashboardRangeOf(period), { ...own, status: 'scheduled,awaiting' })}
      />
      <StatCard
        label="Geregistreerde sales"
        value={figure(data?.salesThisMonth)}
        caption="24h - 0% toename"
        to={own && role !== 'caller' ? salesBehind(dashboardRangeOf(period)) : undefined}
      />
      {children}
    </div>
  )
}

/**
 * Returns the error to show. An error reply of the server gets the text of spec §8; any other error, such as a lost
 * connection, keeps its own text.
 */
const shownError = (error: Error) =>
  error instanceof CallError && error.status > 0
    ? new CallError(error.status, `HTTP error! status: ${error.status}`, { ...error, isForeign: false })
    : error
