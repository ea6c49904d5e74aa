import { now } from '../../../shared/time.ts'
import type { Permit } from '../../platform/actor.ts'
import { type Change, commit } from '../../platform/data/commit.ts'
import type { Move } from '../../platform/data/counters.ts'
import { type Lock, waitForLock } from '../../platform/data/lock.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { ImportBusy, type Importing, ImportUnfinished } from './importing.ts'

type Kind = Pick<Importing<never>, 'type'>

/** Takes the lock of an upload. Throws `ImportBusy` when another call keeps it longer than `patienceMs`. */
export const uploadLock = ({ type }: Kind, id: string, patienceMs: number): Promise<Lock> =>
  waitForLock(`${type}-import-${id}`, patienceMs).then((lock) => {
    if (!lock) throw new ImportBusy('Another import is running')
    return lock
  })

/**
 * Takes the turn to change the records of a kind, and extends the upload's own lock while waiting and on renewal.
 * Throws `ImportUnfinished` when other uploads take longer.
 */
export async function turnOf({ type }: Kind, upload: UploadRow, patienceMs: number, own: Lock): Promise<Lock> {
  let isTold = upload.position !== undefined
  const turn = await waitForLock(`${type}-import`, patienceMs, async () => {
    await own.renew()
    // The next write of the upload removes this mark.
    if (!isTold) await Uploads.patch({ id: upload.id }).set({ waits: true }).go()
    isTold = true
  })
  if (!turn) throw new ImportUnfinished(upload)
  const renew = async () => {
    await Promise.all([own.renew(), turn.renew()])
  }
  return { ...turn, renew }
}

/**
 * Returns the write that replaces an upload, on condition that nobody stored a window of it or ended it since it was
 * read.
 */
export const replaceUpload = ({ windows }: UploadRow, next: UploadRow) =>
  Uploads.put({ ...next, movedAt: now() }).where((stored, { eq, notExists }) =>
    windows === undefined ? notExists(stored.windows) : eq(stored.windows, windows),
  )

/** Change of an upload for the audit, with other parts of its transaction. */
interface Kept {
  readonly verb: string
  readonly after: object
  readonly count?: readonly Move[] | undefined
  readonly write?: Change['write']
  readonly notify?: Change['notify']
}

/** Stores an upload that has not changed since it was read, in one transaction with its counter moves. */
export async function storeUpload(
  { type }: Kind,
  permit: Permit,
  found: UploadRow,
  next: UploadRow,
  { verb, after, count = [], write = [], notify = [] }: Kept,
): Promise<UploadRow> {
  const own = replaceUpload(found, next)
  const change: Change = {
    action: `${type}.${verb}`,
    entity: { type: `${type}_upload`, id: found.id, name: found.filename },
    after,
    write: [{ write: own, otherwise: () => new Error('Another call worked on this upload meanwhile') }, ...write],
    count,
    notify,
  }
  await commit(permit, change, undefined)
  return next
}
