import { Duration, Stack } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { ErrorKind } from '../../shared/errors.ts'
import type { Trigger } from '../jobs.ts'
import { manifest } from '../manifest.ts'
import { AlarmTopic, type AlarmTopicProps } from './alarm-topic.ts'
import type { Api } from './api.ts'
import type { Functions } from './functions.ts'

export interface AlarmsProps extends AlarmTopicProps {
  readonly api: Api
  readonly table: TableV2
  readonly functions: Functions
  readonly jobs: readonly { name: string; trigger: Trigger; deadLetters: Queue }[]
}

const fiveMinutes = { period: Duration.minutes(5) }
const quarterOfAnHour = { period: Duration.minutes(15) }

/** Number of refusals in five minutes above which an alarm goes off. Ordinary work stays below it. */
const MOST_REFUSALS = 200
/** Number of lock-outs in a quarter of an hour above which an alarm goes off. Ordinary work stays below it. */
const MOST_LOCK_OUTS = 10
/** Number of errors in browsers in a quarter of an hour above which an alarm goes off; each is one of a session. */
const MOST_CLIENT_ERRORS = 5
/** Milliseconds that one of a hundred calls may take. */
const SLOW_MS = 5_000

/** Returns a metric that the functions emit themselves (`functions/platform/metrics.ts`). */
export const ownMetric = (namespace: string, metricName: string, { period }: { period: Duration } = fiveMinutes) =>
  new Metric({
    namespace,
    metricName,
    dimensionsMap: { service: 'partnerview' },
    statistic: Stats.SUM,
    period,
  })

/** Returns the sum of metrics, in five minutes. A metric without data counts as zero. */
const sumOf = (label: string, usingMetrics: Record<string, IMetric>): IMetric =>
  new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((id) => `FILL(${id}, 0)`)
      .join(' + '),
    usingMetrics,
    label,
    ...fiveMinutes,
  })

/** Returns the requests that were refused because they had no session or no right, or were too many. */
function refusals(namespace: string): IMetric {
  const kinds: readonly ErrorKind[] = ['unauthenticated', 'forbidden', 'tooMany']
  return sumOf('refusals', Object.fromEntries(kinds.map((kind) => [kind, ownMetric(namespace, `error.${kind}`)])))
}

/** Returns the events of the table and its indexes together. The metric of a table leaves its indexes out. */
export function countThrottled({ tableName }: TableV2, metricName: string): IMetric {
  const metricOf = (dimensions: object) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: tableName, ...dimensions },
      statistic: Stats.SUM,
      ...fiveMinutes,
    })
  // Two of these sums in one graph need different names of their parts.
  const idOf = (name: string) => `${metricName.charAt(0).toLowerCase()}_${name}`
  return sumOf(metricName, {
    [idOf('table')]: metricOf({}),
    ...Object.fromEntries(
      manifest.table.indexes.map((name) => [idOf(name), metricOf({ GlobalSecondaryIndexName: name })]),
    ),
  })
}

const reputation = (metricName: string) => new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1) })

/**
 * Alarms of the API, the jobs, the table and the mail. What the API or a job's dead letters show has no alarm per
 * function: one fault is one mail.
 */
export class Alarms extends AlarmTopic {
  constructor(scope: Construct, id: string, { api, table, functions, jobs, ...topic }: AlarmsProps) {
    super(scope, id, topic)
    const { stackName } = Stack.of(this)
    this.addJoined('api', 'People cannot work: the API fails, is slow or is throttled.', {
      'api-5xx': {
        metric: api.http.metricServerError({ ...fiveMinutes, statistic: Stats.SUM }),
        most: 0,
        means: 'Calls end with 5xx.',
        lasting: true,
      },
      'api-slow': {
        metric: api.http.metricLatency({ ...fiveMinutes, statistic: Stats.p(99) }),
        most: SLOW_MS,
        means: `One of a hundred calls takes longer than ${SLOW_MS / 1000} s.`,
        lasting: true,
      },
      // Without a function's name, the metric counts all functions of the account.
      throttles: {
        metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, ...fiveMinutes }),
        most: 0,
        means: 'More functions would run at once than the account may run.',
        lasting: true,
      },
    })
    this.add('unexpected', {
      metric: ownMetric(stackName, 'error.unexpected'),
      most: 0,
      means: 'A function met a fault of its own.',
    })
    this.add('refusals', {
      metric: refusals(stackName),
      most: MOST_REFUSALS,
      means: `More than ${MOST_REFUSALS} requests in five minutes had no session or no right, or were too many.`,
    })
    this.add('lock-outs', {
      metric: ownMetric(stackName, 'lock-out', quarterOfAnHour),
      most: MOST_LOCK_OUTS,
      means: `More than ${MOST_LOCK_OUTS} accounts locked in a quarter of an hour.`,
    })
    this.add('client-errors', {
      metric: ownMetric(stackName, 'client-error', quarterOfAnHour),
      most: MOST_CLIENT_ERRORS,
      means: `More than ${MOST_CLIENT_ERRORS} browsers met an error in a quarter of an hour.`,
    })
    for (const { name, trigger, deadLetters } of jobs) {
      this.add(`${name}-dead-letters`, {
        metric: deadLetters.metricApproximateNumberOfMessagesVisible(fiveMinutes),
        most: 0,
        means: `${name} has given up on work.`,
        chapter: 'dead-letters',
      })
      if (trigger.on === 'stream') {
        this.add(`${name}-behind`, {
          metric: functions.get(name).metric('IteratorAge', { ...fiveMinutes, statistic: Stats.MAXIMUM }),
          most: Duration.minutes(5).toMilliseconds(),
          means: `${name} is more than five minutes behind the table.`,
          chapter: 'behind',
        })
      }
    }
    for (const [name, metricName] of [
      ['table-reads-throttled', 'ReadThrottleEvents'],
      ['table-writes-throttled', 'WriteThrottleEvents'],
    ] as const) {
      this.add(name, {
        metric: countThrottled(table, metricName),
        most: 0,
        means: 'The table or one of its indexes gets more than it takes.',
        lasting: true,
        chapter: 'table-throttled',
      })
    }
    const mails = { chapter: 'mail' }
    this.add('mail-bounces', {
      metric: reputation('Reputation.BounceRate'),
      most: 0.05,
      means: 'More than 5 % of the mail bounces; above 10 % SES may stop.',
      ...mails,
    })
    this.add('mail-complaints', {
      metric: reputation('Reputation.ComplaintRate'),
      most: 0.001,
      means: 'More than 0.1 % of the mail is called spam; above 0.5 % SES may stop.',
      ...mails,
    })
  }
}
