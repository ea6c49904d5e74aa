import { describe, expect, test } from '@jest/globals'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { listPolicies } from '../scripts/deploy/templates.ts'
import {
  actionsOf,
  backupVaultArn,
  examined,
  examineStack,
  synthesizeGithub,
  synthesizeStacks,
} from '../testing/stack.ts'
import { showApp, tellViewerAddress } from './constructs/viewer-functions.ts'
import { apiSecurityHeaders, makeSecurityHeaders } from './headers.ts'
import { functionSpecs, manifest } from './manifest.ts'
import { indexesReadBy, partitionsReadBy, partitionsWrittenBy } from './rights.ts'
import * as deployed from './template.ts'

const { synthesized, main, template, statements, actionsOfFunction } = examineStack()
const { github } = synthesizeGithub()
const sorted = (values: Iterable<string>) => [...values].sort()

/** Returns the statements within a value of a template that allow something: of roles, keys, buckets and queues. */
const allowedIn = (value: unknown): Parameters<typeof actionsOf>[0][] => {
  if (typeof value !== 'object' || value === null) return []
  const own = 'Effect' in value && value.Effect === 'Allow' && 'Action' in value
  return [...(own ? [value as Parameters<typeof actionsOf>[0]] : []), ...Object.values(value).flatMap(allowedIn)]
}

describe('rights', () => {
  /** Every action that the stacks may grant; a misspelt one would deploy silently and fail in production. */
  const known = `
    cognito-idp:AdminCreateUser cognito-idp:AdminDeleteUser cognito-idp:AdminDisableUser cognito-idp:AdminEnableUser
    cognito-idp:AdminGetUser cognito-idp:AdminInitiateAuth cognito-idp:AdminRespondToAuthChallenge
    cognito-idp:AdminSetUserMFAPreference cognito-idp:AdminSetUserPassword cognito-idp:ListUsers
    dynamodb:BatchGetItem dynamodb:BatchWriteItem dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:GetItem
    dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem
    dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator dynamodb:ListStreams
    kms:* kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:GenerateDataKeyWithoutPlaintext
    kms:ReEncryptFrom kms:ReEncryptTo
    lambda:InvokeFunction logs:CreateLogStream logs:PutLogEvents secretsmanager:GetSecretValue
    s3:DeleteObject s3:GetObject s3:ListBucket s3:PutObject ses:SendRawEmail sns:Publish
    sqs:ChangeMessageVisibility sqs:DeleteMessage sqs:GetQueueAttributes sqs:GetQueueUrl sqs:ReceiveMessage
    sqs:SendMessage sts:AssumeRole sts:AssumeRoleWithWebIdentity
    access-analyzer:ValidatePolicy acm:DescribeCertificate backup:DescribeBackupVault cloudformation:DeleteStack
    cloudformation:DescribeStacks cloudformation:GetResource cloudformation:ListStackResources
    cloudfront:CreateInvalidation cloudwatch:DescribeAlarmHistory cloudwatch:GetMetricStatistics
    cloudwatch:SetAlarmState dynamodb:DescribeTable lambda:GetAccountSettings logs:DescribeLogGroups
    logs:GetDeliveryDestination logs:GetDeliverySource s3:GetObjectTagging s3:PutObjectTagging ses:GetAccount
    ses:GetEmailIdentity ses:SendEmail sns:ListSubscriptionsByTopic wafv2:CheckCapacity
  `
    .trim()
    .split(/\s+/)

  test('every action is one we know, so none is misspelt or a Scan, and the only wildcard is of a key for its account', () => {
    const all = [...synthesizeStacks({ backupVaultArn }).stacks.map((stack) => Template.fromStack(stack)), github]
    const given = new Set(all.flatMap((stack) => allowedIn(stack.toJSON())).flatMap(actionsOf))
    expect([...given].filter((action) => !known.includes(action))).toEqual([])
    expect(known.filter((action) => !given.has(action))).toEqual([])
  })

  test('no function sends traces, as none has a tracer', () => {
    const functions = Object.values(main.findResources('AWS::Lambda::Function'))
    for (const { Properties } of functions) expect(Properties).not.toHaveProperty('TracingConfig')
  })

  test('a deployment can ask AWS about each policy: each reference in them becomes an ARN', () => {
    const policies = listPolicies({ name: 'main', region: examined.region, template }, '111122223333')
    expect(policies.length).toBeGreaterThan(Object.keys(functionSpecs).length)
    const asked = JSON.stringify(policies.map(({ document }) => document))
    expect(asked.match(/"(?:Ref|Fn::\w+)"|"Resource":(?:\[[^\]]*)?"x"/g)).toBeNull()
  })

  test('nothing is allowed on every resource', () => {
    expect(statements('Allow').filter(({ Resource }) => [Resource].flat().includes('*'))).toEqual([])
  })

  test('no role has a managed policy of AWS', () => {
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
    for (const [name, own] of deployed.roleStatementsOf(template)) {
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
      .roleStatementsOf(template)
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

  test('every right on the table requires a partition key', () => {
    const touching = statements('Allow').filter((one) =>
      actionsOf(one).some((action) => /^dynamodb:(?!.*(?:Stream|Record|Shard))/.test(action)),
    )
    for (const { Condition } of touching) expect(JSON.stringify(Condition)).toContain('"Null":{"dynamodb:LeadingKeys"')
  })

  test('only the functions for people and logins write people, rights and keys', () => {
    const writers = (partition: string) =>
      Object.keys(functionSpecs).filter((name) => partitionsWrittenBy(name).includes(partition))
    expect(sorted(writers('user#*'))).toEqual([
      ...['api-api-keys', 'api-auth', 'api-erasures', 'api-invitations', 'api-users'],
      ...['erasures', 'identity-sync', 'outbox'],
    ])
    expect(sorted(writers('unique#*'))).toEqual(['api-users', 'erasures', 'identity-sync'])
    const ofSessions = ['session#*', 'sessions#*', 'sessiontoken#*'].map((kind) => sorted(writers(kind)))
    expect(new Set(ofSessions.map(String))).toEqual(new Set(['api-auth,api-invitations,session-purge']))
    expect(sorted(writers('apikey#*'))).toEqual(['api-api-keys', 'api-users'])
    expect(sorted(partitionsWrittenBy('api-search'))).toEqual(['apikeyuse#*', 'sessionuse#*', 'span#*'])
    expect(partitionsWrittenBy('api-calendar-feed')).not.toContain('user#*')
    expect(partitionsWrittenBy('reminders')).toEqual(['audit#*', 'outbox#*'])
  })

  test('the function behind the link of an invoice reads and writes no sessions, keys or people', () => {
    const name = 'api-invoice-acceptance'
    expect(sorted(partitionsWrittenBy(name))).toEqual(['audit#*', 'invoice#*', 'outbox#*', 'span#*'])
    expect(sorted(partitionsReadBy(name))).toEqual(['invoice#*', 'invoicelink#*', 'partner#*', 'span#*'])
    expect(indexesReadBy(name)).toEqual([])
    expect(of(name, 'ReadsDocuments')?.Resource).toEqual([expect.stringMatching(/\/invoices\/\*$/)])
    expect(of(name, 'WritesDocuments')).toBeUndefined()
  })
})

describe('the function behind the link of an invitation', () => {
  test('reaches people, sessions and links, and no record of work', () => {
    const name = 'api-invitations'
    expect(sorted(partitionsWrittenBy(name))).toEqual([
      ...['audit#*', 'device#*', 'invitation#*', 'outbox#*', 'session#*', 'sessions#*', 'sessiontoken#*'],
      ...['sessionuse#*', 'span#*', 'user#*'],
    ])
    expect(sorted(partitionsReadBy(name))).toEqual(['device#*', 'invitation#*', 'span#*', 'team#*', 'user#*'])
    expect(indexesReadBy(name)).toEqual(['devices#*'])
  })
})

test('uploads go after 30 days, all but the proofs, which are erased with their records', () => {
  const rules = Object.values(main.findResources('AWS::S3::Bucket')).flatMap(
    (bucket) => bucket['Properties'].LifecycleConfiguration?.Rules ?? [],
  )
  const passing = rules.filter((rule) => rule.ExpirationInDays === 30).map(({ Prefix }) => Prefix)
  expect(sorted(passing)).toEqual(['attachments/', 'contracts/', 'converted/contracts/', 'converted/leads/', 'leads/'])
})

describe('responses to a browser', () => {
  test('pages with the strict headers, the API with its own', () => {
    const uploadOrigin = `https://partnerview-prod-1-uploads-\${AWS::AccountId}-eu-central-1.s3.eu-central-1.amazonaws.com`
    expect(new Set(deployed.headersOf(template))).toEqual(
      new Set([makeSecurityHeaders({ uploadOrigin }), apiSecurityHeaders]),
    )
    expect(makeSecurityHeaders({ uploadOrigin })['content-security-policy']).not.toMatch(/unsafe|\*|http:/)
  })

  test('the API is never cached, gets the origin secret, and only over https', () => {
    main.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CustomErrorResponses: [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
        WebACLId: Match.anyValue(),
        CacheBehaviors: [
          Match.objectLike({ PathPattern: '/api/openapi.json', TargetOriginId: Match.anyValue() }),
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

  test('CloudFront sends the origin secret, which only API functions may read; templates have only references', () => {
    const [distribution] = Object.values(main.findResources('AWS::CloudFront::Distribution'))
    const header = distribution?.['Properties'].DistributionConfig.Origins[1].OriginCustomHeaders[0].HeaderValue
    const reference = /^\{\{resolve:secretsmanager:(\$\{OriginSecret\w+\}):SecretString:::\}\}$/
    const [, secret] = reference.exec(deployed.renderValue(header)) ?? []
    expect(secret).toBeDefined()
    const functions = deployed.resourcesOf<{ Environment: { Variables: Record<string, unknown> } }>(
      template,
      'AWS::Lambda::Function',
    )
    expect(JSON.stringify(functions)).not.toContain('resolve:')
    const told = functions.filter(({ Environment }) => 'ORIGIN_SECRET_ID' in Environment.Variables)
    for (const { Environment } of told)
      expect(deployed.renderValue(Environment.Variables['ORIGIN_SECRET_ID'])).toBe(secret)
    const checking = Object.keys(manifest.api).map((domain) => `api-${domain}`)
    expect(sorted(told.map(({ Environment }) => String(Environment.Variables['POWERTOOLS_SERVICE_NAME'])))).toEqual(
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
    VisibilityConfig: { SampledRequestsEnabled: boolean }
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

  test('three addresses at their limit leave more than half of the API to everybody else', () => {
    const [stage] = Object.values(main.findResources('AWS::ApiGatewayV2::Stage'))
    const { ThrottlingRateLimit, ThrottlingBurstLimit } = stage?.['Properties'].DefaultRouteSettings ?? {}
    expect(ThrottlingRateLimit).toBeGreaterThan(2 * 3 * ratePerSecond('RequestsPerAddress'))
    expect(ThrottlingBurstLimit).toBeGreaterThanOrEqual(ThrottlingRateLimit)
    expect(ratePerSecond('LoginsPerAddress')).toBeLessThan(ratePerSecond('RequestsPerAddress'))
  })

  /** Returns every statement of a kind in the rules of the firewall, also those within others. */
  const statementsIn = <T>(kind: string, within: unknown = firewallRules()): T[] =>
    Object.entries(typeof within === 'object' ? (within ?? {}) : {}).flatMap(([key, value]) => [
      ...(key === kind ? [value as T] : []),
      ...statementsIn<T>(kind, value),
    ])
  interface ByteMatch {
    FieldToMatch: { UriPath?: object; SingleHeader?: { Name: string } }
    SearchString: string
    TextTransformations: object[]
  }

  test('the firewall reads paths as the API does, decoded and normalised, and counts the API alone', () => {
    const paths = statementsIn<ByteMatch>('ByteMatchStatement').filter(({ FieldToMatch }) => FieldToMatch.UriPath)
    expect(paths.map(({ SearchString }) => SearchString)).toEqual(['/api/', '/api/login'])
    for (const { TextTransformations } of paths) {
      expect(TextTransformations).toEqual([
        { Priority: 0, Type: 'URL_DECODE' },
        { Priority: 1, Type: 'NORMALIZE_PATH' },
      ])
    }
  })

  test('each rule keeps samples, so that a refusal of ordinary work can be found', () => {
    for (const { VisibilityConfig } of firewallRules()) expect(VisibilityConfig.SampledRequestsEnabled).toBe(true)
  })

  test('AWS accepts the patterns of the firewall: at most 200 characters each', () => {
    const patterns = ['SearchString', 'RegexString'].flatMap((kind) => statementsIn<string>(kind))
    for (const pattern of patterns) expect(pattern.length).toBeLessThanOrEqual(200)
  })

  test('the common rules read all but files, and can only count at first', () => {
    const rules = statementsIn<{ Name: string; ScopeDownStatement?: object; RuleActionOverrides?: { Name: string }[] }>(
      'ManagedRuleGroupStatement',
      synthesized.edge.toJSON(),
    )
    const common = rules.find(({ Name }) => Name === 'AWSManagedRulesCommonRuleSet')
    const [except] = statementsIn<ByteMatch>('ByteMatchStatement', common)
    expect(except).toMatchObject({
      FieldToMatch: { SingleHeader: { Name: 'content-type' } },
      SearchString: 'multipart/form-data',
    })
    expect(common?.RuleActionOverrides?.map(({ Name }) => Name)).toEqual([
      'SizeRestrictions_BODY',
      'NoUserAgent_HEADER',
    ])
    const counting = JSON.stringify(synthesizeStacks({ firewall: 'count' }).edge.toJSON())
    expect(counting.match(/"OverrideAction":\{"Count":\{\}\}/g)).toHaveLength(rules.length)
  })

  test('no log holds a path, a query or a session: they carry feed tokens, ids and names', () => {
    const [firewall] = Object.values(synthesized.edge.findResources('AWS::WAFv2::LoggingConfiguration'))
    const redacted = firewall?.['Properties'].RedactedFields
    expect(redacted).toEqual(expect.arrayContaining([{ UriPath: {} }, { QueryString: {} }]))
    const headers = ['authorization', 'cookie', 'referer', 'sessionid', 'x-api-key']
    for (const Name of headers) expect(redacted).toContainEqual({ SingleHeader: { Name } })
    synthesized.edge.hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      DataProtectionConfig: {
        DataProtections: [
          { Field: { FieldType: 'BODY' } },
          { Field: { FieldType: 'QUERY_STRING' } },
          { Field: { FieldType: 'SINGLE_HEADER', FieldKeys: headers } },
        ].map((one) => Match.objectLike({ ...one, Action: 'SUBSTITUTION' })),
      },
    })
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

  test('TLS 1.2 at least, with the certificate of the domain', () => {
    main.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [examined.domainName],
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
      },
    })
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
      Environment: { Variables: Match.objectLike({ APP_URL: `https://${examined.domainName}` }) },
    })
  })
})
