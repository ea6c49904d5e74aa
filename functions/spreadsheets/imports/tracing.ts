import { isDeepStrictEqual } from 'node:util'

/** A window of an upload, counted from 1: some hundreds of rows that are stored together. */
export interface UploadWindow {
  readonly uploadId: string
  readonly window: number
}

/** Record that imports create and change, with what its uploads did. */
export interface Traced {
  readonly version: number
  /** Last upload that changed the record. */
  readonly uploadId?: string | undefined
  /** Upload that created the record, and the window of it. */
  readonly madeBy?: UploadWindow | undefined
  /**
   * Last upload that changed the record: its id, and the first and last window that changed it. `version` is the
   * record's version after the last change, or 0 when somebody edited the record after the first change. A record with
   * another version than `version` was edited by somebody, so an undo of the upload keeps it.
   */
  readonly touched?: { uploadId: string; since: number; window: number; version: number } | undefined
  /** Values from before the upload in `touched`. */
  readonly former?: unknown
}

/** Values of a record before an upload changed them; null for values that it did not have. */
interface Former {
  readonly data: Values
  /** Values of attributes that are maps, by their name. */
  readonly [part: string]: Values | string | boolean | undefined
  /** Upload that changed the record before the last upload did. */
  readonly uploadId?: string | undefined
  /** True when somebody edited the record between the last two uploads that changed it. */
  readonly isWorkedOn: boolean
}
type Values = Readonly<Record<string, unknown>>

/** Attributes that store which upload changed a record, and its values before. */
type Trace = Pick<Traced, 'touched' | 'former'>

/**
 * Tells whether anything but an upload changed a record since its last upload: every such change raises the version.
 */
const isWorkedOn = ({ version, touched }: Traced): boolean => version !== (touched?.version ?? 1)

const WORKED_ON = 'er is daarna aan gewerkt'
const UPLOADED_LATER = 'een latere upload heeft het gewijzigd'
const NOT_KNOWN = 'de eerdere gegevens zijn niet bewaard'

/**
 * Returns the functions that store what uploads did to a kind of record, and undo it. `dataOf` returns the values that
 * a sheet may change; those in `parts` are maps whose values are restored one by one.
 */
export function buildTracing<Row extends Traced, Data extends object>(
  dataOf: (row: Row) => Data,
  parts: readonly (keyof Data & string)[],
) {
  /**
   * Returns the attributes that store which upload and window (batch of rows) changed a record, and its values before.
   * With these, the window can be repeated and the upload undone.
   */
  function trace({ uploadId, window }: UploadWindow, before: Row, after: Data): Trace {
    const earlier = before.touched?.uploadId === uploadId ? before.touched : undefined
    const isOwn = before.madeBy?.uploadId === uploadId
    const version = (earlier || isOwn) && isWorkedOn(before) ? 0 : before.version + 1
    const first = earlier && (before.former as Former | undefined)
    const former = isOwn ? undefined : formerOf(before, [dataOf(before), after], parts, first)
    return { touched: { uploadId, since: earlier?.since ?? window, window, version }, former }
  }

  /**
   * Returns the row that undoes the last upload's change of a record; null when the former values are not known. If the
   * previous upload created the record, that upload can be undone next, unless somebody edited the record between the
   * two uploads.
   */
  function restore(row: Row): Row | null {
    const former = row.former as Former | undefined
    const before = asBefore(row, parts)
    if (!before || !former) return null
    const version = row.version + 1
    const { uploadId, isWorkedOn } = former
    const touched =
      uploadId === undefined ? undefined : { uploadId, since: 0, window: 0, version: isWorkedOn ? 0 : version }
    return { ...before, version, touched, former: undefined }
  }

  return {
    trace,

    /**
     * Returns a record as it was before a window (some hundreds of rows) of an upload; a part of the window may be
     * stored already. Null when this window or a later one created the record. Returns the record itself when the
     * upload did not change it, changed it in an earlier window first, or left no former values.
     */
    asBeforeWindow({ uploadId, window }: UploadWindow, row: Row): Row | null {
      if (row.madeBy?.uploadId === uploadId && row.madeBy.window >= window) return null
      const isOfWindow = row.touched?.uploadId === uploadId && row.touched.since >= window
      return (isOfWindow ? asBefore(row, parts) : null) ?? row
    },

    /**
     * Tells whether a record was changed already by this upload, in this window (rows stored together) or a later one.
     * An interrupted attempt may have stored the window in part.
     */
    isDoneIn: ({ uploadId, window }: UploadWindow, { touched }: Row): boolean =>
      touched?.uploadId === uploadId && touched.window >= window,

    /**
     * Returns what the undo of an upload does to a record: null when the upload did not change it, a Dutch reason when
     * it is kept. In the other cases `after` is the restored row, or null when the record is deleted.
     */
    endOf(uploadId: string, row: Row): null | string | { readonly after: Row | null } {
      const isMade = row.madeBy ? row.madeBy.uploadId === uploadId : row.uploadId === uploadId && row.version === 1
      const isTouched = row.touched?.uploadId === uploadId
      if (isMade && row.uploadId !== uploadId) return UPLOADED_LATER
      if (!isMade && !isTouched) {
        if ((row.former as Former | undefined)?.uploadId === uploadId) return UPLOADED_LATER
        return row.uploadId === uploadId ? NOT_KNOWN : null
      }
      if (isWorkedOn(row)) return WORKED_ON
      if (isMade) return { after: null }
      const after = restore(row)
      return after ? { after } : NOT_KNOWN
    },
  }
}

/**
 * Returns the values of a record from before an upload changed the first of two states into the second; `first` has
 * those from before an earlier window of the upload.
 */
function formerOf(
  before: Traced,
  [was, is]: readonly [object, object],
  parts: readonly string[],
  first: Former | undefined,
): Former {
  const [old, next] = [was as Values, is as Values]
  const plain = Object.fromEntries(Object.entries(is).filter(([name]) => !parts.includes(name)))
  const maps = parts.map((part) => [
    part,
    { ...formerValues(old[part] as object, next[part] as object), ...(first?.[part] as Values | undefined) },
  ])
  return {
    data: { ...formerValues(was, plain), ...first?.data },
    ...Object.fromEntries(maps),
    uploadId: first ? first.uploadId : before.uploadId,
    isWorkedOn: first?.isWorkedOn ?? isWorkedOn(before),
  }
}

/** Returns a record as it was before the last upload changed it; null when that is not known. */
function asBefore<Row extends Traced>(row: Row, parts: readonly string[]): Row | null {
  const former = row.former as Former | undefined
  if (!former) return null
  const whole = row as Values
  const maps = parts.map((part) => [part, valuesOf(whole[part] as object, former[part] as Values)])
  return { ...row, ...valuesOf(row, former.data), ...Object.fromEntries(maps), uploadId: former.uploadId }
}

const formerValues = (was: object, is: object): Values => {
  const known = was as Values
  const changed = Object.entries(is).filter(([name, value]) => !isDeepStrictEqual(value, known[name]))
  return Object.fromEntries(changed.map(([name]) => [name, known[name] ?? null]))
}

function valuesOf<T extends object>(is: T, former: Values): T {
  const all = Object.entries({ ...is, ...former })
  return Object.fromEntries(all.map(([name, value]) => [name, value === null ? undefined : value])) as T
}
