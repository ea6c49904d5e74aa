import { conflict } from '../../shared/errors.ts'
import { addDays, type Instant, localDateOf, now } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit, unchanged } from '../platform/commit.ts'
import { announceAgain } from '../spreadsheets/announce.ts'
import type { UploadRow } from '../spreadsheets/entity.ts'
import { importUpload } from '../spreadsheets/import.ts'
import { ImportBusy } from '../spreadsheets/importing.ts'
import { betweenImports, endOfCall } from '../spreadsheets/receive.ts'
import { toBeUndone } from '../spreadsheets/undo.ts'
import { uploadOf } from '../spreadsheets/uploads.ts'
import { contractImport } from './importing.ts'

/** For how long an upload can be taken back; its file is kept as long. */
const DAYS = 30

/**
 * Takes back an upload of the last 30 days, or goes on with that: contracts that it made go, those that it changed get
 * back what they were, and those that were worked on since stay as they are. Answers how far that is; what this call has
 * no time for its event goes on with. 409 for an upload that is still imported, was taken back or is too old, and when its
 * file is gone.
 */
export async function undoContractUpload(actor: Caller, id: string) {
  const permit = authorise(actor, 'contract:manage')
  const until = endOfCall()
  const upload = await uploadOf(contractImport.list, id)
  if (upload.key === undefined) throw conflict(GONE)
  const { key } = upload
  if (upload.state !== 'wordt teruggedraaid') {
    await betweenImports(contractImport, id, until, async () => {
      const found = await uploadOf(contractImport.list, id)
      const refusal = refusalOf(found)
      if (refusal) throw conflict(refusal)
      // Stored once more, the file is announced once more: what this call has no time for goes on.
      if (!(await announceAgain(key, id))) throw conflict(GONE)
      const { filename, stats } = found
      const change = { action: 'contract.import-undo', entity: { type: 'contract_upload', id } } as const
      const write = [toBeUndone(found, { id: permit.actor.id, name: permit.actor.name })]
      await commit(permit, { ...change, after: { filename, stats }, write }, undefined)
    })
  }
  await importUpload(contractImport, key, { permit, until }).catch((error: unknown) => {
    if (!(error instanceof ImportBusy)) throw error
  })
  const { state, undone } = await uploadOf(contractImport.list, id)
  return unchanged(permit, { state, undone })
}

const GONE = 'Het bestand van deze upload is er niet meer, en daarmee niet wat erin stond.'

function refusalOf({ state, uploadedAt }: UploadRow): string | null {
  switch (state) {
    case 'klaar':
    case 'mislukt':
      return localDateOf(now()) > addDays(localDateOf(uploadedAt as Instant), DAYS)
        ? `Een upload kan ${DAYS} dagen worden teruggedraaid; deze is ouder.`
        : null
    case 'controle nodig':
      return 'Van deze upload is niets geïmporteerd.'
    case 'wordt verwerkt':
      return 'Deze upload wordt nog verwerkt. Probeer het opnieuw als dat klaar is.'
    default:
      return 'Deze upload is al teruggedraaid.'
  }
}
