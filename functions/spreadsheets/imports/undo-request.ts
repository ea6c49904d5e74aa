import { lastDayToUndo, UNDO_DAYS } from '../../../shared/api/parts/imports.ts'
import { conflict } from '../../../shared/errors.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import type { Permit } from '../../platform/actor.ts'
import { commit, commitNothing } from '../../platform/data/commit.ts'
import type { UploadRow } from './entity.ts'
import type { Importing } from './importing.ts'
import { endOfCall } from './receive.ts'
import { repeatUploadEvent } from './repeat-event.ts'
import { undoStartWrite } from './undo.ts'
import { runBetweenImports } from './upload-lock.ts'
import { findUploadRow } from './uploads.ts'

/**
 * Starts or resumes the undo of an upload of the last 30 days, and returns the state of the upload. Stores the file
 * again, so that the bucket sends an event, which does the work. Records that the upload created are deleted, and
 * changed ones restored, except those changed since. Throws 404 for an unknown upload. Throws 409 for one that is
 * older, only a preview, discarded, being imported or read again, or undone before; and when the file is gone.
 */
export async function requestUndo({ type, list }: Pick<Importing<never>, 'type' | 'list'>, permit: Permit, id: string) {
  const upload = await findUploadRow(list, id)
  if (upload.key === undefined) throw conflict(FILE_GONE)
  const { key } = upload
  const announce = async () => {
    if (!(await repeatUploadEvent(key, id))) throw conflict(FILE_GONE)
  }
  if (upload.state === 'wordt teruggedraaid') {
    if (upload.readsAnew) throw conflict(READS_ANEW)
    await announce()
    return commitNothing(permit, { state: upload.state })
  }
  await runBetweenImports({ type }, id, endOfCall(), async () => {
    const found = await findUploadRow(list, id)
    const refusal = refusalOf(found)
    if (refusal) throw conflict(refusal)
    // This call holds the lock of the upload, so the event that it causes is handled after the call.
    await announce()
    const { filename, stats } = found
    const change = { action: `${type}.import-undo`, entity: { type: `${type}_upload`, id } } as const
    const write = [undoStartWrite(found, permit.actor.id)]
    await commit(permit, { ...change, after: { filename, stats }, write }, undefined)
  })
  return commitNothing(permit, { state: 'wordt teruggedraaid' as const })
}

const FILE_GONE = 'Het bestand van deze upload is er niet meer.'
const NOTHING_STORED = 'Van deze upload is niets geïmporteerd.'
const READS_ANEW = 'Deze upload wordt opnieuw gelezen. Draai de upload daarna terug.'

function refusalOf({ state, uploadedAt, readsAnew, isPlanned }: UploadRow): string | null {
  if (isPlanned && state === 'mislukt') return NOTHING_STORED
  switch (state) {
    case 'klaar':
    case 'mislukt':
      return localDateOf(now()) > lastDayToUndo(uploadedAt)
        ? `Een upload kan ${UNDO_DAYS} dagen worden teruggedraaid; deze is ouder.`
        : null
    case 'controle nodig':
    case 'weggegooid':
      return NOTHING_STORED
    case 'wordt verwerkt':
      return 'Deze upload wordt nog verwerkt. Probeer het opnieuw als dat klaar is.'
    default:
      return readsAnew ? READS_ANEW : 'Deze upload is al teruggedraaid'
  }
}
