import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import { hoursTexts, type ProjectType, projectTypeLabels, projectTypes } from '../../../shared/api/schemas/costs.ts'
import { foldText } from '../../../shared/folded.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { now } from '../../../shared/time.ts'
import { authorise, type Caller, type Permit } from '../../platform/actor.ts'
import { commitNothing, planAndCommit } from '../../platform/data/commit.ts'
import { getRows, splitIntoBatches } from '../../platform/data/rows.ts'
import type { User } from '../../platform/identity/user.ts'
import { runInParallel } from '../../platform/run-in-parallel.ts'
import { buildVocabulary } from '../../spreadsheets/recognition/header.ts'
import type { ListedSheet } from '../../spreadsheets/recognition/listed.ts'
import {
  columnNameOf,
  fieldTextOf,
  quoteCell,
  type Reading,
  refuseRow,
} from '../../spreadsheets/recognition/row-reading.ts'
import {
  buildRefusal,
  type Found,
  type Opened,
  planSheet,
  readCellDate,
  readCellLine,
  readSheet,
  rowRefusalOf,
  storeSheet,
  type Tally,
} from '../../spreadsheets/sheets/sheet.ts'
import { parseNumber } from '../../spreadsheets/values/cell-values.ts'
import { type DayRow, TimeDays } from '../day-entity.ts'
import { buildEmptyDay, dayIdOf } from '../days.ts'
import { explainInvalidHours, toHundredths } from '../entries.ts'
import { readRateCalendar } from '../rate-calendar.ts'
import { applyCells, buildPlannedDayChanges, type Cell, explainLateDate } from '../saving-hours.ts'
import { findRowPerson, type PeopleByName, readPeopleLookups } from './people.ts'

/**
 * Columns of a sheet of hours with the words of their headers (see `buildVocabulary`). They recognise our own export.
 */
const headers = {
  person: 'medewerker ?naam, naam ?volledig',
  email: 'email ?adres ?medewerker',
  date: 'datum ?werk',
  projectType: 'type ?werk, project ?type ?naam',
  hours: 'uur ?aantal ?werk',
  description: 'omschrijving ?werk, notitie, opmerking',
} as const satisfies Record<string, string>
type Column = keyof typeof headers

const LACKS = 'Zet bovenaan kolomkoppen: Medewerker of E-mail, Datum, Soort werk en Uren.'

/** Description of a sheet of hours: its columns, and the texts when some are missing. */
export const hoursList: ListedSheet<Column> = {
  words: buildVocabulary<Column>(headers),
  called: 'uren',
  unrecognised: `We herkennen de kolommen niet. ${LACKS}`,
  lacks: { columns: { reason: 'mist kolommen', message: `Er ontbreken kolommen. ${LACKS}` } },
  lackOf: ({ columns }) => {
    const hasRequiredColumns =
      columns.date !== undefined && columns.hours !== undefined && columns.projectType !== undefined
    return hasRequiredColumns && (columns.person !== undefined || columns.email !== undefined) ? null : 'columns'
  },
  notInTotals: ['date', 'email'],
}

/** Valid row of the sheet: hours of a person for a day and kind of work. */
interface HoursLine extends Cell {
  readonly reading: Reading<Column>
  readonly date: string
  readonly person: User
}

/** Maximum number of days written in one transaction. */
const TOGETHER = 20
/** Maximum number of people whose days are written in parallel. */
const ABREAST = 8

/**
 * Imports hours from a sheet: a row sets the hours of a person, day and kind of work. Refuses only the wrong rows and
 * stores the others; the same sheet again changes nothing. Throws 403 for non-admins, 422 for unknown columns or too
 * many rows. Throws 409 when the import would now do something else than the preview that the user saw, whose hash is
 * `seenReading`.
 */
export async function importHours(actor: Caller, file: UploadedFile, seenReading?: string) {
  const permit = authorise(actor, 'cost:manage')
  return storeSheet(permit, file, await openHours(file), seenReading)
}

/**
 * Returns what the import of a sheet of hours would do; stores nothing. Throws 403 for non-admins, 422 for unknown
 * columns or too many rows.
 */
export async function planHours(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'cost:manage')
  return commitNothing(permit, await planSheet(file, await openHours(file)))
}

async function openHours(file: UploadedFile): Promise<Opened<Column>> {
  const sheet = await readSheet(hoursList, file)
  const people = await readPeopleLookups()
  const read: Found = { unchanged: 0, refused: [] }
  const lines = new Map<string, HoursLine>()
  for (const reading of sheet.rows) {
    const row = parseLine(reading, people)
    if (!row) read.refused.push(rowRefusalOf(reading))
    else add(lines, row, read)
  }
  const byPerson = [...Map.groupBy(lines.values(), ({ person }) => person.id).values()]
  return {
    ...{ list: hoursList, sheet, read },
    compare: (tally) => runInParallel(byPerson, (rows) => compareHours(rows, tally), ABREAST),
    store: (permit, tally) => runInParallel(byPerson, (rows) => storeHours(permit, rows, tally), ABREAST),
  }
}

/** Adds a row. A second row for a person, day and kind of work is refused, or counts as unchanged when equal. */
function add(lines: Map<string, HoursLine>, row: HoursLine, read: Found): void {
  const cell = `${row.person.id} ${row.date} ${row.projectType}`
  const earlier = lines.get(cell)
  if (!earlier) lines.set(cell, row)
  else if (earlier.hours === row.hours && earlier.description === row.description) read.unchanged += 1
  else {
    const message = `Rij ${earlier.reading.row.number} heeft dezelfde dag en soort werk. Laat één van beide staan.`
    read.refused.push(buildRefusal(row.reading.row, null, message))
  }
}

/** Reads a row of the sheet; refuses it and returns null where a value is wrong. */
function parseLine(reading: Reading<Column>, people: PeopleByName): HoursLine | null {
  const person = findRowPerson(reading, people, { address: 'email', name: 'person' })
  const date = readCellDate(reading, 'date', 'Datum', true)
  const late = date === undefined ? null : explainLateDate(date)
  if (late) refuseRow(reading, columnNameOf(reading, 'date', 'Datum'), late)
  const projectType = kindIn(reading)
  const hours = hoursIn(reading)
  const description = readCellLine(reading, 'description')
  if (description.length > 500)
    refuseRow(reading, columnNameOf(reading, 'description'), 'De tekst is langer dan 500 tekens')
  if (reading.problems.length > 0 || !person || !date || !projectType || hours === undefined) return null
  return { reading, person, date, projectType, hours, description: description === '' ? undefined : description }
}

function kindIn(reading: Reading<Column>): ProjectType | undefined {
  const text = fieldTextOf(reading, 'projectType')
  const kind = projectTypes.find((one) =>
    [one, projectTypeLabels[one]].some((name) => foldText(name) === foldText(text)),
  )
  if (!kind) {
    const known = projectTypes.map((one) => projectTypeLabels[one]).join(', ')
    const message = text === '' ? 'Kies een soort werk' : `${quoteCell(text)} is geen van ${known}`
    refuseRow(reading, columnNameOf(reading, 'projectType', 'Soort werk'), message)
  }
  return kind
}

/** Reads hours, as a number or as hours and minutes (7:30); refuses the row for another text. */
function hoursIn(reading: Reading<Column>): number | undefined {
  const text = fieldTextOf(reading, 'hours')
  const [, whole, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? []
  const hours = minutes === undefined ? parseNumber(text) : Number(whole) + Math.round(Number(minutes) / 0.6) / 100
  const message = hours === null ? hoursTexts.invalid : explainInvalidHours(hours)
  if (message) refuseRow(reading, columnNameOf(reading, 'hours', 'Uren'), message)
  return message || hours === null ? undefined : toHundredths(hours)
}

type Day = readonly [date: string, cells: readonly HoursLine[]]

/** Returns the days of one person in batches that each fit one transaction. */
const dayBatches = (rows: readonly HoursLine[]): Day[][] =>
  splitIntoBatches(
    [...Map.groupBy(rows, ({ date }) => date)].sort(([one], [other]) => (one < other ? -1 : 1)),
    TOGETHER,
  )

/** Stores the hours of one person, some days in each transaction. */
async function storeHours(permit: Permit, rows: readonly HoursLine[], tally: Tally): Promise<void> {
  for (const days of dayBatches(rows)) {
    const { result } = await planAndCommit(permit, async () => {
      const plans = await plansOf(days)
      const changes = plans
        .flatMap(buildPlannedDayChanges)
        .map((change, at) => (at === 0 ? change : withoutRatesAgain(change)))
      return { changes, result: plans }
    })
    for (const plan of result) countOutcomes(plan, tally)
  }
}

/** Counts what storing the hours of one person would do. */
async function compareHours(rows: readonly HoursLine[], tally: Tally): Promise<void> {
  for (const days of dayBatches(rows)) for (const plan of await plansOf(days)) countOutcomes(plan, tally)
}

/** Returns a plan for each of a person's days: the day as it is stored, and the day with the hours of the sheet. */
async function plansOf(days: readonly Day[]) {
  const person = days[0]?.[1][0]?.person
  if (!person) return []
  const [rates, stored] = await Promise.all([
    readRateCalendar(person.id),
    getRows<{ id: string }, DayRow>(
      TimeDays as never,
      days.map(([date]) => ({ id: dayIdOf(person.id, date) })),
    ),
  ])
  const before = new Map(stored.map((day) => [day.date, day]))
  return days.map(([date, cells]) => ({
    cells,
    rates,
    ...applyCells(before.get(date) ?? null, buildEmptyDay(person, date as LocalDate, now()), cells, rates),
  }))
}

/**
 * Returns a change without its condition on the rates. Only the first change of a transaction keeps that condition, as
 * a transaction may check a row only once.
 */
const withoutRatesAgain = <C extends { readonly write: readonly unknown[] }>(change: C): C => ({
  ...change,
  write: change.write.filter((one) => !(one instanceof Object && 'checkOnly' in one)),
})

/** Counts the rows of a day as created, updated or unchanged, and refuses those above 24 hours. */
function countOutcomes(
  { before, after, refused, cells }: ReturnType<typeof applyCells> & { cells: readonly HoursLine[] },
  tally: Tally,
): void {
  for (const cell of cells) {
    if (refused.includes(cell)) {
      tally.refused.push(
        buildRefusal(cell.reading.row, columnNameOf(cell.reading, 'hours', 'Uren'), hoursTexts.tooMany),
      )
      continue
    }
    const stored = before?.entries[cell.projectType]
    if (!stored) tally.created += 1
    else if (stored === after.entries[cell.projectType]) tally.unchanged += 1
    else tally.updated += 1
  }
}
