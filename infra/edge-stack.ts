import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { WebAcl } from './constructs/web-acl.ts'

/** What CloudFront only takes from us-east-1, and nothing that holds data (docs/decisions/0010-waf-region.md). */
export class EdgeStack extends Stack {
  readonly webAclArn: string

  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, { ...props, env: { region: 'us-east-1' } })
    this.webAclArn = new WebAcl(this, 'WebAcl').arn
  }
}
