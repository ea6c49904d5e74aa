import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'

let world: World
let output = ''
const { POWERTOOLS_METRICS_DISABLED = 'true', POWERTOOLS_LOG_LEVEL = 'SILENT' } = process.env

beforeAll(async () => {
  Object.assign(process.env, { POWERTOOLS_METRICS_DISABLED: 'false', POWERTOOLS_LOG_LEVEL: 'INFO' })
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      output += String(chunk)
      return true
    })
  }
  world = await startWorld()
})
afterAll(async () => {
  vi.restoreAllMocks()
  Object.assign(process.env, { POWERTOOLS_METRICS_DISABLED, POWERTOOLS_LOG_LEVEL })
  await world.stop()
})

const error = { build: 'start-DG96ztsZ', route: '/klant/:id', kind: 'script', position: 'home-BjwRLT1i.js:54:18430' }
const report = (body: object, ip: string) => world.call('POST', '/api/client-errors', { body, ip })

test('an error is logged and counted, without a session', async () => {
  output = ''
  expect((await report(error, '198.51.100.1')).status).toBe(204)
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged).toContainEqual(expect.objectContaining({ message: 'client-error', clientError: error }))
  expect(logged).toContainEqual(expect.objectContaining({ 'client-error': 1 }))
})

test('a network may report twenty errors an hour', async () => {
  const statuses: number[] = []
  for (let times = 0; times < 21; times++) statuses.push((await report(error, `2001:db8::${times}`)).status)
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
  expect((await report({ ...error, ...wrong }, '198.51.100.2')).status).toBe(400)
})

test('other fields are dropped', async () => {
  output = ''
  await report({ ...error, message: 'Jansen' }, '198.51.100.3')
  expect(output).toContain(error.position)
  expect(output).not.toContain('Jansen')
})
