import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { Match, type Template } from 'aws-cdk-lib/assertions'
import { listFixedCosts, sumCosts } from '../scripts/deploy/costs.ts'
import { ROLLBACK_ALARMS } from '../scripts/deploy/deploy.ts'
import { TESTED_ALARM } from '../scripts/deploy/smoke.ts'
import { routes } from '../shared/api/index.ts'
import { synthesizeStacks } from '../testing/stack.ts'
import { countedCalls } from './constructs/dashboard.ts'
import { environmentOf } from './environments.ts'
import { functionSpecs, manifest } from './manifest.ts'
import * as deployed from './template.ts'

const synthesized = synthesizeStacks()
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

describe('alarms', () => {
  test('each has a name, says what it means, and has a chapter in the runbook', () => {
    const chapters = readFileSync('docs/runbook.md', 'utf8').match(/(?<=^## ).+$/gm) ?? []
    const all = [synthesized.main, synthesized.edge].flatMap((stack) => [...alarmsOf(stack), ...joinedAlarmsOf(stack)])
    for (const { AlarmName, AlarmDescription } of all) {
      expect(AlarmName).toMatch(/^Partnerview-prod-[a-z0-9-]+$/)
      const [, means, chapter] = /^(.+[.]) What to do: docs\/runbook[.]md#(.+)$/.exec(AlarmDescription) ?? []
      expect([AlarmName, means?.length]).toEqual([AlarmName, expect.any(Number)])
      expect(chapters).toContain(chapter)
    }
    const named = new Set(all.map(({ AlarmDescription }) => AlarmDescription.split('#')[1]))
    expect(sorted(chapters)).toEqual(sorted([...named, 'tasks']))
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
    expect(sorted(lasting.map(({ AlarmName }) => AlarmName.replace('Partnerview-prod-', '')))).toEqual([
      'api-5xx',
      'api-slow',
      'table-reads-throttled',
      'table-writes-throttled',
      'throttles',
    ])
  })

  test('include those by which a deployment is rolled back and tried out, each of a metric', () => {
    const names = alarmsOf(synthesized.main).map(({ AlarmName }) => AlarmName.replace('Partnerview-prod-', ''))
    expect(names).toEqual(expect.arrayContaining([...ROLLBACK_ALARMS, TESTED_ALARM]))
    expect(ROLLBACK_ALARMS.length).toBeLessThanOrEqual(5)
    const outputs = Object.keys(synthesized.main.findOutputs('*'))
    expect(Object.keys(synthesized.edge.findOutputs('AlarmTopic'))).toHaveLength(1)
    const used = readFileSync('scripts/deploy/deploy.ts', 'utf8') + readFileSync('scripts/deploy/smoke.ts', 'utf8')
    for (const [, output] of used.matchAll(/outputs\['(\w+)'\]/g)) expect(outputs).toContain(output)
  })

  test('cost at most $35 a month with the firewall, the keys and the metrics of the functions', () => {
    const stacks = [synthesized.main, synthesized.edge].map((stack) => ({
      ...{ name: '', region: '', template: stack.toJSON() as deployed.Template },
    }))
    const costs = listFixedCosts(stacks)
    expect(costs.map(({ what }) => what)).toEqual(['firewall', 'alarms and metrics', 'keys', 'secrets'])
    expect(sumCosts(costs)).toBeLessThanOrEqual(35)
    const scale = readFileSync('docs/scale.md', 'utf8')
    const lines = [...costs, { what: '**together**', dollars: sumCosts(costs) }]
    const shown = lines.map(({ what, dollars }) => `| ${what} | ${dollars.toFixed(2)} |`)
    expect(shown.filter((line) => !scale.includes(line))).toEqual([])
  })
})

test('the table has a ceiling, and the account a budget whose overrun is mailed', () => {
  const table = Object.values(synthesized.main.findResources('AWS::DynamoDB::GlobalTable'))[0]?.['Properties']
  expect(table.WriteOnDemandThroughputSettings).toEqual({ MaxWriteRequestUnits: 8_000 })
  const { edge } = synthesizeStacks({ alarmEmail: 'ops@partnerview.example', monthlyBudget: 80 })
  edge.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { BudgetLimit: { Amount: 80, Unit: 'USD' } },
    NotificationsWithSubscribers: Match.arrayWith([
      Match.objectLike({ Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'ops@partnerview.example' }] }),
    ]),
  })
  // A budget counts the account, which both environments may share.
  expect(environmentOf('dev').monthlyBudget).toBe(environmentOf('prod').monthlyBudget)
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
    // An alarm without an action is part of a joined one.
    const actions = [...alarmsOf(stack), ...joinedAlarmsOf(stack)].flatMap(({ AlarmActions = [] }) => AlarmActions)
    expect(actions).toEqual(actions.map(() => ({ Ref: topic })))
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
    .filter(({ Namespace }) => Namespace === 'Partnerview-prod')
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

describe('the dashboard', () => {
  const [page] = propertiesOf(synthesized.main, 'AWS::CloudWatch::Dashboard')
  const body = deployed.renderValue(page?.DashboardBody)

  test('is one, of which AWS charges nothing, and shows what people do and what fails', () => {
    expect(propertiesOf(synthesized.main, 'AWS::CloudWatch::Dashboard')).toHaveLength(1)
    for (const title of Object.keys(countedCalls)) expect(body).toContain(`"title":"${title}"`)
    for (const metric of ['5xx', 'client-error', 'lock-out', 'Bounce', 'ThrottleEvents', 'Errors'])
      expect(body).toContain(metric)
  })

  test('counts calls that the API has, in the log of the function that answers them', () => {
    const answeredBy = new Map(routes.map(({ key, domain }) => [key, `api-${domain}`]))
    for (const byFunction of Object.values(countedCalls)) {
      for (const [name, calls] of Object.entries(byFunction)) {
        for (const call of calls) expect([call, answeredBy.get(call)]).toEqual([call, name])
        expect(body).toContain(`Functions${name.replaceAll('-', '')}log`)
      }
    }
  })

  test('comes with a query that finds a request id in the log of every function', () => {
    const queries = propertiesOf(synthesized.main, 'AWS::Logs::QueryDefinition')
    const groups = queries.flatMap(({ LogGroupNames }) => LogGroupNames)
    expect(groups).toHaveLength(Object.keys(functionSpecs).length)
    for (const { LogGroupNames, QueryString } of queries) {
      expect(LogGroupNames.length).toBeLessThanOrEqual(50)
      expect(QueryString).toContain('filter requestId = ')
    }
  })
})
