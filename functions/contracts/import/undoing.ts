import type { KeptRecord } from '../../../shared/contract/parts/imports.ts'
import { editConflict } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import { movesOf } from '../../platform/data/counters.ts'
import type { Operation } from '../../platform/data/table.ts'
import type { UploadRow } from '../../spreadsheets/imports/entity.ts'
import type { UndoneRecord, UndoneRows } from '../../spreadsheets/imports/importing.ts'
import { contributionsOf } from '../counting.ts'
import { type ContractRow, Contracts } from '../entity.ts'
import { addContractMonths } from '../months.ts'
import { contractTraceWrites, findStoredContracts, type ImportedRow } from './storing.ts'
import { isWorkedOn, restoreContract } from './tracing.ts'
import { bytesOf } from './write-pace.ts'

const WORKED_ON = 'er is daarna aan gewerkt'
const UPLOADED_LATER = 'een latere upload heeft het gewijzigd'
const NOT_KNOWN = 'de eerdere gegevens zijn niet bewaard'

/**
 * Returns the writes that undo an upload for the contracts of some rows (`records`), and the contracts that are kept,
 * each with the reason (`kept`). Contracts that the upload created are deleted, changed ones restored. A contract is
 * kept when somebody edited it or a later upload changed it, or when its former values are not known.
 */
export async function planContractUndo(
  { id: uploadId, countedTo = 0 }: UploadRow,
  rows: readonly ImportedRow[],
): Promise<UndoneRows> {
  const records: UndoneRecord[] = []
  const kept: KeptRecord[] = []
  const back: ContractRow[] = []
  for (const row of await findStoredContracts(rows.map(({ contract }) => contract))) {
    const end = endOf(uploadId, row)
    if (end === null) continue
    if (typeof end === 'string') kept.push({ id: row.id, name: row.customerName, reason: end })
    else {
      if (end.after) back.push(end.after)
      // Contracts of an interrupted window (block of rows) were never counted. Only their marks moved the counters.
      const isCounted = !row.madeBy || row.madeBy.window <= countedTo
      const left = isCounted ? [] : contributionsOf({ ...row, notToCall: undefined })
      records.push({
        write: writesOf(row, end.after),
        count: end.after ? [] : movesOf(contributionsOf(row), left),
        bytes: Math.max(bytesOf(row), end.after ? bytesOf(end.after) : 0),
        isRemoved: end.after === null,
      })
    }
  }
  for (const [salesStatus, those] of Map.groupBy(back, (row) => row.salesStatus)) {
    await addContractMonths(salesStatus, [...new Set(those.map(({ expiryMonth }) => expiryMonth))]).go()
  }
  return { records, kept }
}

/**
 * Returns what the undo does to a contract: null when the upload did not change it, a Dutch reason when it is kept. In
 * the other cases `after` is the restored row, or null when the contract is deleted.
 */
function endOf(uploadId: string, row: ContractRow): null | string | { readonly after: ContractRow | null } {
  const isMade = row.madeBy ? row.madeBy.uploadId === uploadId : row.uploadId === uploadId && row.version === 1
  const isTouched = row.touched?.uploadId === uploadId
  if (isMade && row.uploadId !== uploadId) return UPLOADED_LATER
  if (!isMade && !isTouched) {
    if (row.former?.uploadId === uploadId) return UPLOADED_LATER
    return row.uploadId === uploadId ? NOT_KNOWN : null
  }
  if (isWorkedOn(row)) return WORKED_ON
  if (isMade) return { after: null }
  const after = restoreContract(row)
  return after ? { after: { ...after, updatedAt: now() } } : NOT_KNOWN
}

function writesOf(row: ContractRow, after: ContractRow | null): (Operation | GuardedWrite)[] {
  const write = after ? Contracts.put(after) : Contracts.delete({ id: row.id })
  const guarded = write.where(({ version, notToCall }, { eq, notExists }) =>
    [eq(version, row.version), row.notToCall ? eq(notToCall, true) : notExists(notToCall)].join(' AND '),
  )
  return [{ write: guarded, onFailure: () => editConflict('dit contract') }, ...contractTraceWrites(row, after)]
}
