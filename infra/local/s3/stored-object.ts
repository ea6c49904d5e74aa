import type { Checksum } from './checksums.ts'

export type EventName = 'ObjectCreated:Put' | 'ObjectCreated:Post'

/** Metadata of one state of an object. Size and modification time identify the state. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  /** Of the file, in nanoseconds, by the machine's clock. */
  readonly modified: string
  /** MD5 in hexadecimal, without quotes. */
  readonly etag: string
  /** Milliseconds since 1970, by the workbench's clock for what came through the API. */
  readonly lastModified: number
  /** Content-Type and its like, and x-amz-meta-*, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly checksum: Checksum | null
  readonly event: { readonly name: EventName; readonly sequencer: string; readonly time: number }
  readonly announced: boolean
}
