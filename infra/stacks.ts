import type { App } from 'aws-cdk-lib'
import type { CodeOf } from './bundle.ts'
import { EdgeStack } from './edge-stack.ts'
import type { Environment } from './environments.ts'
import { SiteLogStack } from './site-log-stack.ts'
import { PartnerviewStack } from './stack.ts'

/**
 * Creates the stacks of one deployment: firewall, product and site log. Each stack gets what it needs from the stack
 * before it.
 */
export function addStacks(app: App, name: string, environment: Environment, codeOf: CodeOf) {
  const id = `Partnerview-${name}`
  const edge = new EdgeStack(app, `${id}-edge`, environment)
  const main = new PartnerviewStack(app, id, { environment, webAclArn: edge.webAclArn, codeOf })
  const { distribution, logBucketArn } = main
  const siteLog = new SiteLogStack(app, `${id}-site-log`, { environment, distribution, logBucketArn })
  return { edge, main, siteLog }
}
