import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Runtime, startRuntime } from '../testing/runtime.ts'
import { synthesizeStacks } from '../testing/stack.ts'
import { type Project, partnerview } from './local/project.ts'
import { localArns } from './local/rights/arns.ts'
import { readTemplateProject } from './local/template-project.ts'
import { settingsFor } from './manifest.ts'

/** The product started from its templates, and how the templates describe it. */
let runtime: Runtime
let project: Project

beforeAll(async () => {
  const folder = synthesizeStacks().app.synth().directory
  project = readTemplateProject(folder)
  runtime = await startRuntime({ seed: 'empty', from: folder })
})
afterAll(() => runtime?.stop())

const sorted = <T>(values: readonly T[]) => [...values].map((value) => JSON.stringify(value)).sort()

// All other tests run the product of the manifest. It is the one of the templates, so they test what is deployed.
it('the templates describe the product that the manifest describes', () => {
  const functionsIn = ({ functions }: Project) =>
    sorted(
      Object.entries(functions).map(([name, spec]) => ({
        name,
        settings: settingsFor(spec).sort(),
        memoryMb: spec.memoryMb,
        timeoutSeconds: spec.timeoutSeconds,
      })),
    )
  expect(functionsIn(project)).toEqual(functionsIn(partnerview))
  expect(sorted(project.routes)).toEqual(sorted(partnerview.routes))
  expect(new Map(Object.entries(project.jobs))).toEqual(
    new Map(Object.entries(partnerview.jobs).map(([name, { trigger }]) => [name, { trigger }])),
  )
  expect(sorted(project.buckets)).toEqual(sorted(partnerview.buckets))
  for (const key of ['table', 'timeZone', 'minimumPasswordLength', 'accessTokenHours'] as const) {
    expect(project[key]).toEqual(partnerview[key])
  }
})

it('the templates give each function the rights of the manifest', () => {
  const arns = localArns('table')
  for (const name of Object.keys(partnerview.functions)) {
    const comparable = ({ statementsOf }: Project) =>
      sorted(
        statementsOf(name, arns).map(({ Action, Resource, Condition, ...rest }) => ({
          ...rest,
          Action: [...Action].sort(),
          Resource: [...Resource].sort(),
          Condition: JSON.parse(JSON.stringify(Condition ?? {}).replaceAll(/\[("[^"]*")\]/g, '$1')),
        })),
      )
    expect(comparable(project), name).toEqual(comparable(partnerview))
  }
})

it('started from its templates, the product logs in, mails by the stream, hears of uploads and keeps its schedules', async () => {
  const [admin] = await runtime.accounts()
  if (!admin) throw new Error('no admin')
  const session = await runtime.login(admin)
  const body = { email: 'nina@example.nl', firstName: 'Nina', lastName: 'Nieuw', role: 'admin', invite: true }
  await runtime.json('POST', '/api/users/create-local', body, session)
  const invited = await eventually(async () => {
    const mails = await runtime.json<{ to: string[]; text: string }[]>('GET', '/__local/mails')
    const text = mails.find(({ to }) => to.includes(body.email))?.text ?? ''
    return /\/uitnodiging\/([\w-]{43})/.exec(text)?.[1]
  })
  expect(await runtime.json('GET', `/api/invitations/${invited}`)).toMatchObject({ firstName: 'Nina' })

  const reply = await fetch(`${runtime.url}/__local/buckets/uploads/leads/unknown`, { method: 'PUT', body: 'a;b' })
  expect(reply.ok).toBe(true)
  const called = await eventually(async () => {
    const functions = await runtime.json<{ name: string; invocations: number; errors: number }[]>(
      'GET',
      '/__local/functions',
    )
    return functions.find(({ name, invocations }) => name === 'lead-import' && invocations > 0)
  })
  expect(called.errors).toBe(0)

  const schedules = await runtime.json<{ name: string; timeZone: string }[]>('GET', '/__local/schedules')
  expect(new Set(schedules.map(({ timeZone }) => timeZone))).toEqual(new Set(['Europe/Amsterdam']))
  expect(await runtime.json('POST', '/__local/schedules/session-purge')).toMatchObject({ ok: true })
})

/** Asks until there is an answer. */
async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      const answer = await ask()
      if (answer === undefined) throw new Error('not yet')
      return answer
    },
    { timeout: 15_000, interval: 50 },
  )
}
