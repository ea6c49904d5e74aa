import { isDeepStrictEqual } from 'node:util'
import type { ContractRow } from '../entity.ts'
import { type SheetData, sheetDataOf } from './merging.ts'

/** A window of an upload, counted from 1: some hundreds of rows that are stored together. */
export interface UploadWindow {
  readonly uploadId: string
  readonly window: number
}

/** Values of a contract before an upload changed them; null for values that it did not have. */
interface Former {
  readonly data: Values
  readonly rawRow: Values
  readonly metadata: Values
  /** Upload that changed the contract before the last upload did. */
  readonly uploadId: string
  /** True when somebody edited the contract between the last two uploads that changed it. */
  readonly isWorkedOn: boolean
}
type Values = Readonly<Record<string, unknown>>

/**
 * Tells whether anything but an upload changed a contract since its last upload: every such change raises the version.
 */
export const isWorkedOn = ({ version, touched }: ContractRow): boolean => version !== (touched?.version ?? 1)

type Trace = Pick<ContractRow, 'touched' | 'former'>

/**
 * Returns the attributes that store which upload and window (batch of rows) changed a contract, and its values before.
 * With these, the window can be repeated and the upload undone.
 */
export function traceUpload({ uploadId, window }: UploadWindow, before: ContractRow, after: SheetData): Trace {
  const earlier = before.touched?.uploadId === uploadId ? before.touched : undefined
  const isOwn = before.madeBy?.uploadId === uploadId
  const version = (earlier || isOwn) && isWorkedOn(before) ? 0 : before.version + 1
  const former = isOwn ? undefined : formerOf(before, after, earlier && before.former)
  return { touched: { uploadId, since: earlier?.since ?? window, window, version }, former }
}

function formerOf(before: ContractRow, after: SheetData, first: Former | undefined): Former {
  const was = sheetDataOf(before)
  const { rawRow, metadata, ...data } = after
  return {
    data: { ...formerValues(was, data), ...first?.data },
    rawRow: { ...formerValues(was.rawRow, rawRow), ...first?.rawRow },
    metadata: { ...formerValues(was.metadata, metadata), ...first?.metadata },
    uploadId: first?.uploadId ?? before.uploadId,
    isWorkedOn: first?.isWorkedOn ?? isWorkedOn(before),
  }
}

const formerValues = (was: object, is: object): Values => {
  const known = was as Values
  const changed = Object.entries(is).filter(([name, value]) => !isDeepStrictEqual(value, known[name]))
  return Object.fromEntries(changed.map(([name]) => [name, known[name] ?? null]))
}

/** Returns a contract as it was before the last upload changed it; null when that is not known. */
function asBefore(row: ContractRow): ContractRow | null {
  const former: Former | undefined = row.former
  if (!former) return null
  return {
    ...row,
    ...valuesOf(row, former.data),
    rawRow: valuesOf(row.rawRow, former.rawRow),
    metadata: valuesOf(row.metadata, former.metadata),
    uploadId: former.uploadId,
  }
}

function valuesOf<T extends object>(is: T, former: Values): T {
  const all = Object.entries({ ...is, ...former })
  return Object.fromEntries(all.map(([name, value]) => [name, value === null ? undefined : value])) as T
}

/**
 * Returns the row that undoes the last upload's change of a contract; null when the former values are not known. If the
 * previous upload created the contract, that upload can be undone next, unless somebody edited the contract between the
 * two uploads.
 */
export function restoreContract(row: ContractRow): ContractRow | null {
  const former: Former | undefined = row.former
  const before = asBefore(row)
  if (!before || !former) return null
  const version = row.version + 1
  const touched = { uploadId: former.uploadId, since: 0, window: 0, version: former.isWorkedOn ? 0 : version }
  return { ...before, version, touched, former: undefined }
}

/**
 * Returns a contract as it was before a window (some hundreds of rows) of an upload; a part of the window may be stored
 * already. Null when this window or a later one created the contract. Returns the contract itself when the upload did
 * not change it, changed it in an earlier window first, or left no former values.
 */
export function asBeforeWindow({ uploadId, window }: UploadWindow, row: ContractRow): ContractRow | null {
  if (row.madeBy?.uploadId === uploadId && row.madeBy.window >= window) return null
  const isOfWindow = row.touched?.uploadId === uploadId && row.touched.since >= window
  return (isOfWindow ? asBefore(row) : null) ?? row
}

/**
 * Tells whether a contract was changed already by this upload, in this window (rows stored together) or a later one. An
 * interrupted attempt may have stored the window in part.
 */
export const isDoneIn = ({ uploadId, window }: UploadWindow, { touched }: ContractRow): boolean =>
  touched?.uploadId === uploadId && touched.window >= window
