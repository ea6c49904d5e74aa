import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { serviceError } from '../stand-in/failure.ts'

const OWN_FOLDER = '.s3'
const LONGEST_NAME = 255
const LONGEST_KEY = 1024

/**
 * Places of files. An object whose key is a path lies at `<folder>/<bucket>/<key>`. Temporary files, metadata, and
 * objects with odd keys (`a//b`, `../a`, `a/` …) lie below `<folder>/.s3`.
 */
export interface Layout {
  readonly folder: string
  readonly temporary: string
  buckets(): string[]
  /** Returns the folder of a bucket; throws NoSuchBucket when there is none. */
  bucketFolder(bucket: string): string
  /** Returns the path `<folder>/<bucket>/<key>`; null when the key is no valid path. */
  naturalPath(bucket: string, key: string): string | null
  /** Returns the path, named by a hash of the key, of an object that cannot be at its `naturalPath`. */
  oddPath(bucket: string, key: string): string
  oddFolder(bucket: string): string
  sidecarPath(bucket: string, key: string): string
  /** Returns the folder of the metadata files, each named by a hash of its object's key: `<hash>.json`. */
  sidecarFolder(bucket: string): string
}

/**
 * Creates a folder within `folder` for each of these buckets. Returns functions that say where objects of a bucket are
 * on disk. Any other folder within `folder` with a valid bucket name counts as a bucket too. Deletes the temporary
 * files of an earlier process.
 */
export function createLayout(folder: string, buckets: readonly string[]): Layout {
  const own = join(folder, OWN_FOLDER)
  const temporary = join(own, 'temporary')
  // No client was told that the half-written files of a killed process are stored, so they can be deleted.
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true })
  for (const bucket of buckets) mkdirSync(join(folder, bucket), { recursive: true })

  const oddFolder = (bucket: string) => join(own, 'odd', bucket)
  const sidecarFolder = (bucket: string) => join(own, 'about', bucket)
  return {
    folder,
    temporary,
    buckets: () => readdirSync(folder).filter((name) => isBucketName(name) && isFolder(join(folder, name))),
    bucketFolder(bucket) {
      const path = join(folder, bucket)
      if (!isBucketName(bucket) || !isFolder(path)) {
        throw serviceError('NoSuchBucket', 'The specified bucket does not exist', {
          status: 404,
          details: { BucketName: bucket },
        })
      }
      return path
    },
    naturalPath: (bucket, key) => (key.split('/').every(isFileName) ? join(folder, bucket, ...key.split('/')) : null),
    oddFolder,
    oddPath: (bucket, key) => join(oddFolder(bucket), digest(key)),
    sidecarPath: (bucket, key) => join(sidecarFolder(bucket), `${digest(key)}.json`),
    sidecarFolder,
  }
}

/** Throws KeyTooLongError when a key has more than 1024 bytes in UTF-8. */
export function checkKey(key: string): void {
  if (Buffer.byteLength(key) > LONGEST_KEY) {
    throw serviceError('KeyTooLongError', 'Your key is too long', {
      details: { Size: String(Buffer.byteLength(key)), MaxSizeAllowed: String(LONGEST_KEY) },
    })
  }
}

const isBucketName = (name: string) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isFileName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return false
  if (sep === '\\' && /[\\:*?"<>|]/.test(name)) return false
  return Buffer.byteLength(name) <= LONGEST_NAME
}

const digest = (key: string) => createHash('sha256').update(key).digest('hex')
