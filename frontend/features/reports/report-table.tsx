import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type Report,
  type ReportGroup,
  type ReportRow,
  reportGroupLabels,
  reportGroups,
} from '../../../shared/api/reports.ts'
import { useUser } from '../../lib/session.ts'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { classNames } from '../../ui/class-names.ts'
import { monthHeading } from '../../ui/dates/calendar-days.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import '../../ui/table/data-table.css'
import { Box } from '../../ui/layout/box.tsx'
import { makeScrollable } from '../../ui/make-scrollable.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { type Column, columns, type ReportAddress } from './address.ts'
import { FigureLink } from './figure-link.tsx'
import { sumFigures } from './figures.ts'
import { NONE } from './record-filters.ts'
import { shownColumns, sortReportRows } from './report-columns.ts'
import styles from './reports.module.css'
import { type FigureTarget, useFigureTargets } from './use-figure-targets.ts'

const titles: Record<ReportGroup, string> = {
  team: 'Teams',
  office: 'Kantoren',
  agent: 'Agenten',
  provider: 'Leveranciers',
  month: 'Maanden',
}

interface ReportTableProps {
  readonly report: Report
  readonly address: ReportAddress
}

/** Shows the rows of the report with a total: a table, or cards on a phone. A click on a figure opens its records. */
export function ReportTable({ report, address }: ReportTableProps) {
  const isPhone = useIsPhone()
  const { role } = useUser()
  const { by, rows } = report
  const { order, setFilter } = address
  const cellOf = useFigureTargets(address)
  // Rows by month do not add up to the month of the report, so they get a total of their own.
  const isMonths = by === 'month'
  const total = isMonths ? sumFigures(rows.map(({ figures }) => figures)) : report.totals
  const parts: PartsProps = {
    report,
    columns: columns.filter((column) => column !== 'lateRevenue' || total.late > 0),
    rows: sortReportRows(rows, order, isMonths),
    total: {
      key: '',
      label: isMonths ? `Totaal ${rows.length} maanden` : 'Totaal',
      teamName: null,
      figures: total,
      before: null,
    },
    cellOf: (column, row) =>
      row.key === '' && isMonths ? {} : cellOf(column, row.figures, row.key === '' ? undefined : row.key),
    address,
  }
  return (
    <Box as="section" padding={0} surface aria-label={titles[by]}>
      <Row as="header" gap={8} className={styles.rowsHead}>
        <h2>{titles[by]}</h2>
        <Text as="p" size={12} color="soft" grow>
          klik op een getal voor de regels erachter
        </Text>
        {isPhone ? (
          <Select
            aria-label="Rapport per"
            value={by}
            onChange={(next) => setFilter({ by: next, sort: '' })}
            options={groupsOf(role)}
          />
        ) : (
          <SegmentedControl
            label="Rapport per"
            value={by}
            onChange={(next) => setFilter({ by: next, sort: '' })}
            options={groupsOf(role)}
          />
        )}
      </Row>
      {isPhone ? <Cards {...parts} /> : <Table {...parts} />}
    </Box>
  )
}

const groupsOf = (role: string) =>
  reportGroups
    .filter((group) => role === 'admin' || group !== 'office')
    .map((value) => ({ value, label: reportGroupLabels[value] }))

interface PartsProps {
  readonly report: Report
  readonly rows: readonly ReportRow[]
  readonly total: ReportRow
  readonly columns: readonly Column[]
  readonly cellOf: (column: Column, row: ReportRow) => FigureTarget
  readonly address: ReportAddress
}

const nameOf = ({ by }: Report, { key, label }: ReportRow): string =>
  by === 'month' && key ? monthHeading(key) : label

function Table({ report, columns: shown, rows, total, cellOf, address }: PartsProps) {
  return (
    <div className={classNames('pv-scroller', styles.scroller)} {...makeScrollable('Tabel van het rapport')}>
      <PlainTable edge amounts={2} className={styles.table}>
        <caption className="pv-hidden">{titles[report.by]}</caption>
        <thead>
          <tr>
            <Heading name="label" label={reportGroupLabels[report.by]} address={address} />
            {shown.map((column) => (
              <Heading key={column} name={column} label={shownColumns[column].label} address={address} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={classNames(row.key === NONE && styles.whole)}>
              <th scope="row">
                {nameOf(report, row)}
                {row.teamName && (
                  <span className={classNames('pv-soft pv-weight-regular', styles.team)}>
                    <span className="pv-unprinted"> · </span>
                    {row.teamName}
                  </span>
                )}
              </th>
              <Values report={report} columns={shown} row={row} cellOf={cellOf} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total.label}</th>
            <Values report={report} columns={shown} row={total} cellOf={cellOf} />
          </tr>
        </tfoot>
      </PlainTable>
    </div>
  )
}

function Values({ columns: shown, ...cell }: Omit<ValueProps, 'column'> & Pick<PartsProps, 'columns'>) {
  return shown.map((column) => (
    <td key={column} className={classNames(column === 'margin' && styles.margin)}>
      <Value {...cell} column={column} />
    </td>
  ))
}

interface ValueProps extends Pick<PartsProps, 'report' | 'cellOf'> {
  readonly row: ReportRow
  readonly column: Column
}

function Value({ report, row, column, cellOf }: ValueProps) {
  const { label, value, format } = shownColumns[column]
  const number = value(row.figures)
  // The row without team or agent mostly has costs only; a dash distinguishes its empty figures from the 0 of a team.
  if (number === null || (row.key === NONE && number === 0)) return <span className="pv-soft">–</span>
  const text = format(number)
  return (
    <FigureLink cell={cellOf(column, row)} label={`${nameOf(report, row)}, ${label} ${text}`}>
      {text}
    </FigureLink>
  )
}

interface HeadingProps {
  readonly name: Column | 'label'
  readonly label: string
  readonly address: ReportAddress
}

/** Shows the heading of a column; a click sorts by that column, amounts from the highest. */
function Heading({ name, label, address: { order, setFilter } }: HeadingProps) {
  const isSorted = order.replace('-', '') === name
  const isDown = order.startsWith('-')
  const first = name === 'label' ? name : (`-${name}` as const)
  const other = name === 'label' ? (`-${name}` as const) : name
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className="pv-sort"
        onClick={() => setFilter({ sort: isSorted && order === first ? other : first })}
      >
        {label}
        {isSorted && <Arrow aria-hidden="true" size={13} />}
      </button>
    </th>
  )
}

function Cards({ report, columns: shown, rows, total, cellOf }: PartsProps) {
  const below = shown.filter((column) => column !== 'margin')
  return (
    <ul>
      {[...rows, total].map((row) => (
        <Text
          key={row.key}
          as="li"
          padBlock={12}
          padInline={16}
          line="above"
          className={classNames(styles.card, row === total && styles.cardTotal)}
        >
          <Row as="h3" gap={12} align="baseline" justify="between" tabular>
            <span>{nameOf(report, row)}</span>
            <span>
              <Value report={report} row={row} column="margin" cellOf={cellOf} />
            </span>
          </Row>
          <dl>
            {below.map((column) => (
              <div key={column}>
                <Text as="dt" size={11} color="soft">
                  {shownColumns[column].label}
                </Text>
                <Text as="dd" size={13} tabular>
                  <Value report={report} row={row} column={column} cellOf={cellOf} />
                </Text>
              </div>
            ))}
          </dl>
        </Text>
      ))}
    </ul>
  )
}
