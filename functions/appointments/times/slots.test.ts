import { afterAll, beforeAll, expect, it } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let lucas: Person
let tess: Person
let caller: Person
let lead: string

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  lucas = await world.person({ role: 'agent', teamId: 1, firstName: 'Lucas' })
  tess = await world.person({ role: 'agent', teamId: 1, firstName: 'Tess' })
  caller = await world.person({ role: 'caller', teamId: 1 })
  lead = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
})
afterAll(() => world.stop())

let days = 0
/** Returns a day that no other test books. */
const newDay = () => `2027-02-${String(++days).padStart(2, '0')}`

async function book(date: string, time: string, more: object = {}) {
  const form = { customerName: 'Bakkerij Proef', customerPhone: '0475123456', agentId: lucas.id }
  const body = { ...form, appointmentDate: date, appointmentTime: time, ...more }
  return world.call('POST', '/api/appointments', { as: await world.session(caller), body })
}
const change = (id: string, body: object) => world.call('PATCH', `/api/appointments/${id}`, { as: lead, body })
const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort()

it('gives one of three who book a minute at once the time, and tells the others what is free', async () => {
  const date = newDay()
  await book(date, '12:30')
  const replies = await Promise.all([book(date, '10:15'), book(date, '10:15'), book(date, '10:45')])
  expect(statuses(replies)).toEqual([201, 409, 409])
  const again = await book(date, '10:15')
  const [taken, free] = replies[2]?.status === 201 ? ['10:45', '13:30, 14:30, 15:30'] : ['10:15', '11:15, 13:30, 14:30']
  expect(again.body.message).toBe(`Lucas heeft om ${taken} al Bakkerij Proef. Vrij: ${free}.`)
  expect(again.body.errors).toEqual({ appointmentTime: [again.body.message] })
})

it('refuses a booking and a move that another booking overtakes', async () => {
  const date = newDay()
  await meanwhile(() => book(date, '10:00'))
  expect((await book(date, '10:00')).status).toBe(409)
  const { body } = await book(date, '14:00')
  await meanwhile(() => book(date, '16:00'))
  expect((await change(body.id, { appointmentTime: '16:30' })).status).toBe(409)
  expect(statuses([await book(date, '14:00'), await book(date, '17:00')])).toEqual([201, 409])
})

it('shares the time of a restored appointment that a booking takes meanwhile', async () => {
  const date = newDay()
  const { body } = await book(date, '10:00')
  await world.call('DELETE', `/api/appointments/${body.id}`, { as: lead })
  await meanwhile(() => book(date, '10:00'))
  const restored = await world.call('POST', `/api/appointments/${body.id}/restore`, { as: lead })
  expect(restored.status, restored.text).toBe(200)
})

it('books anyway on purpose, holds no time then, and stands in the audit', async () => {
  const date = newDay()
  const first = await book(date, '10:00')
  const shared = await book(date, '10:30', { bookAnyway: true })
  expect(shared.status, shared.text).toBe(201)
  const as = await world.session(await world.person({ role: 'admin' }))
  const { text } = await world.call('GET', `/api/audit-logs?entityType=appointment&entityId=${shared.body.id}`, { as })
  expect(text).toContain('"slot":"shared"')
  await world.call('DELETE', `/api/appointments/${first.body.id}`, { as: lead })
  expect((await book(date, '10:30')).status).toBe(201)
})

it('frees the time of what is moved, given away, cancelled or deleted, and holds the new one', async () => {
  const date = newDay()
  const { body } = await book(date, '10:00')
  await change(body.id, { appointmentTime: '10:30' })
  expect((await book(date, '11:15')).status, 'ends 11:30').toBe(409)
  await change(body.id, { appointmentTime: '15:00' })
  expect((await book(date, '10:30')).status).toBe(201)
  await change(body.id, { agentId: tess.id })
  expect((await book(date, '15:00')).status).toBe(201)
  expect((await book(date, '15:00', { agentId: tess.id })).status).toBe(409)
  await change(body.id, { status: 'cancelled' })
  const other = await book(date, '15:00', { agentId: tess.id })
  expect(other.status).toBe(201)
  expect((await change(body.id, { status: 'scheduled' })).status, 'taken meanwhile').toBe(409)
  await world.call('DELETE', `/api/appointments/${other.body.id}`, { as: lead })
  expect((await change(body.id, { status: 'scheduled' })).status).toBe(200)
  const back = await world.call('POST', `/api/appointments/${other.body.id}/restore`, { as: lead })
  expect(back.status, back.text).toBe(200)
})

it('gives one that was entered as over its time when it is open again, unless somebody holds that time', async () => {
  const date = newDay()
  const over = await book(date, '10:00', { status: 'no-sale' })
  const other = await book(date, '10:30')
  expect([over.status, other.status]).toEqual([201, 201])
  const reopened = await change(over.body.id, { status: 'scheduled' })
  expect([reopened.status, reopened.body.message]).toEqual([
    409,
    'Lucas heeft om 10:30 al Bakkerij Proef. Vrij: 11:30, 12:30, 13:30.',
  ])
  await change(other.body.id, { status: 'cancelled' })
  expect((await change(over.body.id, { status: 'scheduled' })).status).toBe(200)
  expect((await book(date, '10:00')).status).toBe(409)
})

it('books for a lead under the same rule', async () => {
  const date = newDay()
  await book(date, '10:00')
  const as = await world.session(lucas)
  const made = await world.call('POST', '/api/leads', {
    as,
    body: { customerName: 'Lead', customerPhone: '0475000001' },
  })
  const form = { customerName: 'Lead', customerPhone: '0475000001', appointmentDate: date, appointmentTime: '10:00' }
  const reply = await world.call('POST', `/api/leads/${made.body.id}/appointment`, { as, body: form })
  expect([reply.status, reply.body.message]).toEqual([
    409,
    expect.stringContaining('Je hebt om 10:00 al Bakkerij Proef.'),
  ])
})

it('leaves the time of appointments of before the slots free', async () => {
  const { Appointments } = await import('../entity.ts')
  const date = newDay()
  const { body } = await book(date, '10:00', { bookAnyway: true })
  const { data } = await Appointments.get({ id: body.id }).go()
  if (!data) throw new Error('Nothing booked')
  const { slot: _slot, ...old } = data
  await Appointments.put(old).go()
  const warning = await world.call('GET', `/api/appointments/clashes?agentId=${lucas.id}&date=${date}&time=10:15`, {
    as: lead,
  })
  expect(warning.body).toEqual({
    times: ['10:00'],
    message: 'Lucas heeft om 10:00 al Bakkerij Proef. Vrij: 11:00, 12:00, 13:00.',
  })
  expect((await book(date, '10:15')).status).toBe(201)
})

it('repeats the first reply for a repeated key instead of meeting its own time', async () => {
  const date = newDay()
  const body = {
    customerName: 'Nog eens',
    customerPhone: '0475123456',
    appointmentDate: date,
    appointmentTime: '10:00',
  }
  const options = { as: await world.session(lucas), body, headers: { 'idempotency-key': 'een-keer' } }
  const once = () => world.call('POST', '/api/appointments', options)
  let first: Awaited<ReturnType<typeof once>> | undefined
  await meanwhile(async () => {
    first = await once()
  })
  const second = await once()
  expect([second.status, second.body.id]).toEqual([201, first?.body.id])
})
