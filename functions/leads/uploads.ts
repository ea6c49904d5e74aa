import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import type { FileToSend } from '../../shared/contract/imports.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { unchanged } from '../platform/commit.ts'
import type { Paging } from '../platform/page.ts'
import { listWithin } from '../records/list.ts'
import { moments } from '../records/months.ts'
import { inOrder, text } from '../records/source.ts'
import { type UploadRow, Uploads } from '../spreadsheets/entity.ts'
import { calledLike, formFor, uploadView, uploadViews } from '../spreadsheets/uploads.ts'

/** Uploads of leads, newest first, or those whose file is called like `q`. */
export const listUploads = (actor: Caller, { q, ...paging }: Paging & { readonly q?: string | undefined }) =>
  listWithin(actor, 'lead:import', paging, {
    all: () =>
      inOrder<UploadRow>(
        { uploadedAt: moments.isValue, id: text },
        [Uploads.query.byList({ list: 'lead-uploads' })],
        'desc',
      ),
    matches: calledLike(q),
    show: uploadViews,
  })

/** How far an upload of leads is, and what came of it. 404 as long as its import has not begun. */
export async function findUpload(actor: Caller, id: string) {
  authorise(actor, 'lead:import')
  return uploadView('lead-uploads', id)
}

/** Lets a browser post a spreadsheet of leads straight to the bucket, whose event imports it (rulings 56). */
export async function beginUpload(actor: Caller, file: FileToSend) {
  const permit = authorise(actor, 'lead:import')
  return unchanged(permit, await formFor(permit, 'leads', file))
}

/** Has an upload of leads that was given up gone on with; see `retryUpload`. */
export async function retryLeadUpload(actor: Caller, id: string) {
  const permit = authorise(actor, 'lead:import')
  const [{ leadImport }, { retryUpload }] = await Promise.all([
    import('./importing.ts'),
    import('../spreadsheets/retry.ts'),
  ])
  return retryUpload(leadImport, permit, id)
}

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
