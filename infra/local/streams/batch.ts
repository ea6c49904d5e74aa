import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import type { Invocation } from '../lambda/functions.ts'

export interface BatchOptions {
  /** Maximum number of records in one call. */
  readonly batch: number
  /** Number of attempts on a single record before it is given up. */
  readonly attempts: number
  readonly invoke: (event: DynamoDBStreamEvent) => Promise<Invocation>
  /** Receives a record that was given up, with its last error and the number of attempts. */
  readonly bury: (record: DynamoDBRecord, error: string, attempts: number) => void
  /** Called when all of `records` up to and including this one were delivered or given up. */
  readonly onDone: (record: DynamoDBRecord, records: readonly DynamoDBRecord[]) => void
  /** Waits before the next attempt. */
  readonly pause: (attempt: number) => Promise<void>
  /** Aborted when no further call is to be made. */
  readonly signal: AbortSignal
}

/**
 * Delivers records in order, as Lambda's event source mapping does with partial failures and bisected batches. A failed
 * batch is halved until the bad record is alone, which is given up after the allowed attempts. Resolves to true when
 * all records are done, to false when `signal` stopped the delivery before.
 */
export async function deliverRecords(records: readonly DynamoDBRecord[], options: BatchOptions): Promise<boolean> {
  let rest = [...records]
  let size = options.batch
  let attempts = 0
  while (rest.length > 0) {
    const batch = rest.slice(0, size)
    const outcome = failedFrom(batch, await options.invoke({ Records: batch }))
    const done = outcome ? outcome.index : batch.length
    const last = batch[done - 1]
    if (last) {
      options.onDone(last, records)
      attempts = 0
    }
    rest = rest.slice(done)
    if (!outcome) {
      size = options.batch
      continue
    }
    if (options.signal.aborted) return false
    if (batch.length > 1 && done === 0) size = Math.ceil(batch.length / 2)
    else if (batch.length > 1) size = options.batch
    else attempts += 1
    const [first] = rest
    if (first && attempts >= options.attempts) {
      options.bury(first, outcome.error, attempts)
      options.onDone(first, records)
      rest = rest.slice(1)
      size = options.batch
      attempts = 0
    } else await options.pause(attempts)
    if (options.signal.aborted) return false
  }
  return true
}

/** Returns the position and the error of the first failure in a batch, or null without one. */
function failedFrom(batch: readonly DynamoDBRecord[], outcome: Invocation): { index: number; error: string } | null {
  if (!outcome.ok) return { index: 0, error: outcome.error.errorMessage }
  const failures = new Set(readFailedItems(outcome.payload))
  if (failures.size === 0) return null
  const index = batch.findIndex((record) => failures.has(record.dynamodb?.SequenceNumber ?? ''))
  return { index: Math.max(0, index), error: 'The function reported it as failed' }
}

/**
 * Returns the identifiers of the stream records or queue messages that a function's reply lists as failed, in
 * `batchItemFailures`. An empty identifier stands for the whole batch.
 */
export function readFailedItems(payload: unknown): string[] {
  if (typeof payload !== 'object' || payload === null || !('batchItemFailures' in payload)) return []
  const { batchItemFailures } = payload
  if (!Array.isArray(batchItemFailures)) return []
  return batchItemFailures.map((failure: { itemIdentifier?: unknown }) => String(failure?.itemIdentifier ?? ''))
}
