import type { Caller } from '../../functions/platform/actor.ts'
import type { ListedSheet } from '../../functions/spreadsheets/recognition/listed.ts'
import {
  columnNameOf,
  fieldTextOf,
  quoteCell,
  type Reading,
  refuseRow,
} from '../../functions/spreadsheets/recognition/row-reading.ts'
import { findRefusal, readSheet } from '../../functions/spreadsheets/sheets/sheet.ts'
import { parseCents, parseDate } from '../../functions/spreadsheets/values/cell-values.ts'
import type { FieldErrors } from '../../shared/errors.ts'
import type * as z from '../../shared/zod.ts'

/** File from elsewhere. */
export interface SheetFile {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Outcome of an import: numbers of rows, and the rows that were refused, each with its reasons. */
export interface Imported {
  readonly created: number
  readonly known: number
  readonly wrong: readonly Wrong[]
}

/** Refused row: its number, its cells by the headers of the sheet, and the reasons. */
export interface Wrong {
  readonly row: number
  readonly cells: Readonly<Record<string, string>>
  readonly reasons: readonly string[]
}

/** Options of an import. */
export interface Doing {
  /** False to tell what an import would do. */
  readonly isStored: boolean
  /** True to mail new people their invitation. */
  readonly invites: boolean
}

/**
 * Kind of record of which each row of a sheet makes one, by the service that answers the API. So each rule of the
 * product applies to imported records too.
 */
export interface RowImport<F extends string, S extends z.ZodType> {
  readonly list: ListedSheet<F>
  /** Schema of the API's body that creates a record. */
  readonly schema: S
  /** Column of each field of the body that has another name. */
  readonly columns?: Readonly<Record<string, F>>
  readonly open: (actor: Caller, doing: Doing) => Promise<OpenedImport<F, z.output<S>>>
}

interface OpenedImport<F extends string, Body> {
  /** Returns the body of a row; refuses the row where a cell has no meaning. */
  readonly bodyOf: (reading: Reading<F>) => object
  /** Returns what makes a record the same one as a stored one or as an earlier row, so that none is made twice. */
  readonly keyOf: (body: Body) => string
  readonly isKnown: (body: Body, key: string) => boolean | Promise<boolean>
  readonly store: (body: Body) => Promise<unknown>
}

/**
 * Imports the rows of a sheet one after another. A row that is known already, here or earlier in the sheet, is left
 * alone; a row that a rule refuses is returned with the reasons. Throws 422 for a file that is no such list.
 */
export async function importRows<F extends string, S extends z.ZodType>(
  { list, schema, columns = {}, open }: RowImport<F, S>,
  actor: Caller,
  file: SheetFile,
  doing: Doing,
): Promise<Imported> {
  const sheet = await readSheet(list, file)
  const { bodyOf, keyOf, isKnown, store } = await open(actor, doing)
  const seen = new Set<string>()
  const counts = { created: 0, known: 0 }
  const wrong: Wrong[] = []
  for (const reading of sheet.rows) {
    const refuse = (errors: FieldErrors) => {
      for (const [field, texts] of Object.entries(errors)) {
        for (const text of texts) refuseRow(reading, columnNameOf(reading, columns[field] ?? (field as F)), text)
      }
    }
    const typed = bodyOf(reading)
    const parsed = reading.problems.length === 0 ? schema.safeParse(typed) : null
    if (parsed?.success) {
      const body = parsed.data as z.output<S>
      const key = keyOf(body)
      if (seen.has(key) || (await isKnown(body, key))) counts.known += 1
      else {
        const errors = doing.isStored ? await findRefusal(() => store(body)) : null
        if (errors) refuse(errors)
        else counts.created += 1
      }
      if (reading.problems.length === 0) seen.add(key)
    } else if (parsed) {
      refuse(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0] ?? ''), [message]])))
    }
    if (reading.problems.length > 0) wrong.push(wrongOf(reading))
  }
  return { ...counts, wrong }
}

const wrongOf = <F extends string>({ row, raw, problems }: Reading<F>): Wrong => ({
  row: row.number,
  cells: raw,
  reasons: problems.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason)),
})

/** Returns the text of a cell on one line, or undefined when it is empty. */
export const textIn = <F extends string>(reading: Reading<F>, field: F): string | undefined =>
  fieldTextOf(reading, field).replaceAll(/\s+/g, ' ').trim() || undefined

/** Returns the day in a cell; refuses the row for another text. */
export function dayIn<F extends string>(reading: Reading<F>, field: F): string | undefined {
  const text = textIn(reading, field)
  if (text === undefined) return undefined
  const day = parseDate(text, reading.row.header.dates)
  if (!day) refuseRow(reading, columnNameOf(reading, field), `${quoteCell(text)} is geen geldige datum`)
  return day ?? undefined
}

/** Returns the amount in a cell in euros; refuses the row for another text. */
export function amountIn<F extends string>(reading: Reading<F>, field: F): number | undefined {
  const text = textIn(reading, field)
  if (text === undefined) return undefined
  const cents = parseCents(text)
  if (cents === null) refuseRow(reading, columnNameOf(reading, field), `${quoteCell(text)} is geen bedrag`)
  return cents === null ? undefined : cents / 100
}

/** Returns the description of a list whose sheet must have the `needed` columns, named as in `names`. */
export const listOf = <F extends string>(
  words: ListedSheet<F>['words'],
  called: string,
  needed: readonly F[],
  names: string,
): ListedSheet<F> => ({
  words,
  called,
  unrecognised: `We herkennen de kolommen niet. Zet bovenaan kolomkoppen: ${names}.`,
  lacks: { columns: { reason: 'mist kolommen', message: `Er ontbreken kolommen. Zet bovenaan: ${names}.` } },
  lackOf: ({ columns }) => (needed.every((field) => columns[field] !== undefined) ? null : 'columns'),
  notInTotals: needed,
})
