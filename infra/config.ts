import type { Node } from 'constructs'
import * as z from 'zod'

/**
 * Settings of one deployment, passed as CDK context (`-c name=value` or `cdk.context.json`); docs/deploy.md explains
 * each.
 */
const shape = {
  region: z.string().default('eu-central-1'),
  domainName: z.hostname(),
  certificateArn: z.string().startsWith('arn:aws:acm:us-east-1:'),
  mailSender: z.email().default('no-reply@partnerview.example'),
  alarmEmail: z.email().optional(),
  /** Dollars a month; what goes beyond is mailed to `alarmEmail`. */
  monthlyBudget: z.coerce.number().positive().default(100),
  /** `count`: AWS's rules of the firewall only count what they would block. */
  firewall: z.enum(['block', 'count']).default('block'),
  /** True for the first deployment: nothing is protected yet, so that a failed attempt leaves nothing behind. */
  firstDeployment: z.stringbool().default(false),
  accountConcurrency: z.coerce.number().int().min(0).default(1000),
}
const Config = z.object(shape)
export type Config = z.output<typeof Config>

/** Example values of the required settings, for a stack that is synthesized and never deployed. */
export const exampleContext = {
  domainName: 'app.partnerview.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
}

/** Reads the settings of a deployment from the CDK context; throws with the names of missing and invalid ones. */
export function readConfig(node: Node): Config {
  const parsed = Config.safeParse(
    Object.fromEntries(Object.keys(shape).map((name) => [name, node.tryGetContext(name)])),
  )
  if (parsed.success) return parsed.data
  throw new Error(`docs/deploy.md tells what to choose.\n${z.prettifyError(parsed.error)}`)
}
