import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let session: string
let member: Person

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-21T09:00:00Z' })
  await world.team(1)
  session = await world.session(await world.person({ role: 'admin' }))
  member = await world.person({ role: 'agent', teamId: 1, phone: '0475 123456' })
})
afterAll(() => world.stop())

const change = (body: object, headers = {}, as = session) =>
  world.call('PUT', `/api/users/${member.id}`, { as, body: { role: 'agent', ...body }, headers })

it('one person makes at most sixty renames in ten minutes, of people and teams; only successful ones count', async () => {
  for (let time = 0; time < 100; time++) {
    const lost = await change({ lastName: `Verloren ${time}` }, { 'if-match': '"999"' })
    expect(lost.status).toBe(409)
  }
  for (let time = 0; time < 30; time++) {
    expect((await change({ lastName: `Naam ${time}` })).status).toBe(200)
    const team = { as: session, body: { name: `Team ${time}`, office: 'roermond' } }
    expect((await world.call('PUT', '/api/teams/1', team)).status).toBe(200)
  }
  const refused = await change({ lastName: 'Te veel' })
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Je hebt kort na elkaar veel namen gewijzigd. Probeer het over een paar minuten opnieuw.',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await change({ phone: '0475 654321' })).status, 'what is no name').toBe(200)
  const other = await world.session(await world.person({ role: 'admin' }))
  expect((await change({ lastName: 'Van een ander' }, {}, other)).status).toBe(200)
  world.travel('2026-11-21T09:10:01Z')
  expect((await change({ lastName: 'Weer' })).status).toBe(200)
})
