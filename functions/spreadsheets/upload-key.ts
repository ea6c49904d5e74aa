import { createHash, randomUUID } from 'node:crypto'
import type { UploadCheck } from '../../shared/contract/imports.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const OURS = new RegExp(`^[a-z]+/${UUID}/[^/]+$`)

/** A key of its own for a file: what is odd in the name becomes a dash, the name itself travels as metadata. */
export const newUploadKey = (folder: string, filename: string, uuid: string = randomUUID()): string =>
  `${folder}/${uuid}/${filename
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-100)}`

/** Whether `newUploadKey` made a key. */
export const isOurs = (key: string): boolean => OURS.test(key)

/** The key of its own of a file that was dropped under another: the same for the same upload. */
export function ownKeyOf(key: string, uploadId: string): string {
  const [folder = '', ...names] = key.split('/')
  return newUploadKey(folder, names.at(-1) ?? '', uploadId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}

/** The id of the upload for which `ownKeyOf` made a key, where it did. */
export const ownIdIn = (key: string): string | undefined =>
  isOurs(key) ? key.split('/')[1]?.replaceAll('-', '') : undefined

/**
 * The id of an upload: the same for the same object, however often and by whichever road it is announced; of another
 * version of it, or of the same one stored again, it is another. A key that `newUploadKey` made is of one file alone, so
 * that its id is known before the file is there.
 */
export const uploadIdOf = (key: string, ...version: readonly string[]): string =>
  createHash('sha256')
    .update(isOurs(key) ? key : [key, ...version].join('\n'))
    .digest('hex')
    .slice(0, 32)

/** Metadata of an object: its uploader, its name, and when somebody has to look first (ASCII, as metadata must be). */
export const uploadMetadata = (
  uploadedBy: string,
  filename: string,
  check: UploadCheck = 'never',
): Record<string, string> => ({
  'uploaded-by': uploadedBy,
  filename: encodeURIComponent(filename),
  check,
})
