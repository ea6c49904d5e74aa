import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-21T09:00:00Z' })
  await world.team(1)
})
afterAll(() => world.stop())

it('refuses who looks through many lists in a minute, with a text and when to come back; nobody else, and no plain page', async () => {
  const person = () => world.person({ role: 'agent', teamId: 1 })
  const own = await world.session(await person())
  const others = await world.session(await person())
  const list = (as: string, query = '') => world.call('GET', `/api/appointments${query}`, { as })
  const looksThrough = '?from=2012-01-01&to=2012-08-31'
  const replies = await Promise.all(Array.from({ length: 130 }, () => list(own, looksThrough)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(120)
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(refused[0]?.body.message).toBe(
    'Je hebt kort na elkaar veel lijsten doorzocht. Probeer het over een minuut opnieuw.',
  )
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await list(own)).status).toBe(200)
  expect((await list(others, looksThrough)).status).toBe(200)
  world.travel('2026-11-21T09:01:01Z')
  expect((await list(own, looksThrough)).status).toBe(200)
})

it('reads a page alone at first, and more at a time once a filter has let only some through', async () => {
  const { listWithin } = await import('./list.ts')
  const { asListed, byPosition, whole } = await import('./source.ts')
  const { flags } = await import('../../shared/access.ts')
  const admin = {
    ...{ id: 'admin', role: 'admin' as const, teamId: null, name: 'Admin' },
    flags: Object.fromEntries(flags.map((flag) => [flag, true])) as Record<(typeof flags)[number], boolean>,
    origin: { requestId: '-', ip: '-', userAgent: '-' },
  }
  const rows = Array.from({ length: 3_000 }, (_, number) => ({ number }))
  const order = { positionOf: ({ number }: { number: number }) => [number], parts: [whole], compare: byPosition }
  const source = asListed(rows, order)
  async function asked(matches: (row: { number: number }) => boolean): Promise<number[]> {
    const limits: number[] = []
    const watched: typeof source = {
      ...source,
      read: (after, limit) => {
        limits.push(limit)
        return source.read(after, limit)
      },
    }
    await listWithin(admin, 'audit:read', { limit: 10 }, { all: () => watched, matches, show: (found) => found })
    return limits
  }
  expect(await asked(() => true)).toEqual([11])
  expect(await asked(({ number }) => number % 100 === 0)).toEqual([11, 500, 500])
})
