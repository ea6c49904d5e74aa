import type { TableRow } from '../formats/sheet.ts'
import type { Header } from './header.ts'
import type { ListedSheet } from './listed.ts'
import type { Problem } from './row-reading.ts'

/** Order of day and month in the dates of a table: proven by a date, or open because each date can be read both ways. */
export type DateOrder = 'day first' | 'month first' | 'open'

const DATES = /(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/g
const MONTHS = 12

/**
 * Returns the columns whose dates may prove the order of day and month; none once a person gave it, or dates proved
 * that the month is first.
 */
export const dateColumnsOf = <F extends string>(
  { dates = [] }: Pick<ListedSheet<F>, 'dates'>,
  header: Header<F>,
): number[] =>
  header.dates.monthFirst === undefined
    ? [...header.fields.keys()].filter((column) => dates.includes(header.fields[column] as F))
    : []

/**
 * Returns the order of day and month that the dates of some rows prove; 'open' when dates with slashes, which stand in
 * either order, can be read both ways. Undefined without such dates.
 */
export function dateOrderIn(
  columns: readonly number[],
  rows: readonly { readonly cells: readonly string[] }[],
): DateOrder | undefined {
  const orders = new Set(rows.flatMap(({ cells }) => columns.flatMap((column) => ordersOf(cells[column] ?? ''))))
  return ORDERS.find((order) => orders.has(order))
}

/** Orders by certainty: a date with the day first makes another one with the month first a mistake. */
const ORDERS = ['day first', 'month first', 'open'] as const

function ordersOf(text: string): DateOrder[] {
  return Array.from(text.matchAll(DATES), ([, first, separator, second]) => {
    if (Number(first) > MONTHS) return 'day first'
    if (Number(second) > MONTHS) return 'month first'
    return separator === '/' && Number(first) !== Number(second) ? 'open' : []
  }).flat()
}

/**
 * Returns a header with what the first rows tell about its columns: dates with the month first, and numbers with a
 * comma before thousands, such as 3,200. A comma counts so when all numbers of a column with a comma have three digits
 * behind each.
 */
export function withColumnFacts<F extends string>(
  list: Pick<ListedSheet<F>, 'dates' | 'amounts'>,
  header: Header<F>,
  rows: readonly TableRow[],
): Header<F> {
  const below = rows.filter(({ number }) => number > header.row)
  const isMonthFirst = dateOrderIn(dateColumnsOf(list, header), below) === 'month first'
  const dates = isMonthFirst ? { ...header.dates, monthFirst: true } : header.dates
  const units = header.units.map((unit, column) => {
    const field = header.fields[column]
    if (field === undefined || !list.amounts?.includes(field) || unit.factor !== 1) return unit
    const numbers = below.map(({ cells }) => cells[column] ?? '').filter(hasComma)
    return numbers.length === 0 ? unit : { ...unit, hasThousands: numbers.every(isThousands) }
  })
  return { ...header, dates, units }
}

/** Returns the columns of numbers of which the first rows do not tell what a comma separates. */
export const findUndecided = <F extends string>(
  { amounts = [] }: Pick<ListedSheet<F>, 'amounts'>,
  { fields, units }: Header<F>,
): number[] =>
  [...fields.keys()].filter((column) => {
    const { factor, hasThousands } = units[column] ?? {}
    return amounts.includes(fields[column] as F) && factor === 1 && hasThousands === undefined
  })

/**
 * Lets the first number with a comma decide what the commas of its column separate, where the first rows had none.
 * Returns a note about a number that is read with thousands, as nothing else proves it.
 */
export function decideCommas<F extends string>(
  table: { header: Header<F>; undecided: readonly number[] },
  { number: row, cells, sheet }: { number: number; cells: readonly string[]; sheet: string | undefined },
): Problem[] {
  return table.undecided.flatMap((column) => {
    const text = cells[column] ?? ''
    if (!hasComma(text)) return []
    const hasThousands = isThousands(text)
    const units = table.header.units.map((unit, at) => (at === column ? { ...unit, hasThousands } : unit))
    table.header = { ...table.header, units }
    table.undecided = table.undecided.filter((other) => other !== column)
    const reason = `'${text}' is gelezen als ${text.replaceAll(',', '.')}. Klopt dat niet? Pas de cel aan.`
    const name = table.header.names[column] ?? null
    return hasThousands ? [{ row, column: name, reason, ...(sheet === undefined ? {} : { sheet }) }] : []
  })
}

/** Tells whether a text is a number with a comma. */
const hasComma = (text: string) => /\d,\d/.test(text)

/** Tells whether each comma of a number has three digits behind it. */
const isThousands = (text: string) => THOUSANDS.test(text)

const THOUSANDS = /^[^\d,.]*\d{1,3}(,\d{3})+(?![\d,.])/

/**
 * Returns the columns whose texts also hold for the rows below: the outer labels of a pivot table, such as the supplier
 * before its customers. Its first row is filled, each label occurs once, and most rows below leave the cell blank.
 */
export function outlineColumns<F extends string>(
  { grouped }: Pick<ListedSheet<F>, 'grouped'>,
  { fields, row }: Header<F>,
  rows: readonly TableRow[],
): number[] {
  const names = fields.findIndex((field) => field !== undefined && grouped?.names.includes(field))
  const below = rows.filter(({ number, cells }) => number > row && cells[names])
  return [...fields.keys()].filter((column) => {
    const field = fields[column]
    if (column > names || field === undefined || !grouped?.outline.includes(field)) return false
    const texts = below.map(({ cells }) => cells[column] ?? '')
    const labels = texts.filter((text) => text !== '')
    return Boolean(texts[0]) && texts.length >= labels.length * 2 && new Set(labels).size === labels.length
  })
}
