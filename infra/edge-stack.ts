import { CfnOutput, Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'
import { AlarmTopic } from './constructs/alarm-topic.ts'
import { createDataKey } from './constructs/key.ts'
import { WebAcl } from './constructs/web-acl.ts'
import type { Environment } from './environments.ts'

/**
 * Firewall with its log and alarms, in us-east-1, as CloudFront requires, and the account's budget. Holds no records or
 * files of ours (docs/decisions/0034-the-edge.md).
 */
export class EdgeStack extends Stack {
  readonly webAclArn: string

  constructor(scope: Construct, id: string, environment: Environment) {
    super(scope, id, { env: { region: 'us-east-1' }, terminationProtection: environment.isProtected })
    const { alarmEmail, monthlyBudget } = environment
    const key = createDataKey(this, 'Key')
    const alarms = new AlarmTopic(this, 'Alarms', { key, email: alarmEmail })
    this.webAclArn = new WebAcl(this, 'WebAcl', { key, alarms, environment }).arn
    if (alarmEmail) addBudget(this, monthlyBudget, alarmEmail)
    new CfnOutput(this, 'AlarmTopic', { value: alarms.topicArn })
  }
}

/**
 * Adds a budget of the account in dollars a month, whose overrun is mailed when it is foreseen and when it is there.
 */
function addBudget(scope: Construct, amount: number, address: string): void {
  const mailAbove = (notificationType: 'ACTUAL' | 'FORECASTED') => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
    subscribers: [{ subscriptionType: 'EMAIL', address }],
  })
  new CfnBudget(scope, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
    notificationsWithSubscribers: [mailAbove('FORECASTED'), mailAbove('ACTUAL')],
  })
}
