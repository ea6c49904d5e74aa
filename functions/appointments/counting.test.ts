import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appointmentStatuses } from '../../shared/api/parts/statuses.ts'
import { markets } from '../../shared/api/parts/trade.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import type { CounterKey } from '../platform/data/counters.ts'
import type { AppointmentRow } from './entity.ts'

let world: World
let admin: Person
let agents: Person[]
let caller: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Noord')
  await world.team(2, 'Zuid', 'nieuw-vennep')
  admin = await world.person({ role: 'admin' })
  agents = await Promise.all([1, 1, 2].map((teamId) => world.person({ role: 'agent', teamId })))
  caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Tim', lastName: 'Kuiper' })
})
afterAll(() => world.stop())

/** Both nights of a clock change, and the ends of a week, a month and a year. */
const days = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-12-31', '2027-01-01', '2027-03-27', '2027-03-28']
const hours = ['00:00', '00:30', '01:59', '03:00', '03:30', '23:30', '23:59']

const row = fc
  .record({
    day: fc.constantFrom(...days),
    hour: fc.constantFrom(...hours),
    status: fc.constantFrom(...appointmentStatuses),
    type: fc.constantFrom(...markets),
    agent: fc.nat(2),
    creator: fc.nat(2),
    team: fc.constantFrom(1, 2),
  })
  .map(({ day, hour, status, type, agent, creator, team }) => ({ day, hour, status, type, agent, creator, team }))
type Plan = typeof row extends fc.Arbitrary<infer P> ? P : never

async function modelled() {
  const { startOf, contributionsOf } = await import('./rules.ts')
  const { movesOf } = await import('../platform/data/counters.ts')
  const rowOf = ({ day, hour, status, type, agent, creator, team }: Plan) =>
    ({
      ...startOf(day, hour),
      status,
      type,
      agentId: `p${agent}`,
      createdBy: `p${creator}`,
      teamId: team,
      agent: { id: `p${agent}`, firstName: 'A', lastName: String(agent) },
      caller: { id: `p${creator}`, firstName: 'C', lastName: String(creator) },
    }) as unknown as AppointmentRow
  const apply = (counts: Map<string, number>, moves: ReturnType<typeof movesOf>) => {
    for (const { key, by } of moves) {
      for (const [measure, count = 0] of Object.entries(by)) {
        const name = `${key.period} ${key.teamId} ${key.userId} ${measure}`
        const value = (counts.get(name) ?? 0) + count
        if (value === 0) counts.delete(name)
        else counts.set(name, value)
      }
    }
  }
  return { rowOf, contributionsOf, movesOf, apply }
}

describe('the moves of counters', () => {
  it('add up to the contributions of the records after any sequence of creating, changing and deleting', async () => {
    const { rowOf, contributionsOf, movesOf, apply } = await modelled()
    const step = fc.record({ which: fc.nat(4), to: fc.option(row, { freq: 4 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const records = new Map<number, AppointmentRow>()
        const counts = new Map<string, number>()
        for (const { which, to } of steps) {
          const before = records.get(which)
          const after = to ? rowOf(to) : undefined
          apply(counts, movesOf(before ? contributionsOf(before) : [], after ? contributionsOf(after) : []))
          if (after) records.set(which, after)
          else records.delete(which)
        }
        const must = new Map<string, number>()
        apply(must, movesOf([], [...records.values()].flatMap(contributionsOf)))
        expect(new Map([...counts].sort())).toEqual(new Map([...must].sort()))
      }),
      { numRuns: 300 },
    )
  })

  it('count a night appointment on its Amsterdam day, on both nights of a clock change', async () => {
    const { rowOf, contributionsOf } = await modelled()
    for (const day of ['2026-10-25', '2027-03-28']) {
      for (const hour of ['00:00', '23:59']) {
        const plan = { day, hour, status: 'sale', type: 'zakelijk', agent: 0, creator: 1, team: 1 } as const
        expect(new Set(contributionsOf(rowOf(plan)).map(({ date }) => date))).toEqual(
          new Set([day, `report-${day.slice(0, 7)}`]),
        )
      }
    }
  })
})

const book = async (changes: object = {}, by: Person = admin) => {
  const form = { customerName: 'Proef', customerPhone: '0475 123456', appointmentDate: '2026-11-21' }
  const body = { ...form, appointmentTime: '10:00', bookAnyway: true, agentId: agents[0]?.id, ...changes }
  const reply = await world.call('POST', '/api/appointments', { as: await world.session(by), body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}
const recountAll = async (
  years: { from: number; to: number; repair: boolean },
  tell: (done: { month: string }) => void,
) => {
  const { recount } = await import('../records/recount.ts')
  const { countedAppointments } = await import('./counting.ts')
  return recount([countedAppointments], years, tell)
}
const verdict = async (repair: boolean, to = 2026) => {
  const months: string[] = []
  const found = await recountAll({ from: 2026, to, repair }, ({ month }) => months.push(month))
  // The recount also reads the month before the first year and the month after the last one.
  expect(months).toHaveLength((to - 2025) * 12 + 2)
  return found
}

/** Changes a counter without the services, so that it no longer matches the appointments. */
const move = async (key: CounterKey, by: Record<string, number>) => {
  const { counterWrites } = await import('../platform/data/counters.ts')
  const { documents } = await import('../platform/data/table.ts')
  const [write] = counterWrites([{ key, name: 'Proef', by }])
  await documents.send(new UpdateCommand(write?.params() as UpdateCommandInput))
}

describe('the recount', () => {
  it('finds equal counters, finds differences, and repairs them', async () => {
    await book({ status: 'sale', appointmentDate: '2026-12-31' }, caller)
    await book({ appointmentDate: '2027-01-01', agentId: agents[2]?.id })
    await book({ appointmentDate: '2027-03-28', appointmentTime: '03:00', status: 'cancelled' })
    expect(await verdict(false, 2027)).toMatchObject({ records: 3, wrong: 0 })
    const { Counters, readCounters } = await import('../platform/data/counters.ts')
    const { Appointments } = await import('./entity.ts')
    const userId = String(agents[0]?.id)
    await move({ period: '2026-12', teamId: 1, userId }, { sold: 3 })
    await move({ period: 'week-2026-12-28', teamId: 2, userId: 'spook' }, { appointments: 1, sales: 4 })
    await Counters.delete({ period: '2026', teamId: 1, userId: caller.id }).go()
    const { data } = await Appointments.query.byMonth({ month: '2027-01' }).go()
    await Appointments.delete({ id: String(data[0]?.id) }).go()
    // Three counters were changed above. The deleted appointment counted for its agent and for the admin who booked it,
    // in four periods. In reports it counted for both people and for their team.
    expect(await verdict(false, 2027)).toMatchObject({ wrong: 3 + 8 + 3, repaired: 0 })
    expect(await verdict(true, 2027)).toMatchObject({ wrong: 14, repaired: 14 })
    expect(await verdict(false, 2027)).toMatchObject({ wrong: 0 })
    const ghost = (await readCounters('week-2026-12-28')).find(({ userId }) => userId === 'spook')
    expect(ghost?.counts).toMatchObject({ appointments: 0, sales: 4 })
  })

  it('leaves a counter alone that changes meanwhile', async () => {
    let booked: Promise<string> | undefined
    const found = await recountAll({ from: 2026, to: 2026, repair: true }, ({ month }) => {
      if (month === '2026-05') booked = book({ appointmentDate: '2026-12-01' })
    })
    await booked
    expect(found.wrong - found.repaired).toBeGreaterThanOrEqual(0)
    expect(await verdict(false)).toMatchObject({ wrong: 0 })
  })
})

describe('performance', () => {
  const shown = async (person: Person, timeFilter = 'today') =>
    (
      await world.call('GET', `/api/appointments/performance?timeFilter=${timeFilter}`, {
        as: await world.session(person),
      })
    ).body

  it('shows results per week, agent, caller, team and office, within reach', async () => {
    const [one, , other] = agents as [Person, Person, Person]
    await book({ status: 'sale' }, caller)
    await book({}, caller)
    await book({ agentId: other.id, status: 'sale' })
    const all = await shown(admin)
    expect(all.weeks).toHaveLength(12)
    expect([all.weeks[0].monday, all.weeks[11]]).toEqual([
      '2026-08-31',
      { monday: '2026-11-16', appointments: 3, sales: 2 },
    ])
    expect(all.agents).toMatchObject([
      { id: one.id, appointments: 2, sales: 1 },
      { id: other.id, appointments: 1, sales: 1 },
    ])
    expect(all.callers).toMatchObject([
      { id: caller.id, name: 'Tim Kuiper', appointments: 2, sales: 1 },
      { id: admin.id, appointments: 1, sales: 1 },
    ])
    expect(all.teams.map((team: { name: string }) => team.name)).toEqual(['Noord', 'Zuid'])
    expect(all.offices.map((office: { id: string }) => office.id)).toEqual(['roermond', 'nieuw-vennep'])
    const team = await shown(await world.person({ role: 'teamleader', teamId: 2 }))
    expect([team.weeks[11].appointments, team.agents.length, team.teams.length, team.offices]).toEqual([1, 1, 1, []])
    const own = await shown(caller)
    expect(own).toMatchObject({ agents: [], teams: [], offices: [], callers: [{ id: caller.id, sales: 1 }] })
    expect(own.weeks[11]).toMatchObject({ appointments: 2, sales: 1 })
    expect((await shown(await world.person({ hasSalesAccess: false }))).message).toBeDefined()
  })
})

describe('names', () => {
  it('follow a rename into appointments and counters, also during an edit', async () => {
    const { refreshPersonName, refreshTeamName } = await import('../../events/names.ts')
    const { Users } = await import('../platform/identity/user.ts')
    const { Teams } = await import('../people/team-entity.ts')
    const id = await book({ appointmentDate: '2026-12-07', notes: 'Oud' }, caller)
    await Users.patch({ id: caller.id }).set({ lastName: 'Kuiper-Smit' }).go()
    await Teams.patch({ id: 1 }).set({ name: 'Noorderlicht' }).go()
    const as = await world.session(admin)
    const path = `/api/appointments/${id}`
    await Promise.all([
      runAsFunction('outbox', () => refreshPersonName(caller.id)),
      runAsFunction('outbox', () => refreshTeamName(1)),
      world.call('PATCH', path, { as, body: { notes: 'Nieuw' }, headers: { 'if-match': '"1"' } }),
    ])
    await Promise.all([
      runAsFunction('outbox', () => refreshPersonName(caller.id)),
      runAsFunction('outbox', () => refreshTeamName(1)),
    ])
    const { body } = await world.call('GET', path, { as })
    expect(body).toMatchObject({
      notes: 'Nieuw',
      version: 2,
      caller: { lastName: 'Kuiper-Smit' },
      team: { name: 'Noorderlicht', office: 'roermond' },
    })
    const board = await world.call('GET', '/api/scoreboard?period=today', { as })
    expect(board.body.particulier_appointments[0].name).toBe('Tim Kuiper-Smit')
    expect(await verdict(false)).toMatchObject({ wrong: 0 })
  })

  it('reach appointments years ahead, and one that moves to a month that was already passed', async () => {
    const { refreshPersonName } = await import('../../events/names.ts')
    const { Users } = await import('../platform/identity/user.ts')
    const as = await world.session(admin)
    const agent = await world.person({ role: 'agent', teamId: 1, lastName: 'Oud' })
    const first = await book({ appointmentDate: '2026-12-08', agentId: agent.id }, caller)
    const last = await book({ appointmentDate: '2031-12-09', agentId: agent.id }, caller)
    const nameOf = async (id: string) =>
      (await world.call('GET', `/api/appointments/${id}`, { as })).body.agent.lastName as string
    await Users.patch({ id: agent.id }).set({ lastName: 'Nieuw' }).go()
    const walk = runAsFunction('outbox', () => refreshPersonName(agent.id))
    await expect.poll(() => nameOf(first), { interval: 1 }).toBe('Nieuw')
    const body = { appointmentDate: '2026-12-10' }
    expect((await world.call('PATCH', `/api/appointments/${last}`, { as, body })).status).toBe(200)
    await walk
    expect(await nameOf(last)).toBe('Nieuw')
  })
})
