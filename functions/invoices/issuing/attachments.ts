import { randomUUID } from 'node:crypto'
import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import { AppError, notFound, unprocessable } from '../../../shared/errors.ts'
import { addSeconds, epochOf, now } from '../../../shared/time.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { getDocument, putDocument } from '../../platform/aws/document-store.ts'
import { commit, type GuardedWrite } from '../../platform/data/commit.ts'
import { defineEntity, must, number, primary, text, ttlSeconds } from '../../platform/data/table.ts'
import { filenameOf } from '../../platform/http/input.ts'
import { type AttachableKind, checkAttachable } from '../../spreadsheets/formats/attachable.ts'
import { SpreadsheetError } from '../../spreadsheets/formats/spreadsheet-error.ts'
import { findReadableInvoice } from '../invoices/records.ts'

/** Attachments of invoices. The file itself is stored under its hash. */
export const Attachments = defineEntity('attachment', {
  attributes: {
    path: must,
    /** Hash under which the document is stored, once an invoice names it; the file is an upload until then. */
    hash: text,
    filename: must,
    size: number,
    contentType: must,
    createdAt: must,
    /** Moment at which an upload expires that no invoice names; absent once an invoice names the attachment. */
    expires: { type: 'number' },
  },
  indexes: { primary: primary('attachment#${path}', 'attachment') },
})

const FOLDER = 'attachments'

/** Seconds that an upload may wait for an invoice: as long as its bucket keeps it (decision 17). */
const WAITING_SECONDS = 30 * 24 * 60 * 60

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv; charset=utf-8',
} as const

/**
 * Stores an uploaded spreadsheet to attach to an invoice, and returns its random path (rulings 50). The file is deleted
 * after 30 days unless an invoice names that path. Throws 415 when its name or content is not that of a spreadsheet, or
 * when it is damaged or has macros.
 */
export async function uploadAttachment(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'self-billing:manage')
  const kind = await kindOf(file)
  const contentType = contentTypes[kind]
  const attachment = { path: randomUUID() as string, filename: filenameOf(file), size: file.bytes.length }
  const { putUpload } = await import('../../platform/aws/files.ts')
  await putUpload(keyOf(attachment.path), file.bytes, contentType, {})
  const at = now()
  const row = {
    ...attachment,
    contentType,
    createdAt: at,
    expires: ttlSeconds(epochOf(addSeconds(at, WAITING_SECONDS))),
  }
  return commit(
    permit,
    {
      action: 'attachment.create',
      entity: { type: 'attachment', id: attachment.path },
      after: row,
      write: [Attachments.create(row)],
    },
    attachment,
  )
}

/** Returns the kind of a spreadsheet by its content; throws 415 where its name differs or the file is damaged. */
async function kindOf({ filename, bytes }: UploadedFile): Promise<AttachableKind> {
  try {
    const kind = await checkAttachable(bytes)
    if (filename.toLowerCase().endsWith(`.${kind}`)) return kind
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    if (error.fault !== 'not-a-spreadsheet') throw new AppError('unsupported', error.message)
  }
  throw new AppError('unsupported', 'Dit bestand is geen .xlsx, .xls of .csv')
}

const keyOf = (path: string) => `${FOLDER}/${path}`

/**
 * Reads uploaded attachments by path, and stores new ones for good. Returns them with the writes that keep them from
 * expiring. Throws 422 for a path that is unknown or has expired.
 */
export async function keepAttachments(paths: readonly string[]) {
  const found = await Promise.all([...new Set(paths)].map(keepAttachment))
  return { attachments: found.map(({ attachment }) => attachment), write: found.flatMap(({ write }) => write) }
}

async function keepAttachment(path: string) {
  const { data } = await Attachments.get({ path }).go({ consistent: true })
  if (!data) throw gone()
  const attachment = { path, filename: data.filename, size: data.size }
  if (data.hash !== undefined) return { attachment, write: [] }
  const { readUpload } = await import('../../platform/aws/files.ts')
  const upload = await readUpload(keyOf(path))
  if (!upload) throw gone()
  const bytes: Uint8Array[] = []
  for await (const chunk of upload) bytes.push(chunk)
  const hash = await putDocument(FOLDER, Buffer.concat(bytes), data.contentType)
  const keep: GuardedWrite = {
    write: Attachments.patch({ path }).set({ hash }).remove(['expires']),
    onFailure: gone,
  }
  return { attachment, write: [keep] }
}

const gone = () => unprocessable('Deze bijlage is niet (meer) te vinden. Upload het bestand opnieuw.', 'attachments')

/**
 * Returns the bytes, file name and content type of an attachment of an invoice that the actor may read. Throws 404 for
 * any other invoice, and when the invoice has no attachment at `path`.
 */
export async function readAttachment(actor: Caller, id: string, path: string) {
  const { row } = await findReadableInvoice(actor, id)
  if (!row.attachments.some((one) => one.path === path)) throw notFound()
  const { data } = await Attachments.get({ path }).go({ consistent: true })
  if (!data?.hash) throw notFound()
  const { filename, hash, contentType } = data
  return { bytes: await getDocument(FOLDER, hash), filename, contentType }
}
