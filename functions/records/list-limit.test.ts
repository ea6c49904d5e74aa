import { afterAll, beforeAll, expect, it } from 'vitest'
import { flags } from '../../shared/access.ts'
import { startWorld, type World } from '../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-21T09:00:00Z' })
  await world.team(1)
})
afterAll(() => world.stop())

it('limits one person’s searches of lists per minute, with Retry-After, but not plain pages', async () => {
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

const admin = {
  ...{ id: 'admin', role: 'admin' as const, teamId: null, name: 'Admin' },
  flags: Object.fromEntries(flags.map((flag) => [flag, true])) as Record<(typeof flags)[number], boolean>,
  origin: { requestId: '-', ip: '-', userAgent: '-' },
}
/** Returns a source of `length` numbered rows. */
async function sourceOf(length: number) {
  const { sourceInMemory, byPosition, isInteger } = await import('./source.ts')
  const rows = Array.from({ length }, (_, number) => ({ number }))
  return sourceInMemory(rows, { positionOf: ({ number }) => [number], parts: [isInteger], compare: byPosition })
}

it('reads one page at first, and more at a time once a filter has rejected rows', async () => {
  const { listWithin } = await import('./list.ts')
  const source = await sourceOf(3_000)
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

it('reads up to its limits, and reports whether more rows may match', async () => {
  const { readFirstWithin } = await import('./list.ts')
  const source = await sourceOf(3_000)
  const added = async (limits: { rows: number; read: number }, matches: (row: { number: number }) => boolean) => {
    const { rows, isComplete } = await readFirstWithin(admin, 'audit:read', limits, { all: () => source, matches })
    return [rows.length, isComplete]
  }
  const all = () => true
  expect(await added({ rows: 3_000, read: 4_000 }, all)).toEqual([3_000, true])
  expect(await added({ rows: 2_999, read: 4_000 }, all)).toEqual([2_999, false])
  // Reading stops once it has passed 1,000 of the 3,000 rows. So `isComplete`, at index 1, is false: more may match.
  expect((await added({ rows: 3_000, read: 1_000 }, ({ number }) => number % 10 === 0))[1]).toBe(false)
})
