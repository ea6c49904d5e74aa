import { type Cents, moneyText, sumOf } from '../../../shared/money.ts'
import { type Block, horizontalRule, linesBlock, paragraph, singleLine, stack } from './blocks.ts'
import type { Canvas } from './canvas.ts'
import { lineOf, widthOf, wrapText } from './lines.ts'
import type { Tag, Traits } from './structure.ts'
import { colour, style, type TextStyle } from './style.ts'

/** A column of text: as wide as its content, or as the space that the other columns leave. */
interface TextColumn<Row> {
  readonly header: string
  readonly align?: 'left' | 'right'
  readonly width: 'fits' | 'fills'
  readonly text: (row: Row) => string
  /** Text in the row of totals. */
  readonly total?: string
  /** Returns the text of a second, lighter line in the cell; null for none. */
  readonly note?: (row: Row) => string | null
}

/** A column of amounts, right-aligned and never wrapped; `adds` puts its sum in the row of totals. */
interface AmountColumn<Row> {
  readonly header: string
  readonly amount: (row: Row) => Cents
  readonly adds?: true
}

export type Column<Row> = TextColumn<Row> | AmountColumn<Row>

/** A table that continues over pages: each page repeats the header and carries over the sums so far. */
export interface Table<Row> {
  /** Heading above the table; always on the page of the first row. */
  readonly heading: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Label of the row of totals; null for a table without one. */
  readonly total: string | null
}

/** The place of a table on a page, with access to the next page. */
export interface Flow {
  readonly canvas: Canvas
  readonly x: number
  readonly width: number
  /** Height between the top and bottom margins of a page. */
  readonly page: number
  /** Returns the remaining height of this page. */
  room(): number
  /** Reserves a height on this page and returns its top; later content is below it. */
  take(height: number): number
  turn(): void
}

const GAP = 14
const PADDING = 6.5
/** Largest part of the table's width for a text column that is as wide as its content. */
const WIDEST = 0.24

const carriedLook: TextStyle = { ...style.cell, colour: colour.faint }
const heightOfSum = (look: TextStyle) => look.lineHeight + 2 * PADDING

const isAmount = <Row>(column: Column<Row>): column is AmountColumn<Row> => 'amount' in column
const alignOf = <Row>(column: Column<Row>) => (isAmount(column) ? 'right' : (column.align ?? 'left'))

/** Draws a table over as many pages as it takes; a row that is too high for one page continues on the next. */
export function drawTable<Row>(flow: Flow, table: Table<Row>): void {
  const { canvas, x, width } = flow
  const { columns, rows } = table
  const widths = widthsOf(table, width)
  const lefts = widths.map((_, index) => x + widths.slice(0, index).reduce((sum, one) => sum + one + GAP, 0))
  const cell = (index: number, tag: Tag, traits: Traits, block: Block, top: number) =>
    canvas.within(canvas.part(tag, traits), () => block.draw(canvas, lefts[index] ?? x, top))

  const headers = columns.map((column, index) =>
    paragraph(column.header, style.label, { width: widths[index] ?? 0, align: alignOf(column), tag: null }),
  )
  const headerHeight = Math.max(...headers.map(({ height }) => height)) + PADDING
  const drawHeader = () => {
    const top = flow.take(headerHeight)
    canvas.within(canvas.part('TR'), () => {
      for (const [index, header] of headers.entries()) cell(index, 'TH', { scope: 'Column' }, header, top)
    })
    horizontalRule(width, colour.ink, 0.9).draw(canvas, x, top + headerHeight - 0.9)
  }

  const adds = columns.some((column) => isAmount(column) && column.adds)
  const drawSums = (called: string, some: readonly Row[], look: TextStyle) => {
    const sums = columns.map((column) => (isAmount(column) && column.adds ? sumOf(some.map(column.amount)) : null))
    const texts = columns.map((column, index) => {
      const sum = sums[index] ?? null
      if (sum !== null) return moneyText(sum)
      return !isAmount(column) && called === table.total ? (column.total ?? '') : ''
    })
    const spans = Math.max(
      1,
      texts.findIndex((text) => text !== ''),
    )
    const top = flow.take(heightOfSum(look)) + PADDING
    canvas.within(canvas.part('TR'), () => {
      cell(0, 'TH', { scope: 'Row', columns: spans }, singleLine(called, look, { width, tag: null }), top)
      for (const [index, text] of texts.entries()) {
        if (index < spans) continue
        cell(index, 'TD', {}, singleLine(text, look, { width: widths[index] ?? 0, align: 'right', tag: null }), top)
      }
    })
  }
  const carriedHeight = adds ? heightOfSum(carriedLook) : 0
  const totalHeight = table.total === null ? 0 : heightOfSum(style.total)
  const underLast = Math.max(totalHeight, carriedHeight)
  const longest = flow.page - headerHeight - carriedHeight - underLast

  /** Starts the next page. Sums and headers are drawn as decoration, so that they do not interrupt a screen reader. */
  const turn = (done: readonly Row[]) =>
    canvas.decoration(() => {
      const carries = adds && done.length > 0
      if (carries) drawSums('Transport', done, carriedLook)
      flow.turn()
      drawHeader()
      if (!carries) return
      drawSums('Transport van vorige pagina', done, carriedLook)
      horizontalRule(width).draw(canvas, x, flow.take(0))
    })

  const heading = paragraph(table.heading, style.heading, { width, tag: 'H2' })
  const [firstRow] = rows
  const first = firstRow ? heightOf(cellsOf(table, firstRow, widths)) : 0
  const top = heading.height + PADDING + headerHeight
  if (flow.room() < top + Math.min(first, longest - heading.height - PADDING) + underLast) flow.turn()
  heading.draw(canvas, x, flow.take(heading.height + PADDING))
  canvas.within(canvas.part('Table'), () => {
    canvas.within(canvas.part('THead'), drawHeader)
    canvas.within(canvas.part('TBody'), () => {
      for (const [index, row] of rows.entries()) {
        canvas.within(canvas.part('TR'), () => {
          const cells = columns.map(() => canvas.part('TD'))
          for (const piece of piecesOf(cellsOf(table, row, widths), longest)) {
            const height = heightOf(piece)
            if (flow.room() < height + (index === rows.length - 1 ? underLast : carriedHeight))
              turn(rows.slice(0, index))
            const top = flow.take(height)
            for (const [at, part] of cells.entries()) {
              canvas.within(part, () => stack(piece[at] ?? []).draw(canvas, lefts[at] ?? x, top + PADDING))
            }
            horizontalRule(width).draw(canvas, x, top + height)
          }
        })
      }
    })
    const { total } = table
    if (total !== null) canvas.within(canvas.part('TFoot'), () => drawSums(total, rows, style.total))
  })
}

/** Content of each column of a row, line by line. */
type Cells = readonly (readonly Block[])[]

function cellsOf<Row>({ columns }: Table<Row>, row: Row, widths: readonly number[]): Cells {
  return columns.map((column, index) => {
    const shape = { width: widths[index] ?? 0, align: alignOf(column), tag: null }
    if (isAmount(column)) return [singleLine(moneyText(column.amount(row)), style.cell, shape)]
    const linesIn = (text: string, look: TextStyle) =>
      wrapText(text, look, shape.width).map((line) => linesBlock([line], look, shape))
    const note = column.note?.(row)
    return [...linesIn(column.text(row), style.cell), ...(note ? linesIn(note, style.note) : [])]
  })
}

const heightOf = (cells: Cells) => Math.max(0, ...cells.map((lines) => stack(lines).height)) + 2 * PADDING

/** Splits a row into pieces no higher than `longest`. */
function piecesOf(cells: Cells, longest: number): Cells[] {
  if (heightOf(cells) <= longest) return [cells]
  const lines = Math.max(1, Math.floor((longest - 2 * PADDING) / style.cell.lineHeight))
  const count = Math.max(...cells.map(({ length }) => Math.ceil(length / lines)))
  return Array.from({ length: count }, (_, at) => cells.map((one) => one.slice(at * lines, (at + 1) * lines)))
}

function widthsOf<Row>({ columns, rows, total }: Table<Row>, width: number): number[] {
  const natural = (text: string, look: TextStyle) => widthOf(lineOf(text, look), look)
  const fitting = columns.map((column) => {
    const header = natural(column.header, style.label)
    if (isAmount(column)) {
      const amounts = rows.map((row) => column.amount(row))
      const sum = column.adds && total !== null ? natural(moneyText(sumOf(amounts)), style.total) : 0
      return Math.max(header, sum, ...widestOf(amounts.map(moneyText)).map((text) => natural(text, style.cell)))
    }
    if (column.width === 'fills') return null
    const texts = widestOf(rows.map(column.text)).map((text) => natural(text, style.cell))
    return Math.min(WIDEST * width, Math.max(header, ...texts))
  })
  const taken = fitting.reduce<number>((sum, one) => sum + (one ?? 0), (columns.length - 1) * GAP)
  const filling = fitting.filter((one) => one === null).length
  return fitting.map((one) => one ?? (width - taken) / filling)
}

/**
 * Returns the texts to measure to find the widest one: at most 50, those with the most characters. Measuring ten
 * thousand texts would take longer than drawing them.
 */
function widestOf(texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)]
  return distinct.length <= 50 ? distinct : distinct.sort((one, other) => other.length - one.length).slice(0, 50)
}
