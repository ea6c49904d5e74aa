import { randomUUID } from 'node:crypto'
import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { AppError, notFound, unprocessable } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { getDocument, putDocument } from '../platform/document-store.ts'
import { sniff } from '../spreadsheets/sniff.ts'
import { filenameOf } from './agreements.ts'
import { Attachments } from './invoice-entity.ts'
import { readable } from './invoice-records.ts'

const FOLDER = 'attachments'

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv; charset=utf-8',
} as const

/**
 * Keeps a spreadsheet for an invoice that is being written, under a path that says nothing (rulings 50). 415 for what is
 * not what its name says.
 */
export async function uploadAttachment(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'self-billing:manage')
  const kind = sniff(Buffer.from(file.bytes.subarray(0, 4096)))
  const isNamed = kind in contentTypes && file.filename.toLowerCase().endsWith(`.${kind}`)
  if (!isNamed) throw new AppError('unsupported', 'Dit bestand is geen .xlsx, .xls of .csv')
  const contentType = contentTypes[kind as keyof typeof contentTypes]
  const hash = await putDocument(FOLDER, file.bytes, contentType)
  const attachment = { path: randomUUID() as string, filename: filenameOf(file), size: file.bytes.length }
  const row = { ...attachment, hash, contentType, createdAt: now() }
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

/** What paths name, in their order. 422 for one that nobody uploaded. */
export function attachmentsNamed(paths: readonly string[]) {
  return Promise.all(
    [...new Set(paths)].map(async (path) => {
      const { data } = await Attachments.get({ path }).go({ consistent: true })
      if (!data)
        throw unprocessable('Deze bijlage is niet (meer) te vinden. Upload het bestand opnieuw.', 'attachments')
      return { path, filename: data.filename, size: data.size }
    }),
  )
}

/** An attachment of an invoice that the actor may read. 404 where the invoice has no such. */
export async function readAttachment(actor: Caller, id: string, path: string) {
  const { row } = await readable(actor, id)
  if (!row.attachments.some((one) => one.path === path)) throw notFound()
  const { data } = await Attachments.get({ path }).go({ consistent: true })
  if (!data) throw notFound()
  const { filename, hash, contentType } = data
  return { bytes: await getDocument(FOLDER, hash), filename, contentType }
}
