import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flags } from '../../shared/access.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { type Cast, callRoute, makeCast, sessionFor } from '../cast.ts'
import { isAboutRecord, provenRoutes, routeAt } from '../proven-routes.ts'
import { followTable } from '../raw-table.ts'
import { createRecordFor } from '../records.ts'
import { powerOf } from '../walk/smuggling.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

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
        bookAnyway: true,
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
