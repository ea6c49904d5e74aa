import type { Checksum } from './checksums.ts'

export type EventName = 'ObjectCreated:Put' | 'ObjectCreated:Post'

/** Metadata of one state of an object. Size and modification time identify the state. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  /** Modification time of the file in nanoseconds, by the machine's clock. */
  readonly modified: string
  /** MD5 in hexadecimal, without quotes. */
  readonly etag: string
  /** Milliseconds since 1970, by the functions' clock; of a file dropped into the folder, by the machine's. */
  readonly lastModified: number
  /** Headers that came with the object, such as Content-Type and x-amz-meta-*, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly checksum: Checksum | null
  readonly event: { readonly name: EventName; readonly sequencer: string; readonly time: number }
  readonly announced: boolean
}

/** Returns an ETag in quotes. */
export const quoteETag = (etag: string): string => `"${etag}"`
