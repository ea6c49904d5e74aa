import type { SaleChange } from '../../../shared/sales/schemas.ts'
import type { Caller } from '../../platform/actor.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import type { Operation } from '../../platform/data/table.ts'
import type { SaleRow } from '../entity.ts'

/** Loads files of proofs on demand, as few changes name one. */
const proofs = () => import('../../proof-files/service.ts')

interface Planned {
  readonly confirmation: SaleRow['confirmation']
  readonly write: readonly (Operation | GuardedWrite)[]
}

/**
 * Returns the proof of a written yes after a change, with the writes that give its file to the sale and take the file
 * before from it. Without `fileKey` the file stays. Throws 422 at `confirmation.fileKey` for a file that is unknown, that
 * somebody else uploaded, or that another record has.
 */
export async function planConfirmation(
  actor: Caller,
  saleId: string,
  typed: SaleChange['confirmation'],
  before?: SaleRow['confirmation'],
): Promise<Planned> {
  if (typed === undefined) return { confirmation: before, write: [] }
  const fileKey = typed === null ? null : typed.fileKey
  const isSameFile = fileKey === undefined || fileKey === before?.fileKey
  const taken = isSameFile || !fileKey ? null : await claimFile(actor, saleId, fileKey)
  const released = isSameFile || !before?.fileKey ? [] : await (await proofs()).releaseProof(before.fileKey)
  const { fileKey: key, filename } = (isSameFile ? before : taken?.file) ?? {}
  return {
    confirmation: typed
      ? {
          kind: typed.kind,
          ...(typed.reference ? { reference: typed.reference } : {}),
          ...(key && filename ? { fileKey: key, filename } : {}),
        }
      : undefined,
    write: [...(taken ? [taken.write] : []), ...released],
  }
}

async function claimFile(actor: Caller, saleId: string, fileKey: string) {
  const { claimProof, holderOfSale } = await proofs()
  const { file, write } = await claimProof(actor, fileKey, holderOfSale(saleId), 'confirmation.fileKey')
  return { file: { fileKey, filename: file.filename }, write }
}
