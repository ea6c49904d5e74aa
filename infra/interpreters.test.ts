import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Runtime, startRuntime } from '../testing/runtime.ts'
import { synthesizeStacks } from '../testing/stack.ts'
import { tableDefinition } from './local/table/table-definition.ts'
import {
  type DeployedStatement,
  eventTriggersOf,
  functionsOf,
  roleStatementsOf,
  routesOf,
  schedulesOf,
  type Template,
  tablesOf,
  withNested,
} from './template.ts'

/** Template of the deployed stack. The tests compare it with the runtime on a laptop, which must do the same. */
let template: Template
let runtime: Runtime

beforeAll(async () => {
  const { main, routes } = synthesizeStacks()
  template = withNested(main.toJSON() as Template, routes.toJSON() as Template)
  runtime = await startRuntime({ seed: 'empty' })
})
afterAll(() => runtime?.stop())

const sorted = <T>(values: readonly T[]) => [...values].map((value) => JSON.stringify(value)).sort()

it('the local runtime answers the routes of the stack', async () => {
  const statusOf = async (key: string) => {
    const [method, path = ''] = key.split(' ')
    const reply = await fetch(`${runtime.url}${path.replaceAll(/\{\w+\}/g, 'x')}`, { method })
    return `${reply.status} ${await reply.text()}`
  }
  expect(await statusOf('GET /api/no-such-route')).toBe('404 {"message":"Not Found"}')
  for (const { key } of routesOf(template)) {
    const reply = await statusOf(key.replace(/^ANY/, 'GET').replace('{proxy+}', 'x'))
    expect(reply, key).not.toContain('Not Found')
  }
})

it('the local runtime has the functions of the stack, with the same memory', async () => {
  const local = await runtime.json<{ name: string; memoryLimitMb: number }[]>('GET', '/__local/functions')
  expect(sorted(local.map(({ name, memoryLimitMb }) => ({ name, memoryMb: memoryLimitMb })))).toEqual(
    sorted(functionsOf(template).map(({ name, memoryMb }) => ({ name, memoryMb }))),
  )
})

it('the local table has the indexes of the stack', () => {
  const local = (tableDefinition('local').GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema }) => ({
    name: IndexName,
    keys: (KeySchema ?? []).map(({ AttributeName }) => AttributeName),
  }))
  expect(tablesOf(template).map(({ indexes }) => sorted(indexes))).toEqual([sorted(local)])
})

/** Actions that the Lambda service itself performs: writing logs and traces, reading events, storing failures. */
const OF_LAMBDA = /^(logs|sqs):|^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams)$/

it('the local runtime gives the functions the rights of the stack', async () => {
  const { statements } = await runtime.json<{ statements: Record<string, DeployedStatement[]> }>(
    'GET',
    '/__local/rights',
  )
  const deployed = roleStatementsOf(template)
  expect(sorted([...deployed.keys()])).toEqual(sorted(Object.keys(statements)))
  /**
   * Returns the end of an ARN, such as `/index/gsi1` or `/leads/*`. Only this part is the same in stack and local
   * runtime.
   */
  const tailOf = (arn: string) => /(?:\/index\/\w+|\/[\w-]+\/\*)$/.exec(arn)?.[0] ?? ''
  const comparable = (those: readonly DeployedStatement[]) =>
    sorted(
      those
        .filter(({ Action }) => !Action.every((action) => OF_LAMBDA.test(action)))
        .map(({ Sid, Effect, Action, Resource, Condition }) => ({
          ...{ Sid, Effect },
          Action: [...Action].sort(),
          Resource: Resource.map(tailOf).sort(),
          Condition: JSON.parse(JSON.stringify(Condition ?? {}).replaceAll(/eu-(west|central)-1/g, 'region')),
        })),
    )
  for (const [name, own] of deployed) expect(comparable(own), name).toEqual(comparable(statements[name] ?? []))
})

it('the local runtime starts the same functions by schedules, at the same time in the same zone', async () => {
  const local = await runtime.json<{ name: string; expression: string; timeZone: string }[]>(
    'GET',
    '/__local/schedules',
  )
  expect(
    sorted(local.map(({ name, expression, timeZone }) => ({ function: name, cron: expression, timeZone }))),
  ).toEqual(sorted(schedulesOf(template)))
})

it('the local runtime starts the same functions by events', async () => {
  const queues = await runtime.json<{ name: string }[]>('GET', '/__local/queues')
  const scheduled = schedulesOf(template).map((schedule) => schedule.function)
  expect(sorted(queues.map(({ name }) => name))).toEqual(
    sorted([...new Set([...eventTriggersOf(template).map((event) => event.function), ...scheduled])]),
  )
})
