import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { ErrorKind } from '../../shared/errors.ts'

/**
 * The functions count together, as each metric of each function would be paid for. Lambda counts calls and durations.
 */
const metrics = new Metrics({ serviceName: 'partnerview' })

/** Failure as metrics count it: a kind of refusal, or `unexpected`. */
export type Failure = ErrorKind | 'unexpected'

/** Event, besides failures, that an operator should see. */
type Occurrence = 'lock-out' | 'client-error'

/** Counts an event such as a lock-out in CloudWatch; names no person. */
export const countOccurrence = (occurrence: Occurrence): void => count([occurrence])

/** Counts failures in CloudWatch, each as `error.<failure>`; names no person and no content. */
export const countFailures = (failures: readonly Failure[]): void => count(failures.map((kind) => `error.${kind}`))

/** Writes one line to the log, from which CloudWatch counts; the log tells the function. */
function count(names: readonly string[]): void {
  if (names.length === 0) return
  for (const name of names) metrics.addMetric(name, MetricUnit.Count, 1)
  metrics.publishStoredMetrics()
}
