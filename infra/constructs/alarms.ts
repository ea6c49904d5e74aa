import { Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { functionSpecs, type Trigger } from '../manifest.ts'
import type { Api } from './api.ts'
import type { Functions } from './functions.ts'

export interface AlarmsProps {
  readonly key: IKey
  readonly email: string | undefined
  readonly api: Api
  readonly table: TableV2
  readonly functions: Functions
  readonly jobs: readonly { name: string; trigger: Trigger; deadLetters: Queue }[]
}

const fiveMinutes = { period: Duration.minutes(5) }

/** What someone should hear of, told on one topic. */
export class Alarms extends Construct {
  readonly topic: Topic

  constructor(scope: Construct, id: string, { key, email, api, table, functions, jobs }: AlarmsProps) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })
    if (email) this.topic.addSubscription(new EmailSubscription(email))

    for (const [name, { timeoutSeconds }] of Object.entries(functionSpecs)) {
      const job = functions.get(name)
      this.#above(`${name}-errors`, 0, job.metricErrors(fiveMinutes))
      this.#above(`${name}-throttles`, 0, job.metricThrottles(fiveMinutes))
      this.#above(`${name}-slow`, 800 * timeoutSeconds, job.metricDuration({ ...fiveMinutes, statistic: Stats.p(99) }))
    }
    for (const { name, trigger, deadLetters } of jobs) {
      this.#above(`${name}-dead-letters`, 0, deadLetters.metricApproximateNumberOfMessagesVisible(fiveMinutes))
      if (trigger.on === 'stream') {
        const age = functions.get(name).metric('IteratorAge', { ...fiveMinutes, statistic: Stats.MAXIMUM })
        this.#above(`${name}-behind`, Duration.minutes(5).toMilliseconds(), age)
      }
    }
    this.#above('api-5xx', 0, api.http.metricServerError({ ...fiveMinutes, statistic: Stats.SUM }))
    for (const metricName of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
      this.#above(`table-${metricName}`, 0, table.metric(metricName, { ...fiveMinutes, statistic: Stats.SUM }))
    }
    const bounces = { namespace: 'AWS/SES', metricName: 'Reputation.BounceRate', period: Duration.hours(1) }
    this.#above('mail-bounces', 0.05, new Metric(bounces))
  }

  #above(id: string, threshold: number, metric: IMetric): void {
    new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.topic))
  }
}
