import type { KeptRecord } from '../../../shared/api/parts/imports.ts'
import { editConflict } from '../../../shared/errors.ts'
import { callMarks } from '../../../shared/numbers/states.ts'
import { now } from '../../../shared/time.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import { movesOf } from '../../platform/data/counters.ts'
import type { Operation } from '../../platform/data/table.ts'
import type { UploadRow } from '../../spreadsheets/imports/entity.ts'
import type { UndoneRecord, UndoneRows } from '../../spreadsheets/imports/importing.ts'
import { contributionsOf } from '../counting.ts'
import { type ContractRow, Contracts } from '../entity.ts'
import { addContractMonths } from '../months.ts'
import { contractTracing } from './merging.ts'
import { contractTraceWrites, findStoredContracts, type ImportedRow, permissionOf } from './storing.ts'
import { bytesOf } from './write-pace.ts'

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
    const end = contractTracing.endOf(uploadId, row)
    if (end === null) continue
    if (typeof end === 'string') kept.push({ id: row.id, name: row.customerName, reason: end })
    else {
      const after = end.after && { ...end.after, updatedAt: now() }
      if (after) back.push(after)
      // Contracts of an interrupted window (block of rows) were never counted. Only their marks moved the counters.
      const isCounted = !row.madeBy || row.madeBy.window <= countedTo
      const left = isCounted ? [] : contributionsOf({ ...row, callState: undefined })
      records.push({
        write: writesOf(row, after),
        count: after ? [] : movesOf(contributionsOf(row), left),
        bytes: Math.max(bytesOf(row), after ? bytesOf(after) : 0),
        isRemoved: after === null,
      })
    }
  }
  for (const [salesStatus, those] of Map.groupBy(back, (row) => row.salesStatus)) {
    await addContractMonths(salesStatus, [...new Set(those.map(({ expiryMonth }) => expiryMonth))]).go()
  }
  const { planImportedUndo } = await import('../../numbers/importing.ts')
  const also = await planImportedUndo(uploadId, rows.map(permissionOf))
  const numbers = also.map((change) => ({ write: [], count: [], also: [change], bytes: NUMBER_BYTES }))
  return { records: [...records, ...numbers], kept }
}

/** Maximum size in bytes of the writes of a number: its consents, twice. */
const NUMBER_BYTES = 100_000

function writesOf(row: ContractRow, after: ContractRow | null): (Operation | GuardedWrite)[] {
  const write = after ? Contracts.put(after) : Contracts.delete({ id: row.id })
  const guarded = write.where((stored, { eq, notExists }) =>
    [
      eq(stored.version, row.version),
      ...callMarks.map((name) => (row[name] === undefined ? notExists(stored[name]) : eq(stored[name], row[name]))),
    ].join(' AND '),
  )
  return [{ write: guarded, onFailure: () => editConflict('dit contract') }, ...contractTraceWrites(row, after)]
}
