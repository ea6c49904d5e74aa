import { randomUUID } from 'node:crypto'
import type { UploadedFile } from '../../shared/api/parts/endpoint.ts'
import { AppError, notFound } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { putUpload, readUpload } from '../platform/aws/files.ts'
import { commit } from '../platform/data/commit.ts'
import { filenameOf } from '../platform/http/input.ts'
import { keyOf, Proofs, WAITING } from './entity.ts'
import type { ProofFile } from './service.ts'

/** Kinds of file by their first bytes, in hex; never by their name. */
const kinds = [
  { start: '255044462d', contentType: 'application/pdf', names: /\.pdf$/i },
  { start: '89504e470d0a1a0a', contentType: 'image/png', names: /\.png$/i },
  { start: 'ffd8ff', contentType: 'image/jpeg', names: /\.jpe?g$/i },
]

/**
 * Stores an uploaded file and returns its key, by which a record of the same person then names it. The file is deleted
 * after a night where none does. Throws 415 when its name or content is not that of a PDF, PNG or JPG.
 */
export async function uploadProof(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'customer:consent', { teamId: actor.teamId, owners: [actor.id] })
  const { bytes } = file
  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  const kind = kinds.find(({ start, names }) => head.startsWith(start) && names.test(file.filename))
  if (!kind) throw new AppError('unsupported', 'Dit bestand is geen .pdf, .png of .jpg')
  const proof: ProofFile = { key: randomUUID(), filename: filenameOf(file), size: bytes.length }
  const { contentType } = kind
  const row = { ...proof, contentType, holder: WAITING, uploadedBy: actor.id, createdAt: now() }
  const create = Proofs.create(row)
  const change = {
    action: 'proof.create' as const,
    entity: { type: 'proof', id: proof.key },
    // The name of the file may tell who the customer is, and this line stays.
    after: { size: proof.size, contentType },
    write: [create],
  }
  const stored = await commit(permit, change, proof)
  await putUpload(keyOf(proof.key), bytes, contentType, {})
  return stored
}

/** Reads a file that a record names, for a reader of that record. Throws 404 for a file that was erased. */
export async function readProof({ key, filename }: Pick<ProofFile, 'key' | 'filename'>) {
  const { data: row } = await Proofs.get({ key }).go({ consistent: true })
  const stored = row && (await readUpload(keyOf(key)))
  if (!stored) throw notFound()
  const parts: Uint8Array[] = []
  for await (const part of stored) parts.push(part)
  return { bytes: Buffer.concat(parts), filename, contentType: row.contentType }
}
