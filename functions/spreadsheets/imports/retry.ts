import { conflict } from '../../../shared/errors.ts'
import type { Permit } from '../../platform/actor.ts'
import { type Committed, commit, commitNothing } from '../../platform/data/commit.ts'
import type { UploadRow } from './entity.ts'
import type { Importing } from './importing.ts'
import { endOfCall } from './receive.ts'
import { repeatUploadEvent } from './repeat-event.ts'
import { replaceUpload } from './upload-changes.ts'
import { fileGone, uploadKeyOf } from './upload-file.ts'
import { runBetweenImports } from './upload-lock.ts'
import { findUploadRow, isForgotten } from './uploads.ts'

type State = Pick<UploadRow, 'state'>

/**
 * Resumes a failed or stuck import or undo of an upload; returns the upload's state. Stores its file again, because the
 * S3 event of the new file continues the work. Changes nothing for an upload that still makes progress. Throws 404 for
 * an unknown upload, and 409 when there is nothing to resume or the file is gone.
 */
export async function retryUpload(
  kind: Pick<Importing<never>, 'type' | 'list'>,
  permit: Permit,
  id: string,
): Promise<Committed<State>> {
  const upload = await findUploadRow(kind.list, id)
  const { state } = upload
  if (state === 'wordt verwerkt' || state === 'wordt teruggedraaid') {
    if (isForgotten(upload) && !(await repeatUploadEvent(uploadKeyOf(upload), id))) throw fileGone()
    return commitNothing(permit, { state })
  }
  let result: State = { state }
  await runBetweenImports(kind, id, endOfCall(), async () => {
    const found = await findUploadRow(kind.list, id)
    const { filename, stats, givenUp } = found
    if (givenUp === undefined) throw conflict(NOT_GIVEN_UP)
    // The lock of the upload is held by this call, so the new event is handled after it.
    if (!(await repeatUploadEvent(uploadKeyOf(found), id))) throw fileGone()
    const next = { ...found, state: givenUp, error: undefined, givenUp: undefined, attempts: undefined }
    const action = { action: `${kind.type}.import-retry`, entity: { type: `${kind.type}_upload`, id } } as const
    const write = [{ write: replaceUpload(found, next), onFailure: () => conflict(NOT_GIVEN_UP) }]
    await commit(permit, { ...action, after: { filename, stats }, write }, undefined)
    result = { state: givenUp }
  })
  return commitNothing(permit, result)
}

const NOT_GIVEN_UP = 'Alleen een gestopte upload kan verder gaan.'
