import type { Caller, Permit } from '../platform/actor.ts'
import type { Cell } from './cells.ts'
import { auditFile, countFileRequest } from './export-list.ts'
import { toXlsx } from './xlsx.ts'

/** The refused rows of an upload, with the permit to see them. */
interface WrongRows {
  readonly permit: Permit
  /** Kind of record of the upload. */
  readonly type: 'contract' | 'lead'
  /** Name of the uploaded file. */
  readonly filename: string
  readonly headers: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/**
 * Exports the refused rows of an upload as an xlsx, which people correct and upload again. `read` of the upload's
 * domain gives the rows. Audits the xlsx, as it holds whole account numbers. Throws 429 after 30 files in five minutes,
 * 422 for a too large xlsx, and the errors of `read`.
 */
export async function exportWrongRows(actor: Caller, read: () => Promise<WrongRows>) {
  await countFileRequest(actor)
  const { permit, type, filename, headers, rows } = await read()
  const bytes = await toXlsx('Foute rijen', headers, rows)
  await auditFile(permit, type, bytes, { format: 'xlsx', filter: { wrongRowsOf: filename }, count: rows.length })
  return { bytes, filename: `foute-rijen-${filename.replace(/\.\w+$/, '')}.xlsx` }
}
