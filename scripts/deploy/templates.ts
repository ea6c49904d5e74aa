import type { SynthesizedStack } from '../../infra/assembly.ts'
import { resourcesOf, type Template } from '../../infra/template.ts'
import type { PolicyKind } from './cloud.ts'

/** Reads in the templates what a deployment asks AWS about before it changes anything. */

/** Properties that name what AWS allows once in an account, by type. */
const names: Readonly<Record<string, string>> = {
  'AWS::Backup::BackupVault': 'BackupVaultName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Logs::DeliverySource': 'Name',
  'AWS::Logs::DeliveryDestination': 'Name',
  'AWS::SES::EmailIdentity': 'EmailIdentity',
}

/** Returns the resources with a name of ours that another resource may have already. */
export const listNames = ({ template, region }: SynthesizedStack, account: string) =>
  Object.entries(names).flatMap(([type, property]) =>
    resourcesOf<Record<string, unknown>>(template, type)
      .filter((found) => property in found)
      .map((found) => ({ type, name: String(resolveValue(template, found[property], { account, region })) })),
  )

/** Returns the logical ids of what stays when a stack is deleted. */
export const listKept = ({ template }: SynthesizedStack): readonly string[] =>
  Object.entries(template.Resources).flatMap(([id, resource]) =>
    ((resource as { DeletionPolicy?: string }).DeletionPolicy ?? 'Delete') === 'Delete' ? [] : [id],
  )

/** Returns the executions that the functions reserve together. */
export const countReservedExecutions = (stacks: readonly SynthesizedStack[]): number =>
  stacks
    .flatMap(({ template }) =>
      resourcesOf<{ ReservedConcurrentExecutions?: number }>(template, 'AWS::Lambda::Function'),
    )
    .reduce((sum, { ReservedConcurrentExecutions = 0 }) => sum + ReservedConcurrentExecutions, 0)

/** Returns the rules of each firewall. */
export const listFirewalls = (stacks: readonly SynthesizedStack[]): readonly (readonly object[])[] =>
  stacks.flatMap(({ template }) =>
    resourcesOf<{ Rules: readonly object[] }>(template, 'AWS::WAFv2::WebACL').map(({ Rules }) => Rules),
  )

/** Property that holds a policy, and its kind, by type. */
const policies: Readonly<Record<string, readonly [property: string, kind: PolicyKind]>> = {
  'AWS::IAM::Policy': ['PolicyDocument', 'IDENTITY_POLICY'],
  'AWS::KMS::Key': ['KeyPolicy', 'RESOURCE_POLICY'],
  'AWS::S3::BucketPolicy': ['PolicyDocument', 'RESOURCE_POLICY'],
  'AWS::SNS::TopicPolicy': ['PolicyDocument', 'RESOURCE_POLICY'],
  'AWS::SQS::QueuePolicy': ['PolicyDocument', 'RESOURCE_POLICY'],
}

/** Returns every policy of a stack, its references replaced by ARNs of that shape. */
export const listPolicies = ({ template, region }: SynthesizedStack, account: string) =>
  Object.entries(policies).flatMap(([type, [property, kind]]) =>
    resourcesOf<Record<string, object>>(template, type).map((found) => ({
      id: String(found.id),
      kind,
      document: resolveValue(template, found[property], { account, region }) as object,
    })),
  )

interface Place {
  readonly account: string
  readonly region: string
}

/** Values of references, in the shape that AWS demands: of a type's attribute, or of its `Ref`. */
const shapes: Readonly<Record<string, string>> = {
  'AWS::AccountId': '{account}',
  'AWS::Region': '{region}',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::DynamoDB::GlobalTable.Arn': 'arn:aws:dynamodb:{region}:{account}:table/x',
  'AWS::DynamoDB::GlobalTable.StreamArn': 'arn:aws:dynamodb:{region}:{account}:table/x/stream/2026-01-01T00:00:00.000',
  'AWS::KMS::Key.Arn': 'arn:aws:kms:{region}:{account}:key/00000000-0000-0000-0000-000000000000',
  'AWS::Cognito::UserPool.Arn': 'arn:aws:cognito-idp:{region}:{account}:userpool/{region}_x',
  'AWS::Lambda::Function.Arn': 'arn:aws:lambda:{region}:{account}:function:x',
  'AWS::Logs::LogGroup.Arn': 'arn:aws:logs:{region}:{account}:log-group:x:*',
  'AWS::S3::Bucket.Arn': 'arn:aws:s3:::partnerview',
  'AWS::SQS::Queue.Arn': 'arn:aws:sqs:{region}:{account}:x',
  'AWS::Events::Rule.Arn': 'arn:aws:events:{region}:{account}:rule/x',
  'AWS::SNS::Topic': 'arn:aws:sns:{region}:{account}:x',
  'AWS::SecretsManager::Secret': 'arn:aws:secretsmanager:{region}:{account}:secret:x-000000',
}

/** Returns a value of a template with its references replaced by values of the same shape. */
function resolveValue(template: Template, value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((one) => resolveValue(template, one, place))
  if (typeof value !== 'object' || value === null) return value
  const shapeOf = (id: string, attribute = '') =>
    (shapes[`${template.Resources[id]?.Type ?? id}${attribute}`] ?? 'x')
      .replaceAll('{region}', place.region)
      .replaceAll('{account}', place.account)
  const [[kind, argument] = ['', undefined]] = Object.entries(value)
  if (kind === 'Ref') return shapeOf(String(argument))
  if (kind === 'Fn::GetAtt') {
    const [id = '', attribute = ''] = argument as readonly string[]
    return shapeOf(id, `.${attribute}`)
  }
  if (kind === 'Fn::Join') {
    const [separator, parts] = argument as readonly [string, readonly unknown[]]
    return parts.map((part) => resolveValue(template, part, place)).join(separator)
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveValue(template, one, place)]))
}
