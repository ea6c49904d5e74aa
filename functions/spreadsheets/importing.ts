import type { KeptRecord } from '../../shared/contract/imports.ts'
import type { Permit } from '../platform/actor.ts'
import type { Change } from '../platform/commit.ts'
import type { Move } from '../platform/counters.ts'
import type { Lock } from '../platform/lock.ts'
import type { Batch } from './batches.ts'
import type { UploadRow } from './entity.ts'
import type { ImportKind, UploadList } from './kinds.ts'
import type { Layout } from './layout-print.ts'
import type { SpreadsheetSource } from './read.ts'
import type { Place, Stored } from './tally.ts'

/** Another import is going on; the event is delivered again later. */
export class ImportBusy extends Error {
  override readonly name: string = 'ImportBusy'
}

/** This call has no time left; what was stored is known, and the next one goes on behind it. */
export class ImportUnfinished extends ImportBusy {
  override readonly name = 'ImportUnfinished'
  readonly upload: Pick<UploadRow, 'id' | 'key'>
  constructor(upload: Pick<UploadRow, 'id' | 'key'>) {
    super('This call has no time left')
    this.upload = upload
  }
}

/** What takes back what an upload did to a record. */
export interface UndoneRecord {
  readonly write: Change['write']
  readonly count: readonly Move[]
  /** What its writes weigh. */
  readonly bytes: number
  /** Whether it goes, or is again as it was. */
  readonly isRemoved: boolean
}

/** What takes back what an upload did to some records. */
export interface UndoneRows {
  readonly records: readonly UndoneRecord[]
  /** Those that stay as they are, and why. */
  readonly kept: readonly KeptRecord[]
}

/** Proposal for an upload before any of it is stored. */
export interface Proposal {
  /** Whether somebody has to look first. */
  readonly asks: boolean
  /** What columns are guessed to mean by their values, by the prints of their headers. */
  readonly layouts: Readonly<Record<string, Layout>>
}

/** Reading of a file that shows it before it is stored. */
export interface Previewing<Item> {
  readonly propose: (upload: UploadRow, source: SpreadsheetSource) => Promise<Proposal>
  /** Compares the rows of a window with what is known, and stores nothing. */
  readonly planning: (upload: UploadRow) => StoreWindow<Item>
}

/** What is imported: how a kind of record is read and stored. */
export interface Importing<Item extends Place> {
  /** Its name in the audit (`contract.import`, of a `contract_upload`) and of its lock. */
  readonly type: ImportKind
  readonly list: UploadList
  /** A file whose headers mean nothing known waits for somebody to say what they mean. */
  readonly waitsForMapping?: boolean
  /** The rows of a file, a number of them at a time; the same at every reading of one upload. */
  readonly read: (source: SpreadsheetSource, upload: UploadRow) => AsyncIterable<Batch<Item>>
  /** By what rows of one file tell of the same record, what one says of it, and how that one says otherwise is told. */
  readonly keysOf: (item: Item) => readonly string[]
  readonly saidBy: (item: Item) => unknown
  readonly otherThan: (item: Item, earlier: string) => string
  /** How many rows are stored at a time, after which it is known where the import is: about a second. */
  readonly windowRows: number
  /** Begins to store the rows of an upload. */
  readonly storing: (upload: UploadRow, permit: Permit) => Promise<StoreWindow<Item>>
  /** How its files are shown first; a kind without it stores them at once. */
  readonly previewing?: Previewing<Item>
  /** What of some rows' records the upload did can be taken back, as they stand; each record is asked for once. */
  readonly undoing?: (upload: UploadRow, items: readonly Item[]) => Promise<UndoneRows>
  /** The ids of the records of some rows, without storing anything. */
  readonly idsOf?: (items: readonly Item[]) => Promise<readonly string[]>
}

/** A row that is to be stored, and whether an earlier row of its file told of the same record, or told exactly the same. */
export interface Met<Item> {
  readonly item: Item
  readonly isRepeated: boolean
  readonly isSame: boolean
}

/**
 * Stores the rows of a window; what an attempt stored of it that did not end counts as it did then. One that may take long
 * calls `renew` as it goes, which keeps the right to it, and throws when somebody else has that now.
 */
export type StoreWindow<Item> = (
  rows: readonly Met<Item>[],
  window: number,
  renew: () => Promise<void>,
) => Promise<Stored>

/** What one attempt has: the object, the right to work on it, until when, and how long it may wait (epoch milliseconds). */
export interface Attempt {
  readonly key: string
  readonly lock: Lock
  readonly until: number
  readonly patienceMs: () => number
}
