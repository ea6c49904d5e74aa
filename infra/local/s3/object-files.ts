import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { hasCode, listFolderEntries } from '../stand-in/files.ts'
import { nextSequence } from '../stand-in/sequence.ts'
import type { Layout } from './layout.ts'
import type { StoredObject } from './stored-object.ts'

/** The content type of an object that came without one. */
export const DEFAULT_TYPE = 'binary/octet-stream'

/** A complete object under a temporary name. */
export interface Received {
  readonly path: string
  readonly size: number
  readonly etag: string
}

/**
 * Writes bytes to a new temporary file in the folder; returns the file's path, size and ETag (MD5). Removes the file
 * when the bytes break off.
 */
export async function writeTemporaryFile(
  folder: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Received> {
  const path = join(folder, randomUUID())
  const md5 = createHash('md5')
  let size = 0
  async function* counted() {
    for await (const chunk of bytes) {
      size += chunk.length
      md5.update(chunk)
      yield chunk
    }
  }
  const file = await open(path, 'wx')
  try {
    await file.writeFile(counted())
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { path, size, etag: md5.digest('hex') }
}

/**
 * Size of a file and the time of its last change, which identify one state of it: `modified` in nanoseconds,
 * `lastModified` in milliseconds since 1970.
 */
export type FileState = { readonly size: number; readonly modified: string; readonly lastModified: number }

/** Tells whether the stored metadata describes the file in its present state. */
export const isMetadataOf = (object: StoredObject, { size, modified }: FileState) =>
  object.size === size && object.modified === modified

/** Returns the size and the time of the last change of an open file. */
export async function readFileState(file: FileHandle): Promise<FileState> {
  const { size, mtimeNs, mtimeMs } = await file.stat({ bigint: true })
  return { size: Number(size), modified: String(mtimeNs), lastModified: Number(mtimeMs) }
}

/** Returns the metadata of a file that was dropped into a bucket's folder, and so came without headers. */
export async function describeFile(
  key: string,
  file: FileHandle,
  { size, modified, lastModified }: FileState,
): Promise<StoredObject> {
  const md5 = createHash('md5')
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) md5.update(chunk)
  return {
    key,
    size,
    modified,
    etag: md5.digest('hex'),
    lastModified,
    headers: { 'content-type': DEFAULT_TYPE },
    checksum: null,
    event: { name: 'ObjectCreated:Put', sequencer: nextSequence(), time: lastModified },
    announced: false,
  }
}

const ABSENT = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP']

/** Opens a regular file for reading; returns null when there is none. */
export async function openRegularFile(path: string): Promise<FileHandle | null> {
  try {
    const file = await open(path, 'r')
    if ((await file.stat()).isFile()) return file
    await file.close()
    return null
  } catch (error) {
    if (hasCode(error, ...ABSENT)) return null
    throw error
  }
}

/** Removes the regular file at a path; does nothing when there is none. */
export async function removeFile(path: string): Promise<void> {
  try {
    if ((await lstat(path)).isFile()) await rm(path, { force: true })
  } catch (error) {
    if (!hasCode(error, ...ABSENT)) throw error
  }
}

/**
 * Moves a received file from `path` into a bucket's folder, to the path that its key names. When the key is no valid
 * path, or a folder or file is in the way, moves it outside that folder, to a name made of the key's hash.
 */
export async function placeFile(layout: Layout, bucket: string, key: string, path: string): Promise<void> {
  const odd = layout.oddPath(bucket, key)
  const natural = layout.naturalPath(bucket, key)
  if (natural !== null) {
    try {
      await mkdir(dirname(natural), { recursive: true })
      await rename(path, natural)
      await rm(odd, { force: true })
      return
    } catch (error) {
      if (!hasCode(error, 'EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'ENAMETOOLONG')) throw error
    }
  }
  await mkdir(dirname(odd), { recursive: true })
  await rename(path, odd)
}

/**
 * Returns the keys, with this prefix, of the objects that lie at `<folder>/<key>` in a bucket's folder. Leaves out the
 * other objects, such as one with the key `a//b`, which lie outside this folder.
 */
export async function listNaturalKeys(folder: string, prefix: string): Promise<string[]> {
  const keys: string[] = []
  async function walk(path: string, key: string): Promise<void> {
    for (const entry of await listFolderEntries(path)) {
      const name = `${key}${entry.name}`
      if (entry.isDirectory()) {
        if (`${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`))
          await walk(`${path}${sep}${entry.name}`, `${name}/`)
      } else if (entry.isFile() && name.startsWith(prefix)) keys.push(name)
    }
  }
  await walk(folder, '')
  return keys
}
