import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { unchanged } from '../platform/commit.ts'
import type { Paging } from '../platform/page.ts'
import { listWithin } from '../records/list.ts'
import { moments } from '../records/months.ts'
import { inOrder, text } from '../records/source.ts'
import { type UploadRow, Uploads } from '../spreadsheets/entity.ts'

/** Uploads of leads, newest first. */
export const listUploads = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'lead:import', paging, {
    all: () =>
      inOrder<UploadRow>(
        { uploadedAt: moments.isValue, id: text },
        [Uploads.query.byList({ list: 'lead-uploads' })],
        'desc',
      ),
    show: (rows) => rows,
  })

/** Imports an uploaded spreadsheet of leads by way of the bucket; see `received`. */
export async function uploadLeads(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'lead:import')
  // Loaded here, so that no other call waits for the spreadsheet readers at a cold start.
  const [{ leadImport }, { received }] = await Promise.all([
    import('./importing.ts'),
    import('../spreadsheets/receive.ts'),
  ])
  const { ids: _, ...imported } = await received(leadImport, permit, { file, folder: 'leads' })
  return unchanged(permit, imported)
}
