import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'

export interface AlarmTopicProps {
  readonly key: IKey
  /** Address that receives the alarms; absent: nobody does. */
  readonly email: string | undefined
}

/** Topic for the alarms of one region. */
export class AlarmTopic extends Construct {
  readonly #topic: Topic

  constructor(scope: Construct, id: string, { key, email }: AlarmTopicProps) {
    super(scope, id)
    this.#topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })
    if (email) this.#topic.addSubscription(new EmailSubscription(email))
  }

  /** Tells when the metric is above the threshold in one period. */
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
