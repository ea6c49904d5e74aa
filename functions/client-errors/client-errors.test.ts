import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadOwnModules } from '../../testing/runner/own-modules.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let output = ''
const { POWERTOOLS_METRICS_DISABLED = 'true', POWERTOOLS_LOG_LEVEL = 'SILENT' } = process.env

beforeAll(async () => {
  loadOwnModules()
  Object.assign(process.env, { POWERTOOLS_METRICS_DISABLED: 'false', POWERTOOLS_LOG_LEVEL: 'INFO' })
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      output += String(chunk)
      return true
    })
  }
  world = await startWorld()
  await world.team(1)
})
afterAll(async () => {
  vi.restoreAllMocks()
  Object.assign(process.env, { POWERTOOLS_METRICS_DISABLED, POWERTOOLS_LOG_LEVEL })
  await world.stop()
})

const error = { build: 'start-DG96ztsZ', route: '/klant/:id', kind: 'script', position: 'home-BjwRLT1i.js:54:18430' }
const report = async (body: object, person?: Person) =>
  world.call('POST', '/api/client-errors', {
    ...{ body, as: await world.session(person ?? (await world.person({ role: 'caller', teamId: 1 }))) },
  })

test('an error is logged and counted', async () => {
  output = ''
  expect((await report(error)).status).toBe(204)
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged).toContainEqual(expect.objectContaining({ message: 'client-error', clientError: error }))
  expect(logged).toContainEqual(expect.objectContaining({ 'client-error': 1 }))
})

test('a person may report twenty errors an hour', async () => {
  const person = await world.person({ role: 'agent', teamId: 1 })
  const statuses: number[] = []
  for (let times = 0; times < 21; times++) statuses.push((await report(error, person)).status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})

test.each([
  { position: 'https://example.com/x.js:1:2' },
  { position: 'home.js' },
  { route: '/klant/Jansen' },
  { route: '/customers?q=jansen' },
  { kind: 'Jansen is not a function' },
  { build: 'a b' },
])('nothing but a position is accepted: %o', async (wrong) => {
  expect((await report({ ...error, ...wrong })).status).toBe(400)
})

test('other fields are dropped', async () => {
  output = ''
  await report({ ...error, message: 'Jansen' })
  expect(output).toContain(error.position)
  expect(output).not.toContain('Jansen')
})
