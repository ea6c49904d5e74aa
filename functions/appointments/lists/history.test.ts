import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let lead: string
let agent: Person
let own: string

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin')
  lead = await world.session(
    await world.person({ role: 'teamleader', teamId: 1, firstName: 'Leo', lastName: 'Leider' }),
  )
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  own = await world.session(agent)
})
afterAll(() => world.stop())

it('shows readers of an appointment who changed what, without the origin of the request', async () => {
  const body = {
    customerName: 'Jan',
    customerPhone: '0475123456',
    appointmentDate: '2026-11-24',
    appointmentTime: '10:00',
    bookAnyway: true,
  }
  const { body: booked } = await world.call('POST', '/api/appointments', { as: own, body })
  const path = `/api/appointments/${booked.id}`
  world.travel('2026-11-21T09:01:00Z')
  await world.call('PATCH', path, { as: lead, body: { status: 'awaiting', notes: 'Belt terug' } })
  world.travel('2026-11-21T09:02:00Z')
  await world.call('PATCH', path, { as: own, body: { appointmentTime: '11:00' } })

  const history = await world.call('GET', `${path}/history`, { as: own })
  expect(history.status, history.text).toBe(200)
  expect(history.body.isComplete).toBe(true)
  expect(history.body.entries).toMatchObject([
    {
      userName: 'Sem Postma',
      verb: 'update',
      changes: [{ field: 'start', before: '2026-11-24T09:00:00.000Z', after: '2026-11-24T10:00:00.000Z' }],
    },
    {
      userName: 'Leo Leider',
      createdAt: '2026-11-21T09:01:00.000Z',
      changes: [
        { field: 'status', before: 'scheduled', after: 'awaiting' },
        { field: 'notes', before: null, after: 'Belt terug' },
      ],
    },
    { userName: 'Sem Postma', verb: 'create', changes: [] },
  ])
  expect(history.text).not.toMatch(/192\.0\.2|userAgent|ipAddress|sequence/)

  const stranger = await world.session(await world.person({ role: 'teamleader', teamId: 2 }))
  expect((await world.call('GET', `${path}/history`, { as: stranger })).status).toBe(404)
  const blind = await world.session(await world.person({ role: 'agent', teamId: 1, hasCalendarAccess: false }))
  expect((await world.call('GET', `${path}/history`, { as: blind })).status).toBe(403)
})
