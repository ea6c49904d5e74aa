import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { routes } from '../shared/contract/index.ts'
import { statusOf } from '../shared/errors.ts'
import { createMatcher } from '../shared/routing.ts'
import { examineStack, jobs, synthesizeStacks } from '../testing/stack.ts'
import { exampleContext } from './config.ts'
import { functionSpecs, manifest, settingsFor } from './manifest.ts'
import * as deployed from './template.ts'

const { synthesized, main, template } = examineStack()
const withRoutes = deployed.withNested(template, synthesized.routes.toJSON() as deployed.Template)

const sorted = (values: Iterable<string>) => [...values].sort()
const propertiesOf = (stack: Template, type: string) =>
  Object.values(stack.findResources(type)).map(({ Properties }) => Properties)
const alarmsOf = (stack: Template) => propertiesOf(stack, 'AWS::CloudWatch::Alarm')
const joinedAlarmsOf = (stack: Template) => propertiesOf(stack, 'AWS::CloudWatch::CompositeAlarm')

interface Metric {
  readonly Namespace: string
  readonly MetricName: string
  readonly Dimensions: readonly object[]
}

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
      [`https://${exampleContext.domainName}`],
    ])
  })

  test('every log is encrypted with our key and kept for 90 days', () => {
    for (const log of Object.values(main.findResources('AWS::Logs::LogGroup'))) {
      expect(log['Properties']).toMatchObject({ RetentionInDays: 90, KmsKeyId: expect.anything() })
    }
  })
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
      'api-feed': expect.any(Number),
      'api-contracts': expect.any(Number),
      'api-invoice-acceptance': expect.any(Number),
      'api-invitations': expect.any(Number),
      'api-client-errors': expect.any(Number),
      'api-appointments': undefined,
    })
  })

  test('too few executions in the account are an error; 0 reserves none', () => {
    expect(() => synthesizeStacks({ accountConcurrency: '10' })).toThrow('accountConcurrency is 10')
    const functions = synthesizeStacks({ accountConcurrency: '0' }).main.findResources('AWS::Lambda::Function')
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
    const first = synthesizeStacks({ firstDeployment: 'true' })
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

describe('alarms', () => {
  test('each has a name, says what it means, and has a chapter in the runbook', () => {
    const chapters = readFileSync('docs/runbook.md', 'utf8').match(/(?<=^## ).+$/gm) ?? []
    const all = [synthesized.main, synthesized.edge].flatMap((stack) => [...alarmsOf(stack), ...joinedAlarmsOf(stack)])
    for (const { AlarmName, AlarmDescription } of all) {
      expect(AlarmName).toMatch(/^Partnerview(Edge)?-[a-z0-9-]+$/)
      const [, means, chapter] = /^(.+[.]) What to do: docs\/runbook[.]md#(.+)$/.exec(AlarmDescription) ?? []
      expect([AlarmName, means?.length]).toEqual([AlarmName, expect.any(Number)])
      expect(chapters).toContain(chapter)
    }
    const named = new Set(all.map(({ AlarmDescription }) => AlarmDescription.split('#')[1]))
    expect(sorted(chapters)).toEqual(sorted(named))
  })

  test('each is mailed by itself or by one that joins several, and mailed again when it is over', () => {
    for (const stack of [synthesized.main, synthesized.edge]) {
      const joined = joinedAlarmsOf(stack)
      const rules = JSON.stringify(joined.map(({ AlarmRule }) => AlarmRule))
      for (const [id, alarm] of Object.entries(stack.findResources('AWS::CloudWatch::Alarm'))) {
        const { AlarmActions, OKActions } = alarm['Properties']
        expect(OKActions).toEqual(AlarmActions)
        expect([id, AlarmActions === undefined]).toEqual([id, rules.includes(id)])
      }
      for (const { AlarmActions, OKActions } of joined) {
        expect(AlarmActions).toHaveLength(1)
        expect(OKActions).toEqual(AlarmActions)
      }
    }
  })

  test('what happens once by chance is mailed when it lasts', () => {
    const lasting = alarmsOf(synthesized.main).filter(({ DatapointsToAlarm }) => DatapointsToAlarm === 2)
    expect(sorted(lasting.map(({ AlarmName }) => AlarmName.replace('Partnerview-', '')))).toEqual([
      'api-5xx',
      'api-slow',
      'table-reads-throttled',
      'table-writes-throttled',
      'throttles',
    ])
  })

  test('cost at most $35 a month, with the metrics of the functions', () => {
    const standard = [synthesized.main, synthesized.edge]
      .flatMap(alarmsOf)
      .reduce((sum, { Metrics }) => sum + (Metrics?.filter((one: object) => 'MetricStat' in one).length ?? 1), 0)
    const own = Object.keys(statusOf).length + ['unexpected', 'lock-out', 'client-error'].length
    const joined = joinedAlarmsOf(synthesized.main).length
    // Prices of CloudWatch: a metric in an alarm, a joined alarm, a metric of our own.
    expect(standard * 0.1 + joined * 0.5 + own * 0.3).toBeLessThanOrEqual(35)
  })
})

test('the table has a ceiling, and the account a budget whose overrun is mailed', () => {
  const table = Object.values(synthesized.main.findResources('AWS::DynamoDB::GlobalTable'))[0]?.['Properties']
  expect(table.WriteOnDemandThroughputSettings).toEqual({ MaxWriteRequestUnits: 8_000 })
  const { edge } = synthesizeStacks({ alarmEmail: 'ops@partnerview.example', monthlyBudget: '80' })
  edge.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { BudgetLimit: { Amount: 80, Unit: 'USD' } },
    NotificationsWithSubscribers: Match.arrayWith([
      Match.objectLike({ Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'ops@partnerview.example' }] }),
    ]),
  })
})

test('CloudWatch may publish every alarm, to its topic and with the key of that', () => {
  interface Policy {
    Statement: { Effect: string; Principal: { Service?: unknown }; Action: unknown; Condition?: object }[]
  }
  const mayPublish = ({ Statement }: Policy, action: string) =>
    Statement.some(
      ({ Effect, Principal, Action, Condition }) =>
        Effect === 'Allow' &&
        Principal.Service === 'cloudwatch.amazonaws.com' &&
        [Action].flat().includes(action) &&
        JSON.stringify(Condition) === '{"StringEquals":{"aws:SourceAccount":{"Ref":"AWS::AccountId"}}}',
    )
  for (const stack of [synthesized.main, synthesized.edge]) {
    const [topic, ...others] = Object.keys(stack.findResources('AWS::SNS::Topic'))
    expect(others).toEqual([])
    for (const { AlarmActions = [{ Ref: topic }] } of alarmsOf(stack)) expect(AlarmActions).toEqual([{ Ref: topic }])
    const [policy] = Object.values(stack.findResources('AWS::SNS::TopicPolicy'))
    expect(mayPublish(policy?.['Properties'].PolicyDocument, 'sns:Publish')).toBe(true)
  }
  for (const stack of [synthesized.main, synthesized.edge]) {
    const [key] = Object.values(stack.findResources('AWS::KMS::Key'))
    expect(mayPublish(key?.['Properties'].KeyPolicy, 'kms:GenerateDataKey')).toBe(true)
  }
})

test('throttled indexes raise an alarm as the table does', () => {
  for (const MetricName of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
    const metrics = alarmsOf(synthesized.main)
      .map(({ Metrics = [] }) => JSON.stringify(Metrics))
      .filter((text) => text.includes(MetricName))
    expect(metrics).toHaveLength(1)
    for (const index of manifest.table.indexes) expect(metrics[0]).toContain(`"Value":"${index}"`)
  }
})

test('many lock-outs, errors in browsers, refusals and blocked requests raise an alarm', () => {
  const own = alarmsOf(synthesized.main)
    .flatMap(({ Metrics, ...single }): Metric[] =>
      Metrics
        ? Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: Metric } }) => MetricStat?.Metric ?? [])
        : [single],
    )
    .filter(({ Namespace }) => Namespace === 'Partnerview')
  for (const { Dimensions } of own) expect(Dimensions).toEqual([{ Name: 'service', Value: 'partnerview' }])
  expect(sorted(own.map(({ MetricName }) => MetricName))).toEqual([
    'client-error',
    'error.forbidden',
    'error.tooMany',
    'error.unauthenticated',
    'error.unexpected',
    'lock-out',
  ])
  const blocks = alarmsOf(synthesized.edge)
  expect(blocks.map(({ MetricName }) => MetricName)).toEqual(['BlockedRequests', 'BlockedRequests'])
})

test('cdk-nag finds nothing that was not reviewed', () => {
  const { violations } = new AwsSolutionsChecks().validateScope(synthesized.app)
  expect(violations).toEqual([])
})
