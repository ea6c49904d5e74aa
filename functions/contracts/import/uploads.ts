import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import type { FileToSend, UploadCheck } from '../../../shared/api/parts/imports.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitNothing } from '../../platform/data/commit.ts'
import { asWhole } from '../../platform/data/rows.ts'
import type { Paging } from '../../platform/http/page.ts'
import { listWithin } from '../../records/list.ts'
import { moments } from '../../records/months.ts'
import { inOrder, isText } from '../../records/source.ts'
import { type UploadRow, Uploads } from '../../spreadsheets/imports/entity.ts'
import { buildFilenameFilter, createUploadForm, uploadView, uploadViews } from '../../spreadsheets/imports/uploads.ts'
import { Contracts } from '../entity.ts'
import { viewsOf } from '../views.ts'

/**
 * Returns the progress and result of an upload of contracts. Throws 404 for an unknown upload, and for one whose import
 * has not begun.
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

/**
 * Imports an uploaded spreadsheet of contracts, or keeps it for a preview in the cases that `check` names. Returns
 * counts, remarks and its first 100 contracts by end date; a preview returns no contracts. Throws 422 for a refused
 * file or unknown columns, and 409 when a slow or failed import continues in the background.
 */
export async function uploadContracts(actor: Caller, file: UploadedFile, check?: UploadCheck) {
  const permit = authorise(actor, 'contract:manage')
  // Loaded on demand, so that a cold start for the lists does not load the readers.
  const [{ contractImport }, { receiveUpload }] = await Promise.all([
    import('./importing.ts'),
    import('../../spreadsheets/imports/receive.ts'),
  ])
  const { ids, ...imported } = await receiveUpload(contractImport, permit, { file, folder: 'contracts', check })
  return commitNothing(permit, { contracts: await contractsOf(actor, await ids()), ...imported })
}

/** Lists a page of uploads of contracts, newest first; with `q`, only uploads with that text in their file name. */
export const listUploads = (actor: Caller, { q, ...paging }: Paging & { readonly q?: string | undefined }) =>
  listWithin(actor, 'contract:manage', paging, {
    all: () =>
      inOrder<UploadRow>(
        { uploadedAt: moments.isValue, id: isText },
        [Uploads.query.byList({ list: 'uploads' })],
        'desc',
      ),
    matches: buildFilenameFilter(q),
    show: uploadViews,
  })

async function contractsOf(actor: Caller, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { data } = await Contracts.get([...new Set(ids)].map((id) => ({ id }))).go({ consistent: true })
  return viewsOf(
    actor,
    asWhole(data).sort((one, other) => (one.expiryDate < other.expiryDate ? -1 : 1)),
  )
}
