import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Config } from './config.ts'
import { AlarmTopic } from './constructs/alarm-topic.ts'
import { dataKey } from './constructs/key.ts'
import { WebAcl } from './constructs/web-acl.ts'

/**
 * Firewall and its alarms, which CloudFront accepts only from us-east-1; holds no data
 * (docs/decisions/0010-waf-region.md).
 */
export class EdgeStack extends Stack {
  readonly webAclArn: string

  constructor(scope: Construct, id: string, { config }: { config: Config }) {
    super(scope, id, { env: { region: 'us-east-1' }, terminationProtection: true })
    const key = dataKey(this, 'Key')
    const alarms = new AlarmTopic(this, 'Alarms', { key, email: config.alarmEmail })
    this.webAclArn = new WebAcl(this, 'WebAcl', { key, alarms }).arn
  }
}
