import { createHash, randomUUID } from 'node:crypto'
import type { UploadCheck } from '../../../shared/api/parts/imports.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const OURS = new RegExp(`^[a-z]+/${UUID}/[^/]+$`)

/**
 * Returns a unique key in the bucket for a file. Unusual characters in its name become dashes; the real name is in the
 * metadata.
 */
export const newUploadKey = (folder: string, filename: string, uuid: string = randomUUID()): string =>
  `${folder}/${uuid}/${filename
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-100)}`

/** Tells whether a bucket key has the form of `newUploadKey`; a file dropped into the bucket has another key. */
export const isOwnUploadKey = (key: string): boolean => OURS.test(key)

/**
 * Returns the key for our copy of a file that somebody put into the bucket directly. The same upload always gets the
 * same key.
 */
export function ownKeyOf(key: string, uploadId: string): string {
  const [folder = '', ...names] = key.split('/')
  return newUploadKey(folder, names.at(-1) ?? '', uploadId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}

/** Returns the upload id in the key of a copied file; undefined for a key that we did not make. */
export const ownIdIn = (key: string): string | undefined =>
  isOwnUploadKey(key) ? key.split('/')[1]?.replaceAll('-', '') : undefined

/**
 * Returns the id of an upload, the same for every event of one object. A new version of the object, or storing it
 * again, gives another id. A key made by `newUploadKey` belongs to one file, so its id is known before the file exists.
 */
export const uploadIdOf = (key: string, ...version: readonly string[]): string =>
  createHash('sha256')
    .update(isOwnUploadKey(key) ? key : [key, ...version].join('\n'))
    .digest('hex')
    .slice(0, 32)

/**
 * Returns the metadata of an uploaded object (ASCII only): its uploader, its name, and whether a person must check it
 * first.
 */
export const uploadMetadata = (
  uploadedBy: string,
  filename: string,
  check: UploadCheck = 'never',
): Record<string, string> => ({
  'uploaded-by': uploadedBy,
  filename: encodeURIComponent(filename),
  check,
})
