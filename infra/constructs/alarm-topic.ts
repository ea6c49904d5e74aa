import { Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'

export interface AlarmTopicProps {
  readonly key: IKey
  /** Address that receives the alarms; undefined: none are mailed. */
  readonly email: string | undefined
}

/** SNS topic that receives the alarms of one region and mails them. */
export class AlarmTopic extends Construct {
  readonly #topic: Topic

  constructor(scope: Construct, id: string, { key, email }: AlarmTopicProps) {
    super(scope, id)
    this.#topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })
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

  /** Adds an alarm for when the metric exceeds the threshold in one period. */
  above(id: string, threshold: number, metric: IMetric): void {
    new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.#topic))
  }
}
