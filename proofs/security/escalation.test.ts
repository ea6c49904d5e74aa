import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flags, roles } from '../../shared/access.ts'
import type { Route } from '../../shared/contract/index.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeCast, newIpAddress, personOf, sessionFor } from '../cast.ts'
import { reportFigure, sampleWays } from '../figures.ts'
import { fieldsOf, schemaOf } from '../json-schema.ts'
import { isAboutRecord, provenRoutes, routeAt, writeRoutes } from '../proven-routes.ts'
import { differencesOf, followTable, type Item, itemsOfEntity } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'
import { bodyOf, formField, pathOf } from '../sample.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const MARK = 'ingesmokkeld'
const NUMBER = 987_654_321

/** Fields that grant power, or that only the server may set (rulings 13), with values that can be recognised. */
const forbidden: Readonly<Record<string, unknown>> = {
  id: MARK,
  pk: MARK,
  sk: MARK,
  gsi1pk: MARK,
  __edb_e__: MARK,
  role: 'admin',
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
  createdBy: MARK,
  ownerId: MARK,
  userId: MARK,
  version: NUMBER,
  sessionEpoch: NUMBER,
  isActive: true,
  twoFactorEnabled: false,
  confirmationSent: true,
  createdAt: MARK,
  approvedBy: MARK,
  sessionId: MARK,
  isLocalAccount: false,
  attempts: NUMBER,
  month: MARK,
  start: MARK,
}
const pollution = { polluted: MARK, role: 'admin', isAdmin: true }

/**
 * Returns a body as text, with all forbidden fields added that the endpoint does not have itself. JSON is built as
 * text, since an object literal cannot hold a `__proto__` of its own; a form gets form fields.
 */
function smuggled({ endpoint }: Route, body: unknown): string {
  const known = endpoint.body ? fieldsOf(schemaOf(endpoint.body)) : {}
  const extra = Object.fromEntries(Object.entries(forbidden).filter(([name]) => !(name in known)))
  if (typeof body === 'string') {
    const fields = Object.entries({ ...extra, '__proto__[polluted]': MARK, 'constructor[prototype][polluted]': MARK })
    return fields.map(([name, value]) => formField(name, value)).join('') + body
  }
  const base = typeof body === 'object' && body !== null ? body : {}
  const text = JSON.stringify({ ...base, ...extra, constructor: { prototype: pollution }, prototype: pollution })
  return `${text.slice(0, -1)},"__proto__":${JSON.stringify(pollution)}}`
}

const holdsMark = (item: Item) => {
  const text = JSON.stringify(item)
  return text.includes(MARK) || text.includes(String(NUMBER)) || /"(polluted|isAdmin)"/.test(text)
}
const isLimit = ({ pk }: Item) => String(pk).startsWith('span#')
const powers = ['role', 'teamId', 'isActive', 'isLocalAccount', 'sessionEpoch', 'twoFactorEnabled', ...flags]

/**
 * Returns everybody's rights as text, by user id. Leaves out the session epoch of people in `ending`: the call may end
 * their sessions, which raises the epoch.
 */
const powerOf = (items: readonly Item[], ending: ReadonlySet<unknown> = new Set()) =>
  new Map(
    itemsOfEntity(items, 'user').map((item) => {
      const held = powers.filter((name) => name !== 'sessionEpoch' || !ending.has(item['id']))
      return [item['id'], JSON.stringify(held.map((name) => item[name]))]
    }),
  )

describe('a write with fields that grant power', () => {
  it('stores none of them, for any writer', async () => {
    expect(Object.keys(forbidden).length).toBeGreaterThanOrEqual(25)
    const stored: string[] = []
    for (const [turn, route] of writeRoutes.entries()) {
      for (const role of sampleWays(roles, turn)) {
        const person = await world.person({ role, ...(role === 'admin' ? {} : { teamId: 1 }) })
        const id = isAboutRecord(route) ? await createRecordFor(world, cast, route, personOf(cast, role)) : undefined
        const as = await sessionFor(world, person)
        const before = await followTable()
        const reply = await world.call(route.endpoint.method, pathOf(route.endpoint, id), {
          as,
          body: smuggled(route, bodyOf(route.endpoint, hintsFor(cast, person))),
          ip: newIpAddress(),
        })
        const after = await followTable()
        const { added, changed } = differencesOf(before, after)
        const label = `${route.key} as ${role} (${reply.status})`
        for (const item of [...added, ...changed.map((change) => change.after)].filter(holdsMark)) {
          stored.push(`${label}: ${item.pk} ${JSON.stringify(item).slice(0, 400)}`)
        }
        // Invited people may raise their epoch: using their link ends all their sessions.
        const invited = itemsOfEntity(before, 'user').filter((item) => item['invitedAt'] !== undefined)
        const ending = new Set([person.id, ...invited.map((item) => item['id'])])
        const [were, are] = [powerOf(before, ending), powerOf(after, ending)]
        for (const [user, power] of were) {
          const isOwnRecord = isAboutRecord(route) && user === id
          if (are.get(user) !== power && !isOwnRecord)
            stored.push(`${label}: ${user} went from ${power} to ${are.get(user)}`)
        }
        if (reply.status >= 500) stored.push(`${label}: ${reply.text}`)
        if (reply.text.includes(MARK) || /polluted|isAdmin/.test(reply.text))
          stored.push(`${label}: echoed ${reply.text}`)
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    reportFigure('escalation', '0 stored', stored.length, 0, stored)
  })

  it('stores none of them when the rest is valid and the write succeeds', async () => {
    const wrong: string[] = []
    for (const route of writeRoutes) {
      const { body, once, send } = await prepareCall(world, cast, route, { full: true })
      const before = await followTable()
      const reply = await send({ body: smuggled(route, once ? { ...Object(body), ...once } : body) })
      const { added, changed } = differencesOf(before, await followTable())
      if (reply.status >= 300) wrong.push(`${route.key} was not done: ${reply.status} ${reply.text}`)
      // The number of requests that a limit counted is no record.
      const written = [...added, ...changed.map((change) => change.after)].filter((item) => !isLimit(item))
      const hasWritten = written.length > 0
      if (hasWritten === (route.endpoint.writesNothing ?? false)) {
        wrong.push(`${route.key} wrote ${hasWritten ? 'something' : 'nothing'}`)
      }
      for (const item of [...added, ...changed.map((change) => change.after)].filter(holdsMark)) {
        wrong.push(`${route.key}: ${item.pk} ${JSON.stringify(item).slice(0, 400)}`)
      }
      if (reply.text.includes(MARK) || /polluted|isAdmin/.test(reply.text)) wrong.push(`${route.key}: echoed it`)
    }
    reportFigure('escalation: writes that are done', '0 stored', wrong.length, 0, wrong)
  })
})

describe('a team leader', () => {
  const put = routeAt('PUT /api/users/{id}')
  const create = routeAt('POST /api/users/create-local')
  const raises: readonly Record<string, unknown>[] = [
    { role: 'admin' },
    { role: 'teamleader' },
    { teamId: 2 },
    { teamId: null },
    { hasSalesReportsAccess: true },
    { hasPersonalDataAccess: true },
  ]

  it('cannot raise a role, a flag or a team beyond their own', async () => {
    const stored: string[] = []
    const lead = await world.person({
      role: 'teamleader',
      teamId: 1,
      hasSalesReportsAccess: false,
      hasPersonalDataAccess: false,
    })
    for (const route of [put, create]) {
      for (const raise of raises) {
        const target = await world.person({
          role: 'caller',
          teamId: 1,
          hasSalesReportsAccess: false,
          hasPersonalDataAccess: false,
        })
        const before = powerOf(await followTable())
        const flagsOff = Object.fromEntries(flags.map((flag) => [flag, false]))
        const hints = { ...flagsOff, role: 'caller', teamId: 1, ...raise }
        const as = await sessionFor(world, lead)
        const reply = await callRoute(world, route, { as, id: target.id, hints })
        for (const [user, power] of powerOf(await followTable())) {
          const gained = before.get(user) !== power && /admin|teamleader|,2,|true,true,true/.test(power)
          if (gained) stored.push(`${route.key} ${JSON.stringify(raise)} (${reply.status}): ${power}`)
        }
      }
    }
    expect(stored).toEqual([])
  })

  it('is refused when they give away a record that only an admin may give away', async () => {
    for (const route of provenRoutes) {
      if (!/changing ownerId: admin only/.test(findAccessRow(route.endpoint)?.rule ?? '') || !isAboutRecord(route))
        continue
      const id = await createRecordFor(world, cast, route, cast.lead[0])
      const reply = await callRoute(world, route, {
        id,
        as: await sessionFor(world, cast.lead[0]),
        body: { ownerId: cast.colleague.id },
      })
      expect(reply.status, `${route.key}: ${reply.text}`).toBe(403)
    }
  })
})

describe('an agent', () => {
  it('cannot reassign an appointment, not even to themselves', async () => {
    const booked = await world.call('POST', '/api/appointments', {
      as: await sessionFor(world, cast.colleague),
      body: {
        customerName: 'Proef',
        customerPhone: '0475 123456',
        appointmentDate: '2026-12-01',
        appointmentTime: '10:00',
      },
    })
    const path = `/api/appointments/${booked.body.id}`
    const give = (as: string, agentId: string) => world.call('PATCH', path, { as, body: { agentId } })
    expect((await give(await sessionFor(world, cast.admin), cast.agent[0].id)).status).toBe(200)
    const creator = await sessionFor(world, cast.colleague)
    expect((await give(creator, cast.colleague.id)).status, 'taking it back').toBe(403)
    expect((await give(creator, cast.lead[0].id)).status).toBe(403)
    expect((await give(await sessionFor(world, cast.agent[0]), cast.colleague.id)).status).toBe(403)
  })
})
