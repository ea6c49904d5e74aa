import { randomUUID } from 'node:crypto'
import type { Action } from '../../shared/access.ts'
import type { ExportFormat } from '../../shared/api/parts/export.ts'
import { unprocessable } from '../../shared/errors.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { capitaliseFirst } from '../../shared/values/capitalise.ts'
import { authorise, type Caller, type Permit } from '../platform/actor.ts'
import { withoutIbans } from '../platform/data/account-numbers.ts'
import { commit } from '../platform/data/commit.ts'
import { countRequest } from '../platform/data/rate-limit.ts'
import type { Bounds } from '../records/list.ts'
import type { Cell, Column } from './cells.ts'
import { toCsv } from './csv.ts'
import { toXlsx } from './xlsx.ts'

const MAX_ROWS = 10_000

/**
 * Maximum number of rows read for one export, those that the filters leave out included. Limits the time of a request.
 */
const MAX_READ = 40_000

/** Maximum size of a file: a Lambda replies with at most 6 MB, and base64 makes the file a third larger. */
export const MAX_FILE_BYTES = 4_400_000

/** Returns the limit of files per person in five minutes, of all lists together. */
const limitOf = ({ id }: Caller) => ({
  subject: `export#${id}`,
  ...{ hits: 30, seconds: 300 },
  refusal: 'Je hebt kort na elkaar veel bestanden gemaakt. Probeer het over een paar minuten opnieuw.',
})

/** A domain's definition of an exported list. */
export interface Export<Row> {
  /** Action that the actor needs. */
  readonly action: Action
  /** Kind of record, as the audit names it. */
  readonly entity: string
  /** Plural of the rows in Dutch, for the file's name and for refusals. */
  readonly plural: string
  /** Name of the sheet in a workbook, where it is not the plural. */
  readonly sheet?: string
  /** Columns, fixed or dependent on the rows. */
  readonly columns: readonly Column<Row>[] | ((rows: readonly Row[]) => readonly Column<Row>[])
  /** Returns the rows within the actor's reach, by `readAllWithin`; throws when they exceed the bounds. */
  readonly rows: (bounds: Bounds) => Promise<readonly Row[]>
}

/** Query of an export: the filter of its rows, which the audit stores, and the format of the file. */
export type Exported<Filter> = Filter & { readonly format?: ExportFormat | undefined }

type Write = (sheet: string, header: readonly string[], rows: readonly Cell[][]) => Promise<Uint8Array>

const formats: Record<ExportFormat, { readonly contentType: string; readonly write: Write }> = {
  csv: { contentType: 'text/csv; charset=utf-8', write: async (_, header, rows) => toCsv(header, rows) },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: toXlsx },
}

/**
 * Returns a list as a spreadsheet file, audited with its filter and count (rulings 62). Account numbers in texts are
 * masked. Throws 403 for an actor without the right, 429 after 30 files in five minutes. Throws 422 when the list has
 * more than 10,000 rows, when more than 40,000 rows must be read for it, or when the file is larger than 4.4 MB.
 */
export async function exportList<Row>(
  actor: Caller,
  { format = 'csv', ...filter }: Exported<object | Readonly<Record<string, unknown>>>,
  list: Export<Row>,
) {
  const permit = authorise(actor, list.action)
  await countFileRequest(actor)
  const rows = await list.rows({ rows: MAX_ROWS, read: MAX_READ, tooMany: (what) => tooMany[what](list.plural) })
  const columns = typeof list.columns === 'function' ? list.columns(rows) : list.columns
  const { contentType, write } = formats[format]
  const bytes = await write(
    list.sheet ?? capitaliseFirst(list.plural),
    columns.map(({ header }) => header),
    rows.map((row) => columns.map(({ value }) => maskCell(value(row)))),
  )
  await auditFile(permit, list.entity, bytes, { format, filter, count: rows.length })
  return { bytes, contentType, filename: `${list.plural}-${localDateOf(now())}.${format}` }
}

/** Masks account numbers in a cell: a file may go to people without rights (rulings 62). */
function maskCell(cell: Cell): Cell {
  if (typeof cell === 'string') return withoutIbans(cell)
  return 'text' in cell ? { ...cell, text: withoutIbans(cell.text) } : cell
}

/** Counts a file that the actor requests. Throws 429 after 30 files in five minutes. */
export const countFileRequest = (actor: Caller) => countRequest(limitOf(actor))

/**
 * Writes to the audit log that a person gets a file about a kind of record (`entity`), before the file is returned.
 * `after` describes the file. Throws 422 when the file exceeds the size of a reply.
 */
export async function auditFile(permit: Permit, entity: string, bytes: Uint8Array, after: object): Promise<void> {
  if (bytes.byteLength > MAX_FILE_BYTES) throw tooLarge()
  const entry = { action: `${entity}.export` as const, entity: { type: `${entity}-export`, id: randomUUID() }, after }
  await commit(permit, { ...entry, write: [] }, undefined)
}

const tooMany = {
  rows: (plural: string) =>
    unprocessable(
      `Dit is te veel voor één bestand (hoogstens 10.000 ${plural}). Kies een kortere periode of meer filters.`,
    ),
  read: (plural: string) =>
    unprocessable(
      `In deze periode staan te veel ${plural} om te doorzoeken. Kies een kortere periode of filter op team of agent.`,
    ),
}
const tooLarge = () => unprocessable('Het bestand wordt te groot. Kies een kortere periode of meer filters.')
