import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { App } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { contract, routes } from '../shared/contract/index.ts'
import { BODY_BYTES, bodyLimitOf } from '../shared/contract/parts/endpoint.ts'
import { createMatcher } from '../shared/routing.ts'
import { noCode } from './bundle.ts'
import { exampleContext, readConfig } from './config.ts'
import { apiSecurityHeaders, securityHeaders } from './headers.ts'
import { type FunctionSpec, functionSpecs, manifest, settingsFor, type Trigger } from './manifest.ts'
import { indexesReadBy, partitionsReadBy, partitionsWrittenBy } from './partitions.ts'
import { addStacks } from './stacks.ts'
import * as deployed from './template.ts'
import { showApp, tellViewerAddress } from './viewer-functions.ts'

const cdk = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>
}

function synthesize(context: Record<string, string> = {}) {
  const app = new App({ context: { ...cdk.context, ...exampleContext, ...context } })
  const { main, edge, siteLog } = addStacks(app, noCode)
  return {
    app,
    stacks: [main, main.routes, main.watch, edge, siteLog],
    main: Template.fromStack(main),
    routes: Template.fromStack(main.routes),
    watch: Template.fromStack(main.watch),
    edge: Template.fromStack(edge),
    siteLog: Template.fromStack(siteLog),
  }
}

let synthesized: ReturnType<typeof synthesize>
let main: Template
let template: deployed.Template
let withRoutes: deployed.Template
beforeAll(() => {
  synthesized = synthesize()
  main = synthesized.main
  template = main.toJSON() as deployed.Template
  withRoutes = deployed.withNested(template, synthesized.routes.toJSON() as deployed.Template)
})

const jobs = Object.entries<FunctionSpec & { trigger: Trigger }>(manifest.jobs)
const sorted = (values: Iterable<string>) => [...values].sort()

interface Statement {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource: unknown
  Condition?: unknown
}

/** Returns every IAM statement of our roles with this effect. */
const statements = (effect: Statement['Effect']): (Statement & { policy: string })[] =>
  deployed
    .resourcesOf<{ PolicyDocument: { Statement: Statement[] } }>(template, 'AWS::IAM::Policy')
    .flatMap(({ id, PolicyDocument }) => PolicyDocument.Statement.map((statement) => ({ ...statement, policy: id })))
    .filter(({ Effect }) => Effect === effect)

const actionsOf = ({ Action }: Statement) => [Action].flat()

const alarmsOf = (stack: Template) =>
  Object.values(stack.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties)

/** Returns the actions that a function may do; the logical id of its policy has its name without dashes. */
const actionsOfFunction = (name: string) =>
  statements('Allow')
    .filter(({ policy }) => policy.startsWith(`Functions${name.replaceAll('-', '')}role`))
    .flatMap(actionsOf)

describe('the stack interprets the manifest and adds nothing', () => {
  test('every endpoint of the contract is answered by its domain', () => {
    const match = createMatcher(deployed.routesOf(withRoutes))
    for (const { key, domain, endpoint } of routes) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x1')
      expect({ key, answeredBy: match(endpoint.method, path)?.route.function }).toEqual({
        key,
        answeredBy: `api-${domain}`,
      })
    }
  })

  test("a third of AWS's limits is left: resources of a stack, routes of an API", () => {
    for (const stack of synthesized.stacks) {
      const { Resources } = Template.fromStack(stack).toJSON() as deployed.Template
      expect(Object.keys(Resources).length).toBeLessThanOrEqual((500 * 2) / 3)
    }
    expect(deployed.routesOf(withRoutes).length).toBeLessThanOrEqual((300 * 2) / 3)
  })

  test('exactly the functions of the manifest, each with its size and only the settings it needs', () => {
    const common = ['APP_URL', 'POWERTOOLS_SERVICE_NAME', 'POWERTOOLS_METRICS_NAMESPACE', 'NODE_OPTIONS']
    const found = deployed.functionsOf(template).map((one) => ({ ...one, environment: sorted(one.environment) }))
    const wanted = Object.entries(functionSpecs).map(([name, spec]) => ({
      name,
      memoryMb: spec.memoryMb,
      timeoutSeconds: spec.timeoutSeconds,
      environment: sorted([...settingsFor(spec), ...common]),
    }))
    expect(new Map(found.map((one) => [one.name, one]))).toEqual(new Map(wanted.map((one) => [one.name, one])))
    expect(found).toHaveLength(wanted.length)
  })

  test('one table with the indexes and the TTL attribute of the manifest', () => {
    expect(deployed.tablesOf(template)).toEqual([
      {
        indexes: manifest.table.indexes.map((name) => ({ name, keys: [`${name}pk`, `${name}sk`] })),
        ttl: manifest.table.ttl,
      },
    ])
  })

  test('the data buckets of the manifest', () => {
    expect(sorted(deployed.bucketsOf(template))).toEqual(sorted(manifest.buckets))
  })

  test('the events of the manifest', () => {
    const wanted = jobs.filter(([, { trigger }]) => trigger.on !== 'schedule')
    expect(new Set(deployed.eventsOf(template))).toEqual(
      new Set(wanted.map(([name, { trigger }]) => ({ function: name, ...trigger }))),
    )
  })

  /** Returns the hours of a cron expression: numbers and ranges; anything else is NaN, which matches no hour. */
  function hoursOf(cron: string): number[] {
    const hours = (cron.split(' ')[1] ?? '').split(',').flatMap((part) => {
      const [from = Number.NaN, to = from] = part.split('-').map(Number)
      return Number.isInteger(from) ? Array.from({ length: to - from + 1 }, (_, index) => from + index) : [Number.NaN]
    })
    expect(hours.every((hour) => hour >= 0 && hour <= 23)).toBe(true)
    return hours
  }

  test('the schedules of the manifest, in its time zone and never in the hour that the clocks skip or repeat', () => {
    const wanted = jobs.flatMap(([name, { trigger }]) =>
      trigger.on === 'schedule' ? [{ function: name, cron: trigger.cron, timeZone: manifest.timeZone }] : [],
    )
    const found = deployed.schedulesOf(template)
    expect(new Set(found)).toEqual(new Set(wanted))
    for (const { cron } of found) expect(hoursOf(cron)).not.toContain(2)
  })

  test('Cognito as the manifest says, and closed to sign-up', () => {
    main.hasResourceProperties('AWS::Cognito::UserPool', {
      MfaConfiguration: manifest.userPool.mfa,
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      Policies: { PasswordPolicy: Match.objectLike({ MinimumLength: manifest.userPool.minimumPasswordLength }) },
      DeletionProtection: 'ACTIVE',
      UsernameAttributes: Match.absent(),
      AliasAttributes: Match.absent(),
    })
    main.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      AccessTokenValidity: manifest.userPool.accessTokenHours * 60,
    })
  })
})

describe('stored data', () => {
  test('the table: own key, point-in-time recovery, deletion protection, kept when the stack goes', () => {
    main.hasResource('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: 'Retain',
      Properties: {
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        Replicas: [
          Match.objectLike({
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
            SSESpecification: { KMSMasterKeyId: Match.anyValue() },
          }),
        ],
      },
    })
    main.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true })
  })

  test('every bucket is closed to the public, encrypted and kept', () => {
    const buckets = Object.values(main.findResources('AWS::S3::Bucket'))
    expect(buckets).toHaveLength(manifest.buckets.length + 2)
    for (const bucket of buckets) {
      expect(bucket['DeletionPolicy']).toBe('Retain')
      expect(bucket['Properties'].PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      })
      expect(bucket['Properties'].BucketEncryption).toBeDefined()
    }
  })

  test('only the app may post to the uploads bucket from a browser', () => {
    const cors = { CorsConfiguration: { CorsRules: [Match.objectLike({ AllowedMethods: ['POST'] })] } }
    const found = Object.values(main.findResources('AWS::S3::Bucket', { Properties: cors }))
    const origins = found.map((bucket) => bucket['Properties'].CorsConfiguration.CorsRules[0].AllowedOrigins)
    expect(origins.map((list: unknown[]) => list.map(deployed.render))).toEqual([
      [`https://${exampleContext.domainName}`],
    ])
  })

  test('every log is encrypted with our key and forgotten in time', () => {
    for (const log of Object.values(main.findResources('AWS::Logs::LogGroup'))) {
      expect(log['Properties']).toMatchObject({ RetentionInDays: 90, KmsKeyId: expect.anything() })
    }
  })
})

describe('rights', () => {
  /** Every action that the stack may grant; a misspelt one would deploy silently and fail in production. */
  const known = `
    cognito-idp:AdminCreateUser cognito-idp:AdminDeleteUser cognito-idp:AdminDisableUser cognito-idp:AdminEnableUser
    cognito-idp:AdminGetUser cognito-idp:AdminInitiateAuth cognito-idp:AdminRespondToAuthChallenge
    cognito-idp:AdminSetUserMFAPreference cognito-idp:AdminSetUserPassword cognito-idp:ListUsers
    dynamodb:BatchGetItem dynamodb:BatchWriteItem dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem
    dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem
    dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator dynamodb:ListStreams
    kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:ReEncryptFrom kms:ReEncryptTo
    lambda:InvokeFunction logs:CreateLogStream logs:PutLogEvents secretsmanager:GetSecretValue
    s3:DeleteObject s3:GetObject s3:ListBucket s3:PutObject ses:SendRawEmail
    sqs:ChangeMessageVisibility sqs:DeleteMessage sqs:GetQueueAttributes sqs:GetQueueUrl sqs:ReceiveMessage
    sqs:SendMessage
    xray:PutTelemetryRecords xray:PutTraceSegments
  `
    .trim()
    .split(/\s+/)

  test('every action is one we know, so none is a wildcard, misspelt or a Scan', () => {
    const given = new Set(statements('Allow').flatMap(actionsOf))
    expect([...given].filter((action) => !known.includes(action))).toEqual([])
    expect(known.filter((action) => !given.has(action))).toEqual([])
  })

  test('only X-Ray is allowed on every resource', () => {
    const anywhere = statements('Allow').filter(({ Resource }) => [Resource].flat().includes('*'))
    expect(new Set(anywhere.flatMap(actionsOf))).toEqual(new Set(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']))
  })

  test('no role has a policy of Amazon’s', () => {
    for (const role of Object.values(main.findResources('AWS::IAM::Role'))) {
      expect(role['Properties']).not.toHaveProperty('ManagedPolicyArns')
    }
  })

  test.each(Object.entries(functionSpecs))('%s may use what it needs and nothing else', (name, { needs }) => {
    const actions = actionsOfFunction(name)
    const uses = (prefix: string) => actions.some((action) => action.startsWith(prefix))
    expect({
      table: uses('dynamodb:PutItem') || uses('dynamodb:BatchWriteItem'),
      identity: uses('cognito-idp:'),
      mail: uses('ses:'),
      objects: uses('s3:'),
    }).toEqual({
      table: needs.includes('table'),
      identity: needs.includes('identity'),
      mail: needs.includes('mail'),
      objects: needs.includes('uploads') || needs.includes('documents'),
    })
  })

  test("every policy fits IAM's limit, with the longest possible ARNs", () => {
    const MOST_CHARACTERS = 10_240
    const longest =
      'arn:aws:dynamodb:eu-central-1:123456789012:table/'.length + 'Partnerview-DataEncryptionKey-1A2B3C4D5E6F7'.length
    for (const [name, own] of deployed.statementsOf(template)) {
      const length = JSON.stringify(own).replaceAll(/\$\{[^}]+\}/g, 'x'.repeat(longest)).length
      expect({ name, isShort: length < 0.8 * MOST_CHARACTERS }).toEqual({ name, isShort: true })
    }
  })

  test('no function changes or removes an audit row', () => {
    const denials = statements('Deny').filter(({ Condition }) => JSON.stringify(Condition).includes('audit#*'))
    expect(denials).toHaveLength(Object.keys(functionSpecs).length)
    for (const denial of denials) {
      expect(actionsOf(denial)).toEqual(expect.arrayContaining(['dynamodb:UpdateItem', 'dynamodb:DeleteItem']))
      expect(denial.Condition).toEqual({ 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['audit#*'] } })
    }
  })

  test('API Gateway has one permission per function', () => {
    synthesized.routes.resourceCountIs('AWS::Lambda::Permission', Object.keys(manifest.api).length)
  })
})

describe('rights in the table', () => {
  const of = (name: string, sid: string) =>
    deployed
      .statementsOf(template)
      .get(name)
      ?.find(({ Sid }) => Sid === sid)
  const keysLike = (patterns: readonly string[]) => ({
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns.length === 1 ? patterns[0] : patterns },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  })
  const plain = (condition: unknown) => JSON.parse(JSON.stringify(condition).replaceAll(/\[("[^"]*")\]/g, '$1'))

  test.each(Object.keys(functionSpecs))('%s reads and writes its own partitions and no others', (name) => {
    expect(plain(of(name, 'Writes')?.Condition)).toEqual(keysLike(partitionsWrittenBy(name)))
    const reads = partitionsReadBy(name)
    expect(plain(of(name, 'Reads')?.Condition ?? {})).toEqual(reads.length > 0 ? keysLike(reads) : {})
    const indexes = indexesReadBy(name)
    expect(plain(of(name, 'ReadsIndexes')?.Condition ?? {})).toEqual(indexes.length > 0 ? keysLike(indexes) : {})
  })

  test('no right in the table goes without a key', () => {
    const touching = statements('Allow').filter((one) =>
      actionsOf(one).some((action) => /^dynamodb:(?!.*(?:Stream|Record|Shard))/.test(action)),
    )
    for (const { Condition } of touching) expect(JSON.stringify(Condition)).toContain('"Null":{"dynamodb:LeadingKeys"')
  })

  test('only the functions for people and logins write people, rights and keys', () => {
    const writers = (partition: string) =>
      Object.keys(functionSpecs).filter((name) => partitionsWrittenBy(name).includes(partition))
    expect(sorted(writers('user#*'))).toEqual(['api-auth', 'api-invitations', 'api-users', 'identity-sync', 'outbox'])
    expect(sorted(writers('unique#*'))).toEqual(['api-users', 'identity-sync'])
    expect(partitionsWrittenBy('api-feed')).not.toContain('user#*')
    expect(partitionsWrittenBy('reminders')).toEqual(['audit#*', 'outbox#*'])
  })

  test('who opens the link of an invoice reaches that invoice and its partner, and nobody’s session, key or person', () => {
    const name = 'api-invoice-acceptance'
    expect(sorted(partitionsWrittenBy(name))).toEqual(['audit#*', 'invoice#*', 'outbox#*', 'span#*'])
    expect(sorted(partitionsReadBy(name))).toEqual(['invoice#*', 'invoicelink#*', 'partner#*', 'span#*'])
    expect(indexesReadBy(name)).toEqual([])
    expect(of(name, 'ReadsDocuments')?.Resource).toEqual([expect.stringMatching(/\/invoices\/\*$/)])
    expect(of(name, 'WritesDocuments')).toBeUndefined()
  })
})

describe('who opens the link of an invitation', () => {
  test('reaches people, sessions and links, and no record of work', () => {
    const name = 'api-invitations'
    expect(sorted(partitionsWrittenBy(name))).toEqual([
      ...['audit#*', 'device#*', 'invitation#*', 'outbox#*', 'session#*', 'sessions#*', 'span#*', 'user#*'],
    ])
    expect(sorted(partitionsReadBy(name))).toEqual(['device#*', 'invitation#*', 'span#*', 'team#*', 'user#*'])
    expect(indexesReadBy(name)).toEqual(['devices#*'])
  })
})

describe('limits against a flood', () => {
  test('login, feed and import have reserved executions, and leave Lambda its minimum', () => {
    const kept = deployed
      .resourcesOf<{ ReservedConcurrentExecutions?: number; Environment: { Variables: Record<string, string> } }>(
        template,
        'AWS::Lambda::Function',
      )
      .map((one) => [one.Environment.Variables['POWERTOOLS_SERVICE_NAME'] ?? '', one.ReservedConcurrentExecutions])
    expect(Object.fromEntries(kept)).toMatchObject({
      'api-auth': expect.any(Number),
      'api-feed': expect.any(Number),
      'api-contracts': expect.any(Number),
      'api-invoice-acceptance': expect.any(Number),
      'api-invitations': expect.any(Number),
      'api-appointments': undefined,
    })
  })

  test('an account with too few executions gets an error, or reserves none', () => {
    expect(() => synthesize({ accountConcurrency: '10' })).toThrow('accountConcurrency is 10')
    const functions = synthesize({ accountConcurrency: '0' }).main.findResources('AWS::Lambda::Function')
    expect(JSON.stringify(functions)).not.toContain('ReservedConcurrentExecutions')
  })
})

test('no stack is deleted by accident', () => {
  // A nested stack is deployed with its parent.
  const protectedStacks = synthesized.stacks.filter(({ nested }) => !nested)
  expect(protectedStacks.map(({ terminationProtection }) => terminationProtection)).toEqual([true, true, true])
})

describe('every asynchronous edge ends in dead letters', () => {
  test('queues and streams', () => {
    for (const queue of Object.values(main.findResources('AWS::Lambda::EventSourceMapping'))) {
      const { EventSourceArn, DestinationConfig, FunctionResponseTypes } = queue['Properties']
      expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
      const source = deployed.render(EventSourceArn)
      const from = template.Resources[source.slice(2, source.indexOf('.'))]
      if (from?.Type === 'AWS::SQS::Queue') expect(from.Properties).toHaveProperty('RedrivePolicy.deadLetterTargetArn')
      else expect(DestinationConfig.OnFailure.Destination).toBeDefined()
    }
  })

  test("a queue hides a message for at least six times its function's timeout", () => {
    for (const [, { trigger, timeoutSeconds }] of jobs) {
      if (trigger.on === 'bucket' || trigger.on === 'mail') {
        main.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: 6 * timeoutSeconds })
      }
    }
  })

  test('events about mails reach the job that settles them', () => {
    main.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: { MatchingEventTypes: ['bounce', 'complaint', 'delivery'], Enabled: true },
    })
    main.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: { source: ['aws.ses'] },
      Targets: [{ DeadLetterConfig: { Arn: Match.anyValue() } }],
    })
  })

  test('schedules: not delivered, or delivered and failed', () => {
    const schedules = Object.values(main.findResources('AWS::Scheduler::Schedule'))
    for (const schedule of schedules) {
      expect(schedule['Properties'].Target.DeadLetterConfig.Arn).toBeDefined()
      main.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
        FunctionName: { Ref: deployed.render(schedule['Properties'].Target.Arn).slice(2, -'.Arn}'.length) },
        DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
      })
    }
    main.resourceCountIs('AWS::Lambda::EventInvokeConfig', schedules.length)
  })

  test('every dead-letter queue, every function and the API has an alarm', () => {
    const watched = deployed.withNested(template, synthesized.watch.toJSON() as deployed.Template)
    const alarms = deployed
      .resourcesOf<{ MetricName?: string; Dimensions?: { Value: unknown }[] }>(watched, 'AWS::CloudWatch::Alarm')
      .map(
        ({ MetricName, Dimensions = [] }) => `${MetricName} ${Dimensions.map(({ Value }) => deployed.render(Value))}`,
      )
    for (const { id } of deployed.resourcesOf(template, 'AWS::Lambda::Function')) {
      for (const metric of ['Errors', 'Throttles', 'Duration']) expect(alarms).toContain(`${metric} \${${id}}`)
    }
    const visible = alarms.filter((alarm) => alarm.startsWith('ApproximateNumberOfMessagesVisible'))
    expect(visible).toHaveLength(jobs.length)
    expect(alarms.join()).toMatch(/5xx.*IteratorAge|IteratorAge.*5xx/)
    expect(alarms.join()).toContain('WriteThrottleEvents')
  })
})

test('many lock-outs, refusals and blocked requests raise an alarm', () => {
  const alarms = alarmsOf(synthesized.watch)
  const lockOuts = alarms.find(({ MetricName }) => MetricName === 'lock-out')
  expect(lockOuts).toMatchObject({ Namespace: 'Partnerview', Dimensions: [{ Name: 'service', Value: 'api-auth' }] })
  for (const domain of Object.keys(contract)) {
    const service = { Name: 'service', Value: `api-${domain}` }
    const metrics = alarms
      .map(({ Metrics }) => Metrics ?? [])
      .flatMap((parts: { MetricStat?: { Metric: { MetricName: string; Dimensions: object[] } } }[]) => parts)
      .flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))
      .filter(({ Dimensions }) => JSON.stringify(Dimensions) === JSON.stringify([service]))
    expect(sorted(metrics.map(({ MetricName }) => MetricName))).toEqual([
      'error.forbidden',
      'error.tooMany',
      'error.unauthenticated',
    ])
  }
  const blocks = alarmsOf(synthesized.edge)
  expect(blocks.map(({ MetricName }) => MetricName)).toEqual(['BlockedRequests', 'BlockedRequests'])
  for (const alarm of [...alarms, ...blocks]) expect(alarm.AlarmActions).toHaveLength(1)
})

describe('responses to a browser', () => {
  test('pages with the strict headers, the API with its own', () => {
    const uploadOrigin = `https://partnerview-uploads-\${AWS::AccountId}-eu-central-1.s3.eu-central-1.amazonaws.com`
    expect(new Set(deployed.headersOf(template))).toEqual(
      new Set([securityHeaders({ uploadOrigin }), apiSecurityHeaders]),
    )
    expect(securityHeaders({ uploadOrigin })['content-security-policy']).not.toMatch(/unsafe|\*|http:/)
  })

  test('the API is never cached, gets the origin secret, and only over https', () => {
    main.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CustomErrorResponses: Match.absent(),
        WebACLId: Match.anyValue(),
        CacheBehaviors: [
          Match.objectLike({
            PathPattern: '/api/*',
            ViewerProtocolPolicy: 'https-only',
            CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          }),
        ],
        Origins: Match.arrayWith([
          Match.objectLike({ OriginCustomHeaders: [Match.objectLike({ HeaderName: 'x-origin-secret' })] }),
        ]),
      },
    })
  })

  test('CloudFront shows the origin secret, and who checks it asks for it; no environment and no template holds it', () => {
    const [distribution] = Object.values(main.findResources('AWS::CloudFront::Distribution'))
    const header = distribution?.['Properties'].DistributionConfig.Origins[1].OriginCustomHeaders[0].HeaderValue
    const reference = /^\{\{resolve:secretsmanager:(\$\{OriginSecret\w+\}):SecretString:::\}\}$/
    const [, secret] = reference.exec(deployed.render(header)) ?? []
    expect(secret).toBeDefined()
    const functions = deployed.resourcesOf<{ Environment: { Variables: Record<string, unknown> } }>(
      template,
      'AWS::Lambda::Function',
    )
    expect(JSON.stringify(functions)).not.toContain('resolve:')
    const informed = functions.filter(({ Environment }) => 'ORIGIN_SECRET_ID' in Environment.Variables)
    for (const { Environment } of informed)
      expect(deployed.render(Environment.Variables['ORIGIN_SECRET_ID'])).toBe(secret)
    const checking = Object.keys(manifest.api).map((domain) => `api-${domain}`)
    expect(sorted(informed.map(({ Environment }) => String(Environment.Variables['POWERTOOLS_SERVICE_NAME'])))).toEqual(
      sorted(checking),
    )
    for (const name of Object.keys(functionSpecs)) {
      expect({ name, asks: actionsOfFunction(name).includes('secretsmanager:GetSecretValue') }).toEqual({
        name,
        asks: checking.includes(name),
      })
    }
  })

  interface FirewallRule {
    Name: string
    Action?: unknown
    Statement: {
      RateBasedStatement?: { Limit: number; EvaluationWindowSec: number }
    }
  }
  const firewallRules = (): FirewallRule[] =>
    Object.values(synthesized.edge.findResources('AWS::WAFv2::WebACL'))[0]?.['Properties'].Rules
  const ratePerSecond = (name: string) => {
    const rate = firewallRules().find(({ Name }) => Name === name)?.Statement.RateBasedStatement
    return (rate?.Limit ?? Number.NaN) / (rate?.EvaluationWindowSec ?? Number.NaN)
  }

  test('three addresses at their limit leave most of the API to everybody else', () => {
    const [stage] = Object.values(main.findResources('AWS::ApiGatewayV2::Stage'))
    const { ThrottlingRateLimit, ThrottlingBurstLimit } = stage?.['Properties'].DefaultRouteSettings ?? {}
    expect(ThrottlingRateLimit).toBeGreaterThan(2 * 3 * ratePerSecond('RequestsPerAddress'))
    expect(ThrottlingBurstLimit).toBeGreaterThanOrEqual(ThrottlingRateLimit)
    expect(ratePerSecond('LoginsPerAddress')).toBeLessThan(ratePerSecond('RequestsPerAddress'))
  })

  test('the firewall reads paths as the API does, decoded and normalised', () => {
    const matches = [...JSON.stringify(firewallRules()).matchAll(/"RegexMatchStatement":(\{.*?\]\})/g)]
    expect(matches.length).toBeGreaterThanOrEqual(4)
    for (const [, match = ''] of matches) {
      expect(JSON.parse(match).TextTransformations).toEqual([
        { Priority: 0, Type: 'URL_DECODE' },
        { Priority: 1, Type: 'NORMALIZE_PATH' },
      ])
    }
  })

  test('a body larger than any call takes is refused before it reaches the API, but for the calls that take more', () => {
    const rule = JSON.stringify(firewallRules().find(({ Name }) => Name === 'LargeBodies'))
    expect(rule).toContain('"OversizeHandling":"MATCH"')
    expect(rule).toContain(`"ComparisonOperator":"GT"`)
    expect(rule).toContain(`"Size":${BODY_BYTES}`)
    const [, pattern = ''] = /"RegexString":"([^"]+)"/.exec(rule) ?? []
    for (const { endpoint } of routes) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x1')
      expect({ path, excepted: new RegExp(pattern).test(path) }).toEqual({
        path,
        // Of the calls that share a path, one may accept a larger body.
        excepted: routes.some((one) => one.endpoint.path === endpoint.path && bodyLimitOf(one.endpoint) > BODY_BYTES),
      })
    }
    const [acl] = Object.values(synthesized.edge.findResources('AWS::WAFv2::WebACL'))
    expect(acl?.['Properties'].AssociationConfig.RequestBody.CLOUDFRONT.DefaultSizeInspectionLimit).toBe('KB_64')
  })

  test('no log holds a path, a query or a session: they carry feed tokens, ids and names', () => {
    const [firewall] = Object.values(synthesized.edge.findResources('AWS::WAFv2::LoggingConfiguration'))
    const redacted = firewall?.['Properties'].RedactedFields
    expect(redacted).toEqual(expect.arrayContaining([{ UriPath: {} }, { QueryString: {} }]))
    for (const Name of ['authorization', 'cookie', 'referer', 'sessionid', 'x-api-key']) {
      expect(redacted).toContainEqual({ SingleHeader: { Name } })
    }
    main.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({ Logging: Match.absent() }),
    })
    const [delivery] = Object.values(synthesized.siteLog.findResources('AWS::Logs::Delivery'))
    const fields: string[] = delivery?.['Properties'].RecordFields
    expect(fields).toEqual(expect.arrayContaining(['c-ip', 'cs-method', 'sc-status', 'timestamp(ms)']))
    expect(fields.filter((field) => /uri|query|referer|cookie|forwarded/i.test(field))).toEqual([])
    const [stage] = Object.values(main.findResources('AWS::ApiGatewayV2::Stage'))
    expect(stage?.['Properties'].AccessLogSettings.Format).not.toMatch(/path|query|header/i)
  })

  test('TLS 1.2 at least; without a domain and its certificate CloudFront would take less, so nothing is made', () => {
    main.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [exampleContext.domainName],
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
      },
    })
    for (const name of Object.keys(exampleContext) as (keyof typeof exampleContext)[]) {
      const { [name]: _, ...others } = exampleContext
      expect(() => readConfig(new App({ context: others }).node)).toThrow(name)
    }
  })

  test('the firewall: common rules, not on uploads, and limits per address', () => {
    const [acl] = Object.values(synthesized.edge.findResources('AWS::WAFv2::WebACL'))
    const rules: { Name: string; Statement: object }[] = acl?.['Properties'].Rules
    expect(acl?.['Properties'].Scope).toBe('CLOUDFRONT')
    expect(rules.map(({ Name }) => Name)).toEqual(
      expect.arrayContaining(['AWSManagedRulesCommonRuleSet', 'RequestsPerAddress', 'LoginsPerAddress']),
    )
    const common = rules.find(({ Name }) => Name === 'AWSManagedRulesCommonRuleSet')
    for (const { endpoint } of routes) {
      if (endpoint.upload) expect(JSON.stringify(common)).toContain(endpoint.path.split('{')[0])
    }
  })

  const run = (code: string, event: object) => new Function(`${code}; return handler`)()(structuredClone(event))

  test.each([
    ['/', '/index.html'],
    ['/appointments', '/index.html'],
    ['/teams/7/', '/index.html'],
    ['/assets/main-1a2b.js', '/assets/main-1a2b.js'],
    ['/favicon.ico', '/favicon.ico'],
  ])('a request for %s gets %s', (uri, got) => {
    expect(run(showApp, { request: { uri } }).uri).toBe(got)
  })

  test("the API gets the caller's real address, not a claimed one", () => {
    const request = { uri: '/api/login', headers: { 'x-viewer-address': { value: '10.0.0.1' } } }
    expect(run(tellViewerAddress, { request, viewer: { ip: '203.0.113.9' } }).headers['x-viewer-address']).toEqual({
      value: '203.0.113.9',
    })
  })

  test('the links in mails lead to the domain', () => {
    main.allResourcesProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ APP_URL: `https://${exampleContext.domainName}` }) },
    })
  })
})

test('cdk-nag finds nothing that was not reviewed', () => {
  const { violations } = new AwsSolutionsChecks().validateScope(synthesized.app)
  expect(violations).toEqual([])
})
