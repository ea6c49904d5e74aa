import { CfnElement, Stack, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'
import { backupPolicies } from './constructs/backup.ts'
import { folders } from './domains.ts'
import { usesFolder } from './function-sets.ts'
import type { Trigger } from './jobs.ts'
import { type FunctionSpec, functionSpecs, manifest } from './manifest.ts'

interface Review {
  /** Path of the construct below the stack; the review also covers what is inside it. */
  readonly at: string
  readonly rule: string
  readonly reason: string
}

const jobs = Object.entries<FunctionSpec & { trigger: Trigger }>(manifest.jobs)
const startedBy = (...kinds: Trigger['on'][]) => jobs.filter(([, { trigger }]) => kinds.includes(trigger.on))

/** Findings of cdk-nag and of the CDK itself that were reviewed and accepted. */
const reviewsOf = (stack: Stack): Review[] => [
  {
    at: 'Api',
    rule: 'AwsSolutions-APIG4',
    reason:
      'The functions authorise every route themselves, from the access table against the stored session (rulings 2, 18); an authoriser would be a second table.',
  },
  ...(at(stack, 'Api/Routes').node.tryFindChild('ShiftRole')
    ? [
        {
          at: 'Api/Routes/ShiftRole',
          rule: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
          reason: 'CodeDeploy moves aliases by the rights that AWS keeps for it; it changes no function.',
        },
      ]
    : []),
  ...(stack.node.tryFindChild('Backup')
    ? backupPolicies.map((policy) => ({
        at: 'Backup/Role',
        rule: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`,
        reason: 'AWS Backup copies table and documents by the rights that AWS keeps for it; no function has them.',
      }))
    : []),
  {
    at: 'Identity/Pool',
    rule: 'AwsSolutions-COG1',
    reason:
      'At least 6 characters at creation is the rule of the product (rulings 9); 2FA, lock-out and a limit per address stand beside it.',
  },
  {
    at: 'Identity/Pool',
    rule: 'AwsSolutions-COG2',
    reason:
      'With MFA required, turning it off is silently ignored; the app demands 2FA itself and fails closed (rulings 6).',
  },
  {
    at: 'Identity/Pool',
    rule: 'AwsSolutions-COG8',
    reason:
      'Threat protection judges the address of the caller, which is always a function of ours; the app locks out itself (rulings 5).',
  },
  {
    at: 'OriginSecret',
    rule: 'AwsSolutions-SMG4',
    reason: 'CloudFront gets the value at deployment, so a deployment replaces it, not a schedule.',
  },
  {
    at: 'Site/Distribution',
    rule: 'AwsSolutions-CFR1',
    reason: 'People travel; session and 2FA decide who enters, not the country.',
  },
  {
    at: 'Site/Distribution',
    rule: 'AwsSolutions-CFR3',
    reason:
      'Its log would hold every path and query, feed tokens and ids among them; infra/site-log-stack.ts gives the log out without.',
  },
  {
    at: 'Site/Distribution',
    rule: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
    reason:
      'A root object is set and no query reaches the bucket; the right makes a missing file a 404 instead of a 403.',
  },
  ...startedBy('stream', 'schedule').map(([job]) => ({
    at: `Jobs/${job}/DeadLetters`,
    rule: 'AwsSolutions-SQS3',
    reason: 'It is a dead-letter queue, of a stream or a schedule, which the rule does not see.',
  })),
  ...startedBy('schedule').map(([job]) => ({
    at: 'SchedulerRole',
    rule: wildcard(`${arnOf(stack, `Functions/${job}`)}:*`),
    reason: 'Versions of a function that a schedule starts.',
  })),
  ...Object.keys(functionSpecs).flatMap((name) =>
    foldersOf(stack, name).map((objects) => ({
      at: `Functions/${name}-role`,
      rule: wildcard(objects),
      reason: 'Objects below one folder of a bucket of ours, whose keys are not known beforehand.',
    })),
  ),
]

const wildcard = (resource: string) => `AwsSolutions-IAM5[Resource::${resource}]`

/** Returns the bucket folders in a function's statements, as cdk-nag spells them. */
const foldersOf = (stack: Stack, name: string): string[] =>
  manifest.buckets.flatMap((bucket) =>
    Object.entries(folders[bucket]).flatMap(([folder, rights]) =>
      usesFolder(rights, name) ? [`${arnOf(stack, `Data/${bucket}`)}/${folder}*`] : [],
    ),
  )

/**
 * Returns the construct at a path. Throws when there is none, so that no accepted finding stays listed for a removed
 * construct.
 */
const at = (stack: Stack, path: string): IConstruct =>
  path.split('/').reduce<IConstruct>((construct, id) => construct.node.findChild(id), stack)

/** Returns an ARN as cdk-nag spells it. */
function arnOf(stack: Stack, path: string): string {
  const resource = at(stack, path).node.defaultChild
  if (!CfnElement.isCfnElement(resource)) throw new TypeError(`${path} is no resource`)
  return `<${Stack.of(resource).getLogicalId(resource)}.Arn>`
}

/** Marks the reviewed findings of cdk-nag and of the CDK as accepted, each with its reason, at its construct. */
export function acknowledgeReviewed(stack: Stack): void {
  for (const { at: path, rule, reason } of reviewsOf(stack)) {
    Validations.of(at(stack, path)).acknowledge({ id: rule, reason })
  }
}
