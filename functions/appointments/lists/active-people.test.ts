import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePerson } from '../../../proofs/cast.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
})
afterAll(() => world.stop())

const form = {
  customerName: 'Proef',
  customerPhone: '0475 123456',
  appointmentDate: '2026-12-07',
  appointmentTime: '10:00',
  bookAnyway: true,
}
const book = async (by: Person, agentId: string) =>
  world.call('POST', '/api/appointments', { as: await world.session(by), body: { ...form, agentId } })
const fresh = (role: Person['role']) => world.person({ role, teamId: 1 })

describe('a booking', () => {
  const losses: [string, Partial<Person>][] = [
    ['is deactivated', { isActive: false }],
    ['gets another role', { role: 'agent' }],
    ['loses the calendar', { hasCalendarAccess: false }],
    ['goes to another team', { teamId: 2 }],
  ]
  it.each(losses)('is refused when the person who books %s meanwhile', async (_, loss) => {
    const [agent, caller] = [await fresh('agent'), await fresh('caller')]
    await meanwhile(() => changePerson(caller.id, loss))
    expect((await book(caller, agent.id)).status).toBe(401)
  })

  const gone: [string, Partial<Person>][] = [
    ['is deactivated', { isActive: false }],
    ['becomes a caller', { role: 'caller' }],
    ['goes to another team', { teamId: 2 }],
  ]
  it.each(gone)('is refused when its agent %s meanwhile', async (_, loss) => {
    const [agent, caller] = [await fresh('agent'), await fresh('caller')]
    await meanwhile(() => changePerson(agent.id, loss))
    const reply = await book(caller, agent.id)
    expect([reply.status, reply.body.errors]).toEqual([422, { agentId: ['Kies een actieve agent uit je eigen team'] }])
    const listed = await world.call('GET', '/api/appointments', { as: await world.session(await fresh('caller')) })
    expect(listed.body.filter((row: { agentId: string }) => row.agentId === agent.id)).toEqual([])
  })

  it('is accepted when its agent ends their other sessions meanwhile', async () => {
    const [agent, caller] = [await fresh('agent'), await fresh('caller')]
    await meanwhile(() => changePerson(agent.id, { sessionEpoch: agent.sessionEpoch + 1 }))
    expect((await book(caller, agent.id)).status).toBe(201)
  })
})

it('an appointment is assigned or handed over to a person only while they are active', async () => {
  const [lead, leaver, heir] = [await fresh('teamleader'), await fresh('agent'), await fresh('agent')]
  const as = await world.session(lead)
  const { body } = await book(lead, leaver.id)
  await meanwhile(() => changePerson(heir.id, { isActive: false }))
  const given = await world.call('PATCH', `/api/appointments/${body.id}`, { as, body: { agentId: heir.id } })
  expect(given.status).toBe(422)
  const next = await fresh('agent')
  await meanwhile(() => changePerson(next.id, { isActive: false }))
  const handed = { fromUserId: leaver.id, toUserId: next.id }
  expect((await world.call('POST', '/api/appointments/handover', { as, body: handed })).status).toBe(422)
  expect((await world.call('GET', `/api/appointments/${body.id}`, { as })).body.agentId).toBe(leaver.id)
})
