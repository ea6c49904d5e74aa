import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppointmentStatus, appointmentStatuses } from '../../../shared/api/parts/statuses.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let leader: Person
let agent: Person
let colleague: Person
let caller: Person
let alone: Person
const ids: string[] = []
const sessions = new Map<string, string>()

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Noord')
  await world.team(2, 'Zuid', 'nieuw-vennep')
  admin = await world.person({ role: 'admin' })
  leader = await world.person({ role: 'teamleader', teamId: 1 })
  agent = await world.person({ role: 'agent', teamId: 1 })
  colleague = await world.person({ role: 'agent', teamId: 2 })
  caller = await world.person({ role: 'caller', teamId: 1 })
  alone = await world.person({ role: 'agent', teamId: 2 })
  const days = ['2026-10-20', '2026-10-22', '2026-11-01', '2026-11-21', '2026-12-31', '2027-02-19', '2027-02-20']
  const bookings = [
    [admin, agent],
    [admin, colleague],
    [agent, agent],
    [caller, agent],
    [caller, leader],
    [alone, alone],
    [admin, alone],
  ] as const
  let number = 0
  for (const day of days) {
    for (const [by, of] of bookings) {
      const status = appointmentStatuses[number++ % appointmentStatuses.length]
      ids.push(await book(by, { agentId: of.id, appointmentDate: day, status }))
    }
  }
  const { Users } = await import('../../platform/identity/user.ts')
  await Users.patch({ id: alone.id }).remove(['teamId']).go()
})
afterAll(() => world.stop())

async function book(by: Person, changes: object) {
  const form = { customerName: 'Telling', customerPhone: '0475 123456', appointmentTime: '10:00', bookAnyway: true }
  const reply = await world.call('POST', '/api/appointments', {
    as: await world.session(by),
    body: { ...form, ...changes },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}

const ask = async (person: Person, path: string, filter: Record<string, unknown>) => {
  const query = new URLSearchParams(filter as Record<string, string>)
  const as = sessions.get(person.id) ?? (await world.session(person))
  sessions.set(person.id, as)
  const reply = await world.call('GET', `${path}?${query}`, { as })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

/** Counts the rows of the list itself, by status. */
async function listed(person: Person, filter: object) {
  const rows: { status: AppointmentStatus }[] = await ask(person, '/api/appointments', { ...filter, limit: '500' })
  return Object.fromEntries(
    appointmentStatuses.map((status) => [status, rows.filter((row) => row.status === status).length]),
  )
}

async function agree(): Promise<number> {
  let shown = 0
  for (const person of [admin, leader, agent, caller, alone]) {
    const people = [agent, colleague, caller, alone]
    const filters = [
      {},
      { mine: 'true' },
      { date: '2026-11-21' },
      { from: '2026-10-20', to: '2027-02-20' },
      { from: '2025-12-30', to: '2028-01-02' },
      { to: '2026-11-01' },
      { teamId: '1' },
      { unregistered: 'true' },
      { unregistered: 'true', mine: 'true' },
      { unregistered: 'true', calledBy: caller.id, to: '2026-12-31' },
      ...people.flatMap(({ id }) => [{ agentId: id }, { calledBy: id }]),
    ]
    for (const filter of filters) {
      const { statuses } = await ask(person, '/api/appointments/counts', filter as Record<string, unknown>)
      if (statuses === null) continue
      shown += 1
      expect(statuses, `${person.role} ${JSON.stringify(filter)}`).toEqual(await listed(person, filter))
    }
  }
  return shown
}

it('the counts on the status tabs equal the list, in every reach and filter, also after changes', async () => {
  expect(await agree()).toBeGreaterThan(60)
  const as = await world.session(admin)
  const changes: object[] = [
    { status: 'cancelled' },
    { status: 'quote-sent' },
    { agentId: colleague.id },
    { appointmentDate: '2026-11-22' },
    { agentId: agent.id, status: 'sale' },
  ]
  for (const [index, id] of ids.entries()) {
    const path = `/api/appointments/${id}`
    const body = changes[index % (changes.length + 1)]
    const reply = body
      ? await world.call('PATCH', path, { as, body: { bookAnyway: true, ...body } })
      : await world.call('DELETE', path, { as })
    expect(reply.status, reply.text).toBeLessThan(300)
  }
  expect(await agree()).toBeGreaterThan(60)
})

it('gives no counts where no counter answers: for a text, a type, an office, two people, or a century', async () => {
  const filters = [
    { q: 'Telling' },
    { type: 'zakelijk' },
    { office: 'roermond' },
    { agentId: agent.id, calledBy: caller.id },
    { from: '1900-01-02', to: '2199-12-30' },
  ]
  for (const filter of filters) {
    expect(await ask(admin, '/api/appointments/counts', filter), JSON.stringify(filter)).toEqual({ statuses: null })
  }
})

it('reads few counters, however many appointments there are', async () => {
  const { periodsCovering } = await import('../../platform/data/counters.ts')
  const of = (first: string, last: string) => periodsCovering(first as never, last as never)
  expect(of('2026-11-22', '2026-12-31')).toEqual(['2026-11-22', 'week-2026-11-23', '2026-11-30', '2026-12'])
  expect(of('2025-12-31', '2028-01-01')).toEqual(['2025-12-31', '2026', '2027', '2028-01-01'])
  expect(of('2026-02-01', '2026-02-28')).toEqual(['2026-02'])
  expect(of('2026-11-22', '2026-11-21')).toEqual([])
  for (let day = 1; day <= 28; day++) {
    const first = `2026-07-${String(day).padStart(2, '0')}`
    const last = `2026-11-${String(day).padStart(2, '0')}`
    expect(of(first, last).length).toBeLessThan(35)
  }
})
