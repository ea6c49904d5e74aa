import { Duration, Stack, Validations } from 'aws-cdk-lib'
import { CfnOIDCProvider, PolicyStatement, Role, type RoleProps, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'

const ISSUER = 'token.actions.githubusercontent.com'

/**
 * Calls of `scripts/deploy/aws.ts` and `aws-tables.ts`, without those for the first admin, dead letters and a restore,
 * which people make. The CDK's own roles change the stacks.
 */
const deployActions = [
  'access-analyzer:ValidatePolicy',
  'acm:DescribeCertificate',
  'backup:DescribeBackupVault',
  'cloudformation:DeleteStack',
  'cloudformation:DescribeStacks',
  'cloudformation:GetResource',
  'cloudformation:ListStackResources',
  'cloudfront:CreateInvalidation',
  'cloudwatch:DescribeAlarmHistory',
  'cloudwatch:GetMetricStatistics',
  'cloudwatch:SetAlarmState',
  'dynamodb:DescribeTable',
  'lambda:GetAccountSettings',
  'logs:DescribeLogGroups',
  'logs:GetDeliveryDestination',
  'logs:GetDeliverySource',
  's3:GetObjectTagging',
  's3:ListBucket',
  's3:PutObject',
  's3:PutObjectTagging',
  'ses:GetAccount',
  'ses:GetEmailIdentity',
  'ses:SendEmail',
  'sns:ListSubscriptionsByTopic',
  'wafv2:CheckCapacity',
]

const reviews = {
  'AwsSolutions-IAM5[Resource::*]': 'The stacks and their names do not exist before the first deployment.',
  ...Object.fromEntries(
    ['cdk-*', 'cdk-hnb659fds-lookup-role-*'].map((roles) => [
      `AwsSolutions-IAM5[Resource::arn:aws:iam::<AWS::AccountId>:role/${roles}]`,
      'The roles of the bootstrap, one set in each region.',
    ]),
  ),
}

/**
 * Roles that workflows of one GitHub repository take by OpenID Connect, without stored keys: one that plans, for pull
 * requests, and one that deploys, for the environments dev and prod.
 */
export class GithubStack extends Stack {
  constructor(scope: Construct, id: string, repository: string) {
    super(scope, id, { env: { region: 'us-east-1' } })
    const provider = new CfnOIDCProvider(this, 'Github', {
      url: `https://${ISSUER}`,
      clientIdList: ['sts.amazonaws.com'],
    })
    const role = (name: string, subjects: readonly string[], options: Partial<RoleProps> = {}) =>
      new Role(this, name, {
        ...options,
        assumedBy: new WebIdentityPrincipal(provider.attrArn, {
          StringEquals: {
            [`${ISSUER}:aud`]: 'sts.amazonaws.com',
            [`${ISSUER}:sub`]: subjects.map((subject) => `repo:${repository}:${subject}`),
          },
        }),
      })
    const mayAssume = (roles: string) =>
      new PolicyStatement({ actions: ['sts:AssumeRole'], resources: [`arn:aws:iam::${this.account}:role/${roles}`] })

    role('Diff', ['pull_request']).addToPolicy(mayAssume('cdk-hnb659fds-lookup-role-*'))
    const deploy = role('Deploy', ['environment:dev', 'environment:prod'], {
      maxSessionDuration: Duration.minutes(90),
    })
    deploy.addToPolicy(mayAssume('cdk-*'))
    deploy.addToPolicy(new PolicyStatement({ actions: deployActions, resources: ['*'] }))
    for (const [rule, reason] of Object.entries(reviews)) Validations.of(this).acknowledge({ id: rule, reason })
  }
}
