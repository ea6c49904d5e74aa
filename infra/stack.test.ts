import { describe, expect, test } from '@jest/globals'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import type { Cloud } from '../scripts/deploy/cloud.ts'
import { openAccount } from '../scripts/deploy/recorded-account.ts'
import { redrive } from '../scripts/deploy/redrive.ts'
import { routes } from '../shared/api/index.ts'
import { createMatcher } from '../shared/routing.ts'
import { backupVaultArn, examined, examineStack, jobs, synthesizeStacks, validateStacks } from '../testing/stack.ts'
import { environmentOf } from './environments.ts'
import { functionSpecs, manifest, settingsFor } from './manifest.ts'
import * as deployed from './template.ts'

const { synthesized, main, template, statements } = examineStack()
const withRoutes = deployed.withNested(template, synthesized.routes.toJSON() as deployed.Template)

const actionsOfRoles = () => statements('Allow').flatMap(({ Action }) => Action)
const sorted = (values: Iterable<string>) => [...values].sort()
describe('the stack interprets the manifest and adds nothing', () => {
  test('every endpoint of the API is answered by its domain', () => {
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
    const common = ['APP_URL', 'POWERTOOLS_SERVICE_NAME', 'POWERTOOLS_METRICS_NAMESPACE']
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
    expect(new Set(deployed.eventTriggersOf(template))).toEqual(
      new Set(wanted.map(([name, { trigger }]) => ({ function: name, ...trigger }))),
    )
  })

  /** Returns the hours of a cron expression, given as numbers or ranges. Any other form makes the test fail. */
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
      DeletionPolicy: 'RetainExceptOnCreate',
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

  test('a table that was restored takes the place of the present one, which stays', () => {
    const tablesOf = (stack: Template) => Object.entries(stack.findResources('AWS::DynamoDB::GlobalTable'))
    const next = synthesizeStacks({ tableGeneration: 2 })
    const [[oldId, old] = [], [id, restored] = []] = [main, next.main].flatMap(tablesOf)
    expect([old?.['Properties'].TableName, restored?.['Properties'].TableName]).toEqual([
      ...['Partnerview-prod-1.1', 'Partnerview-prod-1.2'],
    ])
    // CloudFormation keeps a resource that has gone from the template, and takes over one under a new id.
    expect(id).not.toBe(oldId)
    expect([old, restored].map((table) => table?.['DeletionPolicy'])).toEqual(Array(2).fill('RetainExceptOnCreate'))
    expect(JSON.stringify(next.main.toJSON())).not.toContain(oldId)
  })

  test('no version of a document can be removed in the seven years after its year; then those of invoices go', () => {
    main.hasResourceProperties('AWS::S3::Bucket', {
      BucketName: { 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('-documents-')])] },
      ObjectLockEnabled: true,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 8 * 366 } },
      },
      LifecycleConfiguration: { Rules: Match.arrayWith([Match.objectLike({ ExpirationInDays: 8 * 366 })]) },
    })
    expect(actionsOfRoles()).not.toContain('s3:BypassGovernanceRetention')
  })

  test('table and documents are copied to a vault of another account each night, where one is given', () => {
    main.resourceCountIs('AWS::Backup::BackupPlan', 0)
    const copied = synthesizeStacks({ backupVaultArn })
    copied.main.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          Match.objectLike({
            ScheduleExpression: 'cron(0 1 * * ? *)',
            Lifecycle: { DeleteAfterDays: 7 },
            CopyActions: [{ DestinationBackupVaultArn: backupVaultArn, Lifecycle: { DeleteAfterDays: 90 } }],
          }),
        ],
      },
    })
    const [selection] = Object.values(copied.main.findResources('AWS::Backup::BackupSelection'))
    const resources = JSON.stringify(selection?.['Properties'].BackupSelection.Resources)
    for (const id of ['Table1', 'Datadocuments']) expect(resources).toContain(id)
    expect(new AwsSolutionsChecks().validateScope(copied.app).violations).toEqual([])
  })

  test('every bucket is closed to the public, encrypted and kept', () => {
    const buckets = Object.values(main.findResources('AWS::S3::Bucket'))
    expect(buckets).toHaveLength(manifest.buckets.length + 2)
    for (const bucket of buckets) {
      expect(bucket['DeletionPolicy']).toBe('RetainExceptOnCreate')
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
    expect(origins.map((list: unknown[]) => list.map(deployed.renderValue))).toEqual([
      [`https://${examined.domainName}`],
    ])
  })

  test('every log is encrypted with our key and kept for 90 days, that of the firewall for 30', () => {
    synthesized.edge.hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 })
    const brief = synthesizeStacks({}, 'dev').edge
    brief.hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 7, KmsKeyId: Match.anyValue() })
    for (const log of Object.values(main.findResources('AWS::Logs::LogGroup'))) {
      expect(log['Properties']).toMatchObject({ RetentionInDays: 90, KmsKeyId: expect.anything() })
    }
  })
})

test('in prod, a new version of each function of the API takes over in ten minutes; in dev at once', () => {
  const groups = deployed.resourcesOf<{ DeploymentConfigName: string; DeploymentStyle: object }>(
    withRoutes,
    'AWS::CodeDeploy::DeploymentGroup',
  )
  expect(groups.map(({ DeploymentConfigName }) => DeploymentConfigName)).toEqual(
    Object.keys(manifest.api).map(() => 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute'),
  )
  const dev = synthesizeStacks({}, 'dev').routes
  dev.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0)
  dev.resourceCountIs('AWS::Lambda::Alias', Object.keys(manifest.api).length)
})

describe('limits against a flood', () => {
  test('login, feed, contracts, acceptance, invitations and reports of errors have reserved executions, and appointments none', () => {
    const kept = deployed
      .resourcesOf<{ ReservedConcurrentExecutions?: number; Environment: { Variables: Record<string, string> } }>(
        template,
        'AWS::Lambda::Function',
      )
      .map((one) => [one.Environment.Variables['POWERTOOLS_SERVICE_NAME'] ?? '', one.ReservedConcurrentExecutions])
    expect(Object.fromEntries(kept)).toMatchObject({
      'api-auth': expect.any(Number),
      'api-calendar-feed': expect.any(Number),
      'api-contracts': expect.any(Number),
      'api-invoice-acceptance': expect.any(Number),
      'api-invitations': expect.any(Number),
      'api-client-errors': expect.any(Number),
      'api-appointments': undefined,
    })
  })

  test('too few executions in the account are an error; 0 reserves none', () => {
    expect(() => synthesizeStacks({ accountConcurrency: 10 })).toThrow('accountConcurrency is 10')
    const functions = synthesizeStacks({ accountConcurrency: 0 }).main.findResources('AWS::Lambda::Function')
    expect(JSON.stringify(functions)).not.toContain('ReservedConcurrentExecutions')
  })
})

describe('protection', () => {
  // A nested stack is deployed with its parent.
  const protectionOf = ({ stacks }: ReturnType<typeof synthesizeStacks>) =>
    stacks.filter(({ nested }) => !nested).map(({ terminationProtection }) => terminationProtection)

  test('every stack has termination protection', () => {
    expect(protectionOf(synthesized)).toEqual([true, true, true])
  })

  test('a failed first deployment leaves nothing that a second one would meet', () => {
    const first = synthesizeStacks({ isProtected: false, backupVaultArn })
    expect(protectionOf(first)).toEqual([false, false, false])
    first.main.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      Replicas: [Match.objectLike({ DeletionProtectionEnabled: false })],
    })
    first.main.hasResourceProperties('AWS::Cognito::UserPool', { DeletionProtection: 'INACTIVE' })
    for (const stack of first.stacks) {
      const { Resources } = Template.fromStack(stack).toJSON() as {
        Resources: Record<string, { DeletionPolicy?: string }>
      }
      for (const { DeletionPolicy } of Object.values(Resources)) expect(DeletionPolicy).not.toBe('Retain')
    }
  })
})

describe('every asynchronous edge ends in dead letters', () => {
  test('queues and streams', () => {
    for (const queue of Object.values(main.findResources('AWS::Lambda::EventSourceMapping'))) {
      const { EventSourceArn, DestinationConfig, FunctionResponseTypes } = queue['Properties']
      expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
      const source = deployed.renderValue(EventSourceArn)
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

  test('SES reports bounces, complaints and deliveries; reports that cannot be delivered go to dead letters', () => {
    main.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: { MatchingEventTypes: ['bounce', 'complaint', 'delivery'], Enabled: true },
    })
    main.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: { source: ['aws.ses'] },
      Targets: [{ DeadLetterConfig: { Arn: Match.anyValue() } }],
    })
  })

  test('the outputs tell each DNS record that mail needs: DKIM, MX and SPF of MAIL FROM, DMARC', () => {
    const records = Object.values(main.findOutputs('*'))
      .filter((output) => output['Description'] === 'DNS record')
      .map((output) => deployed.renderValue(output['Value']))
    expect(records.map((record) => record.replace(/^\S+ /, '').replaceAll(/\$\{[^}]+\}/g, '…'))).toEqual([
      ...['CNAME …', 'CNAME …', 'CNAME …', 'MX 10 feedback-smtp.eu-central-1.amazonses.com'],
      ...['TXT "v=spf1 include:amazonses.com ~all"', 'TXT "v=DMARC1; p=quarantine; adkim=r; aspf=r"'],
    ])
    expect(records[3]).toMatch(/^bounce\.partnerview\.example /)
    main.hasResourceProperties('AWS::SES::EmailIdentity', {
      MailFromAttributes: { MailFromDomain: 'bounce.partnerview.example' },
    })
  })

  test('schedules: not delivered, or delivered and failed', () => {
    const schedules = Object.values(main.findResources('AWS::Scheduler::Schedule'))
    for (const schedule of schedules) {
      expect(schedule['Properties'].Target.DeadLetterConfig.Arn).toBeDefined()
      main.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
        FunctionName: { Ref: deployed.renderValue(schedule['Properties'].Target.Arn).slice(2, -'.Arn}'.length) },
        DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
      })
    }
    main.resourceCountIs('AWS::Lambda::EventInvokeConfig', schedules.length)
  })

  test('npm run redrive finds the function and the dead letters of each job', async () => {
    const resources = Object.entries(template.Resources).map(([id, { Type }]) => ({ id, type: Type, physicalId: id }))
    const moved: string[] = []
    const cloud: Cloud = {
      ...openAccount().cloud,
      resources: async () => resources,
      moveBack: async (_region, queue) => moved.push(queue),
    }
    await redrive({ cloud, say: () => undefined, name: 'prod', region: examined.region, job: null })
    expect(moved).toHaveLength(jobs.filter(([, { trigger }]) => ['bucket', 'mail'].includes(trigger.on)).length)
  })

  test('every dead-letter queue, every job that reads the stream and the API has an alarm', () => {
    const alarms = deployed
      .resourcesOf<{ MetricName?: string; Dimensions?: { Value: unknown }[] }>(template, 'AWS::CloudWatch::Alarm')
      .map(
        ({ MetricName, Dimensions = [] }) =>
          `${MetricName} ${Dimensions.map(({ Value }) => deployed.renderValue(Value))}`,
      )
    const visible = alarms.filter((alarm) => alarm.startsWith('ApproximateNumberOfMessagesVisible'))
    expect(visible).toHaveLength(jobs.length)
    const behind = alarms.filter((alarm) => alarm.startsWith('IteratorAge'))
    expect(behind).toHaveLength(jobs.filter(([, { trigger }]) => trigger.on === 'stream').length)
    expect(alarms.join()).toContain('5xx')
  })
})

describe('names', () => {
  const named = /^(Alarm|LogGroup|Bucket|BackupVault|Table|Function|Role|Queue|UserPool)?Name$|^EmailIdentity$/
  type Resource = deployed.Template['Resources'][string] & { DeletionPolicy?: string }
  const namesIn = ({ stacks }: ReturnType<typeof synthesizeStacks>, isCounted = (_: Resource) => true) =>
    stacks.flatMap((stack) =>
      Object.values((Template.fromStack(stack).toJSON() as { Resources: Record<string, Resource> }).Resources)
        // The name of an alias is one of its function.
        .filter((one) => isCounted(one) && one.Type !== 'AWS::Lambda::Alias')
        .flatMap(({ Type, Properties = {} }) =>
          Object.entries(Properties)
            .filter(([key]) => named.test(key))
            .map(([, value]) => `${Type} ${deployed.renderValue(value)}`),
        )
        .filter((name) => !/ \$\{\w+\}$/.test(name)),
    )

  test('two environments fit in one account: nothing has the same name', () => {
    const [prod, dev] = [namesIn(synthesized), namesIn(synthesizeStacks({}, 'dev'))]
    expect(prod.length).toBeGreaterThan(30)
    expect(prod.filter((name) => dev.includes(name))).toEqual([])
  })

  test('a next generation meets nothing that stayed of a removed deployment', () => {
    const stays = ({ DeletionPolicy }: Resource) => DeletionPolicy !== undefined && DeletionPolicy !== 'Delete'
    const namesOf = (generation: number) => namesIn(synthesizeStacks({ backupVaultArn, generation }), stays)
    const [first, second] = [namesOf(1), namesOf(2)]
    expect(first.length).toBeGreaterThanOrEqual(manifest.buckets.length + 3)
    expect(first.filter((name) => second.includes(name))).toEqual([])
  })
})

test('an unknown environment is refused by the names of those that exist', () => {
  expect(() => environmentOf('productie')).toThrow(
    'No environment productie in infra/environments.ts; there are dev, prod',
  )
})

test('CloudFormation accepts the templates of both environments, and of each setting that changes them', () => {
  validateStacks({ alarmEmail: 'ops@partnerview.example', monthlyBudget: 80 }, 'prod')
  validateStacks({ isProtected: false, firewall: 'count', accountConcurrency: 0, generation: 2 }, 'dev')
})

test('cdk-nag finds nothing that was not reviewed', () => {
  const { violations } = new AwsSolutionsChecks().validateScope(synthesized.app)
  expect(violations).toEqual([])
})
