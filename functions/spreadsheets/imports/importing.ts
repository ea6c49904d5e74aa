import type { KeptRecord } from '../../../shared/api/parts/imports.ts'
import type { Permit } from '../../platform/actor.ts'
import type { Change } from '../../platform/data/commit.ts'
import type { Move } from '../../platform/data/counters.ts'
import type { Lock } from '../../platform/data/lock.ts'
import type { ReadOldWorkbook } from '../formats/converted.ts'
import type { Layout } from '../recognition/layout-print.ts'
import type { SpreadsheetSource } from '../recognition/read.ts'
import type { Batch } from './batches.ts'
import type { UploadRow } from './entity.ts'
import type { ImportKind, UploadList } from './kinds.ts'
import type { Place, Stored } from './tally.ts'

/** Thrown while another import is running; the event of the file is delivered again later. */
export class ImportBusy extends Error {
  override readonly name: string = 'ImportBusy'
}

/** Thrown when a new event of the file must continue the work, after the last stored rows. */
export class ImportUnfinished extends ImportBusy {
  override readonly name = 'ImportUnfinished'
  readonly upload: Pick<UploadRow, 'id' | 'key'>
  constructor(upload: Pick<UploadRow, 'id' | 'key'>) {
    super('This call has no time left')
    this.upload = upload
  }
}

/** Writes that undo an upload for one record. */
export interface UndoneRecord {
  readonly write: Change['write']
  readonly count: readonly Move[]
  /** Changes with an audit row of their own, for records that have a history. */
  readonly also?: readonly Change[]
  /** Size of the writes. */
  readonly bytes: number
  /** True when the record is deleted, false when it is restored; absent for what is no record of the import. */
  readonly isRemoved?: boolean
}

/** Writes that undo an upload for several records. */
export interface UndoneRows {
  readonly records: readonly UndoneRecord[]
  /** Records that stay as they are, with the reason. */
  readonly kept: readonly KeptRecord[]
}

/** Proposal for an upload before any of it is stored. */
export interface Proposal {
  /** Set when a person must check the file first. */
  readonly asks: boolean
  /** Guessed meanings of columns, by the hashes of their headers. */
  readonly layouts: Readonly<Record<string, Layout>>
}

/** Functions that preview a file before it is stored. */
export interface Previewing<Item> {
  readonly propose: (upload: UploadRow, source: SpreadsheetSource) => Promise<Proposal>
  /** Returns the function that compares a number of rows (a window) with stored records, and stores nothing. */
  readonly planning: (upload: UploadRow) => Promise<StoreWindow<Item>>
  /**
   * Number of rows compared at a time in a preview. It may exceed the number stored at a time, because comparing is
   * faster.
   */
  readonly windowRows?: number
}

/** A kind of import: the functions that read and store its records. */
export interface Importing<Item extends Place> {
  /**
   * Name of the kind of import in the audit (`contract.import`, of a `contract_upload`) and in the name of its lock.
   */
  readonly type: ImportKind
  readonly list: UploadList
  /**
   * Set when a file with unknown headers waits until a person gives their meaning. Returns the people who may, to tell
   * them about a file whose uploader is unknown.
   */
  readonly findMappers?: () => Promise<readonly { readonly id: string }[]>
  /** Yields the rows of a file in batches; the same at every reading of one upload. */
  readonly read: (source: SpreadsheetSource, upload: UploadRow) => AsyncIterable<Batch<Item>>
  /** Returns the identity keys of a row: two rows that share a key are the same record. */
  readonly keysOf: (item: Item) => readonly string[]
  /** Returns the content of a row, to compare with an earlier row of the same record. */
  readonly rowContent: (item: Item) => unknown
  /** Returns the Dutch warning for a row whose content differs from an earlier row of the same record. */
  readonly contradictionText: (item: Item, earlier: string) => string
  /**
   * Number of rows stored at a time (a window), which takes about a second. Afterwards the position in the file is
   * stored.
   */
  readonly windowRows: number
  /** Returns the function that stores the windows of an upload. */
  readonly storing: (upload: UploadRow, permit: Permit) => Promise<StoreWindow<Item>>
  /** Preview functions; without them files are stored at once. */
  readonly previewing?: Previewing<Item>
  /**
   * Returns the writes that undo the upload for the records of some rows, in their current state. Each record is passed
   * once.
   */
  readonly undoing?: (upload: UploadRow, items: readonly Item[]) => Promise<UndoneRows>
  /** Returns the ids of the records that some rows are about; stores nothing. */
  readonly idsOf?: (items: readonly Item[]) => Promise<readonly string[]>
}

/**
 * A row to store; `isRepeated` when an earlier row of the file is the same record, `isSame` when its content is equal
 * too.
 */
export interface RowToStore<Item> {
  readonly item: Item
  readonly isRepeated: boolean
  readonly isSame: boolean
}

/**
 * Function that stores the rows of a window (a number of rows, after which the position is stored). Rows that an
 * interrupted attempt stored are counted, not stored again. When storing takes long, the function calls `renew` to
 * extend its turn; `renew` throws when another call has the turn.
 */
export type StoreWindow<Item> = (
  rows: readonly RowToStore<Item>[],
  window: number,
  renew: () => Promise<void>,
) => Promise<Stored>

/**
 * Context of one attempt: the object, the lock, the moment at which it must end (epoch milliseconds), the longest wait
 * (milliseconds), and the reader of an .xls, which only the import functions have.
 */
export interface Attempt {
  readonly key: string
  readonly lock: Lock
  readonly until: number
  readonly patienceMs: () => number
  readonly readOld: ReadOldWorkbook | undefined
}
