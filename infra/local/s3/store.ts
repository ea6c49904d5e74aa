import { type FileHandle, lstat, rm } from 'node:fs/promises'
import { serviceError } from '../stand-in/failure.ts'
import { createLocks } from '../stand-in/locks.ts'
import { nextSequence } from '../stand-in/sequence.ts'
import type { Checksum } from './checksums.ts'
import { checkKey, type Layout } from './layout.ts'
import {
  DEFAULT_TYPE,
  describeFile,
  isMetadataOf,
  listNaturalKeys,
  openRegularFile,
  placeFile,
  type Received,
  readFileState,
  removeFile,
  writeTemporaryFile,
} from './object-files.ts'
import { createSidecars, type Sidecars } from './sidecars.ts'
import type { EventName, StoredObject } from './stored-object.ts'

export interface Commit {
  readonly headers: Readonly<Record<string, string>>
  readonly checksum: Checksum | null
  readonly event: EventName
  /** Set for the header `If-None-Match: *`, which allows storing only a new object. */
  readonly onlyIfNew?: boolean
}

export interface ObjectStore {
  /**
   * Stores the bytes as an object and marks its event as under way. Calls `about` for the metadata after all bytes were
   * read. Throws KeyTooLongError, and PreconditionFailed when `onlyIfNew` meets an existing object.
   */
  put(
    bucket: string,
    key: string,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    about: () => Commit,
  ): Promise<StoredObject>
  find(bucket: string, key: string): Promise<StoredObject | null>
  /** Opens an object's file, which the caller closes; null when there is none. */
  open(bucket: string, key: string): Promise<{ object: StoredObject; file: FileHandle } | null>
  remove(bucket: string, key: string): Promise<void>
  /** Returns the keys with the prefix, in the order of their UTF-8 bytes. */
  keys(bucket: string, prefix: string): Promise<string[]>
  /** Returns the keys of the objects that have stored metadata, and whose event has not been delivered. */
  unannounced(bucket: string): Promise<string[]>
  /**
   * Marks the event of an object as under way and returns the object. Null when there is no object or its file is still
   * being written, or when its event is delivered or under way.
   */
  claim(bucket: string, key: string): Promise<StoredObject | null>
  /** Stores whether the event that `put` or `claim` marked was delivered; a failed one can be claimed again. */
  settle(bucket: string, object: StoredObject, announced: boolean): Promise<void>
}

/** Creates the store that keeps objects as files, each written whole or not at all, with its metadata beside it. */
export function createStore(layout: Layout, now: () => number): ObjectStore {
  const withLock = createLocks()
  const lock = <Result>(bucket: string, key: string, work: () => Promise<Result>) => withLock(`${bucket}/${key}`, work)
  const sidecars = createSidecars(layout)
  const reader = createObjectReader(layout, sidecars)
  const announcements = createAnnouncements(sidecars)

  // Works without the lock, unless the object is being replaced or has no metadata yet.
  async function openObject(bucket: string, key: string): Promise<{ object: StoredObject; file: FileHandle } | null> {
    const opened = await reader.openIfKnown(bucket, key)
    if (opened !== null && opened.object !== null) return { file: opened.file, object: opened.object }
    await opened?.file.close()
    return lock(bucket, key, () => reader.openLocked(bucket, key))
  }

  async function commit(bucket: string, key: string, received: Received, about: Commit): Promise<StoredObject> {
    const before = await reader.findLocked(bucket, key)
    if (about.onlyIfNew && before !== null) {
      throw serviceError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
        status: 412,
        details: { Condition: 'If-None-Match' },
      })
    }
    const object = await describeReceived(key, received, about, now())
    await sidecars.write(bucket, object, before?.object ?? null)
    await placeFile(layout, bucket, key, received.path)
    announcements.begin(bucket, object)
    return object
  }

  return {
    async put(bucket, key, bytes, about) {
      checkKey(key)
      const received = await writeTemporaryFile(layout.temporary, bytes)
      try {
        return await lock(bucket, key, () => commit(bucket, key, received, about()))
      } catch (error) {
        await rm(received.path, { force: true })
        throw error
      }
    },

    async find(bucket, key) {
      const opened = await openObject(bucket, key)
      await opened?.file.close()
      return opened?.object ?? null
    },

    open: openObject,

    remove: (bucket, key) =>
      lock(bucket, key, async () => {
        const natural = layout.naturalPath(bucket, key)
        if (natural !== null) await removeFile(natural)
        await removeFile(layout.oddPath(bucket, key))
        await sidecars.remove(bucket, key)
      }),

    async keys(bucket, prefix) {
      const natural = await listNaturalKeys(layout.bucketFolder(bucket), prefix)
      const odd = await sidecars.oddKeys(bucket)
      const all = new Set([...natural, ...odd.filter((key) => key.startsWith(prefix))])
      return [...all].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    },

    unannounced: sidecars.unannounced,
    claim: (bucket, key) =>
      lock(bucket, key, async () => announcements.claim(bucket, await reader.findLocked(bucket, key))),
    settle: (bucket, object, announced) =>
      lock(bucket, object.key, () => announcements.settle(bucket, object, announced)),
  }
}

/** An object as it was found; `known` when it has metadata, `unchanged` when nobody writes its file. */
interface Found {
  readonly object: StoredObject
  readonly known: boolean
  readonly unchanged: boolean
}

/** Creates the reader of the objects' files. The caller of `openLocked` and `findLocked` holds the key's lock. */
function createObjectReader(layout: Layout, sidecars: Sidecars) {
  async function openFile(bucket: string, key: string): Promise<FileHandle | null> {
    const natural = layout.naturalPath(bucket, key)
    for (const path of natural === null ? [layout.oddPath(bucket, key)] : [natural, layout.oddPath(bucket, key)]) {
      const file = await openRegularFile(path)
      if (file !== null) return file
    }
    return null
  }

  async function openIfKnown(bucket: string, key: string) {
    const file = await openFile(bucket, key)
    if (file === null) return null
    try {
      const state = await readFileState(file)
      const states = await sidecars.read(bucket, key)
      return { file, state, object: states.find((object) => isMetadataOf(object, state)) ?? null }
    } catch (error) {
      await file.close()
      throw error
    }
  }

  // With the lock held, the stand-in is not writing this object. A file without metadata was therefore dropped into the
  // folder by a person.
  async function openLocked(bucket: string, key: string): Promise<(Found & { readonly file: FileHandle }) | null> {
    const opened = await openIfKnown(bucket, key)
    if (opened === null) return null
    const { file, state } = opened
    if (opened.object !== null) return { file, object: opened.object, known: true, unchanged: true }
    try {
      const object = await describeFile(key, file, state)
      return { file, object, known: false, unchanged: isMetadataOf(object, await readFileState(file)) }
    } catch (error) {
      await file.close()
      throw error
    }
  }

  return {
    openIfKnown,
    openLocked,
    async findLocked(bucket: string, key: string): Promise<Found | null> {
      const opened = await openLocked(bucket, key)
      await opened?.file.close()
      return opened
    },
  }
}

/** Creates the marks of objects whose event is under way. The caller holds the lock of the object's key. */
function createAnnouncements(sidecars: Sidecars) {
  const underWay = new Set<string>()
  const stateOf = (bucket: string, { key, modified, size }: StoredObject) => `${bucket}/${key}?${modified}-${size}`

  return {
    begin: (bucket: string, object: StoredObject) => underWay.add(stateOf(bucket, object)),

    async claim(bucket: string, found: Found | null): Promise<StoredObject | null> {
      // If `unchanged` is false, the file is still being written. The watcher then reports the next write too.
      if (found === null || !found.unchanged) return null
      if (found.object.announced || underWay.has(stateOf(bucket, found.object))) return null
      if (!found.known) await sidecars.write(bucket, found.object, null)
      underWay.add(stateOf(bucket, found.object))
      return found.object
    },

    async settle(bucket: string, object: StoredObject, announced: boolean): Promise<void> {
      const [present, before] = await sidecars.read(bucket, object.key)
      // An object that was overwritten or removed in the meantime has nothing left to mark.
      if (announced && present !== undefined && stateOf(bucket, present) === stateOf(bucket, object)) {
        await sidecars.write(bucket, { ...present, announced: true }, before ?? null)
      }
      underWay.delete(stateOf(bucket, object))
    },
  }
}

/** Returns the metadata of received bytes, whose event is still to be delivered. */
async function describeReceived(key: string, received: Received, about: Commit, time: number): Promise<StoredObject> {
  const { mtimeNs } = await lstat(received.path, { bigint: true })
  return {
    key,
    size: received.size,
    modified: String(mtimeNs),
    etag: received.etag,
    lastModified: time,
    headers: { 'content-type': DEFAULT_TYPE, ...about.headers },
    checksum: about.checksum,
    event: { name: about.event, sequencer: nextSequence(), time },
    announced: false,
  }
}
