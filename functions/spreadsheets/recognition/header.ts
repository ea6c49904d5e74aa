import type { DateReading } from '../values/cell-values.ts'
import { LONGEST_HEADER, parseHeaderText, type Unit } from './header-text.ts'

/** The best column of each field in a sheet, counted from 0. */
export type Columns<F extends string> = { [field in F]?: number }

/** Header row of a sheet, with unique names and the fields of its columns. */
export type Header<F extends string> = {
  row: number
  names: readonly string[]
  /** Original texts, '' for a column without one. */
  texts: readonly string[]
  /** Unit of each column. */
  units: readonly Unit[]
  columns: Columns<F>
  /** Field of each column; of several columns for one field, `columns` has the best. */
  fields: readonly (F | undefined)[]
  /** Columns that match a field as well as the chosen column does, by field. */
  rivals: { readonly [field in F]?: readonly number[] }
  /** Number of columns. */
  width: number
  /** Columns without a text in the header, counted from 0. */
  unnamed: readonly number[]
  dates: DateReading
}

/** Meanings of the headers of a kind of list. */
export interface Vocabulary<F extends string> {
  /** Returns the field of one header text, without regard to other columns; undefined when unknown. */
  recogniseHeader(this: void, header: string): F | undefined
  /** Returns the field of that name, or undefined. */
  fieldOf(this: void, name: string): F | undefined
  /** Counts the distinct fields in a row, read as a header. */
  countRecognised(this: void, cells: readonly string[]): number
  /**
   * Reads a row of cells as a header: blank texts become 'Kolom C', repeated ones 'Naam (2)'. `first` is the number of
   * the table's first column in the sheet.
   */
  headerFrom(this: void, cells: readonly string[], row: number, dates?: DateReading, first?: number): Header<F>
}

/** Rule for a field: words that a header must have and may have. */
interface Rule<F> {
  readonly field: F
  /** Index among the rules of the field: of two columns, the one with the earlier rule fits better. */
  readonly rank: number
  readonly needs: readonly string[]
  readonly allows: ReadonlySet<string>
  /** Fields of which one must be in the column before; empty without such a condition. */
  readonly after: readonly string[]
}

/** Field of a header, with its rank (lower is better) and the fields required in the column before. */
interface Meaning<F> {
  readonly field: F
  readonly rank: number
  readonly after: readonly string[]
}

/**
 * Returns the functions that recognise headers by `rules` (rulings 53): per field one text with its rules, separated by
 * ', '. A rule lists words that a header must have, optional words with `?`, and fields with `@`, one of which must be
 * in the column before. The matching rule with the most required words decides.
 */
export function buildVocabulary<F extends string>(rules: Readonly<Record<F, string>>): Vocabulary<F> {
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
      meanings.set(text, first([text, text.replace(/([a-z])([A-Z])/g, '$1 $2')], applyRules))
    }
    return meanings.get(text)
  }

  function applyRules(header: string): Meaning<F> | undefined {
    const { words, isNew } = parseHeaderText(header)
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
      const isFitting = meaning && (meaning.after.length === 0 || meaning.after.includes(fields[column - 1] ?? ''))
      fields.push(isFitting ? meaning.field : undefined)
      if (!isFitting) return
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
      const units = cells.map((cell) => parseHeaderText(cell).unit)
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
/** Number added to the rank of a header that is not marked as new, so that it fits worse. */
const OLDER = 100

function first<T, R>(items: readonly T[], of: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = of(item)
    if (result !== undefined) return result
  }
  return undefined
}

/** Returns a header with the given fields for its columns; of several columns with one field the first is chosen. */
export function headerWithFields<F extends string>(header: Header<F>, fields: readonly (F | undefined)[]): Header<F> {
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

/** Property names that every object has. A column of that name would hide the property from the database client. */
const RESERVED = Object.getOwnPropertyNames(Object.prototype)

/** Returns the letters of a column counted from 0: A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
