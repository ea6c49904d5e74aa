import type { DateReading } from './cell-values.ts'
import { wordsIn } from './words.ts'

/** The column of each field that a sheet has, or the best of them, counted from 0. */
export type Columns<F extends string> = { [field in F]?: number }

/** The header row of a sheet: where it stands, its texts made unique, and what its columns mean. */
export type Header<F extends string> = {
  row: number
  names: readonly string[]
  /** Its texts as they stand, '' where a column has none. */
  texts: readonly string[]
  /** The same without case, accents and punctuation. */
  plain: readonly string[]
  columns: Columns<F>
  /** The same of every column; several may mean one field, of which that in `columns` comes first. */
  fields: readonly (F | undefined)[]
  /** How many columns it has, and which of those have no name. */
  width: number
  unnamed: readonly number[]
  dates: DateReading
}

/** What the headers of a kind of list mean. */
export interface Vocabulary<F extends string> {
  /** What a header means, or undefined. A unit in brackets such as '(kWh)' may be left away. */
  recogniseHeader(this: void, header: string): F | undefined
  /** The field of that name, or undefined. */
  fieldOf(this: void, name: string): F | undefined
  /** How many different fields a row would name if it were the header. */
  countRecognised(this: void, cells: readonly string[]): number
  /** A row of cells read as a header: blank texts become 'Kolom C', double ones 'Naam (2)'. */
  headerFrom(this: void, cells: readonly string[], row: number, dates?: DateReading): Header<F>
}

const LONGEST_HEADER = 120

/** What a header must hold of words, and what it may hold beside them. */
interface Rule<F> {
  readonly field: F
  /** Its place among the rules of the field: of two columns the one by the earlier rule says it better. */
  readonly rank: number
  readonly needs: readonly string[]
  readonly allows: ReadonlySet<string>
}

/**
 * A vocabulary of the rules of each field, with ', ' between them (rulings 53): the words that a header must hold, in any
 * order and alone or in compounds, and after them with a question mark what it may hold too. A header means what the rule
 * of the most words says.
 */
export function vocabulary<F extends string>(rules: Readonly<Record<F, string>>): Vocabulary<F> {
  const all = (Object.keys(rules) as F[]).flatMap((field) =>
    rules[field].split(', ').map((text, rank): Rule<F> => {
      const words = text.split(' ')
      const needs = words.filter((word) => !word.startsWith('?'))
      return { field, rank, needs, allows: new Set([...needs, ...words.map((word) => word.replace('?', ''))]) }
    }),
  )
  const meanings = new Map<string, { field: F; rank: number } | undefined>()

  function meaningOf(header: string) {
    const text = header.slice(0, LONGEST_HEADER)
    if (!meanings.has(text)) {
      if (meanings.size >= MOST_REMEMBERED) meanings.clear()
      const spellings = [text, text.replace(/([a-z])([A-Z])/g, '$1 $2'), text.replace(/[([].*$/, '')]
      meanings.set(text, first(spellings, ruled))
    }
    return meanings.get(text)
  }

  function ruled(header: string) {
    const words = wordsIn(plainHeader(header)) ?? []
    const fitting = all.filter(
      ({ needs, allows }) => needs.every((word) => words.includes(word)) && words.every((word) => allows.has(word)),
    )
    const [best] = words.length === 0 ? [] : fitting.sort((one, other) => other.needs.length - one.needs.length)
    return best && { field: best.field, rank: best.rank * LONGEST_HEADER + words.length }
  }

  function recogniseColumns(cells: readonly string[]) {
    const columns: Columns<F> = {}
    const ranks = new Map<F, number>()
    const fields = cells.map((cell, column) => {
      const meaning = cell === '' ? undefined : meaningOf(cell)
      if (meaning && meaning.rank < (ranks.get(meaning.field) ?? Number.POSITIVE_INFINITY)) {
        ranks.set(meaning.field, meaning.rank)
        columns[meaning.field] = column
      }
      return meaning?.field
    })
    return { columns, fields }
  }

  return {
    fieldOf: (name) => (Object.hasOwn(rules, name) ? (name as F) : undefined),
    recogniseHeader: (header) => meaningOf(header)?.field,
    countRecognised: (cells) => Object.keys(recogniseColumns(cells).columns).length,
    headerFrom: (cells, row, dates = {}) => {
      const { length: width } = cells
      const unnamed = cells.flatMap((cell, column) => (cell === '' ? [column] : []))
      const plain = cells.map(plainHeader)
      return { row, names: uniqueNames(cells), texts: cells, plain, ...recogniseColumns(cells), width, unnamed, dates }
    },
  }
}

const MOST_REMEMBERED = 5_000

function first<T, R>(items: readonly T[], of: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = of(item)
    if (result !== undefined) return result
  }
  return undefined
}

/** A header whose columns mean what somebody said; of several columns with one meaning the first comes first. */
export function headerAs<F extends string>(header: Header<F>, fields: readonly (F | undefined)[]): Header<F> {
  const columns: Columns<F> = {}
  fields.forEach((field, column) => {
    if (field !== undefined) columns[field] ??= column
  })
  return { ...header, columns, fields }
}

/** A header in lower case without accents and punctuation: 'E-mail (klant)' becomes 'e mail klant' (rulings 53). */
export function plainHeader(header: string): string {
  return header
    .slice(0, LONGEST_HEADER)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function uniqueNames(cells: readonly string[]): string[] {
  const used = new Set<string>(RESERVED)
  return cells.map((cell, column) => {
    const name = cell.replace(/\s+/g, ' ').slice(0, LONGEST_HEADER) || `Kolom ${columnLetters(column)}`
    let candidate = name
    for (let count = 2; used.has(candidate); count++) candidate = `${name} (${count})`
    used.add(candidate)
    return candidate
  })
}

/** Names that every object has: a column of that name would hide what the database's client asks an object. */
const RESERVED = Object.getOwnPropertyNames(Object.prototype)

/** The letters of a column counted from 0: A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
