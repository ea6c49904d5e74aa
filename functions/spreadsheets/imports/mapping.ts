import { type Mapping, mayBeMapped, type SheetPreview } from '../../../shared/api/parts/imports.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import type { Permit } from '../../platform/actor.ts'
import { type Change, commit, commitNothing } from '../../platform/data/commit.ts'
import { endOfNotice } from '../../platform/data/notifications.ts'
import { MAX_GLANCES } from '../formats/limits.ts'
import { buildPreviewRows } from '../recognition/first-rows.ts'
import { type Header, headerWithFields } from '../recognition/header.ts'
import { headerFingerprint, type Layout } from '../recognition/layout-print.ts'
import type { ListedSheet } from '../recognition/listed.ts'
import type { Glance } from '../recognition/read.ts'
import { refusalFor } from '../recognition/table.ts'
import { type Columns, readGlances } from './columns.ts'
import type { UploadRow } from './entity.ts'
import type { Importing } from './importing.ts'
import { Layouts, layoutId, layoutsForUpload, layoutsOf } from './layouts.ts'
import { endOfCall, importNow } from './receive.ts'
import { repeatUploadEvent } from './repeat-event.ts'
import type { Place } from './tally.ts'
import { rereadStartWrite } from './undo.ts'
import { replaceUpload } from './upload-changes.ts'
import { fileGone, openUploadFile, uploadKeyOf } from './upload-file.ts'
import { runBetweenImports } from './upload-lock.ts'
import { throwRefusal, wrongAmongFirst } from './upload-rows.ts'
import { isUnstored, ofUploader, resetForReading } from './upload-states.ts'
import { findUploadRow } from './uploads.ts'

/**
 * Returns the first rows of an upload's sheets, the fields of their columns and why rows are refused. Account numbers
 * are masked (rulings 62). Throws 409 when its file is gone, 422 for a file that cannot be read.
 */
export async function previewSheets<F extends string>(columns: Columns<F, unknown>, upload: UploadRow) {
  const [glances, wrong] = await Promise.all([
    glancesOf(columns, upload),
    wrongAmongFirst(columns.rowsOf(upload), upload, layoutsForUpload(upload, layoutsOf(columns.type))),
  ])
  const noted: Readonly<Record<string, Layout>> = upload.layouts ?? {}
  const sheets = glances.map((glance) =>
    previewOf(columns.list, glance, noted, buildPreviewRows(glance, wrong, glances.length > 1)),
  )
  return { filename: upload.filename, sheets }
}

/**
 * Stores what a sheet's columns mean for every file with these headers, undoes what the upload stored and imports it
 * again. With `mapping.isCheck` only previews the upload with these meanings. Returns counts and remarks. Throws 404
 * for an unknown upload; 422 for an unknown sheet or header row, for columns without customer or end, and for a refused
 * file. Throws 409 when the file is gone, and for an upload that is processed, undone or discarded. Throws 409 for a
 * check after rows were stored, and when the import must continue in the background.
 */
export async function mapUpload<F extends string, Item extends Place>(
  kind: Importing<Item>,
  columns: Columns<F, Item>,
  permit: Permit,
  { id, mapping }: { readonly id: string; readonly mapping: Mapping<F> },
) {
  const { sheet, headerRow, fields, monthFirst, isCheck = false } = mapping
  const { type, list } = columns
  const until = endOfCall()
  const upload = await findUploadRow(kind.list, id)
  const glance = (await glancesOf(columns, upload))[sheet]
  const row = glance?.rows.find(({ number }) => number === headerRow)
  if (!row) throw unprocessable('Die rij staat niet bij de eerste rijen van dit blad', glance ? 'headerRow' : 'sheet')
  const chosenFields = fields.slice(0, row.cells.length)
  const header = list.words.headerFrom(row.cells, headerRow)
  const lack = list.lackOf(
    headerWithFields<F>(
      header,
      chosenFields.map((field) => field ?? undefined),
    ),
  )
  if (lack !== null) throw unprocessable(refusalFor(list, [lack]).message, 'fields')
  const headerHash = headerFingerprint(row.cells)
  const layout = { fields: chosenFields.map((field) => field ?? ''), monthFirst }
  await runBetweenImports(kind, upload.id, until, async () => {
    const found = await findUploadRow(kind.list, id)
    if (!mayBeMapped(found) || (isCheck && !isUnstored(found))) throw conflict(NOT_NOW)
    // Sends a new event of the file, which continues the import when this call runs out of time.
    if (!(await repeatUploadEvent(uploadKeyOf(found), found.id))) throw fileGone()
    const after = { filename: found.filename, sheet: glance?.name, headerRow, fields: layout.fields, monthFirst }
    const onFailure = () => conflict(NOT_NOW)
    const change: Change = isCheck
      ? {
          action: `${type}.import-recheck`,
          entity: { type: `${type}_preview`, id, name: found.filename },
          after,
          write: [{ write: replaceUpload(found, resetForPreview(found, { [headerHash]: layout })), onFailure }],
        }
      : {
          action: `${type}.map`,
          entity: { type: `${type}_layout`, id: headerHash },
          after,
          write: [
            Layouts.put({ id: layoutId(type, headerHash), ...layout }),
            // The person who gave the columns their meaning has checked the file, so it is stored without a preview.
            { write: rereadStartWrite({ ...ofUploader(found, permit), check: 'never' }, permit.actor.id), onFailure },
          ],
        }
    await commit(permit, { ...change, outbox: [endOfNotice('upload-asks', id)] }, undefined)
  })
  const again = { id: upload.id, key: uploadKeyOf(upload) }
  const { ids: _, ...imported } = await importNow(kind, permit, again, until)
  return commitNothing(permit, imported)
}

/** Returns an upload that is to be previewed again, with given meanings of its columns. */
function resetForPreview(upload: UploadRow, layouts: Readonly<Record<string, Layout>>): UploadRow {
  const { windows = 0 } = upload
  return {
    ...resetForReading({ ...upload, isPlanned: true }),
    ...{ isPlanned: true, windows: windows + 1, layouts: { ...upload.layouts, ...layouts } },
  }
}

const NOT_NOW = 'Deze upload wordt nog verwerkt of is teruggedraaid. Opnieuw lezen kan nu niet.'

const glancesOf = async <F extends string>(
  columns: Columns<F, unknown>,
  upload: UploadRow,
): Promise<readonly Glance<F>[]> =>
  readGlances(columns, upload.filename, await openUploadFile(upload), MAX_GLANCES).catch(throwRefusal)

/**
 * Returns the preview of a sheet, with the columns that somebody chose, the header names, or a likely header
 * suggests.
 */
function previewOf<F extends string>(
  { words }: ListedSheet<F>,
  { name, rows, header, likely, isRemembered }: Glance<F>,
  noted: Readonly<Record<string, Layout>>,
  shown: ReturnType<typeof buildPreviewRows>,
): SheetPreview<F> {
  const asHeader = (one: Header<F> | null) =>
    Array.from({ length: shown.width }, (_, column) => one?.fields[column] ?? null)
  const own = rows.find(({ cells }) => noted[headerFingerprint(cells)])
  const layout = own && noted[headerFingerprint(own.cells)]
  const shownHeader = own
    ? headerWithFields<F>(
        words.headerFrom(own.cells, own.number),
        (layout?.fields ?? []).map((field) => words.fieldOf(field)),
      )
    : header
  const fields = asHeader(shownHeader ?? likely?.header ?? null)
  return {
    name,
    rows: shown.rows.map((row, at) => ({
      ...row,
      fields: asHeader(words.headerFrom(rows[at]?.cells ?? [], row.number)),
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
