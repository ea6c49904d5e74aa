import { MAX_SHEET_ROWS, type SheetResult } from '../../shared/contract/costs.ts'
import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { unprocessable } from '../../shared/errors.ts'
import { folded } from '../../shared/folded.ts'
import { unguarded } from '../export/csv.ts'
import { peopleInState } from '../people/service.ts'
import { fullName, type User } from '../platform/user.ts'
import { everyRow } from '../records/source.ts'
import { parseDate } from '../spreadsheets/cell-values.ts'
import type { Listed } from '../spreadsheets/listed.ts'
import { readBlocks } from '../spreadsheets/read.ts'
import { columnOf, quoted, type Reading, readingOf, refuse, textOf } from '../spreadsheets/row-reading.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'

/** Counts and refusals of a sheet while it is imported. */
export interface Tally extends Omit<SheetResult, 'totalRows' | 'ignoredColumns' | 'refused'> {
  readonly refused: SheetResult['refused']
}

export const newTally = (): Tally => ({ created: 0, updated: 0, unchanged: 0, refused: [] })

/** Returns the result of an import, with refused rows in the order of the sheet. */
export const resultOf = (
  sheet: { readonly rows: readonly unknown[]; readonly ignoredColumns: string[] },
  tally: Tally,
): SheetResult => ({
  ...tally,
  totalRows: sheet.rows.length,
  refused: [...tally.refused].sort((one, other) => one.row - other.row),
  ignoredColumns: sheet.ignoredColumns,
})

interface Read<F extends string> {
  readonly rows: readonly Reading<F>[]
  readonly ignoredColumns: string[]
}

/** Reads all rows of a sheet. Throws 422 at `file` for a file that is no such list, or with too many rows. */
export async function readSheet<F extends string>(list: Listed<F>, file: UploadedFile): Promise<Read<F>> {
  const rows: Reading<F>[] = []
  const ignored = new Set<string>()
  try {
    for await (const block of readBlocks(list, file.bytes, { filename: file.filename })) {
      for (const row of block.rows) {
        rows.push(readingOf(row))
        row.header.fields.forEach((field, column) => {
          if (field === undefined && row.header.texts[column]) ignored.add(row.header.names[column] ?? '')
        })
      }
      if (rows.length > MAX_SHEET_ROWS) throw tooManyRows()
    }
  } catch (error) {
    if (error instanceof SpreadsheetError) throw unprocessable(error.message, 'file')
    throw error
  }
  return { rows, ignoredColumns: [...ignored] }
}

const tooManyRows = () =>
  unprocessable(
    `Dit bestand heeft te veel rijen: het maximum is ${MAX_SHEET_ROWS.toLocaleString('nl-NL')}. Splits het bestand.`,
    'file',
  )

/** Returns the refusal of a row, with its first problem. */
export function refusal<F extends string>({ row, problems }: Reading<F>): SheetResult['refused'][number] {
  const [problem] = problems
  return refusedAt(row, problem?.column ?? null, problem?.reason ?? '')
}

/** Returns the refusal of a row, with the sheet's name when the file has several. */
export const refusedAt = (
  { number, sheet }: { readonly number: number; readonly sheet?: string },
  column: string | null,
  message: string,
) => ({ row: number, column, message: sheet === undefined ? message : `${message} (blad ${sheet})` })

/** Reads the text of a cell as one line, without the apostrophe by which our exports guard against formulas. */
export const lineIn = <F extends string>(reading: Reading<F>, field: F): string =>
  unguarded(textOf(reading, field)).replaceAll(/\s+/g, ' ')

/** Reads the date of a cell; refuses the row when a required date is missing. */
export function dateIn<F extends string>(
  reading: Reading<F>,
  field: F,
  name: string,
  isNeeded: boolean,
): string | undefined {
  const text = textOf(reading, field)
  if (text === '') {
    if (isNeeded) refuse(reading, columnOf(reading, field, name), 'Kies een datum')
    return undefined
  }
  const date = parseDate(text, reading.row.header.dates)
  if (!date) refuse(reading, columnOf(reading, field, name), `${quoted(text)} is geen geldige datum`)
  return date ?? undefined
}

/** Returns a lookup of people by address, or by full name when only one person has it. */
export async function peopleByName() {
  const people: User[] = []
  for (const state of ['active', 'inactive'] as const) {
    for await (const user of everyRow(peopleInState(state))) people.push(user)
  }
  const byAddress = new Map(people.map((user) => [user.email.toLowerCase(), user]))
  const byName = Map.groupBy(people, (user) => folded(fullName(user)))
  return {
    byAddress: (address: string) => byAddress.get(address.trim().toLowerCase()),
    byName: (name: string): readonly User[] => byName.get(folded(name.trim().replaceAll(/\s+/g, ' '))) ?? [],
  }
}
export type PeopleByName = Awaited<ReturnType<typeof peopleByName>>

/** Finds the person of a row by address or name; refuses the row when there is none or several. */
export function personIn<F extends string>(
  reading: Reading<F>,
  people: PeopleByName,
  { address, name }: { readonly address: F; readonly name: F },
): User | undefined {
  const told = textOf(reading, address)
  if (told !== '') {
    const user = people.byAddress(told)
    if (!user) refuse(reading, columnOf(reading, address, 'E-mail'), `Niemand heeft het e-mailadres ${quoted(told)}`)
    return user
  }
  const called = lineIn(reading, name)
  const column = columnOf(reading, name, 'Medewerker')
  if (called === '') {
    refuse(reading, column, 'Vul een naam of e-mailadres in')
    return undefined
  }
  const found = called.includes('@')
    ? [people.byAddress(called)].filter((user) => user !== undefined)
    : people.byName(called)
  if (found.length === 0) refuse(reading, column, `Niemand heet ${quoted(called)}`)
  if (found.length > 1)
    refuse(reading, column, `${found.length} mensen heten ${quoted(called)}. Gebruik het e-mailadres.`)
  return found.length === 1 ? found[0] : undefined
}
