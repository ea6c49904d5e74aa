import { unprocessable } from '../../shared/errors.ts'
import { addSeconds, now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { Proofs, WAITING, WAITING_DAYS } from './entity.ts'

export { holderOfNumber } from './entity.ts'

/** A file as the record that it belongs to has it. */
export interface ProofFile {
  readonly key: string
  readonly filename: string
  readonly size: number
}

/**
 * Returns an uploaded file with the write that gives it to a record. Throws 422 for one that is unknown, that somebody
 * else uploaded, or that another record has.
 */
export async function claimProof(actor: Caller, key: string, holder: string) {
  const { data: row } = await Proofs.get({ key }).go({ consistent: true })
  const isOpen = row?.holder === WAITING && row.createdAt > addSeconds(now(), -WAITING_DAYS * 24 * 60 * 60)
  if (!isOpen || row.uploadedBy !== actor.id) throw gone()
  const write: GuardedWrite = {
    write: Proofs.put({ ...row, holder }).where((one, { eq }) => eq(one.holder, WAITING)),
    onFailure: gone,
  }
  const file: ProofFile = { key, filename: row.filename, size: row.size }
  return { file, write }
}

const gone = () => unprocessable('Dit bestand is niet (meer) te vinden. Kies het bestand opnieuw.', 'fileKey')
