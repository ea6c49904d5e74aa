import { readAll } from '../platform/data/rows.ts'
import { ERASED, type ProofRow, Proofs } from './entity.ts'

export { holderOfNumber } from './entity.ts'

/** Takes the files from a record that is erased; `eraseFiles` then deletes them. */
export async function releaseProofs(holder: string): Promise<void> {
  for (const row of await readAll<ProofRow>(Proofs.query.held({ holder }))) {
    await Proofs.put({ ...row, holder: ERASED }).go()
  }
}
