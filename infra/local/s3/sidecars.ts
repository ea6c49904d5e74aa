import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listFolderEntries, readIfThere, replaceFile } from '../stand-in/files.ts'
import type { Layout } from './layout.ts'
import type { StoredObject } from './stored-object.ts'

/**
 * Metadata of each object, in a file beside the buckets. It is written before the object's file is replaced, and so
 * holds the new and the previous state. The object's file decides which of the two applies.
 */
export interface Sidecars {
  read(bucket: string, key: string): Promise<StoredObject[]>
  write(bucket: string, object: StoredObject, before: StoredObject | null): Promise<void>
  remove(bucket: string, key: string): Promise<void>
  /** Returns the keys of objects that could not be stored at the path of their key, as `a//b` is no valid path. */
  oddKeys(bucket: string): Promise<string[]>
  /** Returns the keys of objects whose newest state has not been announced by an event. */
  unannounced(bucket: string): Promise<string[]>
}

/** Creates the reader and writer of the metadata files that lie beside the buckets. */
export function createSidecars(layout: Layout): Sidecars {
  async function readNewest(bucket: string, name: string): Promise<StoredObject[]> {
    return (await readStates(join(layout.sidecarFolder(bucket), name))).slice(0, 1)
  }

  return {
    read: (bucket, key) => readStates(layout.sidecarPath(bucket, key)),

    async write(bucket, object, before) {
      const states = before === null ? [object] : [object, before]
      await mkdir(layout.sidecarFolder(bucket), { recursive: true })
      await replaceFile(layout.sidecarPath(bucket, object.key), JSON.stringify(states), layout.temporary)
    },

    remove: (bucket, key) => rm(layout.sidecarPath(bucket, key), { force: true }),

    async oddKeys(bucket) {
      const entries = await listFolderEntries(layout.oddFolder(bucket))
      const objects = await Promise.all(entries.map(({ name }) => readNewest(bucket, `${name}.json`)))
      return objects.flat().map(({ key }) => key)
    },

    async unannounced(bucket) {
      const keys: string[] = []
      for (const { name } of await listFolderEntries(layout.sidecarFolder(bucket))) {
        const [object] = await readNewest(bucket, name)
        if (object?.announced === false) keys.push(object.key)
      }
      return keys
    },
  }
}

const readStates = async (path: string): Promise<StoredObject[]> =>
  JSON.parse((await readIfThere(readFile(path, 'utf8'))) ?? '[]')
