import { officeNames } from '../../shared/api/parts/fields.ts'
import { providerLabels } from '../../shared/api/parts/trade.ts'
import { type ReportFilter, type ReportRow, type reportFormats, reportGroupLabels } from '../../shared/api/reports.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { readCompanyName } from '../company/service.ts'
import type { Column } from '../export/cells.ts'
import { auditFile, countFileRequest, exportList } from '../export/export-list.ts'
import { findTeam, namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { fullName } from '../platform/identity/user.ts'
import { withdrawalShareText } from './figures.ts'
import { makeReport } from './report.ts'

interface Wanted extends ReportFilter {
  readonly format?: (typeof reportFormats)[number] | undefined
}

/**
 * Exports a report as a spreadsheet or a PDF and audits that. Throws 403 without access to reports, 422 for a file that
 * is too large, 429 after 30 files in five minutes.
 */
export async function exportReport(actor: Caller, { format = 'xlsx', ...filter }: Wanted) {
  if (format === 'pdf') return exportPdf(actor, filter)
  return exportList<ReportRow>(
    actor,
    { format, ...filter },
    {
      ...{ action: 'report:read', entity: 'report', plural: 'rapport' },
      columns: columnsOf(filter),
      rows: async () => {
        const { rows, totals, before } = await makeReport(actor, filter)
        const total = { key: 'total', label: 'Totaal', teamName: null, figures: totals, before }
        return filter.by === 'month' ? rows : [...rows, total]
      },
    },
  )
}

async function exportPdf(actor: Caller, filter: ReportFilter) {
  const permit = authorise(actor, 'report:read')
  await countFileRequest(actor)
  const [report, company, filters, { createReportPdf }] = await Promise.all([
    makeReport(actor, filter),
    readCompanyName(),
    filtersOf(filter),
    import('./report-pdf.ts'),
  ])
  const drawnUpOn = localDateOf(now())
  const bytes = await createReportPdf({ report, company, drawnUpOn, filters, group: reportGroupLabels[report.by] })
  await auditFile(permit, 'report', bytes, { format: 'pdf', filter, count: report.rows.length })
  return { bytes, contentType: 'application/pdf', filename: `rapport-${report.month}.pdf` }
}

/** Returns the filters of a report as pairs of a label and a name. */
async function filtersOf({ office, teamId, userId, provider }: ReportFilter): Promise<[string, string][]> {
  const [team, personOf] = await Promise.all([
    teamId === undefined ? null : findTeam(Number(teamId)),
    namesOf(userId === undefined ? [] : [userId]),
  ])
  return [
    ...(office === undefined ? [] : [['Kantoor', officeNames[office]] as [string, string]]),
    ...(teamId === undefined ? [] : [['Team', team?.name ?? `Team ${teamId}`] as [string, string]]),
    ...(userId === undefined ? [] : [['Medewerker', fullName(personOf(userId))] as [string, string]]),
    ...(provider === undefined ? [] : [['Leverancier', providerLabels[provider]] as [string, string]]),
  ]
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
    { header: 'Herroepen', value: ({ figures }) => count(figures.withdrawn) },
    { header: 'Herroepen als beller', value: ({ figures }) => count(figures.bookedWithdrawn) },
    { header: 'Herroepen %', value: ({ figures }) => withdrawalShareText(figures) },
    { header: 'Omzet', value: ({ figures }) => amount(figures.revenue) },
    { header: 'Aantal herroepen na sluiten', value: ({ figures }) => count(figures.late) },
    { header: 'Omzet herroepen na sluiten', value: ({ figures }) => amount(figures.lateRevenue) },
    { header: 'Commissies', value: ({ figures }) => amount(figures.commissions) },
    { header: 'Uren', value: ({ figures }) => amount(figures.hours) },
    { header: 'Kosten uren', value: ({ figures }) => amount(figures.hourCosts) },
    { header: 'Vaste kosten', value: ({ figures }) => amount(figures.fixedCosts) },
    { header: 'Marge', value: ({ figures }) => amount(figures.margin) },
    ...(compare === undefined ? [] : before),
  ]
}
