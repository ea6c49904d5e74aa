import type { Mapping, SheetPreview } from '../../../shared/contract/contracts.ts'
import { mayBeMapped } from '../../../shared/contract/parts/imports.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import { type Instant, localDateOf } from '../../../shared/time.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { type Change, commit, commitNothing } from '../../platform/data/commit.ts'
import { MAX_GLANCES } from '../../spreadsheets/formats/limits.ts'
import { runBetweenImports } from '../../spreadsheets/imports/between-imports.ts'
import type { UploadRow } from '../../spreadsheets/imports/entity.ts'
import { Layouts, layoutId, layoutsForUpload, layoutsOf } from '../../spreadsheets/imports/layouts.ts'
import { endOfCall, importNow } from '../../spreadsheets/imports/receive.ts'
import { repeatUploadEvent } from '../../spreadsheets/imports/repeat-event.ts'
import { rereadStartWrite } from '../../spreadsheets/imports/undo.ts'
import { fileGone, openUploadFile, uploadKeyOf } from '../../spreadsheets/imports/upload-file.ts'
import { replaceUpload } from '../../spreadsheets/imports/upload-lock.ts'
import { throwRefusal, wrongAmongFirst } from '../../spreadsheets/imports/upload-rows.ts'
import { isUnstored, resetForReading } from '../../spreadsheets/imports/upload-states.ts'
import { findUploadRow } from '../../spreadsheets/imports/uploads.ts'
import { buildPreviewRows } from '../../spreadsheets/recognition/first-rows.ts'
import { headerWithFields } from '../../spreadsheets/recognition/header.ts'
import { headerFingerprint, type Layout } from '../../spreadsheets/recognition/layout-print.ts'
import type { Glance } from '../../spreadsheets/recognition/read.ts'
import { refusalFor } from '../../spreadsheets/recognition/table.ts'
import { contractList, type Field, type Header } from '../reading/recognise.ts'
import { contractImport } from './importing.ts'
import { readGlances } from './proposing.ts'
import { contractReader } from './read-contracts.ts'

const LIST = contractImport.type

/**
 * Returns the first rows of an upload's sheets, the fields of their columns and why rows are refused. Account numbers
 * are masked (rulings 62). Throws 404 for an unknown upload, 409 when its file is gone, 422 for a file that cannot be
 * read.
 */
export async function previewUpload(actor: Caller, id: string) {
  authorise(actor, 'contract:manage')
  const upload = await findUploadRow(contractImport.list, id)
  const rows = contractReader(localDateOf(upload.uploadedAt as Instant))
  const [glances, wrong] = await Promise.all([
    glancesOf(upload),
    wrongAmongFirst(rows, upload, layoutsForUpload(upload, layoutsOf(LIST))),
  ])
  const noted: Readonly<Record<string, Layout>> = upload.layouts ?? {}
  const sheets = glances.map((glance) => previewOf(glance, noted, buildPreviewRows(glance, wrong, glances.length > 1)))
  return { filename: upload.filename, sheets }
}

/**
 * Stores what a sheet's columns mean for every file with these headers, undoes what the upload stored and imports it
 * again. With `mapping.isCheck` only previews the upload with these meanings. Returns counts and remarks. Throws 404
 * for an unknown upload; 422 for an unknown sheet or header row, for columns without customer or end, and for a refused
 * file. Throws 409 when the file is gone, and for an upload that is processed, undone or discarded. Throws 409 for a
 * check after rows were stored, and when the import must continue in the background.
 */
export async function mapUpload(actor: Caller, id: string, mapping: Mapping) {
  const { sheet, headerRow, fields, monthFirst, isCheck = false } = mapping
  const permit = authorise(actor, 'contract:manage')
  const until = endOfCall()
  const upload = await findUploadRow(contractImport.list, id)
  const glance = (await glancesOf(upload))[sheet]
  const row = glance?.rows.find(({ number }) => number === headerRow)
  if (!row) throw unprocessable('Die rij staat niet bij de eerste rijen van dit blad', glance ? 'headerRow' : 'sheet')
  const chosenFields = fields.slice(0, row.cells.length)
  const header = contractList.words.headerFrom(row.cells, headerRow)
  const lack = contractList.lackOf(
    headerWithFields<Field>(
      header,
      chosenFields.map((field) => field ?? undefined),
    ),
  )
  if (lack !== null) throw unprocessable(refusalFor(contractList, [lack]).message, 'fields')
  const headerHash = headerFingerprint(row.cells)
  const layout = { fields: chosenFields.map((field) => field ?? ''), monthFirst }
  await runBetweenImports(contractImport, upload.id, until, async () => {
    const found = await findUploadRow(contractImport.list, id)
    if (!mayBeMapped(found) || (isCheck && !isUnstored(found))) throw conflict(NOT_NOW)
    // Sends a new event of the file, which continues the import when this call runs out of time.
    if (!(await repeatUploadEvent(uploadKeyOf(found), found.id))) throw fileGone()
    const after = { filename: found.filename, sheet: glance?.name, headerRow, fields: layout.fields, monthFirst }
    const onFailure = () => conflict(NOT_NOW)
    const change: Change = isCheck
      ? {
          action: 'contract.import-recheck',
          entity: { type: 'contract_preview', id, name: found.filename },
          after,
          write: [{ write: replaceUpload(found, previewedWith(found, { [headerHash]: layout })), onFailure }],
        }
      : {
          action: 'contract.map',
          entity: { type: 'contract_layout', id: headerHash },
          after,
          write: [
            Layouts.put({ id: layoutId(LIST, headerHash), ...layout }),
            // The person who gave the columns their meaning has checked the file, so it is stored without a preview.
            { write: rereadStartWrite({ ...found, check: 'never' }, permit.actor.id), onFailure },
          ],
        }
    await commit(permit, change, undefined)
  })
  const again = { id: upload.id, key: uploadKeyOf(upload) }
  const { ids: _, ...imported } = await importNow(contractImport, permit, again, until)
  return commitNothing(permit, imported)
}

/** Returns an upload that is to be previewed again, with given meanings of its columns. */
function previewedWith(upload: UploadRow, layouts: Readonly<Record<string, Layout>>): UploadRow {
  const { windows = 0 } = upload
  return {
    ...resetForReading({ ...upload, isPlanned: true }),
    ...{ isPlanned: true, windows: windows + 1, layouts: { ...upload.layouts, ...layouts } },
  }
}

const NOT_NOW = 'Deze upload wordt nog verwerkt of is teruggedraaid. Opnieuw lezen kan nu niet.'

const glancesOf = async (upload: UploadRow): Promise<readonly Glance<Field>[]> =>
  readGlances(upload.filename, await openUploadFile(upload), MAX_GLANCES).catch(throwRefusal)

function previewOf(
  { name, rows, header, likely, isRemembered }: Glance<Field>,
  noted: Readonly<Record<string, Layout>>,
  shown: ReturnType<typeof buildPreviewRows>,
): SheetPreview {
  const asHeader = (one: Header | null) =>
    Array.from({ length: shown.width }, (_, column) => one?.fields[column] ?? null)
  const own = rows.find(({ cells }) => noted[headerFingerprint(cells)])
  const layout = own && noted[headerFingerprint(own.cells)]
  const shownHeader = own
    ? headerWithFields<Field>(
        contractList.words.headerFrom(own.cells, own.number),
        (layout?.fields ?? []).map((field) => contractList.words.fieldOf(field)),
      )
    : header
  const fields = asHeader(shownHeader ?? likely?.header ?? null)
  return {
    name,
    rows: shown.rows.map((row, at) => ({
      ...row,
      fields: asHeader(contractList.words.headerFrom(rows[at]?.cells ?? [], row.number)),
    })),
    wrong: shown.wrong,
    headerRow: shownHeader?.row ?? null,
    likelyRow: likely?.header.row ?? null,
    guessed: (likely?.columns ?? []).filter((column) => fields[column] === likely?.header.fields[column]),
    fields,
    monthFirst: layout?.monthFirst ?? header?.dates.monthFirst ?? false,
    isRemembered,
  }
}
