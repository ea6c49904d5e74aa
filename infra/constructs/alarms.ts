import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { ErrorKind } from '../../shared/errors.ts'
import { functionSpecs, manifest, type Trigger } from '../manifest.ts'
import { AlarmTopic, type AlarmTopicProps } from './alarm-topic.ts'
import type { Api } from './api.ts'
import { type Functions, METRICS_NAMESPACE } from './functions.ts'

export interface AlarmsProps extends AlarmTopicProps {
  readonly api: Api
  readonly table: TableV2
  readonly functions: Functions
  readonly jobs: readonly { name: string; trigger: Trigger; deadLetters: Queue }[]
}

const fiveMinutes = { period: Duration.minutes(5) }

/** Number of refusals of one function in five minutes above which an alarm goes off. Ordinary work stays below it. */
const MOST_REFUSALS = 100
/** Number of lock-outs in a quarter of an hour above which an alarm goes off. Ordinary work stays below it. */
const MOST_LOCK_OUTS = 10
/** Number of errors in browsers in a quarter of an hour above which an alarm goes off; each is one of a session. */
const MOST_CLIENT_ERRORS = 5

/** Returns a metric that a function emits itself (`functions/platform/metrics.ts`). */
const ownMetric = (service: string, metricName: string, period: Duration) =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { service },
    statistic: Stats.SUM,
    period,
  })

/**
 * Returns the metric of the requests that a function refused because they had no session or no right, or were too many.
 */
function refusals(service: string): IMetric {
  const kinds: readonly ErrorKind[] = ['unauthenticated', 'forbidden', 'tooMany']
  return new MathExpression({
    expression: kinds.map((kind) => `FILL(${kind}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(
      kinds.map((kind) => [kind, ownMetric(service, `error.${kind}`, fiveMinutes.period)]),
    ),
    label: `${service} refusals`,
    ...fiveMinutes,
  })
}

/** Returns the events of the table and its indexes together. The metric of a table leaves its indexes out. */
function throttled({ tableName }: TableV2, metricName: string): IMetric {
  const metricOf = (dimensions: object) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: tableName, ...dimensions },
      statistic: Stats.SUM,
      ...fiveMinutes,
    })
  const { indexes } = manifest.table
  return new MathExpression({
    expression: ['base', ...indexes].map((id) => `FILL(${id}, 0)`).join(' + '),
    usingMetrics: {
      base: metricOf({}),
      ...Object.fromEntries(indexes.map((name) => [name, metricOf({ GlobalSecondaryIndexName: name })])),
    },
    label: metricName,
    ...fiveMinutes,
  })
}

/** Alarms of the functions, the jobs, the API, the table and the mail. */
export class Alarms extends AlarmTopic {
  constructor(scope: Construct, id: string, { api, table, functions, jobs, ...topic }: AlarmsProps) {
    super(scope, id, topic)
    for (const [name, { timeoutSeconds }] of Object.entries(functionSpecs)) {
      const job = functions.get(name)
      this.above(`${name}-errors`, 0, job.metricErrors(fiveMinutes))
      this.above(`${name}-throttles`, 0, job.metricThrottles(fiveMinutes))
      this.above(`${name}-slow`, 800 * timeoutSeconds, job.metricDuration({ ...fiveMinutes, statistic: Stats.p(99) }))
      if (name.startsWith('api-')) this.above(`${name}-refusals`, MOST_REFUSALS, refusals(name))
    }
    this.above('lock-outs', MOST_LOCK_OUTS, ownMetric('api-auth', 'lock-out', Duration.minutes(15)))
    const clientErrors = ownMetric('api-client-errors', 'client-error', Duration.minutes(15))
    this.above('client-errors', MOST_CLIENT_ERRORS, clientErrors)
    for (const { name, trigger, deadLetters } of jobs) {
      this.above(`${name}-dead-letters`, 0, deadLetters.metricApproximateNumberOfMessagesVisible(fiveMinutes))
      if (trigger.on === 'stream') {
        const age = functions.get(name).metric('IteratorAge', { ...fiveMinutes, statistic: Stats.MAXIMUM })
        this.above(`${name}-behind`, Duration.minutes(5).toMilliseconds(), age)
      }
    }
    this.above('api-5xx', 0, api.http.metricServerError({ ...fiveMinutes, statistic: Stats.SUM }))
    for (const metricName of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
      this.above(`table-${metricName}`, 0, throttled(table, metricName))
    }
    const bounces = { namespace: 'AWS/SES', metricName: 'Reputation.BounceRate', period: Duration.hours(1) }
    this.above('mail-bounces', 0.05, new Metric(bounces))
  }
}
