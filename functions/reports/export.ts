import type { ReportFilter, ReportRow, reportFormats } from '../../shared/contract/reports.ts'
import { reportGroupLabels } from '../../shared/contract/reports.ts'
import type { Column } from '../export/cells.ts'
import { exported } from '../export/exported.ts'
import type { Caller } from '../platform/actor.ts'
import { reportOf } from './report.ts'

interface Wanted extends ReportFilter {
  readonly format?: (typeof reportFormats)[number] | undefined
}

/** Exports a report as a spreadsheet; audited. */
export async function exportReport(actor: Caller, { format = 'xlsx', ...filter }: Wanted) {
  return exported<ReportRow>(
    actor,
    {
      ...{ action: 'report:read', entity: 'report', plural: 'rapport', sheet: 'Rapport' },
      columns: columnsOf(filter),
      rows: async () => {
        const { rows, totals, before } = await reportOf(actor, filter)
        const total = { key: 'total', label: 'Totaal', teamName: null, figures: totals, before }
        return filter.by === 'month' ? rows : [...rows, total]
      },
    },
    { format: format === 'pdf' ? 'xlsx' : format, filter },
  )
}

const count = (value: number | null) => (value === null ? '' : { count: value })
const amount = (value: number | null) => (value === null ? '' : { amount: value })

function columnsOf({ by = 'team', compare }: ReportFilter): Column<ReportRow>[] {
  const before: Column<ReportRow>[] = [
    { header: 'Sales ervoor', value: (row) => count(row.before?.sales ?? null) },
    { header: 'Omzet ervoor', value: (row) => amount(row.before?.revenue ?? null) },
    { header: 'Marge ervoor', value: (row) => amount(row.before?.margin ?? null) },
  ]
  return [
    { header: reportGroupLabels[by], value: ({ label }) => label },
    ...(by === 'agent' ? [{ header: 'Team', value: ({ teamName }: ReportRow) => teamName ?? '' }] : []),
    { header: 'Afspraken', value: ({ figures }) => count(figures.appointments) },
    { header: 'Geweest', value: ({ figures }) => count(figures.held) },
    { header: 'Sales', value: ({ figures }) => count(figures.sales) },
    { header: 'Goedgekeurd', value: ({ figures }) => count(figures.approved) },
    { header: 'Uitbetaald', value: ({ figures }) => count(figures.paid) },
    { header: 'Omzet', value: ({ figures }) => amount(figures.revenue) },
    { header: 'Commissies', value: ({ figures }) => amount(figures.commissions) },
    { header: 'Uren', value: ({ figures }) => amount(figures.hours) },
    { header: 'Kosten uren', value: ({ figures }) => amount(figures.hourCosts) },
    { header: 'Vaste kosten', value: ({ figures }) => amount(figures.fixedCosts) },
    { header: 'Marge', value: ({ figures }) => amount(figures.margin) },
    ...(compare === undefined ? [] : before),
  ]
}
