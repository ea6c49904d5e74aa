import { leadUploads } from '../../functions/leads/import/upload-calls.ts'
import { uploadLeads } from '../../functions/leads/import/uploads.ts'
import type { Caller } from '../../functions/platform/actor.ts'
import type { Doing, Imported, SheetFile } from './rows.ts'

/**
 * Imports leads by the upload of the product, with its recognition of columns and customers. Without storing, the
 * upload is only compared, and thrown away.
 */
export async function importLeads(actor: Caller, file: SheetFile, { isStored }: Doing): Promise<Imported> {
  const { result } = await uploadLeads(actor, file, isStored ? 'never' : 'all')
  const { stats, uploadId } = result
  const wrong = stats.errors > 0 ? await wrongRowsOf(actor, uploadId) : []
  if (!isStored) await leadUploads.discard(actor, uploadId)
  return { created: stats.created, known: stats.updated + stats.skipped, wrong }
}

async function wrongRowsOf(actor: Caller, uploadId: string): Promise<Imported['wrong']> {
  const { headers, rows } = await leadUploads.wrongRows(actor, uploadId)
  return rows.map((cells, index) => {
    const texts = cells.map((cell) => (typeof cell === 'string' ? cell : cell.text))
    const named = Object.fromEntries(headers.slice(0, -1).map((header, at) => [header, texts[at] ?? '']))
    return { row: index + 1, cells: named, reasons: [texts.at(-1) ?? ''] }
  })
}
