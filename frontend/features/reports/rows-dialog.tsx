import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { costs } from '../../../shared/api/costs.ts'
import type { Report, ReportGroup } from '../../../shared/api/reports.ts'
import { projectTypeLabels } from '../../../shared/api/schemas/costs.ts'
import { reportPeriodText } from '../../../shared/ledger/report-period.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { balanceAddress } from '../../domains/addresses.ts'
import { formatDate, formatHours, formatMoney, formatNumber, fullNameOf } from '../../lib/format.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { monthHeading } from '../../ui/dates/calendar-days.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import type { ReportAddress, RowKind } from './address.ts'
import { useFixedCosts, usePostings, useTimeEntries } from './api.ts'
import { buildRecordFilters, NONE, type RecordFilters } from './record-filters.ts'
import styles from './reports.module.css'

interface RowsDialogProps {
  readonly report: Report
  readonly address: ReportAddress
  readonly rows: { readonly kind: RowKind; readonly of: string | undefined }
}

const titles: Record<RowKind, string> = { commissions: 'Commissies', hours: 'Uren', fixed: 'Vaste kosten' }

/** Shows the commissions, hours or fixed costs that make up a figure of the report, with their sum. */
export function RowsDialog({ report, address, rows: { kind, of } }: RowsDialogProps) {
  const row = of === undefined ? undefined : report.rows.find(({ key }) => key === of)
  const behind = buildRecordFilters(address.report, of === NONE ? undefined : of)
  const name = row && (report.by === 'month' ? monthHeading(row.key) : row.label)
  const part = { behind: behind as RecordFilters, isUnassigned: of === NONE, by: report.by }
  return (
    <Dialog
      onOpenChange={() => address.setFilter({ rows: '', of: '' })}
      size="wide"
      title={titles[kind]}
      description={[name, periodTitleOf(behind as RecordFilters)]
        .filter((one, at, all) => one && all.indexOf(one) === at)
        .join(' · ')}
      forReading
    >
      <DialogBody>
        {kind === 'commissions' && <Postings {...part} />}
        {kind === 'hours' && <Entries {...part} />}
        {kind === 'fixed' && <FixedCosts {...part} />}
      </DialogBody>
      <DialogFooter
        start={
          kind === 'hours' && <ExportMenu name="uren" endpoint={costs.exportEntries} query={hoursOf(part.behind)} />
        }
      >
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}

const hoursOf = ({ from, to, userId, teamId, office }: RecordFilters) => ({ from, to, userId, teamId, office })

/** Returns the heading of the period behind a figure: `Oktober 2026` or `4e kwartaal 2026`. */
const periodTitleOf = ({ from, month }: RecordFilters): string =>
  from.startsWith(month) ? monthHeading(month) : reportPeriodText({ from: from.slice(0, 7), month })

interface PartProps {
  readonly behind: RecordFilters
  /**
   * Set for the report row without a team (in a report by agent: without a person). The dialog then shows only costs
   * without a team or person.
   */
  readonly isUnassigned: boolean
  readonly by: ReportGroup
}

const sumText = (amounts: readonly (number | null)[]): string =>
  formatMoney(euros(sumOf(amounts.map((amount) => cents(amount ?? 0)))))

function Postings({ behind }: PartProps) {
  const list = usePostings(behind)
  return (
    <Rows list={list} columns={['Datum', 'Wie', 'Omschrijving', 'Bedrag']} empty="Geen commissies geboekt">
      {(rows) => ({
        sums: [sumText(rows.map(({ amount }) => amount))],
        lines: rows.map(({ id, date, user, teamName, text, amount }) => ({
          key: id,
          cells: [
            formatDate(date),
            <>
              <Link to={balanceAddress(user.id, behind.month)}>{fullNameOf(user)}</Link>
              {teamName && <span className="pv-soft"> · {teamName}</span>}
            </>,
            text,
            formatMoney(amount),
          ],
        })),
      })}
    </Rows>
  )
}

function Entries({ behind }: PartProps) {
  const list = useTimeEntries(behind)
  return (
    <Rows list={list} columns={['Datum', 'Wie', 'Soort', 'Uren', 'Kosten']} empty="Geen uren geschreven">
      {(rows) => ({
        sums: [
          formatHours(Math.round(rows.reduce((sum, { hours }) => sum + hours, 0) * 100) / 100),
          sumText(rows.map(({ totalCost }) => totalCost)),
        ],
        lines: rows.map(({ id, date, user, projectType, hours, totalCost }) => ({
          key: id,
          cells: [
            formatDate(date),
            fullNameOf(user),
            projectTypeLabels[projectType],
            formatHours(hours),
            totalCost === null ? 'geen tarief' : formatMoney(totalCost),
          ],
        })),
      })}
    </Rows>
  )
}

function FixedCosts({ behind, isUnassigned, by }: PartProps) {
  const list = useFixedCosts(behind)
  const data = list.data
    ?.filter(({ isActive }) => isActive)
    .filter(({ teamId, userId }) => !isUnassigned || (by === 'agent' ? userId : teamId) === null)
  return (
    <Rows
      list={{ ...list, data }}
      columns={['Categorie', 'Voor', 'Omschrijving', 'Per maand']}
      empty="Geen vaste kosten in deze maand"
    >
      {(rows) => ({
        sums: [sumText(rows.map(({ monthlyAmount }) => monthlyAmount))],
        lines: rows.map(({ id, category, user, team, description, monthlyAmount }) => ({
          key: id,
          cells: [
            category.name,
            user ? fullNameOf(user) : (team?.name ?? 'Hele organisatie'),
            description ?? '–',
            formatMoney(monthlyAmount),
          ],
        })),
      })}
    </Rows>
  )
}

interface Lines {
  /** Totals of the last columns. */
  readonly sums: readonly string[]
  readonly lines: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

interface RowsOf<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface RowsProps<Row> {
  readonly list: RowsOf<Row>
  readonly columns: readonly string[]
  readonly empty: string
  readonly children: (rows: readonly Row[]) => Lines
}

function Rows<Row>({ list: { data, error, refetch }, columns, empty, children }: RowsProps<Row>) {
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) {
    return (
      <div role="status" aria-busy="true" aria-label="Regels laden">
        <Skeleton height="200px" />
      </div>
    )
  }
  if (data.length === 0) return <EmptyState title={empty} />
  const { sums, lines } = children(data)
  const others = columns.length - sums.length
  return (
    <PlainTable amounts="last" className={styles.behind}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={columns[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={others}>
            Totaal van {formatNumber(lines.length)} {lines.length === 1 ? 'regel' : 'regels'}
          </th>
          {sums.map((sum, index) => (
            <td key={columns[others + index]}>{sum}</td>
          ))}
        </tr>
      </tfoot>
    </PlainTable>
  )
}
