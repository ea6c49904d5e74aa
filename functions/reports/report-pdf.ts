import type { Figures, Report, ReportRow } from '../../shared/api/reports.ts'
import { reportPeriodText } from '../../shared/ledger/report-period.ts'
import { cents, moneyText } from '../../shared/money.ts'
import { dateText, type LocalDate, startOfDay } from '../../shared/time.ts'
import {
  type Block,
  beside,
  factBlock,
  horizontalRule,
  panel,
  paragraph,
  singleLine,
  space,
  stack,
} from '../platform/pdf/blocks.ts'
import { brandBlock } from '../platform/pdf/brand.ts'
import { createPdf } from '../platform/pdf/document.ts'
import { colour, LANDSCAPE_WIDTH, style } from '../platform/pdf/style.ts'
import type { Column } from '../platform/pdf/table.ts'
import { withdrawalShareText } from './figures.ts'

/** Report to print, with its filters and the texts around it. */
export interface PaperReport {
  readonly report: Report
  readonly company: string
  readonly drawnUpOn: LocalDate
  /** Heading of the rows, such as 'Team'. */
  readonly group: string
  /** Filters, each with its name, such as 'Kantoor'. */
  readonly filters: readonly (readonly [string, string])[]
}

const HALF = LANDSCAPE_WIDTH / 2

/** Writes a report as a landscape A4: its filters, the composition of the margin, and a table. */
export async function createReportPdf(paperReport: PaperReport): Promise<Uint8Array> {
  const { report, company, drawnUpOn, group } = paperReport
  const title = `Rapport ${reportPeriodText(report)}`
  const document = await createPdf({
    ...{ title, author: company, subject: `${title} per ${group.toLowerCase()}`, madeAt: startOfDay(drawnUpOn) },
    ...{ footer: `${title} · ${company}`, lies: true },
  })
  document.add(headOf(paperReport))
  document.skip(10)
  document.add(factsOf(paperReport))
  document.skip(10)
  document.add(sumOf(report))
  document.skip(14)
  document.table({
    heading: `Per ${group.toLowerCase()}`,
    columns: columnsOf(report, group),
    rows: report.rows,
    total: report.by === 'month' ? null : 'Totaal',
  })
  return document.bytes()
}

const headOf = ({ report, company }: PaperReport): Block =>
  beside([
    {
      at: 0,
      block: stack([
        paragraph('Rapport', style.title, { width: HALF, tag: 'H1' }),
        space(3),
        paragraph(`${reportPeriodText(report)} · ${company}`, style.subtitle, { width: HALF }),
      ]),
    },
    { at: HALF, block: brandBlock(LANDSCAPE_WIDTH - HALF) },
  ])

/** Returns the name of the period with which a report compares; empty without one. */
const comparedText = ({ comparedFrom, comparedWith }: Report): string =>
  comparedFrom === null || comparedWith === null ? '' : reportPeriodText({ from: comparedFrom, month: comparedWith })

function factsOf({ report, drawnUpOn, group, filters }: PaperReport): Block {
  const facts: (readonly [string, string])[] = [
    ['Per', group],
    ...(report.comparedWith === null ? [] : [['Vergeleken met', comparedText(report)] as const]),
    ...filters,
    ['Opgemaakt op', dateText(drawnUpOn)],
  ]
  const width = LANDSCAPE_WIDTH / facts.length
  const blocks = facts.map(([label, value], index) => ({
    at: index * width,
    block: factBlock(label, value, width - 12),
  }))
  return stack([horizontalRule(LANDSCAPE_WIDTH), beside(blocks), horizontalRule(LANDSCAPE_WIDTH)], 11)
}

/** Returns the parts of the margin side by side, from revenue to margin, each with its amount. */
function sumOf({ totals, before }: Report): Block {
  const parts: (readonly [string, (figures: Figures) => number | null])[] = [
    ['Omzet', ({ revenue }) => revenue],
    ['− Herroepen na sluiten', ({ late, lateRevenue }) => (late === 0 ? null : lateRevenue)],
    ['− Commissies', ({ commissions }) => commissions],
    ['− Kosten uren', ({ hourCosts }) => hourCosts],
    ['− Vaste kosten', ({ fixedCosts }) => fixedCosts],
    ['= Marge', ({ margin }) => margin],
  ]
  const shown = parts.filter(([, of]) => of(totals) !== null)
  const padding = 14
  const width = (LANDSCAPE_WIDTH - 2 * padding) / shown.length
  const blocks = shown.map(([label, of], index) => {
    const isLast = index === shown.length - 1
    const look = { ...style.grand, colour: isLast ? colour.accent : colour.ink }
    const was = before && of(before)
    return {
      at: index * width,
      block: stack([
        paragraph(label, style.label, { width }),
        singleLine(amountText(of(totals)), look, { width }),
        ...(was === null ? [] : [paragraph(`was ${amountText(was)}`, style.note, { width })]),
      ]),
    }
  })
  return panel(beside(blocks), { width: LANDSCAPE_WIDTH, padding })
}

/** Returns the columns of the table; leaves out figures that the report does not have. */
function columnsOf(report: Report, group: string): Column<ReportRow>[] {
  const { totals, before } = report
  const column = (
    header: string,
    of: (figures: Figures) => number | null,
    show: (value: number | null) => string = amountText,
  ): Column<ReportRow>[] =>
    of(totals) === null
      ? []
      : [
          {
            ...{ header, align: 'right', width: 'fits' },
            text: ({ figures }) => show(of(figures)),
            total: show(of(totals)),
          },
        ]
  return [
    { header: group, width: 'fills', text: ({ label }) => label, note: ({ teamName }) => teamName },
    ...column('Afspraken', ({ appointments }) => appointments, countText),
    ...column('Sales', ({ sales }) => sales, countText),
    {
      ...{ header: 'Herroepen', align: 'right', width: 'fits' },
      text: ({ figures }) => withdrawalShareText(figures) || '–',
      total: withdrawalShareText(totals) || '–',
    },
    ...column('Omzet', ({ revenue }) => revenue),
    ...(totals.late === 0 ? [] : column('Herroepen na sluiten', ({ lateRevenue }) => lateRevenue)),
    ...column('Commissies', ({ commissions }) => commissions),
    ...column('Uren', ({ hours }) => hours, countText),
    ...column('Kosten uren', ({ hourCosts }) => hourCosts),
    ...column('Vaste kosten', ({ fixedCosts }) => fixedCosts),
    ...column('Marge', ({ margin }) => margin),
    ...(before
      ? [
          {
            ...{
              header: `Marge ${comparedText(report)}`,
              align: 'right' as const,
              width: 'fits' as const,
            },
            text: (row: ReportRow) => amountText(row.before?.margin ?? null),
            total: amountText(before.margin),
          },
        ]
      : []),
  ]
}

const amountText = (value: number | null) => (value === null ? '–' : moneyText(cents(value)))
const countText = (value: number | null) => (value === null ? '–' : value.toLocaleString('nl-NL'))
