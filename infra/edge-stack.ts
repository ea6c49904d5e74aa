import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Config } from './config.ts'
import { AlarmTopic } from './constructs/alarm-topic.ts'
import { createDataKey } from './constructs/key.ts'
import { WebAcl } from './constructs/web-acl.ts'

/**
 * Firewall with its log and alarms, in us-east-1, as CloudFront requires. Holds no records or files of ours
 * (docs/decisions/0010-waf-region.md).
 */
export class EdgeStack extends Stack {
  readonly webAclArn: string

  constructor(scope: Construct, id: string, { config }: { config: Config }) {
    super(scope, id, { env: { region: 'us-east-1' }, terminationProtection: !config.firstDeployment })
    const key = createDataKey(this, 'Key')
    const alarms = new AlarmTopic(this, 'Alarms', { key, email: config.alarmEmail })
    this.webAclArn = new WebAcl(this, 'WebAcl', { key, alarms, firewall: config.firewall }).arn
  }
}
