import { AppError, conflict, previewConflict } from '../../../shared/errors.ts'
import type { Permit } from '../../platform/actor.ts'
import { removeUpload } from '../../platform/aws/files.ts'
import { type Change, commit, commitNothing } from '../../platform/data/commit.ts'
import { runBetweenImports } from './between-imports.ts'
import type { UploadRow } from './entity.ts'
import type { Importing } from './importing.ts'
import { endOfCall, importNow } from './receive.ts'
import { repeatUploadEvent } from './repeat-event.ts'
import type { Place } from './tally.ts'
import { fileGone, uploadKeyOf } from './upload-file.ts'
import { replaceUpload } from './upload-lock.ts'
import { isAwaitingConfirmation, isUnstored, markConfirmed, markDiscarded } from './upload-states.ts'
import { findUploadRow, uploadView } from './uploads.ts'

/** Confirmation of a preview by a person. */
interface Confirmation {
  /** Value of `windows` of the upload when the person saw its preview; another reading of the file changes it. */
  readonly seenReading: number
  /** Returns further writes for the transaction of the confirmation. */
  readonly also?: (upload: UploadRow) => Promise<{ readonly write: Change['write']; readonly after: object }>
}

/**
 * Confirms the preview of an upload and stores its rows, in this call or in a call by the file's event; returns the
 * upload. Does nothing when it is confirmed already. `also` gives further writes for the transaction. Throws 404 for an
 * unknown upload; 409 without a preview, for another reading than `seenReading`, when the file is gone or in use.
 */
export async function confirmImport<Item extends Place>(
  kind: Importing<Item>,
  permit: Permit,
  id: string,
  { seenReading, also }: Confirmation,
) {
  const until = endOfCall()
  const upload = await findUploadRow(kind.list, id)
  if (isConfirmed(upload)) return commitNothing(permit, await uploadView(kind.list, id))
  await runBetweenImports(kind, id, until, async () => {
    const found = await findUploadRow(kind.list, id)
    if (isConfirmed(found)) return
    if (!isAwaitingConfirmation(found)) throw conflict(NOT_SHOWN)
    if ((found.windows ?? 0) !== seenReading) throw previewConflict()
    const { write = [], after = {} } = (await also?.(found)) ?? {}
    // Sends a new event of the file, which continues the import when this call runs out of time.
    if (!(await repeatUploadEvent(uploadKeyOf(found), id))) throw fileGone()
    const { filename, stats } = found
    const change: Change = {
      action: `${kind.type}.import-confirm`,
      entity: { type: `${kind.type}_preview`, id, name: filename },
      after: { filename, stats, ...after },
      write: [
        { write: replaceUpload(found, markConfirmed(found, permit.actor.id)), onFailure: previewConflict },
        ...write,
      ],
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
    }
    await commit(permit, change, undefined)
  })
  // The file is removed after the commit, so that no waiting upload lacks its file. A repeated call removes it again.
  const upload = await findUploadRow(list, id)
  if (upload.key !== undefined) await removeUpload(upload.key)
  return commitNothing(permit, await uploadView(list, id))
}

const isConfirmed = ({ state, confirmedBy }: UploadRow) =>
  confirmedBy !== undefined && (state === 'wordt verwerkt' || state === 'klaar')

const NOT_SHOWN = 'Deze upload wacht niet op een controle. Er is niets geïmporteerd.'
