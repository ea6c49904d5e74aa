import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadOwnModules } from '../../testing/runner/own-modules.ts'
import { startWorld, type World } from '../../testing/world.ts'

let world: World
let output = ''
const disabled = process.env['POWERTOOLS_METRICS_DISABLED']

beforeAll(async () => {
  loadOwnModules()
  process.env['POWERTOOLS_METRICS_DISABLED'] = 'false'
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    output += String(chunk)
    return true
  })
  world = await startWorld()
})
afterAll(async () => {
  vi.restoreAllMocks()
  process.env['POWERTOOLS_METRICS_DISABLED'] = disabled ?? 'true'
  await world.stop()
})

/** Returns the metrics written while `work` ran. */
async function metricsOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  output = ''
  await work()
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line)).filter((line) => '_aws' in line)
}

test('a request that succeeds is counted by Lambda alone', async () => {
  const as = await world.session(await world.person({ role: 'admin' }))
  expect(await metricsOf(() => world.call('GET', '/api/teams', { as }))).toEqual([])
})

test('a refusal is one line of metrics under its kind, for all functions together, naming no person', async () => {
  expect(await metricsOf(() => world.call('GET', '/api/teams'))).toEqual([
    {
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'Partnerview',
            Dimensions: [['service']],
            Metrics: [{ Name: 'error.unauthenticated', Unit: 'Count' }],
          },
        ],
      },
      service: 'partnerview',
      'error.unauthenticated': 1,
    },
  ])
})

test('an internal failure counts as unexpected; in a batch every failed record counts', async () => {
  const { handleBatch } = await import('./event.ts')
  const { notFound } = await import('../../shared/errors.ts')
  const failing: Record<string, Error> = { b: new Error('broken'), c: new Error('broken too'), d: notFound() }
  const run = async (record: string) => {
    if (failing[record]) throw failing[record]
  }
  const metrics = await metricsOf(() => handleBatch('batch', ['a', 'b', 'c', 'd'], { id: (record) => record, run }))
  expect(metrics).toMatchObject([{ 'error.unexpected': [1, 1], 'error.notFound': 1 }])
})

test('an account that locks is counted once, apart from the refusals', async () => {
  const person = await world.person({ password: 'Geheim-1234' })
  const wrong = () =>
    world.call('POST', '/api/login', { body: { email: person.email, password: 'fout' }, ip: '198.51.100.77' })
  const metrics = await metricsOf(async () => {
    for (let attempt = 0; attempt < 7; attempt++) expect((await wrong()).status).toBe(401)
  })
  const lockOuts = metrics.filter((one) => 'lock-out' in one)
  expect(lockOuts).toHaveLength(1)
  expect(JSON.stringify(lockOuts)).not.toContain(person.id)
})
