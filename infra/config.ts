import type { Node } from 'constructs'
import * as z from 'zod'

/** What one deployment chooses, as CDK context (`-c name=value` or `cdk.context.json`); docs/deploy.md explains each. */
const Config = z
  .object({
    region: z.string().default('eu-central-1'),
    mailSender: z.email().default('no-reply@partnerview.example'),
    alarmEmail: z.email().optional(),
    domainName: z.hostname().optional(),
    certificateArn: z.string().startsWith('arn:aws:acm:us-east-1:').optional(),
  })
  .refine(({ domainName, certificateArn }) => (domainName === undefined) === (certificateArn === undefined), {
    message: 'domainName and certificateArn go together',
  })
export type Config = z.output<typeof Config>

/** Reads the deployment's choices from the context; a wrong one throws and names itself. */
export const readConfig = (node: Node): Config =>
  Config.parse(
    Object.fromEntries(
      ['region', 'mailSender', 'alarmEmail', 'domainName', 'certificateArn'].map((name) => [
        name,
        node.tryGetContext(name),
      ]),
    ),
  )
