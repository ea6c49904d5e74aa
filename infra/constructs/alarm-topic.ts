import { Stack } from 'aws-cdk-lib'
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'

export interface AlarmTopicProps {
  readonly key: IKey
  /** Address that receives the alarms; null: none are mailed. */
  readonly email: string | null
}

interface Watch {
  readonly metric: IMetric
  /** The alarm goes off above this value. */
  readonly most: number
  /** Meaning of the alarm, in one sentence. */
  readonly means: string
  /** Set for what happens once by chance: the alarm goes off when two of three periods exceed the value. */
  readonly lasting?: true
  /** Heading in the runbook; by default the alarm's name. */
  readonly chapter?: string
}

/** SNS topic that receives the alarms of one region and mails them, and that each is over. */
export class AlarmTopic extends Construct {
  readonly topicArn: string
  readonly #topic: Topic

  constructor(scope: Construct, id: string, { key, email }: AlarmTopicProps) {
    super(scope, id)
    this.#topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })
    this.topicArn = this.#topic.topicArn
    // A policy of ours, such as the one for TLS, replaces the default one that lets CloudWatch publish.
    this.#topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.#topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (email) this.#topic.addSubscription(new EmailSubscription(email))
  }

  /** Adds an alarm that is mailed. */
  add(name: string, watch: Watch): void {
    this.#mail(this.#makeAlarm(name, watch))
  }

  /** Adds an alarm that is mailed once when any of its parts goes off; the parts have no mail of their own. */
  addJoined(name: string, means: string, parts: Readonly<Record<string, Watch>>): void {
    const alarms = Object.entries(parts).map(([part, watch]) => this.#makeAlarm(part, { ...watch, chapter: name }))
    this.#mail(
      new CompositeAlarm(this, name, {
        compositeAlarmName: this.#nameOf(name),
        alarmDescription: describe(means, name),
        alarmRule: AlarmRule.anyOf(...alarms.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
      }),
    )
  }

  #makeAlarm(name: string, { metric, most, means, lasting, chapter = name }: Watch): Alarm {
    return new Alarm(this, name, {
      alarmName: this.#nameOf(name),
      alarmDescription: describe(means, chapter),
      metric,
      threshold: most,
      evaluationPeriods: lasting ? 3 : 1,
      datapointsToAlarm: lasting ? 2 : 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }

  #nameOf(name: string): string {
    return `${Stack.of(this).stackName}-${name}`
  }

  #mail(alarm: AlarmBase): void {
    const action = new SnsAction(this.#topic)
    alarm.addAlarmAction(action)
    alarm.addOkAction(action)
  }
}

const describe = (means: string, chapter: string) => `${means} What to do: docs/runbook.md#${chapter}`
