import type { DateReading } from './cell-values.ts'
import { headerText, LONGEST_HEADER, type Unit } from './header-text.ts'

/** The column of each field that a sheet has, or the best of them, counted from 0. */
export type Columns<F extends string> = { [field in F]?: number }

/** The header row of a sheet: where it stands, its texts made unique, and what its columns mean. */
export type Header<F extends string> = {
  row: number
  names: readonly string[]
  /** Its texts as they stand, '' where a column has none. */
  texts: readonly string[]
  /** What the numbers of each column are counted in. */
  units: readonly Unit[]
  columns: Columns<F>
  /** The same of every column; several may mean one field, of which that in `columns` comes first. */
  fields: readonly (F | undefined)[]
  /** Columns that say a field equally well as the one that counts, by that field. */
  rivals: { readonly [field in F]?: readonly number[] }
  /** How many columns it has, and which of those have no name. */
  width: number
  unnamed: readonly number[]
  dates: DateReading
}

/** What the headers of a kind of list mean. */
export interface Vocabulary<F extends string> {
  /** What a header means by itself, or undefined. */
  recogniseHeader(this: void, header: string): F | undefined
  /** The field of that name, or undefined. */
  fieldOf(this: void, name: string): F | undefined
  /** How many different fields a row would name if it were the header. */
  countRecognised(this: void, cells: readonly string[]): number
  /** A row of cells read as a header: blank texts become 'Kolom C', double ones 'Naam (2)'. `first` is its first column. */
  headerFrom(this: void, cells: readonly string[], row: number, dates?: DateReading, first?: number): Header<F>
}

/** What a header must hold of words, and what it may hold beside them. */
interface Rule<F> {
  readonly field: F
  /** Its place among the rules of the field: of two columns the one by the earlier rule says it better. */
  readonly rank: number
  readonly needs: readonly string[]
  readonly allows: ReadonlySet<string>
  /** Where these are told, it says so only beside a column before it that means one of them. */
  readonly after: readonly string[]
}

/** What a header means by itself, how well it says so (less is better), and after which columns alone. */
interface Meaning<F> {
  readonly field: F
  readonly rank: number
  readonly after: readonly string[]
}

/**
 * A vocabulary of the rules of each field, with ', ' between them (rulings 53): the words that a header must hold, in any
 * order and alone or in compounds; with a question mark what it may hold too, and with an @ the fields of which one must
 * stand in the column before. A header means what the rule of the most words says.
 */
export function vocabulary<F extends string>(rules: Readonly<Record<F, string>>): Vocabulary<F> {
  const all = (Object.keys(rules) as F[]).flatMap((field) =>
    rules[field].split(', ').map((text, rank): Rule<F> => {
      const words = text.split(' ')
      const needs = words.filter((word) => /^[a-z]/.test(word))
      const allows = new Set([...needs, ...words.filter((word) => word.startsWith('?')).map((word) => word.slice(1))])
      const after = words.filter((word) => word.startsWith('@')).map((word) => word.slice(1))
      return { field, rank, needs, allows, after }
    }),
  )
  const meanings = new Map<string, Meaning<F> | undefined>()

  function meaningOf(header: string) {
    const text = header.slice(0, LONGEST_HEADER)
    if (!meanings.has(text)) {
      if (meanings.size >= MOST_REMEMBERED) meanings.clear()
      meanings.set(text, first([text, text.replace(/([a-z])([A-Z])/g, '$1 $2')], ruled))
    }
    return meanings.get(text)
  }

  function ruled(header: string): Meaning<F> | undefined {
    const { words, isNew } = headerText(header)
    if (!words || words.length === 0) return undefined
    const fitting = all.filter(
      ({ needs, allows }) => needs.every((word) => words.includes(word)) && words.every((word) => allows.has(word)),
    )
    const [best] = fitting.sort((one, other) => other.needs.length - one.needs.length)
    if (!best) return undefined
    const rank = (best.rank + (isNew ? 0 : OLDER)) * LONGEST_HEADER + words.length
    return { field: best.field, rank, after: best.after }
  }

  function recogniseColumns(cells: readonly string[]) {
    const columns: Columns<F> = {}
    const rivals: { [field in F]?: number[] } = {}
    const ranks = new Map<F, number>()
    const fields: (F | undefined)[] = []
    cells.forEach((cell, column) => {
      const meaning = cell === '' ? undefined : meaningOf(cell)
      const isMeant = meaning && (meaning.after.length === 0 || meaning.after.includes(fields[column - 1] ?? ''))
      fields.push(isMeant ? meaning.field : undefined)
      if (!isMeant) return
      const { field, rank } = meaning
      const best = ranks.get(field) ?? Number.POSITIVE_INFINITY
      if (rank === best) rivals[field] = [...(rivals[field] ?? []), column]
      if (rank >= best) return
      ranks.set(field, rank)
      columns[field] = column
      delete rivals[field]
    })
    return { columns, fields, rivals }
  }

  return {
    fieldOf: (name) => (Object.hasOwn(rules, name) ? (name as F) : undefined),
    recogniseHeader: (header) => {
      const meaning = meaningOf(header)
      return meaning?.after.length === 0 ? meaning.field : undefined
    },
    countRecognised: (cells) => Object.keys(recogniseColumns(cells).columns).length,
    headerFrom: (cells, row, dates = {}, first = 0) => {
      const { length: width } = cells
      const unnamed = cells.flatMap((cell, column) => (cell === '' ? [column] : []))
      const units = cells.map((cell) => headerText(cell).unit)
      return {
        row,
        names: uniqueNames(cells, first),
        texts: cells,
        units,
        ...recogniseColumns(cells),
        width,
        unnamed,
        dates,
      }
    },
  }
}

const MOST_REMEMBERED = 5_000
/** By how many rules whatever is not called new stands behind what is. */
const OLDER = 100

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
  return { ...header, columns, fields, rivals: {} }
}

function uniqueNames(cells: readonly string[], first: number): string[] {
  const used = new Set<string>(RESERVED)
  return cells.map((cell, column) => {
    const name = cell.replace(/\s+/g, ' ').slice(0, LONGEST_HEADER) || `Kolom ${columnLetters(first + column)}`
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
