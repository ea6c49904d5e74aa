import { type AppError, conflict } from '../../../shared/errors.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { type Lock, waitForLock } from '../../platform/data/lock.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { ImportBusy, type Importing, ImportUnfinished } from './importing.ts'

type Kind = Pick<Importing<never>, 'type'>

/**
 * Takes the lock of an upload, so that one call at a time works on it. Throws `ImportBusy` when another call keeps it
 * longer than `patienceMs`.
 */
export const lockUpload = ({ type }: Kind, id: string, patienceMs: number): Promise<Lock> =>
  waitForLock(`${type}-import-${id}`, patienceMs).then((lock) => {
    if (!lock) throw new ImportBusy('Another import is running')
    return lock
  })

/**
 * Takes the lock by which uploads of one kind take turns to change records; returns it. Also extends `own`, the lock of
 * this upload, while it waits and at each renewal. Throws `ImportUnfinished` when other uploads keep the turn longer
 * than `patienceMs`.
 */
export async function waitForTurn({ type }: Kind, upload: UploadRow, patienceMs: number, own: Lock): Promise<Lock> {
  let isMarked = upload.position !== undefined
  const turn = await waitForLock(`${type}-import`, patienceMs, async () => {
    await own.renew()
    // The next write of the upload removes this mark.
    if (!isMarked) await Uploads.patch({ id: upload.id }).set({ waits: true }).go()
    isMarked = true
  })
  if (!turn) throw new ImportUnfinished(upload)
  const renew = async () => {
    await Promise.all([own.renew(), turn.renew()])
  }
  return { ...turn, renew }
}

const NOT_NOW = 'Dit bestand wordt nog verwerkt. Probeer het opnieuw als dat klaar is.'

/**
 * Runs work under the lock of an upload, so that the upload is not imported meanwhile. Waits for a running import;
 * throws 409 when that import still runs at `until` (epoch milliseconds).
 */
export async function runBetweenImports(
  kind: Kind,
  id: string,
  until: number,
  work: () => Promise<void>,
): Promise<void> {
  const lock = await lockUpload(kind, id, until - epochOf(now())).catch(refuseWhenBusy(conflict(NOT_NOW)))
  try {
    await work()
  } finally {
    await lock.release()
  }
}

/** Returns an error handler that throws `refusal` in place of `ImportBusy`, and any other error unchanged. */
const refuseWhenBusy = (refusal: AppError) => (error: unknown) => {
  throw error instanceof ImportBusy ? refusal : error
}
