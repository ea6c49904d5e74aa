import type { FileToSend } from '../../../shared/contract/parts/imports.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitNothing } from '../../platform/data/commit.ts'
import { createUploadForm, uploadView } from '../../spreadsheets/imports/uploads.ts'

/**
 * Returns the progress and result of an upload of contracts. Throws 404 for an unknown upload, also until its import
 * has begun.
 */
export async function findUpload(actor: Caller, id: string) {
  authorise(actor, 'contract:manage')
  return uploadView('uploads', id)
}

/**
 * Returns a form with which a browser posts a spreadsheet of contracts straight to the bucket, and the id of its
 * upload. The event of the bucket imports it (rulings 56).
 */
export async function beginUpload(actor: Caller, file: FileToSend) {
  const permit = authorise(actor, 'contract:manage')
  return commitNothing(permit, await createUploadForm(permit, 'contracts', file))
}
