import type { App } from 'aws-cdk-lib'
import type { CodeOf } from './bundle.ts'
import { readConfig } from './config.ts'
import { EdgeStack } from './edge-stack.ts'
import { SiteLogStack } from './site-log-stack.ts'
import { PartnerviewStack } from './stack.ts'

/**
 * Creates the stacks of one deployment: firewall, product and site log. Each stack gets what it needs from the stack
 * before it.
 */
export function addStacks(app: App, codeOf: CodeOf) {
  const config = readConfig(app.node)
  const edge = new EdgeStack(app, 'PartnerviewEdge', { config })
  const main = new PartnerviewStack(app, 'Partnerview', { config, webAclArn: edge.webAclArn, codeOf })
  const { distribution, logBucketArn } = main
  const siteLog = new SiteLogStack(app, 'PartnerviewSiteLog', { config, distribution, logBucketArn })
  return { edge, main, siteLog }
}
