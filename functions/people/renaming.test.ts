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

it('one person or team is renamed three times a day, by whomever; only successful ones count', async () => {
  for (let time = 0; time < 10; time++) {
    const lost = await change({ lastName: `Verloren` }, { 'if-match': '"999"' })
    expect(lost.status).toBe(409)
  }
  const team = (name: string) => world.call('PUT', '/api/teams/1', { as: session, body: { name, office: 'roermond' } })
  for (const name of ['Een', 'Twee', 'Drie']) {
    expect((await change({ lastName: name })).status).toBe(200)
    expect((await team(`Team ${name}`)).status).toBe(200)
  }
  const other = await world.session(await world.person({ role: 'admin' }))
  const refused = await change({ lastName: 'Vier' }, {}, other)
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Deze naam is vandaag al 3 keer gewijzigd. Probeer het morgen opnieuw.',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await team('Team Vier')).status).toBe(429)
  expect((await change({ phone: '0475 654321' })).status, 'what is no name').toBe(200)
  world.travel('2026-11-22T09:10:01Z')
  const again = await world.session(await world.person({ role: 'admin' }))
  expect((await change({ lastName: 'Vier' }, {}, again)).status).toBe(200)
})
