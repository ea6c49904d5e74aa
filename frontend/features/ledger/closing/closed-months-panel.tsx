import { Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { periodStateLabels } from '../../../../shared/api/schemas/periods.ts'
import { paths } from '../../../domains/paths.ts'
import { formatDateTime, formatNumber, fullNameOf } from '../../../lib/format.ts'
import { monthHeading } from '../../../ui/dates/calendar-days.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Fill } from '../../../ui/layout/fill.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { usePeriods } from '../api.ts'
import { stateTones } from './closing-panel.tsx'

/** Number of characters by which people compare seals. */
const SHOWN = 12

/** Shows the tab 'Gesloten maanden': each month that was ever closed, with its seal. */
export function ClosedMonthsPanel() {
  const { data, error, refetch } = usePeriods()
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Stack padding={16} role="status" aria-busy="true" aria-label="Gesloten maanden laden">
        <Skeleton height="240px" />
      </Stack>
    )
  }
  if (data.periods.length === 0) {
    return <EmptyState icon={<Lock />} title="Nog niets gesloten" text="Sluit een maand bij Afsluiten." />
  }
  return (
    <Fill scrolls>
      <Stack padding={16}>
        <PlainTable stacked amounts="last" aria-label="Gesloten maanden">
          <thead>
            <tr>
              <th scope="col">Maand</th>
              <th scope="col">Status</th>
              <th scope="col">Gesloten</th>
              <th scope="col">Zegel</th>
              <th scope="col">Boekingen</th>
            </tr>
          </thead>
          <tbody>
            {data.periods.map(({ month, state, closedBy, closedAt, seal, transactions, opened }) => (
              <tr key={month}>
                <td>
                  <Link to={`${paths.bookkeeping}?tab=afsluiten&month=${month}`}>{monthHeading(month)}</Link>
                </td>
                <td>
                  <Badge tone={stateTones[state]}>{periodStateLabels[state]}</Badge>
                </td>
                <td data-label="Gesloten">
                  {opened === null
                    ? `${fullNameOf(closedBy)} · ${formatDateTime(closedAt)}`
                    : `Geopend door ${fullNameOf(opened.by)}: ${opened.reason}`}
                </td>
                <td data-label="Zegel" title={seal ?? undefined}>
                  <code>{seal?.slice(0, SHOWN) ?? '–'}</code>
                </td>
                <td data-label="Boekingen">{transactions === null ? '–' : formatNumber(transactions)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </Stack>
    </Fill>
  )
}
