import type { Mapping, SheetPreview } from '../../shared/contract/contracts.ts'
import { mayBeMapped } from '../../shared/contract/imports.ts'
import { conflict, unprocessable } from '../../shared/errors.ts'
import { withoutIbans } from '../platform/account-numbers.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, commit, unchanged } from '../platform/commit.ts'
import { announceAgain } from '../spreadsheets/announce.ts'
import type { UploadRow } from '../spreadsheets/entity.ts'
import { headerAs } from '../spreadsheets/header.ts'
import { printOf } from '../spreadsheets/layout-print.ts'
import { Layouts, layoutId, layoutsOf } from '../spreadsheets/layouts.ts'
import { type Glance, glanceAt } from '../spreadsheets/read.ts'
import { betweenImports, endOfCall, importedNow } from '../spreadsheets/receive.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'
import { refusalFor } from '../spreadsheets/table.ts'
import { toBeReadAnew } from '../spreadsheets/undo.ts'
import { fileOf, gone, keyOf } from '../spreadsheets/upload-file.ts'
import { uploadOf } from '../spreadsheets/uploads.ts'
import { contractImport } from './importing.ts'
import { contractList, type Field, type Header } from './recognise.ts'

const LIST = contractImport.type
/** How much of a cell a preview shows. */
const SHOWN = 120

/**
 * The first rows of an upload's sheets and what their columns are taken to mean; account numbers are masked (rulings 62).
 * 404 for an upload that is not known, 409 when its file is gone, 422 for a file that cannot be read.
 */
export async function previewUpload(actor: Caller, id: string) {
  authorise(actor, 'contract:manage')
  const upload = await uploadOf(contractImport.list, id)
  return { filename: upload.filename, sheets: (await glancesOf(upload)).map(previewOf) }
}

/**
 * Says what the columns of a sheet mean, for this upload and for every file with the same headers, and imports the upload
 * again; what an earlier reading made is taken back first. 422 for a row that is not there and for columns that say too little, and as an
 * upload is refused; 409 when another import takes long.
 */
export async function mapUpload(actor: Caller, id: string, { sheet, headerRow, fields, monthFirst }: Mapping) {
  const permit = authorise(actor, 'contract:manage')
  const until = endOfCall()
  const upload = await uploadOf(contractImport.list, id)
  const glance = (await glancesOf(upload))[sheet]
  const row = glance?.rows.find(({ number }) => number === headerRow)
  if (!row) throw unprocessable('Die rij staat niet bij de eerste rijen van dit blad', glance ? 'headerRow' : 'sheet')
  const told = fields.slice(0, row.cells.length)
  const header = contractList.words.headerFrom(row.cells, headerRow)
  const lack = contractList.lackOf(
    headerAs<Field>(
      header,
      told.map((field) => field ?? undefined),
    ),
  )
  if (lack !== null) throw unprocessable(refusalFor(contractList, [lack]).message, 'fields')
  const print = printOf(row.cells)
  const layout = { id: layoutId(LIST, print), fields: told.map((field) => field ?? ''), monthFirst }
  await betweenImports(contractImport, upload.id, until, async () => {
    const found = await uploadOf(contractImport.list, id)
    if (!mayBeMapped(found)) throw conflict(NOT_NOW)
    // Stored once more, the file is announced once more: what this call has no time for goes on.
    if (!(await announceAgain(keyOf(found), found.id))) throw gone()
    const change: Change = {
      action: 'contract.map',
      entity: { type: 'contract_layout', id: print },
      after: { filename: found.filename, sheet: glance?.name, headerRow, fields: layout.fields, monthFirst },
      write: [Layouts.put(layout), { write: toBeReadAnew(found, permit.actor.id), otherwise: () => conflict(NOT_NOW) }],
    }
    await commit(permit, change, undefined)
  })
  const again = { id: upload.id, key: keyOf(upload) }
  const { ids: _, ...imported } = await importedNow(contractImport, permit, again, until)
  return unchanged(permit, imported)
}

const NOT_NOW = 'Deze upload wordt nog verwerkt of is teruggedraaid. Opnieuw lezen kan nu niet.'

async function glancesOf(upload: UploadRow): Promise<Glance<Field>[]> {
  const source = await fileOf(upload)
  try {
    return await glanceAt(contractList, source, { filename: upload.filename, layoutsOf: layoutsOf(LIST) })
  } catch (error) {
    throw error instanceof SpreadsheetError ? unprocessable(error.message) : error
  }
}

function previewOf({ name, rows, header, isRemembered }: Glance<Field>): SheetPreview {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const asHeader = (one: Header | null) => Array.from({ length: width }, (_, column) => one?.fields[column] ?? null)
  return {
    name,
    rows: rows.map(({ number, cells }) => ({
      number,
      cells: cells.map(shown),
      fields: asHeader(contractList.words.headerFrom(cells, number)),
    })),
    headerRow: header?.row ?? null,
    fields: asHeader(header),
    monthFirst: header?.dates.monthFirst ?? false,
    isRemembered,
  }
}

function shown(cell: string): string {
  const text = withoutIbans(cell)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
