import { now } from '../../../shared/time.ts'
import type { Permit } from '../../platform/actor.ts'
import { type Change, commitAll } from '../../platform/data/commit.ts'
import type { Move } from '../../platform/data/counters.ts'
import { type UploadRow, Uploads } from './entity.ts'
import type { Importing } from './importing.ts'

type Kind = Pick<Importing<never>, 'type'>

/**
 * Returns the write that replaces the row of an upload by `next`. It fails when the number of windows changed since the
 * upload was read: another call stored a window, or completed, confirmed or discarded the upload.
 */
export const replaceUpload = ({ windows }: UploadRow, next: UploadRow) =>
  Uploads.put({ ...next, movedAt: now() }).where((stored, { eq, notExists }) =>
    windows === undefined ? notExists(stored.windows) : eq(stored.windows, windows),
  )

/** Change of an upload for the audit, with other parts of its transaction. */
interface AuditedChange {
  readonly verb: string
  readonly after: object
  readonly count?: readonly Move[] | undefined
  readonly outbox?: Change['outbox']
  readonly write?: Change['write']
  readonly notify?: Change['notify']
  /** Changes of records with an audit row of their own. */
  readonly also?: readonly Change[]
}

/**
 * Stores an upload with an audit row, counter moves and other writes in one transaction; returns the stored upload.
 * Throws an error when `replaceUpload` fails.
 */
export async function storeUpload(
  { type }: Kind,
  permit: Permit,
  found: UploadRow,
  next: UploadRow,
  { verb, after, count = [], outbox = [], write = [], notify = [], also = [] }: AuditedChange,
): Promise<UploadRow> {
  const own = replaceUpload(found, next)
  const change: Change = {
    action: `${type}.${verb}`,
    entity: { type: `${type}_upload`, id: found.id, name: found.filename },
    after,
    write: [{ write: own, onFailure: () => new Error('Another call worked on this upload meanwhile') }, ...write],
    count,
    outbox,
    notify,
  }
  await commitAll(permit, [change, ...also], undefined)
  return next
}
