import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { ErrorKind } from '../../shared/errors.ts'

/** Namespace and service (the function's name, the one dimension) come from the environment. */
const metrics = new Metrics()

/** Failure as metrics count it: a kind of refusal, or `unexpected`. */
export type Failure = ErrorKind | 'unexpected'

/** Event, besides failures, that an operator should see. */
type Occurrence = 'lock-out' | 'client-error'

/** Counts an event such as a lock-out in CloudWatch, per function; names no person. */
export function countOccurrence(occurrence: Occurrence): void {
  metrics.singleMetric().addMetric(occurrence, MetricUnit.Count, 1)
}

/**
 * Counts a request or an event for CloudWatch, in one line of the log: `requests`, `duration` in milliseconds and
 * `error.<failure>` for each failure. Names no person and no content.
 */
export function measureRequest(durationMs: number, failures: readonly Failure[] = []): void {
  metrics.addMetric('requests', MetricUnit.Count, 1)
  metrics.addMetric('duration', MetricUnit.Milliseconds, durationMs)
  for (const failure of failures) metrics.addMetric(`error.${failure}`, MetricUnit.Count, 1)
  metrics.publishStoredMetrics()
}
