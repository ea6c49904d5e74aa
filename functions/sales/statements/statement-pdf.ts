import { type Cents, moneyText, wholeCents } from '../../../shared/money.ts'
import { addDays, addMonths, dateText, type LocalDate, monthText, startOfDay } from '../../../shared/time.ts'
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
} from '../../platform/pdf/blocks.ts'
import { brandBlock } from '../../platform/pdf/brand.ts'
import { createPdf, type Paper } from '../../platform/pdf/document.ts'
import { CONTENT_WIDTH, colour, style } from '../../platform/pdf/style.ts'
import type { Table } from '../../platform/pdf/table.ts'
import { type Adjustment, hasInvoicedLines, type Payment, type Statement, titleOf, totalsOf } from './statement.ts'

const NOTHING_HAPPENED = 'In deze maand is niets verdiend, gecorrigeerd of uitbetaald.'
const HALF = CONTENT_WIDTH * 0.525

/**
 * Writes a statement of a person's month as an A4 document: opening amount, earnings, corrections, settlements and
 * closing amount.
 */
export async function createStatementPdf(statement: Statement): Promise<Uint8Array> {
  const { company, person, drawnUpOn } = statement
  const title = titleOf(statement)
  const document = await createPdf({
    title,
    author: company,
    subject: `${title} van ${person.name}`,
    madeAt: startOfDay(drawnUpOn),
    footer: `${title} · ${person.name}`,
  })
  document.add(headOf(statement))
  document.skip(20)
  document.add(factsOf(statement))
  document.skip(22)
  document.add(partiesOf(statement))
  document.skip(22)
  document.add(summaryOf(statement))
  addTables(document, statement)
  if (isEmpty(statement)) document.add(paragraph(NOTHING_HAPPENED, style.body, { width: CONTENT_WIDTH }))
  return document.bytes()
}

function headOf({ month }: Statement): Block {
  const words = stack([
    paragraph('Commissieoverzicht', style.title, { width: HALF, tag: 'H1' }),
    space(3),
    paragraph(sentence(monthText(month)), style.subtitle, { width: HALF }),
  ])
  return beside([
    { at: 0, block: words },
    { at: HALF, block: brandBlock(CONTENT_WIDTH - HALF) },
  ])
}

function factsOf({ month, drawnUpOn, person }: Statement): Block {
  const first = `${month}-01` as LocalDate
  const last = addDays(addMonths(first, 1), -1)
  const facts = [
    { at: 0, block: factBlock('Periode', `${dateText(first)} t/m ${dateText(last)}`, 165) },
    { at: 180, block: factBlock('Opgemaakt op', dateText(drawnUpOn), 80) },
    { at: 275, block: factBlock('Rol', person.role, 75) },
    ...(person.team ? [{ at: 365, block: factBlock('Team', person.team, CONTENT_WIDTH - 365) }] : []),
  ]
  return stack([horizontalRule(CONTENT_WIDTH), beside(facts), horizontalRule(CONTENT_WIDTH)], 13)
}

function partiesOf({ company, person }: Statement): Block {
  const party = (label: string, name: string, width: number) =>
    stack([paragraph(label, style.label, { width }), space(3), paragraph(name, style.name, { width })])
  return beside([
    { at: 0, block: party('Voor', person.name, HALF - 20) },
    {
      at: HALF,
      block: party('Opgesteld door', company, CONTENT_WIDTH - HALF),
    },
  ])
}

/** Returns the summary: what was paid out, the open amount at the end of the month, and how that is computed. */
function summaryOf(statement: Statement): Block {
  const { earned, paid, adjusted, invoiced, carriedOut } = totalsOf(statement)
  const settled = wholeCents(paid + invoiced)
  const padding = 16
  const width = CONTENT_WIDTH - 2 * padding
  const left = HALF - 2 * padding
  const right = width - left - 24
  const line = (label: string, amount: Cents): Block =>
    beside([
      { at: 0, block: paragraph(label, style.cell, { width: right * 0.6 }) },
      { at: 0, block: singleLine(moneyText(amount), style.cell, { width: right, align: 'right' }) },
    ])
  const words = stack([
    paragraph('Uitbetaald', { ...style.value, colour: colour.accent }, { width: left }),
    space(4),
    singleLine(moneyText(settled), { ...style.grand, size: 20, lineHeight: 26 }, { width: left }),
    space(6),
    paragraph(`Nog open: ${moneyText(carriedOut)}`, style.cell, { width: left }),
  ])
  const sums = stack(
    [
      line('Open aan het begin', statement.carriedIn),
      line('Verdiend', earned),
      line('Correcties', adjusted),
      line('Uitbetaald', wholeCents(-paid)),
      line('Via facturen', wholeCents(-invoiced)),
      line('Open aan het eind', carriedOut),
    ],
    3,
  )
  return panel(
    beside([
      { at: 0, block: words },
      { at: left + 24, block: sums },
    ]),
    { width: CONTENT_WIDTH, padding },
  )
}

/** Adds the tables of a statement that have rows. */
function addTables(document: Paper, { earned, paid, adjustments, byInvoice }: Statement): void {
  const date = {
    header: 'Datum',
    width: 'fits',
    text: (row: { readonly date: LocalDate }) => dateText(row.date),
  } as const
  const amount = { header: 'Bedrag', amount: (row: { readonly amount: Cents }) => row.amount, adds: true } as const
  const add = <Row>(table: Table<Row>) => {
    if (table.rows.length === 0) return
    document.skip(26)
    document.table(table)
  }
  add({
    heading: 'Verdiend',
    columns: [
      date,
      { header: 'Klant', width: 'fills', text: ({ customer }) => customer },
      { header: 'Provider', width: 'fits', text: ({ provider }) => provider ?? 'Afspraak' },
      { header: 'Als', width: 'fits', text: ({ role }) => role },
      { header: 'Status', width: 'fits', text: ({ status }) => status },
      amount,
    ],
    rows: earned,
    total: 'Totaal verdiend',
  })
  const addPaid = <Row extends Payment>(way: string, rows: readonly Row[], note: (row: Row) => string | null) =>
    add({
      heading: `Uitbetaald${way}`,
      columns: [date, { header: 'Klant', width: 'fills', text: ({ customer }) => customer, note }, amount],
      rows,
      total: `Totaal uitbetaald${way}`,
    })
  const addCorrected = <Row extends Adjustment>(way: string, rows: readonly Row[], note: (row: Row) => string | null) =>
    add({
      heading: `Correcties${way}`,
      columns: [
        date,
        { header: 'Reden', width: 'fills', text: ({ reason }) => reason, note },
        { header: 'Klant', width: 'fits', text: ({ customer }) => customer ?? '–' },
        amount,
      ],
      rows,
      total: `Totaal correcties${way}`,
    })
  addCorrected('', adjustments, () => null)
  addPaid('', paid, () => null)
  addPaid(' via factuur', byInvoice.paid, ({ invoice }) => invoice)
  addCorrected(' via factuur', byInvoice.adjustments, ({ invoice }) => invoice)
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const isEmpty = (statement: Statement) =>
  statement.earned.length + statement.paid.length + statement.adjustments.length === 0 && !hasInvoicedLines(statement)
