import { afterAll, beforeAll, expect, it } from 'vitest'
import { roles } from '../../shared/access.ts'
import { appointmentStatuses, boardStatuses, leadStatuses, salesStatuses } from '../../shared/api/parts/statuses.ts'
import { storeContract } from '../../testing/contracts.ts'
import { createRandomNumbers } from '../../testing/seed.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { findAccessRow, type Scope } from '../access-table.ts'
import { type Cast, callRoute, makeCast, personOf, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { routeAt } from '../proven-routes.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

interface Booked {
  readonly agentId: string
  readonly createdBy: string
  readonly teamId: number
  readonly status: string
}

/**
 * Books appointments of today in every status, by people of every role; returns them. The numbers for everybody, for
 * team 1 and for one person in it all differ, so that a count of the wrong scope is noticed.
 */
async function bookAll(): Promise<Booked[]> {
  const { admin, agent, caller, colleague, lead } = cast
  const pairs: readonly (readonly [Person, Person])[] = [
    [admin, agent[0]],
    [admin, agent[1]],
    [lead[0], lead[0]],
    [lead[0], colleague],
    [agent[0], agent[0]],
    [colleague, colleague],
    [colleague, colleague],
    [caller[0], agent[0]],
    [caller[0], colleague],
    [caller[0], lead[0]],
    [caller[1], agent[1]],
    [agent[1], agent[1]],
    [lead[1], agent[1]],
  ]
  const booked: Booked[] = []
  for (const [by, forWhom] of pairs) {
    const as = await sessionFor(world, by)
    for (const status of appointmentStatuses) {
      const form = { customerName: 'Proef', customerPhone: '0475 123456', agentId: forWhom.id, status }
      const body = { ...form, appointmentDate: '2026-11-21', appointmentTime: '14:00', bookAnyway: true }
      const reply = await world.call('POST', '/api/appointments', { as, body })
      expect(reply.status, reply.text).toBe(201)
      booked.push(reply.body)
    }
  }
  return booked
}

const within = (scope: Scope, person: Person) => (row: Booked) =>
  scope === 'all' ||
  (scope === 'team' ? row.teamId === person.teamId : row.agentId === person.id || row.createdBy === person.id)

it('the counts of the dashboard and of the list cover exactly the records within reach', async () => {
  const booked = await bookAll()
  const wrong: string[] = []
  for (const key of ['GET /api/appointments/stats', 'GET /api/stats']) {
    const route = routeAt(key)
    for (const role of roles) {
      const person = personOf(cast, role)
      const seen = booked.filter(within(findAccessRow(route.endpoint)?.cells[role].scope ?? 'refused', person))
      const reply = await callRoute(world, route, { as: await sessionFor(world, person) })
      const must = {
        appointmentsToday: seen.filter(({ status }) => status !== 'cancelled').length,
        pendingAppointments: seen.filter(({ status }) => status === 'scheduled' || status === 'awaiting').length,
      }
      const is = {
        appointmentsToday: reply.body.appointmentsToday,
        pendingAppointments: reply.body.pendingAppointments,
      }
      if (JSON.stringify(is) !== JSON.stringify(must)) {
        wrong.push(`${key} as ${role}: ${JSON.stringify(is)} instead of ${JSON.stringify(must)}`)
      }
    }
  }
  for (const role of roles) {
    const person = personOf(cast, role)
    const as = await sessionFor(world, person)
    const { body } = await world.call('GET', '/api/appointments/counts?date=2026-11-21', { as })
    const seen = booked.filter(within(role === 'admin' ? 'all' : 'team', person))
    const must = appointmentStatuses.map((status) => seen.filter((row) => row.status === status).length)
    const is = appointmentStatuses.map((status) => body.statuses?.[status])
    if (String(is) !== String(must)) wrong.push(`counts by status as ${role}: ${is} instead of ${must}`)
  }
  reportFigure('reach: counts', '0 counts of what is out of reach', wrong.length, 0, wrong)
})

it('each count of leads and contracts is the number of rows of its list, with the same filter', async () => {
  const random = createRandomNumbers(29)
  const one = <T>(of: readonly T[]): T => of[random(of.length)] as T
  const { admin, agent, caller, colleague, lead } = cast
  for (let index = 0; index < 40; index++) {
    const as = await sessionFor(world, one([admin, lead[0], agent[0], agent[1], colleague, caller[0]]))
    const form = { customerName: `Lead ${index}`, customerPhone: `06 2${String(index).padStart(7, '0')}` }
    const body = { ...form, status: one(leadStatuses), ...(random(6) === 0 ? { doNotCall: true } : {}) }
    expect((await world.call('POST', '/api/leads', { as, body })).status).toBe(201)
    const phone = random(3) === 0 ? { customerPhone: form.customerPhone } : {}
    const customerName = one(['Bakker', 'Slager'])
    await storeContract({
      customerName,
      salesStatus: one(salesStatuses),
      expiryDate: one(['2026-11-01', '2027-03-01']),
      ...phone,
    })
  }
  const wrong: string[] = []
  let seen = 0
  const compare = async (as: string, list: string, count: number) => {
    const { body } = await world.call('GET', `${list}&limit=500`, { as })
    seen += count
    if (body.length !== count) wrong.push(`${list}: ${count} instead of ${body.length}`)
  }
  for (const role of roles) {
    const as = await sessionFor(world, personOf(cast, role))
    const { statuses } = (await world.call('GET', '/api/leads/counts', { as })).body
    for (const status of leadStatuses) {
      await compare(as, `/api/leads?doNotCall=false&status=${status}`, statuses[status])
    }
  }
  const as = await sessionFor(world, admin)
  for (const filter of ['', 'q=bakker', 'doNotCall=false', 'urgency=verlopen&q=slager']) {
    const { counts } = (await world.call('GET', `/api/contracts/counts?${filter}`, { as })).body
    const all = Object.values<number>(counts).reduce((sum, count) => sum + count, 0)
    for (const status of boardStatuses) {
      await compare(as, `/api/contracts/sales-status/${status}?${filter}`, status === 'alle' ? all : counts[status])
    }
  }
  expect(seen).toBeGreaterThan(100)
  reportFigure('counts: rows of their lists', '0 counts that differ from their list', wrong.length, 0, wrong)
})
