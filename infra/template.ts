import type { BucketName } from '../shared/declaration.ts'
import type { Trigger } from './jobs.ts'

/**
 * A synthesized CloudFormation template. The functions below return its contents in the manifest's terms, so that tests
 * can compare the two. Functions go by their name in the manifest.
 */
export interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>
}

/** Returns the resources of one CloudFormation type: logical id and properties, in the template's order. */
export const resourcesOf = <P>(template: Template, type: string): (P & { readonly id: string })[] =>
  Object.entries(template.Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, { Properties }]) => ({ ...(Properties as P), id }))

/**
 * Returns a template together with the resources of its nested stack. References to the nested stack's parameters
 * become the values that the template gives them.
 */
export function withNested(template: Template, nested: Template): Template {
  const given = resourcesOf<{ Parameters?: Readonly<Record<string, unknown>> }>(template, 'AWS::CloudFormation::Stack')
  const values = Object.assign({}, ...given.map(({ Parameters }) => Parameters)) as Readonly<Record<string, unknown>>
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved)
    if (typeof value !== 'object' || value === null) return value
    if ('Ref' in value && typeof value.Ref === 'string' && value.Ref in values) return values[value.Ref]
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one)]))
  }
  return { Resources: { ...template.Resources, ...(resolved(nested.Resources) as Template['Resources']) } }
}

/** Returns a value of a template as text: references as `${…}`, and joins as their joined parts. */
export function renderValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const [[kind, argument] = ['', undefined]] = Object.entries(value)
  if (kind === 'Ref') return `\${${argument}}`
  if (kind === 'Fn::GetAtt' && Array.isArray(argument)) return `\${${argument.join('.')}}`
  if (kind === 'Fn::Join' && Array.isArray(argument)) {
    const [separator, parts] = argument as [string, unknown[]]
    return parts.map(renderValue).join(separator)
  }
  return JSON.stringify(value)
}

/** Returns the logical id in a reference such as `${Queue.Arn}` or `integrations/${Integration}`. */
export const targetOf = (value: unknown): string => /\$\{([^.}]+)/.exec(renderValue(value))?.[1] ?? ''

interface FunctionProperties {
  readonly MemorySize: number
  readonly Timeout: number
  readonly Environment: { readonly Variables: Readonly<Record<string, unknown>> }
}

export interface DeployedFunction {
  readonly name: string
  readonly memoryMb: number
  readonly timeoutSeconds: number
  /** Names of the environment variables. */
  readonly environment: readonly string[]
}

const functionResources = (template: Template) => resourcesOf<FunctionProperties>(template, 'AWS::Lambda::Function')

/** Returns every Lambda function of a template, including any that a construct library adds. */
export const functionsOf = (template: Template): DeployedFunction[] =>
  functionResources(template).map((found) => ({
    name: nameOf(template, found.id),
    memoryMb: found.MemorySize,
    timeoutSeconds: found.Timeout,
    environment: Object.keys(found.Environment?.Variables ?? {}),
  }))

/** Returns the hash of each function's code, by function; leaves out code that is in the template itself. */
export const codeOf = (template: Template): ReadonlyMap<string, string> =>
  new Map(
    resourcesOf<{ Code: { S3Key?: string } }>(template, 'AWS::Lambda::Function').flatMap(({ id, Code: { S3Key } }) =>
      S3Key === undefined ? [] : [[nameOf(template, id), S3Key.replace(/\.zip$/, '')] as const],
    ),
  )

/** A statement of a policy in the template, its ARNs as text. */
export interface DeployedStatement {
  readonly Sid?: string
  readonly Effect: string
  readonly Action: readonly string[]
  readonly Resource: readonly string[]
  readonly Condition?: unknown
}

interface PolicyProperties {
  readonly PolicyDocument: {
    readonly Statement: readonly {
      readonly Sid?: string
      readonly Effect: string
      readonly Action: string | readonly string[]
      readonly Resource: unknown
      readonly Condition?: unknown
    }[]
  }
  readonly Roles: readonly unknown[]
}

/** Returns the IAM statements of each function's role, by function; leaves out other roles. */
export const roleStatementsOf = (template: Template): ReadonlyMap<string, readonly DeployedStatement[]> => {
  const roles = new Map(
    functionResources(template).map((found) => [targetOf((found as unknown as { Role: unknown }).Role), found.id]),
  )
  return new Map(
    resourcesOf<PolicyProperties>(template, 'AWS::IAM::Policy').flatMap(({ PolicyDocument, Roles }) => {
      const own = PolicyDocument.Statement.map(({ Action, Resource, ...statement }) => ({
        ...statement,
        Action: [Action].flat(),
        Resource: [Resource].flat().map(renderValue),
      }))
      return Roles.flatMap((role) => {
        const id = roles.get(targetOf(role))
        return id === undefined ? [] : [[nameOf(template, id), own] as const]
      })
    }),
  )
}

/** Returns the manifest's name of the function with this logical id; the id itself when no name is set. */
function nameOf(template: Template, id: string): string {
  const found = functionResources(template).find((one) => one.id === id)
  return renderValue(found?.Environment?.Variables['POWERTOOLS_SERVICE_NAME'] ?? id)
}

export interface DeployedRoute {
  /** `GET /api/teams/{id}` */
  readonly key: string
  readonly function: string
}

/** Returns every route of the HTTP API and the function that answers it. */
export function routesOf(template: Template): DeployedRoute[] {
  const integrations = new Map(
    resourcesOf<{ IntegrationUri: unknown }>(template, 'AWS::ApiGatewayV2::Integration').map((one) => [one.id, one]),
  )
  const aliases = new Map(
    resourcesOf<{ FunctionName: unknown }>(template, 'AWS::Lambda::Alias').map((one) => [one.id, one]),
  )
  return resourcesOf<{ RouteKey: string; Target: unknown }>(template, 'AWS::ApiGatewayV2::Route').map((route) => {
    const alias = targetOf(integrations.get(targetOf(route.Target))?.IntegrationUri)
    return { key: route.RouteKey, function: nameOf(template, targetOf(aliases.get(alias)?.FunctionName)) }
  })
}

interface TableProperties {
  readonly GlobalSecondaryIndexes: readonly { IndexName: string; KeySchema: { AttributeName: string }[] }[]
  readonly TimeToLiveSpecification: { readonly AttributeName: string; readonly Enabled: boolean }
}

/** Returns each table's indexes with their keys, and its TTL attribute, which is undefined when TTL is off. */
export const tablesOf = (template: Template) =>
  resourcesOf<TableProperties>(template, 'AWS::DynamoDB::GlobalTable').map((table) => ({
    indexes: table.GlobalSecondaryIndexes.map(({ IndexName, KeySchema }) => ({
      name: IndexName,
      keys: KeySchema.map(({ AttributeName }) => AttributeName),
    })),
    ttl: table.TimeToLiveSpecification.Enabled ? table.TimeToLiveSpecification.AttributeName : undefined,
  }))

interface PoolProperties {
  readonly Policies: { readonly PasswordPolicy: { readonly MinimumLength: number } }
}

/** Returns the rule for passwords of each user pool, and how long its access tokens last. */
export const poolsOf = (template: Template) =>
  resourcesOf<PoolProperties>(template, 'AWS::Cognito::UserPool').map(({ id, Policies }) => ({
    minimumPasswordLength: Policies.PasswordPolicy.MinimumLength,
    accessTokenHours:
      (resourcesOf<{ UserPoolId: unknown; AccessTokenValidity: number }>(template, 'AWS::Cognito::UserPoolClient').find(
        ({ UserPoolId }) => targetOf(UserPoolId) === id,
      )?.AccessTokenValidity ?? 0) / 60,
  }))

/** Returns the names of a template's data buckets, `uploads` and `documents`, as the manifest has them. */
export const bucketsOf = (template: Template): string[] =>
  resourcesOf<{ BucketName?: unknown }>(template, 'AWS::S3::Bucket').flatMap(({ BucketName }) =>
    BucketName ? [dataBucket(BucketName)] : [],
  )

const dataBucket = (bucketName: unknown) => renderValue(bucketName).split('-$')[0]?.split('-').at(-1) as BucketName

interface MappingProperties {
  readonly FunctionName: unknown
  readonly EventSourceArn: unknown
  readonly BatchSize: number
  readonly MaximumRetryAttempts: number
  readonly FilterCriteria?: { readonly Filters: readonly { Pattern: string }[] }
}

/** Returns the event triggers of each job, in the form of the manifest; schedules are left out. */
export const eventTriggersOf = (template: Template): ({ readonly function: string } & Trigger)[] =>
  resourcesOf<MappingProperties>(template, 'AWS::Lambda::EventSourceMapping').flatMap((mapping) => {
    const job = { function: nameOf(template, targetOf(mapping.FunctionName)) }
    const triggers = mapping.FilterCriteria
      ? streamTriggers(mapping)
      : [...bucketTriggers(template, mapping), ...mailTriggers(template, mapping)]
    return triggers.map((trigger) => ({ ...job, ...trigger }))
  })

interface InsertPattern {
  readonly eventName: ['INSERT']
  readonly dynamodb: {
    readonly NewImage: { readonly __edb_e__: { readonly S: [string] }; readonly lane?: { readonly S: [string] } }
  }
}

interface ChangePattern {
  readonly dynamodb: { readonly Keys: { readonly sk: { readonly S: readonly string[] } } }
}

function streamTriggers({ FilterCriteria, BatchSize, MaximumRetryAttempts }: MappingProperties): Trigger[] {
  const patterns: unknown[] = (FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern))
  const changed = patterns.find((one): one is ChangePattern => 'Keys' in (one as ChangePattern).dynamodb)
  return patterns
    .filter((one): one is InsertPattern => 'NewImage' in (one as InsertPattern).dynamodb)
    .map(({ dynamodb: { NewImage } }) => ({
      on: 'stream',
      entity: NewImage.__edb_e__.S[0],
      ...(NewImage.lane ? { lane: NewImage.lane.S[0] } : {}),
      ...(changed ? { alsoChanged: changed.dynamodb.Keys.sk.S } : {}),
      batch: BatchSize,
      attempts: MaximumRetryAttempts + 1,
    }))
}

interface NotifyingBucket {
  readonly BucketName?: unknown
  readonly NotificationConfiguration?: {
    readonly QueueConfigurations: readonly { Queue: unknown; Filter: { S3Key: { Rules: { Value: string }[] } } }[]
  }
}

/** Returns how many times the queue of an event source mapping delivers a message that keeps failing. */
const attemptsOf = (template: Template, { EventSourceArn }: MappingProperties): number =>
  resourcesOf<{ RedrivePolicy: { maxReceiveCount: number } }>(template, 'AWS::SQS::Queue').find(
    ({ id }) => id === targetOf(EventSourceArn),
  )?.RedrivePolicy.maxReceiveCount ?? 0

interface BusRule {
  readonly EventPattern: { readonly source?: readonly string[] }
  readonly Targets: readonly { readonly Arn: unknown }[]
}

const mailTriggers = (template: Template, mapping: MappingProperties): Trigger[] =>
  resourcesOf<BusRule>(template, 'AWS::Events::Rule')
    .filter(({ EventPattern: { source = [] } }) => source.includes('aws.ses'))
    .filter(({ Targets }) => Targets.some(({ Arn }) => targetOf(Arn) === targetOf(mapping.EventSourceArn)))
    .map(() => ({ on: 'mail', attempts: attemptsOf(template, mapping) }))

function bucketTriggers(template: Template, mapping: MappingProperties): Trigger[] {
  const queueId = targetOf(mapping.EventSourceArn)
  return resourcesOf<NotifyingBucket>(template, 'AWS::S3::Bucket').flatMap((bucket) =>
    (bucket.NotificationConfiguration?.QueueConfigurations ?? [])
      .filter(({ Queue }) => targetOf(Queue) === queueId)
      .map(({ Filter }) => ({
        on: 'bucket',
        bucket: dataBucket(bucket.BucketName),
        prefix: Filter.S3Key.Rules[0]?.Value ?? '',
        attempts: attemptsOf(template, mapping),
      })),
  )
}

export interface DeployedSchedule {
  readonly function: string
  readonly cron: string
  readonly timeZone: string
}

interface ScheduleProperties {
  readonly ScheduleExpression: string
  readonly ScheduleExpressionTimezone: string
  readonly Target: { readonly Arn: unknown }
}

/** Returns every schedule: the function it starts, its cron expression as in the manifest, and its time zone. */
export const schedulesOf = (template: Template): DeployedSchedule[] =>
  resourcesOf<ScheduleProperties>(template, 'AWS::Scheduler::Schedule').map((schedule) => ({
    function: nameOf(template, targetOf(schedule.Target.Arn)),
    cron: schedule.ScheduleExpression.replace(/^cron\((.*)\)$/, '$1'),
    timeZone: schedule.ScheduleExpressionTimezone,
  }))

interface HeadersPolicy {
  readonly ResponseHeadersPolicyConfig: {
    readonly SecurityHeadersConfig: {
      readonly ContentSecurityPolicy: { readonly ContentSecurityPolicy: unknown }
      readonly ContentTypeOptions: { readonly Override: boolean }
      readonly ReferrerPolicy: { readonly ReferrerPolicy: string }
      readonly StrictTransportSecurity: { readonly AccessControlMaxAgeSec: number; readonly IncludeSubdomains: boolean }
    }
    readonly CustomHeadersConfig: { readonly Items: readonly { Header: string; Value: string }[] }
  }
}

/** Returns the headers that CloudFront adds to replies, by name: one record for each of its headers policies. */
export const headersOf = (template: Template): Record<string, string>[] =>
  resourcesOf<HeadersPolicy>(template, 'AWS::CloudFront::ResponseHeadersPolicy').map(
    ({ ResponseHeadersPolicyConfig: { SecurityHeadersConfig: known, CustomHeadersConfig } }) => ({
      'content-security-policy': renderValue(known.ContentSecurityPolicy.ContentSecurityPolicy),
      'x-content-type-options': known.ContentTypeOptions.Override ? 'nosniff' : '',
      'referrer-policy': known.ReferrerPolicy.ReferrerPolicy,
      'strict-transport-security': `max-age=${known.StrictTransportSecurity.AccessControlMaxAgeSec}${known.StrictTransportSecurity.IncludeSubdomains ? '; includeSubDomains' : ''}`,
      ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
    }),
  )
