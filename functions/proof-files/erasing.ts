import { addDays, localDateOf, now, startOfDay } from '../../shared/time.ts'
import { removeUpload } from '../platform/aws/files.ts'
import { readAll } from '../platform/data/rows.ts'
import { ERASED, keyOf, type ProofRow, Proofs, WAITING, WAITING_DAYS } from './entity.ts'

const listOf = (holder: string) => readAll<ProofRow>(Proofs.query.held({ holder }))

/**
 * Deletes the files that their records gave up, and those that no record named in time, a day later than any still can. A file
 * goes before its row, so that repeating this finds what is left. Returns the number of files.
 */
export async function eraseFiles(): Promise<{ proofs: number }> {
  const since = startOfDay(addDays(localDateOf(now()), -WAITING_DAYS - 1))
  const unnamed = (await listOf(WAITING)).filter(({ createdAt }) => createdAt < since)
  const rows = [...(await listOf(ERASED)), ...unnamed]
  for (const { key } of rows) {
    await removeUpload(keyOf(key))
    await Proofs.delete({ key }).go()
  }
  return { proofs: rows.length }
}
