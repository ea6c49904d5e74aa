import type { RecordKind } from './kinds.ts'

/** One name or a list of names; each is of a function or of a set of functions (`infra/function-sets.ts`). */
export type Functions = string | readonly string[]

/** Settings of a function that differ from those of most. */
export interface FunctionSettings {
  readonly memoryMb?: number
  readonly timeoutSeconds?: number
  /**
   * Concurrent executions reserved for it, which are also its maximum. Without it, the function uses what the account
   * has left.
   */
  readonly executions?: number
  /**
   * Set when the function loads some parts only for some calls (`await import`). These parts are in files beside the
   * function and do not slow its cold start.
   */
  readonly loadsLater?: true
  /** Set when it deletes rows, besides those it puts and updates. */
  readonly deletes?: true
  /** Set when it also writes rows in batches; `only` when it writes them in no other way. */
  readonly batches?: true | 'only'
  /** False when it commits no change: it writes no audit row, and requests no work. */
  readonly commits?: false
}

/** A group of the API and its function. */
export interface Group extends FunctionSettings {
  /** Subject of its endpoints, for the documents of the API. */
  readonly about: string
  /** Set when it works on files or long lists: it gets 1024 MB and 29 seconds instead of 512 MB and 15 seconds. */
  readonly isLarge?: true
}

/** Reason why no endpoint declares these rows as shown or changed. */
interface Exempt {
  readonly exempt: string
}

export const exempt = {
  perRequest: { exempt: 'read or written with any request, to know who asks and to write a request once' },
  limit: { exempt: 'protects a change; nobody sees it' },
  index: { exempt: 'follows its records; what the search shows is read from the records' },
  counter: { exempt: 'a sum of other records, whose kinds the endpoint declares' },
} as const satisfies Record<string, Exempt>

/** Functions that keep a right that no test uses, with the reason. */
export interface Unused {
  readonly reads?: Functions
  readonly writes?: Functions
  readonly why: string
}

/** Rows of a partition, whose keys begin with its name, and who may use them. No other function may. */
export interface Rows {
  readonly kind: RecordKind | Exempt
  /** Kind of the rows in lists, if it differs. */
  readonly kindInLists?: RecordKind
  readonly writes: Functions
  /** Functions that may read rows by their own key, or check them in a transaction's condition. */
  readonly reads?: Functions
  /**
   * Functions that may query each list of an index, by the list's key; a name that ends in `#` is the beginning of the
   * keys of several lists.
   */
  readonly lists?: Readonly<Record<string, Functions>>
  readonly unused?: readonly Unused[]
}

/** Functions that may read, write and remove objects in a folder of a bucket. */
export interface Folder {
  readonly reads: Functions
  readonly writes: Functions
  readonly removes?: Functions
  /** Set when its files stay until a function removes them; other uploads go after 30 days. */
  readonly isKept?: true
  readonly unused?: readonly Unused[]
}

export type BucketName = 'uploads' | 'documents'

/** Declaration of a folder of `functions`, in its `domain.ts`; stack, local runtime and tests read it. */
export interface Declaration {
  /**
   * Folders and files of `functions` that its files may import, besides their own and `platform`: of another domain
   * only its face.
   */
  readonly imports?: readonly string[]
  /** Groups of the API that it answers, each with the settings of its function. */
  readonly groups?: Readonly<Record<string, Group>>
  /**
   * Set when a person adds each right to its rows, with a reason: people, keys, audit, money, numbers that must not be
   * called, settings. To other rows `npm run rights -- --add` adds it.
   */
  readonly isProtected?: true
  /** Rows by partition. A right to them stands here, with the domain that owns them. */
  readonly rows?: Readonly<Record<string, Rows>>
  /** Kinds of record whose rows hold a copy of the name of a person or team (`events/names.ts`). */
  readonly named?: readonly RecordKind[]
  /**
   * Kinds of work of the outbox that it adds, each with the kinds of record that the work changes, and the work that
   * follows from it in turn. `named`: those with a copy of a name.
   */
  readonly work?: Readonly<Record<string, readonly RecordKind[] | 'named'>>
  /** Functions that may make each call of the user pool. */
  readonly identity?: Readonly<Record<string, Functions>>
  /** Folders of buckets that it owns. */
  readonly folders?: Readonly<Partial<Record<BucketName, Readonly<Record<string, Folder>>>>>
}
