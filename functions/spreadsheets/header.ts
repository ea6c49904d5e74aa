import type { DateReading } from './cell-values.ts'

/** The column of each field that a sheet has, counted from 0. */
export type Columns<F extends string> = { [field in F]?: number }

/** The header row of a sheet: where it stands, its texts made unique, and what its columns mean. */
export type Header<F extends string> = {
  row: number
  names: readonly string[]
  /** Its texts without case, accents and punctuation. */
  plain: readonly string[]
  columns: Columns<F>
  /** The same by column; undefined where a column means nothing known, or another column says it better. */
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
  /** How many different fields a row would name if it were the header. */
  countRecognised(this: void, cells: readonly string[]): number
  /** A row of cells read as a header: blank texts become 'Kolom C', double ones 'Naam (2)'. */
  headerFrom(this: void, cells: readonly string[], row: number, dates?: DateReading): Header<F>
}

const LONGEST_HEADER = 120

/** A vocabulary of the names of each field, with ', ' between them, as `plainHeader` has them (rulings 53). */
export function vocabulary<F extends string>(names: Readonly<Record<F, string>>): Vocabulary<F> {
  /** Per name its field, and its place in the list: when two columns claim a field, the one named earlier has it. */
  const meanings = new Map(
    (Object.keys(names) as F[]).flatMap((field) =>
      names[field].split(', ').map((name, rank) => [name, { field, rank }] as const),
    ),
  )

  function meaningOf(header: string) {
    if (header === '') return undefined
    const text = header.slice(0, LONGEST_HEADER)
    return meanings.get(plainHeader(text)) ?? meanings.get(plainHeader(text.replace(/[([].*$/, '')))
  }

  function recogniseColumns(cells: readonly string[]): Columns<F> {
    const columns: Columns<F> = {}
    const ranks = new Map<F, number>()
    cells.forEach((cell, column) => {
      const meaning = meaningOf(cell)
      if (!meaning || meaning.rank >= (ranks.get(meaning.field) ?? Number.POSITIVE_INFINITY)) return
      ranks.set(meaning.field, meaning.rank)
      columns[meaning.field] = column
    })
    return columns
  }

  return {
    recogniseHeader: (header) => meaningOf(header)?.field,
    countRecognised: (cells) => Object.keys(recogniseColumns(cells)).length,
    headerFrom: (cells, row, dates = {}) => {
      const { length: width } = cells
      const columns = recogniseColumns(cells)
      const unnamed = cells.flatMap((cell, column) => (cell === '' ? [column] : []))
      const fields = fieldsOf(columns, width)
      return { row, names: uniqueNames(cells), plain: cells.map(plainHeader), columns, fields, width, unnamed, dates }
    },
  }
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

function fieldsOf<F extends string>(columns: Columns<F>, width: number): (F | undefined)[] {
  const fields = new Array<F | undefined>(width).fill(undefined)
  for (const field of Object.keys(columns) as F[]) fields[columns[field] ?? -1] = field
  return fields
}

/** The letters of a column counted from 0: A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
