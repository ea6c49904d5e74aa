import type { KeptRecord } from '../../../shared/api/parts/imports.ts'
import type { Change } from '../../platform/data/commit.ts'
import { runInParallel } from '../../platform/run-in-parallel.ts'
import type { UploadRow } from '../../spreadsheets/imports/entity.ts'
import type { UndoneRecord, UndoneRows } from '../../spreadsheets/imports/importing.ts'
import type { LeadRow } from '../entity.ts'
import { leadRecords } from '../records.ts'
import { addIndexKeys } from '../rules.ts'
import { type ImportedRow, permissionOf, placeOf } from './storing.ts'
import { leadTracing } from './tracing.ts'

/** Number of rows whose leads are looked up in parallel. */
const TOGETHER = 10
/** Maximum size in bytes of the writes of a lead: the longest texts of its form, twice. */
const BYTES = 40_000

/**
 * Returns the changes that undo an upload for the leads of some rows (`records`), each with its audit row, and the
 * leads that are kept, with the reason (`kept`). Leads that the upload created are deleted, changed ones restored. A
 * lead is kept when somebody worked on it or a later upload changed it. A number on the do-not-call list stays on it.
 */
export async function planLeadUndo({ id: uploadId }: UploadRow, rows: readonly ImportedRow[]): Promise<UndoneRows> {
  const leads = new Map<string, LeadRow>()
  const find = async ({ lead }: ImportedRow) => {
    const { before } = await placeOf(lead)
    if (before) leads.set(before.id, before)
  }
  await runInParallel(rows, find, TOGETHER)
  const records: UndoneRecord[] = []
  const kept: KeptRecord[] = []
  for (const row of leads.values()) {
    const end = leadTracing.endOf(uploadId, row)
    if (end === null) continue
    if (typeof end === 'string') kept.push({ id: row.id, name: row.customerName, reason: end })
    else {
      const also = end.after
        ? leadRecords.changed(row, addIndexKeys(end.after), { notify: [] }).changes
        : leadRecords.removed(row, { notify: [] })
      records.push({ write: [], count: [], also, bytes: BYTES, isRemoved: end.after === null })
    }
  }
  const { planImportedUndo } = await import('../../numbers/importing.ts')
  const also = await planImportedUndo(uploadId, rows.map(permissionOf))
  return { records: [...records, ...also.map(asUndone)], kept }
}

const asUndone = (change: Change): UndoneRecord => ({ write: [], count: [], also: [change], bytes: BYTES })
