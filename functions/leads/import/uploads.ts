import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import type { FileToSend, UploadCheck } from '../../../shared/api/parts/imports.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitNothing } from '../../platform/data/commit.ts'
import type { Paging } from '../../platform/http/page.ts'
import { listWithin } from '../../records/list.ts'
import { moments } from '../../records/months.ts'
import { inOrder, isText } from '../../records/source.ts'
import { type UploadRow, Uploads } from '../../spreadsheets/imports/entity.ts'
import { buildFilenameFilter, createUploadForm, uploadView, uploadViews } from '../../spreadsheets/imports/uploads.ts'

/** Returns a page of uploads of leads, newest first; with `q` only those with that text in the filename. */
export const listUploads = (actor: Caller, { q, ...paging }: Paging & { readonly q?: string | undefined }) =>
  listWithin(actor, 'lead:import', paging, {
    all: () =>
      inOrder<UploadRow>(
        { uploadedAt: moments.isValue, id: isText },
        [Uploads.query.byList({ list: 'lead-uploads' })],
        'desc',
      ),
    matches: buildFilenameFilter(q),
    show: uploadViews,
  })

/**
 * Returns the progress and result of an upload of leads. Throws 404 for an unknown upload, and for one whose import has
 * not begun.
 */
export async function findUpload(actor: Caller, id: string) {
  authorise(actor, 'lead:import')
  return uploadView('lead-uploads', id)
}

/**
 * Returns a form with which a browser posts a spreadsheet of leads directly to the bucket. The arrival of the file
 * there starts its import (rulings 56).
 */
export async function beginUpload(actor: Caller, file: FileToSend) {
  const permit = authorise(actor, 'lead:import')
  return commitNothing(permit, await createUploadForm(permit, 'leads', file))
}

/**
 * Imports an uploaded spreadsheet of leads, or previews it when `check` asks for that; returns counts and messages.
 * Throws 422 for a refused file. Throws 409 when the import takes too long, fails or waits for another import; then the
 * file's S3 event continues it.
 */
export async function uploadLeads(actor: Caller, file: UploadedFile, check?: UploadCheck) {
  const permit = authorise(actor, 'lead:import')
  // Loaded on demand, so that other calls do not load the spreadsheet readers at a cold start.
  const [{ leadImport }, { receiveUpload }] = await Promise.all([
    import('./importing.ts'),
    import('../../spreadsheets/imports/receive.ts'),
  ])
  const { ids: _, ...imported } = await receiveUpload(leadImport, permit, { file, folder: 'leads', check })
  return commitNothing(permit, imported)
}
