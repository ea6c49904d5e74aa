import { conflict } from '../../../shared/errors.ts'
import { findUploadObject, putUpload, readUpload, type StoredFile } from '../../platform/aws/files.ts'
import { convertOldWorkbook, type ReadOldWorkbook, readConverted } from '../formats/converted.ts'
import { refuseOtherCompounds } from '../formats/ole-compound.ts'
import { detectFileKind } from '../formats/sniff.ts'
import type { SpreadsheetSource } from '../recognition/read.ts'
import type { UploadRow } from './entity.ts'
import { ImportBusy } from './importing.ts'
import { uploadIdOf } from './upload-key.ts'

/** Returns the 409 error for an upload whose file is gone. */
export const fileGone = () => conflict('Het bestand van deze upload is er niet meer. Upload het opnieuw.')

/** Returns the key of an upload's file in the bucket. Throws 409 for an older upload without one. */
export function uploadKeyOf({ key }: UploadRow): string {
  if (key === undefined) throw fileGone()
  return key
}

/** Returns the object of an upload's file; null when it is gone or was replaced by another file. */
async function findUploadOf(key: string, uploadId: string): Promise<StoredFile | null> {
  const file = await findUploadObject(key)
  return file && (file.metadata['upload-id'] ?? uploadIdOf(key, file.etag)) === uploadId ? file : null
}

/** Returns the file of an upload with its bytes as a stream; null when it is gone or was replaced by another file. */
export async function readUploadFile(key: string, uploadId: string) {
  const file = await findUploadOf(key, uploadId)
  const source = file && (await readUpload(key, file.etag))
  return source && { file, source }
}

/**
 * Returns the contents of an upload's file. Throws 409 when it is gone, as a file is kept for 30 days, and for an .xls
 * that the import has not read yet.
 */
export async function openUploadFile(upload: UploadRow): Promise<SpreadsheetSource> {
  const key = uploadKeyOf(upload)
  const file = await findUploadOf(key, upload.id)
  const source = file && (await openUploadSource(key, file).catch(refuseBusy))
  if (!source) throw fileGone()
  return source
}

function refuseBusy(error: unknown): never {
  throw error instanceof ImportBusy ? conflict('Dit bestand wordt nog gelezen. Probeer het zo opnieuw.') : error
}

/** Returns the key of the sheets of an .xls, converted, from which every function reads it. */
export const keyOfConverted = (key: string): string => `converted/${key}`

/**
 * Returns the contents of an uploaded file; null when it is gone, or no longer has the given ETag. An .xls is converted
 * at its first reading by a function that has `readOld`; the others read what that function stored, and throw
 * `ImportBusy` before. Throws SpreadsheetError for a damaged .xls.
 */
export async function openUploadSource(
  key: string,
  { etag, readOld }: { readonly etag?: string; readonly readOld?: ReadOldWorkbook | undefined } = {},
): Promise<SpreadsheetSource | null> {
  const bytes = await readUpload(key, etag)
  if (!bytes) return null
  const chunks = bytes[Symbol.asyncIterator]()
  const { value: head = new Uint8Array() } = await chunks.next()
  const all = joinChunks(head, chunks)
  if (detectFileKind(Buffer.from(head)) !== 'xls') return all
  const converted = await readUpload(keyOfConverted(key))
  if (converted) return { sheets: readConverted(await collect(converted)) }
  const file = await collect(all)
  refuseOtherCompounds(file)
  if (!readOld) throw new ImportBusy('Only the import reads an .xls')
  const stored = await convertOldWorkbook(file, readOld)
  await putUpload(keyOfConverted(key), stored, 'application/gzip', {})
  return { sheets: readConverted(stored) }
}

async function* joinChunks(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
