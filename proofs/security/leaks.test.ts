import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type Role, roles } from '../../shared/access.ts'
import type { Route } from '../../shared/contract/index.ts'
import { type Answer, startWorld, type World } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeCast, personOf, sessionFor } from '../cast.ts'
import { reportFigure, sampleWays } from '../figures.ts'
import { isAboutRecord, isWrite, provenRoutes } from '../proven-routes.ts'
import { prepareCall } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

/** Internal fields that no reply may carry, whatever its schema allows. */
const internal =
  /sessionEpoch|teamKey|gsi\d|"pk"|"sk"|__edb|setupToken|hashes|sortName|idleUntil|"hash"|"state":"active"/

/**
 * Returns what is wrong with a reply: it holds an internal field, does not fit its schema, or holds more than its
 * schema names. Returns null when nothing is wrong. Parsing drops fields that the schema does not name; so if parsing
 * changes the reply, the reply holds more.
 */
function surplus(route: Route, { body, text }: Answer): string | null {
  const { result } = route.endpoint
  const found = internal.exec(text)
  if (found) return `holds ${found[0]}`
  if (result.kind !== 'json' && result.kind !== 'page') return text && result.kind === 'none' ? `holds ${text}` : null
  const parsed = z.safeParse(result.schema, body)
  if (!parsed.success) return `does not fit: ${parsed.error.message}`
  return JSON.stringify(sorted(parsed.data)) === JSON.stringify(sorted(body))
    ? null
    : `holds more: ${text.slice(0, 300)}`
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([name, one]) => [name, sorted(one)]),
        )
      : value

it('no reply holds a field that its schema does not name', async () => {
  const leaks: string[] = []
  const reached = new Set<string>()
  const check = (route: Route, reply: Answer, who: string) => {
    if (reply.status >= 400) {
      const keys = Object.keys(reply.body ?? {})
        .sort()
        .join()
      if (!/^(details,error,message,stats|errors,message|message)$/.test(keys))
        leaks.push(`${route.key} as ${who}: error with ${keys}`)
      return
    }
    reached.add(route.key)
    const extra = surplus(route, reply)
    if (extra) leaks.push(`${route.key} as ${who}: ${extra}`)
  }
  for (const [turn, route] of provenRoutes.entries()) {
    if (isWrite(route)) {
      check(route, await (await prepareCall(world, cast, route, { full: true })).send(), 'somebody')
      continue
    }
    const isAdmitted = (role: Role) => findAccessRow(route.endpoint)?.cells[role].scope !== 'refused'
    const [admitted, refused] = [roles.filter(isAdmitted), roles.filter((role) => !isAdmitted(role))]
    for (const role of [admitted, refused].flatMap((some) => sampleWays(some, turn))) {
      const person = personOf(cast, role)
      const id = isAboutRecord(route) ? await createRecordFor(world, cast, route, person) : undefined
      check(
        route,
        await callRoute(world, route, { as: await sessionFor(world, person), id, hints: hintsFor(cast, person) }),
        role,
      )
    }
  }
  expect(provenRoutes.map(({ key }) => key).filter((key) => !reached.has(key))).toEqual([])
  reportFigure('leaks', '0 replies with fields outside their schema', leaks.length, 0, leaks)
})

it('an error reveals no stack, path or library', async () => {
  const as = await sessionFor(world, cast.admin)
  for (const reply of [
    await world.call('POST', '/api/appointments', { as, body: '{' }),
    await world.call('POST', '/api/appointments', { as, body: 'x', headers: { 'content-type': 'text/plain' } }),
    await world.call('PATCH', '/api/appointments/niets', { as, body: {} }),
    await world.call('GET', '/api/appointments?limit=9999', { as }),
    await world.call('GET', '/api/appointments', { as: 'onzin' }),
  ]) {
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(reply.text).not.toMatch(/at |node_modules|zod|dynamo|electro|Error:|cognito/i)
    expect(reply.headers['content-type']).toContain('application/json')
  }
})
