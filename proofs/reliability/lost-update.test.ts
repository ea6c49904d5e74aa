import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '../../shared/api/index.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { buildChangingCall, type Cast, callRoute, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { isProven, routeAt, writeRoutes } from '../proven-routes.ts'
import { auditsIn, followTable } from '../raw-table.ts'
import { callerFor } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const guarded = writeRoutes.filter(({ endpoint }) => endpoint.ifMatch)
const tally = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((status) => [status, statuses.filter((one) => one === status).length]),
  )

describe('fifty writers with one If-Match', () => {
  it('change the record once, on every endpoint that takes If-Match', async () => {
    const results: string[] = []
    const hints = hintsFor(cast, cast.agent[0])
    for (const route of guarded) {
      const id = await createRecordFor(world, cast, route, cast.agent[0])
      const as = await sessionFor(world, callerFor(cast, route))
      const before = auditsIn(await followTable()).length
      const replies = await Promise.all(
        Array.from({ length: 50 }, () =>
          callRoute(world, route, {
            ...{ id, as, hints, headers: { 'if-match': '"1"' } },
            ...buildChangingCall(route, hints),
          }),
        ),
      )
      const written = auditsIn(await followTable()).length - before
      const counted = tally(replies.map(({ status }) => status))
      // The calls that arrive after a successful deletion may get a 404 instead of a 409.
      const isDelete = route.endpoint.method === 'DELETE'
      const losers = (counted[409] ?? 0) + (isDelete ? (counted[404] ?? 0) : 0)
      const winners = (counted[200] ?? 0) + (counted[204] ?? 0)
      if (winners !== 1 || losers !== 49 || written !== 1) {
        results.push(`${route.key}: ${JSON.stringify(counted)}, ${written} audit rows`)
      }
    }
    expect(guarded.length).toBeGreaterThan(0)
    reportFigure('lost update', '1 × 2xx, 49 × 409', results.length, 0, results)
  })
})

describe('If-Match', () => {
  it('takes the version in each form that a client may send; a wrong version is a 409, other text a 400', async () => {
    const route = routeAt('PATCH /api/appointments/{id}')
    const as = await sessionFor(world, cast.admin)
    const send = async (match: string, id: string | number) =>
      (await callRoute(world, route, { id, as, body: { notes: match }, headers: { 'if-match': match } })).status
    for (const form of ['"1"', '1', 'W/"1"']) {
      expect(await send(form, await createRecordFor(world, cast, route, cast.agent[0])), form).toBe(200)
    }
    const id = await createRecordFor(world, cast, route, cast.agent[0])
    for (const stale of ['"0"', '"2"', '"999999999"']) expect(await send(stale, id), stale).toBe(409)
    for (const odd of ['*', '""', '"-1"', '"1","2"', '"1.0"', 'één', '"9999999999"', '0x1']) {
      expect(await send(odd, id), odd).toBe(400)
    }
  })

  it('takes the ETag of the last reply, which each change replaces', async () => {
    const route = routeAt('PATCH /api/appointments/{id}')
    const as = await sessionFor(world, cast.admin)
    const id = await createRecordFor(world, cast, route, cast.agent[0])
    let etag = '"1"'
    for (let change = 0; change < 3; change++) {
      const reply = await callRoute(world, route, { id, as, body: { notes: etag }, headers: { 'if-match': etag } })
      expect(reply.status).toBe(200)
      expect(reply.headers['etag']).not.toBe(etag)
      etag = reply.headers['etag'] ?? ''
    }
  })
})

describe('a PATCH that changes nothing', () => {
  it('raises no version and leaves no audit row, on every endpoint with If-Match that allows such a body', async () => {
    const patches = routes.filter(
      ({ endpoint }) =>
        endpoint.ifMatch && endpoint.method === 'PATCH' && endpoint.body?.safeParse({ unknown: 'x' }).success,
    )
    expect(patches.length).toBeGreaterThan(3)
    for (const route of patches.filter(isProven)) {
      const as = await sessionFor(world, callerFor(cast, route))
      const id = await createRecordFor(world, cast, route, cast.agent[0])
      const before = auditsIn(await followTable()).length
      const headers = { 'if-match': '"1"' }
      const statuses = []
      for (const body of [{}, { unknown: 'x' }]) {
        statuses.push((await callRoute(world, route, { id, as, body, headers })).status)
      }
      const written = auditsIn(await followTable()).length - before
      expect([route.key, statuses, written]).toEqual([route.key, [200, 200], 0])
    }
  })
})

describe('a mark that a mail writes in the middle of an edit', () => {
  it('is kept, and is no conflict', async () => {
    const as = await sessionFor(world, cast.admin)
    const route = routeAt('PATCH /api/appointments/{id}')
    const id = String(await createRecordFor(world, cast, route, cast.agent[0]))
    const { documents } = await import('../../functions/platform/data/table.ts')
    const { Appointments } = await import('../../functions/appointments/entity.ts')
    const real: typeof documents.send = Object.getPrototypeOf(documents).send
    const spy = vi.spyOn(documents, 'send').mockImplementation((async (...given: Parameters<typeof documents.send>) => {
      if ('TransactItems' in given[0].input) {
        spy.mockRestore()
        await Appointments.patch({ id }).set({ confirmationSent: true }).go()
      }
      return real.apply(documents, given)
    }) as never)
    const headers = { 'if-match': '"1"' }
    const edited = await callRoute(world, route, { id, as, body: { notes: 'Tegelijk' }, headers })
    expect([edited.status, edited.body.version]).toEqual([200, 2])
    const after = await callRoute(world, route, { id, as, body: {} })
    expect(after.body).toMatchObject({ notes: 'Tegelijk', confirmationSent: true })
  })
})

describe('fifty writers without If-Match', () => {
  it('lose nothing: every change that was acknowledged is in the audit, one version each', async () => {
    const route = routeAt('PATCH /api/appointments/{id}')
    const as = await sessionFor(world, cast.admin)
    const id = await createRecordFor(world, cast, route, cast.agent[0])
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => callRoute(world, route, { id, as, body: { notes: `Schrijver ${at}` } })),
    )
    const acknowledged = replies.filter(({ status }) => status === 200).map(({ body }) => body.version)
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    expect(new Set(replies.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
    const rows = auditsIn(await followTable()).filter((row) => row['entityId'] === id)
    expect(rows).toHaveLength(acknowledged.length + 1)
  })
})
