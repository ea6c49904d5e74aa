import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { roles } from '../../shared/access.ts'
import type { Route } from '../../shared/api/index.ts'
import { type Answer, startWorld, type World } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeCast, personOf, sessionFor } from '../cast.ts'
import { reportFigure, sampleWays, size } from '../figures.ts'
import { isAboutRecord, readRoutes, routeAt, writeRoutes } from '../proven-routes.ts'
import { countWrites, followTable } from '../raw-table.ts'
import { prepareCall, type Ready } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'
import { startThrottledTable, type ThrottledTable } from '../throttled-table.ts'

let world: World
let cast: Cast
let table: ThrottledTable
beforeAll(async () => {
  world = await startWorld()
  table = await startThrottledTable()
  cast = await makeCast(world)
})
afterAll(async () => {
  await table.close()
  await world.stop()
})

/**
 * Runs calls eight at a time; returns their results. A function has fifteen seconds for each call, which is too little
 * for all calls at once in this one process.
 */
async function eightAtATime<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    for (let call = calls[next++]; call; call = calls[next++]) results.push(await call())
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return results
}

/** Returns calls of every reading endpoint except the logout, by people whose role may make them. */
async function readings(): Promise<(() => Promise<readonly [Route, Answer]>)[]> {
  const calls: (() => Promise<readonly [Route, Answer]>)[] = []
  for (const [turn, route] of readRoutes.entries()) {
    const admitted = roles.filter((role) => findAccessRow(route.endpoint)?.cells[role].scope !== 'refused')
    for (const role of sampleWays(admitted, turn)) {
      if (route.key === 'GET /api/logout') continue
      const person = personOf(cast, role)
      const id = isAboutRecord(route) ? await createRecordFor(world, cast, route, person, person) : undefined
      const as = await sessionFor(world, person)
      calls.push(async () => [route, await callRoute(world, route, { as, id, hints: hintsFor(cast, person) })])
    }
  }
  return calls
}

it('a refused write stores nothing and is done later; a slow table that throttles one call in ten stops none', async () => {
  const replies: (readonly [Route, Answer])[] = []
  const done = { writes: 0, audits: 0 }
  const wrong: string[] = []
  /** Makes calls while the table refuses everything. */
  const refuse = async (ready: readonly (readonly [Route, Ready])[]) => {
    const before = countWrites(await followTable())
    const refused = await table.whileRefusing(() => Promise.all(ready.map(([, { send }]) => send())))
    for (const [index, { status, headers, text }] of refused.entries()) {
      const isTold = status === 503 && Number(headers['retry-after']) > 0
      if (!isTold) wrong.push(`${ready[index]?.[0].key}: ${status} ${text.slice(0, 200)}`)
    }
    if (countWrites(await followTable()) !== before) wrong.push('something was done')
  }
  /** Makes calls while the table has faults; keeps the replies and the numbers of writes. */
  const make = async (ready: readonly (readonly [Route, Ready])[]) => {
    const before = countWrites(await followTable())
    const made = await table.inBadWeather(() =>
      eightAtATime(
        ready.map(
          ([route, { send }]) =>
            async () =>
              [route, await send()] as const,
        ),
      ),
    )
    done.audits += countWrites(await followTable()) - before
    done.writes += made.filter(([{ endpoint }, { status }]) => status < 300 && !endpoint.writesNothing).length
    replies.push(...made)
  }
  const prepare = async (route: Route) => [route, await prepareCall(world, cast, route, { full: true })] as const
  // One by one: a 2FA code is valid for half a minute, and some calls end the session of another call.
  const alone = writeRoutes.filter(({ key }) => /\/api\/(login|logout|auth|calendar-feed)\b/.test(key))
  for (let round = 0; round < size.rounds; round++) {
    for (const route of alone) await make([await prepare(route)])
    const ready: (readonly [Route, Ready])[] = []
    for (const route of writeRoutes) if (!alone.includes(route)) ready.push(await prepare(route))
    const refused = [...ready]
    // Setting up 2FA is left out, as it takes ten slow hashes each time and uses the table like other calls.
    for (const route of alone) if (!/2fa-/.test(route.key)) refused.push(await prepare(route))
    await refuse(refused)
    // The refusals used up what the SDK allows this process in retries. The calls that prepare the readings succeed, and
    // so fill it up again.
    await readings()
    await make(ready)
    const calls = await readings()
    replies.push(...(await table.inBadWeather(() => eightAtATime(calls))))
  }
  const busy = replies.filter(([, { status }]) => status === 503)
  const odd = replies.filter(([, { status }]) => status >= 400 && status !== 503)
  const said = odd.map(([{ key }, { status, text }]) => `${key}: ${status} ${text.slice(0, 200)}`)
  const goal = 'every write is 503 with Retry-After'
  reportFigure('faults: nothing but throttling', goal, wrong.length, 0, wrong)
  reportFigure(
    'faults',
    `0 × 500; ≤ 1 % 503, each with Retry-After (${replies.length} requests)`,
    {
      other: odd.length,
      atMostOnePercent: busy.length <= replies.length / 100,
      withoutRetryAfter: busy.filter(([, { headers }]) => !(Number(headers['retry-after']) > 0)).length,
    },
    { other: 0, atMostOnePercent: true, withoutRetryAfter: 0 },
    [...said, ...busy.map(([{ key }]) => `${key}: 503`)],
  )
  expect(done.audits, 'what was acknowledged is stored, once').toBe(done.writes)
})

it('a transaction that conflicts with another one is repeated, and the change is stored once', async () => {
  const { documents } = await import('../../functions/platform/data/table.ts')
  const real: typeof documents.send = Object.getPrototypeOf(documents).send
  const meeting = Object.assign(new Error('Transaction cancelled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  })
  const { send } = await prepareCall(world, cast, routeAt('POST /api/appointments'), { full: true })
  const before = countWrites(await followTable())
  let met = 0
  // The test makes the conflicts itself: dynoxide (the local DynamoDB) runs transactions one by one, so none conflict.
  const spy = vi.spyOn(documents, 'send').mockImplementation((async (...given: Parameters<typeof documents.send>) => {
    if ('TransactItems' in given[0].input && ++met <= 3) throw meeting
    return real.apply(documents, given)
  }) as never)
  const reply = await send().finally(() => spy.mockRestore())
  expect([reply.status, met]).toEqual([201, 4])
  expect(countWrites(await followTable()) - before).toBe(1)
})
