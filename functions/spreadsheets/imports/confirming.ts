import { AppError, conflict, previewConflict } from '../../../shared/errors.ts'
import type { Permit } from '../../platform/actor.ts'
import { removeUpload } from '../../platform/aws/files.ts'
import { type Change, commit, commitNothing } from '../../platform/data/commit.ts'
import { endOfNotice } from '../../platform/data/notifications.ts'
import { MAX_SHEETS } from '../formats/limits.ts'
import { headerFingerprint, type Layout } from '../recognition/layout-print.ts'
import { type Columns, headerCellsOf, readGlances } from './columns.ts'
import type { UploadRow } from './entity.ts'
import type { Importing } from './importing.ts'
import { findLayouts, Layouts, layoutId } from './layouts.ts'
import { endOfCall, importNow } from './receive.ts'
import { repeatUploadEvent } from './repeat-event.ts'
import type { Place } from './tally.ts'
import { replaceUpload } from './upload-changes.ts'
import { fileGone, keyOfConverted, openUploadFile, uploadKeyOf } from './upload-file.ts'
import { runBetweenImports } from './upload-lock.ts'
import { isAwaitingConfirmation, isUnstored, markConfirmed, markDiscarded, ofUploader } from './upload-states.ts'
import { findUploadRow, uploadView } from './uploads.ts'

/** Confirmation of a preview by a person. */
export interface Confirmation {
  /** Value of `windows` of the upload when the person saw its preview; another reading of the file changes it. */
  readonly seenReading: number
  /**
   * Set when files with these headers need no confirmation from now on, unless they are uploaded with `check` `all`.
   */
  readonly remembers?: boolean | undefined
}

/**
 * Confirms the preview of an upload and stores its rows, in this call or in a call by the file's event; returns the
 * upload. Does nothing when it is confirmed already. Throws 404 for an unknown upload; 409 without a preview, for
 * another reading than `seenReading`, when the file is gone or in use.
 */
export async function confirmImport<F extends string, Item extends Place>(
  kind: Importing<Item>,
  columns: Columns<F, Item>,
  permit: Permit,
  { id, seenReading, remembers = false }: Confirmation & { readonly id: string },
) {
  const until = endOfCall()
  const upload = await findUploadRow(kind.list, id)
  if (isConfirmed(upload)) return commitNothing(permit, await uploadView(kind.list, id))
  await runBetweenImports(kind, id, until, async () => {
    const found = await findUploadRow(kind.list, id)
    if (isConfirmed(found)) return
    if (!isAwaitingConfirmation(found)) throw conflict(NOT_SHOWN)
    if ((found.windows ?? 0) !== seenReading) throw previewConflict()
    const layouts = remembers ? await layoutsIn(columns, found) : []
    // Sends a new event of the file, which continues the import when this call runs out of time.
    if (!(await repeatUploadEvent(uploadKeyOf(found), id))) throw fileGone()
    const { filename, stats } = found
    const change: Change = {
      action: `${kind.type}.import-confirm`,
      entity: { type: `${kind.type}_preview`, id, name: filename },
      after: { filename, stats, remembers },
      write: [
        {
          write: replaceUpload(found, markConfirmed(ofUploader(found, permit), permit.actor.id)),
          onFailure: previewConflict,
        },
        ...layouts.map((layout) => Layouts.put(layout)),
      ],
      outbox: [endOfNotice('upload-asks', id)],
    }
    await commit(permit, change, undefined)
  })
  await importNow(kind, permit, { id, key: uploadKeyOf(upload) }, until).catch((error: unknown) => {
    // A refusal or lack of time is not thrown: the returned state of the upload shows it.
    if (!(error instanceof AppError)) throw error
  })
  return commitNothing(permit, await uploadView(kind.list, id))
}

/**
 * Discards an upload of which nothing was stored, with its file and the problems of its rows, and returns it; may be
 * repeated. Throws 404 for an unknown upload, and 409 for one that does not wait for a check.
 */
export async function discardImport(
  { type, list }: Pick<Importing<never>, 'type' | 'list'>,
  permit: Permit,
  id: string,
) {
  await findUploadRow(list, id)
  await runBetweenImports({ type }, id, endOfCall(), async () => {
    const found = await findUploadRow(list, id)
    if (found.state === 'weggegooid') return
    if (found.state !== 'controle nodig' || !isUnstored(found)) throw conflict(NOT_SHOWN)
    const { filename, stats } = found
    const change: Change = {
      action: `${type}.import-discard`,
      entity: { type: `${type}_preview`, id, name: filename },
      before: { state: found.state, stats },
      after: { state: 'weggegooid' },
      write: [{ write: replaceUpload(found, markDiscarded(found)), onFailure: previewConflict }],
      outbox: [endOfNotice('upload-asks', id)],
    }
    await commit(permit, change, undefined)
  })
  // The file is removed after the commit, so that no waiting upload lacks its file. A repeated call removes it again.
  const upload = await findUploadRow(list, id)
  if (upload.key !== undefined) {
    await removeUpload(upload.key)
    await removeUpload(keyOfConverted(upload.key))
  }
  return commitNothing(permit, await uploadView(list, id))
}

const isConfirmed = ({ state, confirmedBy }: UploadRow) =>
  confirmedBy !== undefined && (state === 'wordt verwerkt' || state === 'klaar')

const NOT_SHOWN = 'Deze upload wacht niet op een controle. Er is niets geïmporteerd.'

/**
 * Returns the layouts (meanings of columns) to store for the headers of an upload, at most 80. These are the layouts
 * kept with the upload. Each other recognised header without a stored layout gets an empty layout, marked as
 * recognised.
 */
async function layoutsIn<F extends string>(columns: Columns<F, unknown>, upload: UploadRow) {
  const { type } = columns
  const noted: Readonly<Record<string, Layout>> = upload.layouts ?? {}
  const glances = await readGlances(columns, upload.filename, await openUploadFile(upload), MAX_SHEETS)
  const headerHashes = new Set(
    glances.filter(({ header }) => header).map((glance) => headerFingerprint(headerCellsOf(glance))),
  )
  const known = await findLayouts(type, [...headerHashes])
  const recognised = [...headerHashes].filter((headerHash) => !known.has(headerHash) && !noted[headerHash])
  return [
    ...Object.entries(noted).map(([headerHash, { fields, monthFirst }]) => ({
      id: layoutId(type, headerHash),
      fields: [...fields],
      monthFirst,
    })),
    ...recognised.map((headerHash) => ({
      id: layoutId(type, headerHash),
      fields: [],
      monthFirst: false,
      isRecognised: true,
    })),
  ].slice(0, MOST_REMEMBERED)
}

/** Maximum number of layouts stored with a confirmation: a transaction holds a hundred rows. */
const MOST_REMEMBERED = 80
