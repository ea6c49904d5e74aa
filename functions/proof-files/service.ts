import { unprocessable } from '../../shared/errors.ts'
import { addSeconds, now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import type { Operation } from '../platform/data/table.ts'
import { ERASED, Proofs, WAITING, WAITING_DAYS } from './entity.ts'

export { holderOfNumber, holderOfSale } from './entity.ts'

/** A file as the record that it belongs to has it. */
export interface ProofFile {
  readonly key: string
  readonly filename: string
  readonly size: number
}

const find = async (key: string) => (await Proofs.get({ key }).go({ consistent: true })).data

/**
 * Returns an uploaded file with the write that gives it to a record. Throws 422 at `field` for one that is unknown, that
 * somebody else uploaded, or that another record has.
 */
export async function claimProof(actor: Caller, key: string, holder: string, field = 'fileKey') {
  const row = await find(key)
  const gone = () => unprocessable('Dit bestand is niet (meer) te vinden. Kies het bestand opnieuw.', field)
  const isOpen = row?.holder === WAITING && row.createdAt > addSeconds(now(), -WAITING_DAYS * 24 * 60 * 60)
  if (!isOpen || row.uploadedBy !== actor.id) throw gone()
  const write: GuardedWrite = {
    write: Proofs.put({ ...row, holder }).where((one, { eq }) => eq(one.holder, WAITING)),
    onFailure: gone,
  }
  const file: ProofFile = { key, filename: row.filename, size: row.size }
  return { file, write }
}

/** Returns the write that takes a file from its record, after which `eraseFiles` deletes it; none where it is gone. */
export async function releaseProof(key: string): Promise<Operation[]> {
  const row = await find(key)
  return row ? [Proofs.put({ ...row, holder: ERASED })] : []
}
