import { failureOf } from './http/reply.ts'
import { log } from './log.ts'
import { countFailures, type Failure } from './metrics.ts'
import { meterWork } from './request.ts'

interface Batch<R> {
  /** Returns the id of a record at its event source. */
  readonly id: (record: R) => string
  /**
   * Returns the lane of a record: records of one lane run in turn, lanes run side by side. By default there is one
   * lane.
   */
  readonly lane?: (record: R) => string
  readonly run: (record: R) => Promise<void>
}

interface Failures {
  batchItemFailures: { itemIdentifier: string }[]
}

/**
 * Handles a batch of records from a queue or stream: runs `batch.run` for each. Records with the same `batch.lane` run
 * one after another, in order; different lanes run at the same time. Returns the failed records, so that the source
 * delivers only those again. Logs one line under `name`, with the capacity used.
 */
export async function handleBatch<R>(name: string, records: readonly R[], batch: Batch<R>): Promise<Failures> {
  const { id, run, lane: laneOf = () => '' } = batch
  const failures: Failures = { batchItemFailures: [] }
  const kinds: Failure[] = []
  const runLane = async (lane: readonly R[]) => {
    for (const record of lane) {
      try {
        await run(record)
      } catch (error) {
        log.error('event failed', {
          event: name,
          record: id(record),
          error: error instanceof Error ? error : String(error),
        })
        failures.batchItemFailures.push({ itemIdentifier: id(record) })
        kinds.push(failureOf(error))
      }
    }
  }
  const work = async () => {
    await Promise.all([...Map.groupBy(records, laneOf).values()].map(runLane))
    return { records: records.length, failed: failures.batchItemFailures.length }
  }
  await runWithLog(name, work, kinds)
  return failures
}

/**
 * Runs the work of a schedule or an event. Then logs one line with its result and the capacity used, and counts the
 * failures that the work has added to `failures`. When the work throws, logs and counts nothing.
 */
export async function runWithLog(
  name: string,
  work: () => Promise<object>,
  failures: readonly Failure[] = [],
): Promise<void> {
  const usage = { read: 0, write: 0 }
  const startedAt = performance.now()
  const done = await meterWork(usage, work)
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
  log.info('request', { route: name, status: 200, durationMs, consumed: usage, ...done })
  countFailures(failures)
}
