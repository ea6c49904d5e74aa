import { type AppError, conflict } from '../../../shared/errors.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { ImportBusy, type Importing } from './importing.ts'
import { lockUpload } from './upload-lock.ts'

const NOT_NOW = 'Dit bestand wordt nog verwerkt. Probeer het opnieuw als dat klaar is.'

/**
 * Runs work under the lock of an upload, so that the upload is not imported meanwhile. Waits for a running import;
 * throws 409 when that import still runs at `until` (epoch milliseconds).
 */
export async function runBetweenImports(
  kind: Pick<Importing<never>, 'type'>,
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
