import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../../testing/world.ts'

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

it('an unreadable appointment is a 404 for every verb, also for the person who booked it or its agent', async () => {
  const { Users, deriveFields } = await import('../../platform/identity/user.ts')
  const agent = await world.person({ role: 'agent', teamId: 1 })
  const caller = await world.person({ role: 'caller', teamId: 1 })
  const booked = await world.call('POST', '/api/appointments', {
    as: await world.session(caller),
    body: { ...form, agentId: agent.id },
  })
  expect(booked.status).toBe(201)
  const path = `/api/appointments/${booked.body.id}`
  const asked = async (id: string, headers = {}) => {
    const as = await world.session(caller.id === id ? caller : agent)
    const body = { notes: 'Nog van mij' }
    const replies = [
      await world.call('GET', path, { as }),
      await world.call('PATCH', path, { as, body, headers }),
      await world.call('POST', `${path}/mails/x/resend`, { as }),
      await world.call('DELETE', path, { as, headers }),
    ]
    return replies.map(({ status, text }) => `${status} ${text}`)
  }
  for (const person of [caller, agent]) {
    await Users.put({ ...person, teamId: 2, ...deriveFields({ ...person, teamId: 2 }) }).go()
    const unknown = '404 {"message":"Niet gevonden"}'
    for (const headers of [{}, { 'if-match': '"1"' }, { 'if-match': '"9"' }]) {
      expect(await asked(person.id, headers)).toEqual([unknown, unknown, unknown, unknown])
    }
  }
  const admin = await world.session(await world.person({ role: 'admin' }))
  expect((await world.call('GET', path, { as: admin })).body).toMatchObject({ version: 1, notes: null })
})
