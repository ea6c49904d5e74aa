import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import { confirmationLabels, saleChannelLabels } from '../../../shared/cooling-off/cooling-off.ts'
import { ignoreNotFound, notFound, unprocessable } from '../../../shared/errors.ts'
import { SaleAgreement } from '../../../shared/sales/schemas.ts'
import { dateText } from '../../../shared/time.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitNothing } from '../../platform/data/commit.ts'
import { getRows } from '../../platform/data/rows.ts'
import { runInParallel } from '../../platform/run-in-parallel.ts'
import type { Edit } from '../../records/record.ts'
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
  findRefusal,
  type Opened,
  planSheet,
  readCellChoice,
  readCellDate,
  readCellLine,
  readSheet,
  rowRefusalOf,
  storeSheet,
  type Tally,
} from '../../spreadsheets/sheets/sheet.ts'
import { parseYesNo } from '../../spreadsheets/values/cell-values.ts'
import type { Sale } from '../commission-entity.ts'
import { saleRecords } from '../records.ts'
import { salesDockKey } from '../rules.ts'
import { planChange } from './changing.ts'
import { SalesDockIds } from './salesdock-entity.ts'

/**
 * Columns of a sheet of agreements with the words of their headers (see `buildVocabulary`). They recognise our own
 * export of sales.
 */
const headers = {
  salesDockId: 'salesdock ?id ?nr',
  soldAt: 'kanaal ?sale, methode sale',
  confirmedAt: 'akkoord ?schriftelijk ?datum',
  confirmation: 'bewijs ?akkoord ?type, akkoord type',
  reference: 'kenmerk ?bewijs ?akkoord',
  infoGivenAt: 'bedenktijd verteld ?datum, informatie gegeven ?datum, gegeven datum',
  isHomeUse: 'woning ?adres',
} as const satisfies Record<string, string>
type Column = keyof typeof headers

/** Names of the columns in refusals, where the sheet lacks them. */
const names: Readonly<Record<Column, string>> = {
  salesDockId: 'SalesDock ID',
  soldAt: 'Verkocht',
  confirmedAt: 'Akkoord op',
  confirmation: 'Soort akkoord',
  reference: 'Kenmerk',
  infoGivenAt: 'Informatie gegeven op',
  isHomeUse: 'Woning',
}

const LACKS = 'Zet bovenaan kolomkoppen: SalesDock ID, Akkoord op, Soort akkoord en Informatie gegeven op.'

const list: ListedSheet<Column> = {
  words: buildVocabulary<Column>(headers),
  called: 'akkoorden',
  unrecognised: `We herkennen de kolommen niet. ${LACKS}`,
  lacks: { columns: { reason: 'mist kolommen', message: `Er ontbreken kolommen. ${LACKS}` } },
  lackOf: ({ columns: { salesDockId, ...others } }) =>
    salesDockId !== undefined && Object.values(others).some((column) => column !== undefined) ? null : 'columns',
  notInTotals: ['salesDockId'],
}

/** Valid row of the sheet: the sale that it names, and what it says about the customer's agreement. */
interface Line {
  readonly reading: Reading<Column>
  readonly key: string
  readonly agreement: SaleAgreement
}

/** Maximum number of rows: each changes a sale in a transaction of its own. */
const MAX_ROWS = 1_000
/** Maximum number of sales that are changed in parallel. */
const ABREAST = 8

/**
 * Notes how customers agreed, from a sheet with SalesDock IDs (market 69c). A row fills what a sale lacks; it is refused
 * when the sale says otherwise, and where a change of the sale would be. The same sheet again changes nothing. Throws
 * 422 for unknown columns or too many rows, and 409 when the import would now do something else than the preview that
 * the user saw, whose hash is `seenReading`.
 */
export async function importAgreements(actor: Caller, file: UploadedFile, seenReading?: string) {
  const permit = authorise(actor, 'sale:edit')
  return storeSheet(permit, file, await openAgreements(actor, file), seenReading)
}

/** Returns what the import of a sheet of agreements would do; stores nothing. Throws as the import does. */
export async function planAgreements(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'sale:edit')
  return commitNothing(permit, await planSheet(file, await openAgreements(actor, file)))
}

/** Reads a sheet of agreements, with the functions that compare it and store it. */
async function openAgreements(actor: Caller, file: UploadedFile): Promise<Opened<Column>> {
  const sheet = await readSheet(list, file, MAX_ROWS)
  const read: Found = { unchanged: 0, refused: [] }
  const lines = new Map<string, Line>()
  for (const reading of sheet.rows) {
    const line = parseLine(reading)
    if (!line) read.refused.push(rowRefusalOf(reading))
    else add(lines, line, read)
  }
  const found = await getRows(
    SalesDockIds,
    [...lines.keys()].map((salesDockId) => ({ salesDockId })),
  )
  const ids = new Map(found.map(({ salesDockId, saleId }) => [salesDockId, saleId]))
  const each = (tally: Tally, note: (id: string, line: Line) => Promise<boolean>) =>
    runInParallel([...lines.values()], (line) => count(line, tally, async () => note(idIn(ids, line), line)), ABREAST)
  return {
    ...{ list, sheet, read },
    compare: (tally) =>
      each(tally, async (id, { agreement }) => {
        const { row } = await saleRecords.within(actor, id, 'sale:edit')
        return (await planNoting(actor, row, agreement)) !== null
      }),
    store: (_permit, tally) =>
      each(tally, async (id, { agreement }) => {
        let edit: Edit<Sale> | null = null
        const plan = async (sale: Sale) => {
          edit = await planNoting(actor, sale, agreement)
          return edit
        }
        await saleRecords.edit(actor, id, () => undefined, plan)
        return edit !== null
      }),
  }
}

/** Adds a row. A second row about the same sale is refused, or counts as unchanged when equal. */
function add(lines: Map<string, Line>, line: Line, read: Found): void {
  const earlier = lines.get(line.key)
  if (!earlier) lines.set(line.key, line)
  else if (JSON.stringify(earlier.agreement) === JSON.stringify(line.agreement)) read.unchanged += 1
  else {
    const message = `Rij ${earlier.reading.row.number} heeft dezelfde SalesDock ID. Laat één van beide staan.`
    read.refused.push(buildRefusal(line.reading.row, null, message))
  }
}

/** Reads a row of the sheet; refuses it and returns null where a value is wrong. */
function parseLine(reading: Reading<Column>): Line | null {
  const id = readCellLine(reading, 'salesDockId')
  if (id === '') refuseRow(reading, nameOf(reading, 'salesDockId'), 'Vul een SalesDock ID in')
  const home = fieldTextOf(reading, 'isHomeUse')
  const isHomeUse = parseYesNo(home)
  if (home !== '' && isHomeUse === undefined) {
    refuseRow(reading, nameOf(reading, 'isHomeUse'), `${quoteCell(home)} is geen ja of nee`)
  }
  const agreement = {
    soldAt: readCellChoice(reading, 'soldAt', saleChannelLabels),
    confirmedAt: readCellDate(reading, 'confirmedAt', names.confirmedAt, false),
    confirmation: readConfirmation(reading),
    infoGivenAt: readCellDate(reading, 'infoGivenAt', names.infoGivenAt, false),
    isHomeUse,
  }
  const parsed = SaleAgreement.safeParse(agreement)
  for (const { path, message } of parsed.error?.issues ?? []) {
    refuseRow(reading, nameOf(reading, (path[1] === 'reference' ? path[1] : path[0]) as Column), message)
  }
  return reading.problems.length === 0 && parsed.data
    ? { reading, key: salesDockKey(id), agreement: parsed.data }
    : null
}

/** Reads the proof of a written yes; our own export has its reference behind the kind: `Document: Offerte 12`. */
function readConfirmation(reading: Reading<Column>): object | undefined {
  const [kind = '', ...rest] = readCellLine(reading, 'confirmation').split(': ')
  const reference = readCellLine(reading, 'reference') || rest.join(': ')
  if (kind === '' && reference === '') return undefined
  const known = readCellChoice(reading, 'confirmation', confirmationLabels, kind)
  return { kind: known, reference }
}

const nameOf = (reading: Reading<Column>, field: Column): string => columnNameOf(reading, field, names[field])
const isColumn = (field: string): field is Column => field in headers

function idIn(ids: ReadonlyMap<string, string>, { key }: Line): string {
  const id = ids.get(key)
  if (id === undefined) throw notFound()
  return id
}

/** Counts a row as changed, unchanged or refused by what noting its agreement does. */
async function count({ reading }: Line, tally: Tally, note: () => Promise<boolean>): Promise<void> {
  let isChanged: boolean | undefined
  const errors = await findRefusal(async () => {
    isChanged = await ignoreNotFound(note())
  })
  const unknown = isChanged === undefined ? { salesDockId: ['Deze sale is niet gevonden'] } : {}
  const [[field, [text = '']] = ['', []]] = Object.entries(errors ?? unknown)
  if (text) tally.refused.push(buildRefusal(reading.row, isColumn(field) ? nameOf(reading, field) : null, text))
  else tally[isChanged ? 'updated' : 'unchanged'] += 1
}

/**
 * Returns the edit that notes what a sale lacks of an agreement; null when it lacks nothing. Throws 422 where the sale
 * says otherwise, and as a change of the sale does.
 */
async function planNoting(actor: Caller, sale: Sale, agreement: SaleAgreement): Promise<Edit<Sale> | null> {
  const lacking = Object.entries(agreement).filter(([name]) => {
    const field = name as keyof SaleAgreement
    const [stored, told] = [textOf(sale, field), textOf(agreement, field)]
    if (stored === told || told === '') return false
    // A reference completes a proof of the same kind.
    if (stored === '' || (field === 'confirmation' && told.startsWith(`${stored}: `))) return true
    if (field === 'confirmation' && stored.startsWith(`${told}: `)) return false
    throw unprocessable(`Bij de sale staat al ${stored}`, name)
  })
  return lacking.length === 0 ? null : planChange(actor, sale, Object.fromEntries(lacking))
}

/** Returns the text of a field of an agreement; empty where it says nothing. */
function textOf({ soldAt, confirmation, isHomeUse, ...days }: SaleAgreement, field: keyof SaleAgreement): string {
  if (field === 'soldAt') return soldAt ? saleChannelLabels[soldAt] : ''
  if (field === 'isHomeUse') return typeof isHomeUse === 'boolean' ? (isHomeUse ? 'Ja' : 'Nee') : ''
  if (field === 'confirmation') {
    return confirmation
      ? [confirmationLabels[confirmation.kind], confirmation.reference].filter(Boolean).join(': ')
      : ''
  }
  const day = days[field]
  return day ? dateText(day) : ''
}
