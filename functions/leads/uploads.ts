import type { UploadedFile } from '../../shared/contract/parts/endpoint.ts'
import type { FileToSend, UploadCheck } from '../../shared/contract/parts/imports.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitNothing } from '../platform/data/commit.ts'
import type { Paging } from '../platform/http/page.ts'
import { listWithin } from '../records/list.ts'
import { moments } from '../records/months.ts'
import { inOrder, isText } from '../records/source.ts'
import { type UploadRow, Uploads } from '../spreadsheets/imports/entity.ts'
import {
  buildFilenameFilter,
  createUploadForm,
  findUploadRow,
  uploadView,
  uploadViews,
} from '../spreadsheets/imports/uploads.ts'

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
 * Resumes an import of leads that stopped halfway, and returns the state of its upload; does nothing while the import
 * makes progress. Throws 404 for an unknown upload, 409 for one that did not stop halfway, and when its file is gone.
 */
export async function retryLeadUpload(actor: Caller, id: string) {
  const permit = authorise(actor, 'lead:import')
  const [{ leadImport }, { retryUpload }] = await Promise.all([
    import('./importing.ts'),
    import('../spreadsheets/imports/retry.ts'),
  ])
  return retryUpload(leadImport, permit, id)
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
    import('../spreadsheets/imports/receive.ts'),
  ])
  const { ids: _, ...imported } = await receiveUpload(leadImport, permit, { file, folder: 'leads', check })
  return commitNothing(permit, imported)
}

/**
 * Returns the first rows of an upload of leads, with the reasons of refused rows. Throws 404 for an unknown upload, 409
 * without its file, 422 for an unreadable file.
 */
export async function previewUpload(actor: Caller, id: string) {
  authorise(actor, 'lead:import')
  const [{ leadImport, leadRows }, { readFirstRowsOfUpload }] = await Promise.all([
    import('./importing.ts'),
    import('../spreadsheets/imports/upload-rows.ts'),
  ])
  return readFirstRowsOfUpload(leadRows, await findUploadRow(leadImport.list, id))
}

/**
 * Confirms the preview of an upload of leads and stores its rows, in this call or by the event of its file; returns the
 * upload. Changes nothing when it was confirmed before. Throws 404 for an unknown upload. Throws 409 without a preview,
 * when the preview has changed since the actor saw it (`seenReading`), and when the file is gone.
 */
export async function confirmUpload(actor: Caller, id: string, seenReading: number) {
  const permit = authorise(actor, 'lead:import')
  const [{ leadImport }, { confirmImport }] = await Promise.all([
    import('./importing.ts'),
    import('../spreadsheets/imports/confirming.ts'),
  ])
  return confirmImport(leadImport, permit, id, { seenReading })
}

/**
 * Discards an upload of leads whose preview waits for a confirmation, with its file; returns the upload. May be
 * repeated. Throws 404 for an unknown upload, 409 for one whose preview does not wait.
 */
export async function discardUpload(actor: Caller, id: string) {
  const permit = authorise(actor, 'lead:import')
  const [{ leadImport }, { discardImport }] = await Promise.all([
    import('./importing.ts'),
    import('../spreadsheets/imports/confirming.ts'),
  ])
  return discardImport(leadImport, permit, id)
}
