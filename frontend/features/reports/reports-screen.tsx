import { ChartNoAxesCombined, Coins, Printer } from 'lucide-react'
import { useState } from 'react'
import { type Report, reports } from '../../../shared/api/reports.ts'
import { reportPeriodText } from '../../../shared/ledger/report-period.ts'
import { useCan } from '../../lib/session.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Split } from '../../ui/layout/columns.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { type ReportAddress, useReportAddress } from './address.ts'
import { useReport } from './api.ts'
import { Funnel } from './funnel.tsx'
import { AgentsChart, HoursChart, MarginChart, ProvidersChart } from './report-charts.tsx'
import { ReportFilters } from './report-filters.tsx'
import { ReportSum } from './report-sum.tsx'
import { ReportTable } from './report-table.tsx'
import { useFigureTargets } from './use-figure-targets.ts'

const RowsDialog = onDemand(() => import('./rows-dialog.tsx').then((m) => m.RowsDialog))
const RevenueRatesDialog = onDemand(() => import('./revenue-rates.tsx').then((m) => m.RevenueRatesDialog))

const formats = ['xlsx', 'pdf', 'csv'] as const

/** Shows the screen 'Rapport': revenue, costs and margin of a month by team, office, agent, provider or month. */
export function ReportsScreen() {
  const address = useReportAddress()
  const isPhone = useIsPhone()
  const { data, error, refetch, isPlaceholderData } = useReport(address.report)
  return (
    <Screen
      title="Rapport"
      toolbar={<ReportFilters address={address} />}
      actions={
        <>
          <Rates />
          {!isPhone && <IconButton label="Afdrukken" icon={<Printer />} onClick={() => window.print()} />}
          <ExportMenu name="rapport" formats={formats} endpoint={reports.exportReport} query={address.report} />
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && (
        <Stack gap={12} role="status" aria-busy="true" aria-label="Rapport laden">
          <Skeleton height="92px" />
          <Skeleton height="330px" />
          <Skeleton height="360px" />
        </Stack>
      )}
      {!error && data && (
        <Stack gap={12} className="pv-pale" aria-busy={isPlaceholderData}>
          <Month report={data} address={address} />
        </Stack>
      )}
      {!error && data && address.rows && !isPlaceholderData && (
        <RowsDialog report={data} address={address} rows={address.rows} />
      )}
    </Screen>
  )
}

/** Shows the button that opens the revenue rates, for an admin. */
function Rates() {
  const [isOpen, setOpen] = useState(false)
  if (!useCan('revenue:manage')) return null
  return (
    <>
      <IconButton label="Omzettarieven" icon={<Coins />} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && <RevenueRatesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

interface MonthProps {
  readonly report: Report
  readonly address: ReportAddress
}

const isEmpty = ({ totals, months }: Report): boolean =>
  [totals, ...months.map(({ figures }) => figures)].every((figures) => Object.values(figures).every((value) => !value))

function Month({ report, address }: MonthProps) {
  const cellOf = useFigureTargets(address)
  if (isEmpty(report)) {
    return (
      <EmptyState
        icon={<ChartNoAxesCombined />}
        title={`Geen cijfers in ${reportPeriodText(report)}`}
        text={
          address.isNarrowed
            ? 'Niets gevonden in deze en de 11 maanden ervoor.'
            : 'Kies een andere maand. Ook in de 11 maanden ervoor is er niets.'
        }
        {...(address.isNarrowed && { action: <Button onClick={address.resetFilter}>Filters wissen</Button> })}
      />
    )
  }
  return (
    <>
      <h2 className="pv-printed">Rapport {reportPeriodText(report)}</h2>
      <ReportSum report={report} parts={address.report} cellOf={(name) => cellOf(name, report.totals)} />
      <Split columns="minmax(0, 1.65fr) minmax(0, 1fr)" below={1100} gap={12} even>
        <MarginChart report={report} />
        <Funnel report={report} cellOf={(name) => cellOf(name, report.totals)} />
      </Split>
      <ReportTable report={report} address={address} />
      <Split columns="repeat(2, minmax(0, 1fr))" below={1100} gap={12} even>
        <ProvidersChart report={report} />
        <AgentsChart report={report} filter={address.report} />
      </Split>
      <HoursChart report={report} />
    </>
  )
}
