import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditsIn, itemsOfEntity, readRawTable } from '../../proofs/raw-table.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: Person
let as: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin' })
})
beforeEach(async () => {
  as = await world.session(admin)
})
afterAll(() => world.stop())

const create = (name: string, office = 'roermond') => world.call('POST', '/api/teams', { as, body: { name, office } })
const phone = '0475 123456'

describe('teams', () => {
  it('get numbers in order, also when twenty are created at once, and never a used one', async () => {
    await world.team(2, 'Was er al')
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`Samen ${index}`)))
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const ids = made.map(({ body }) => body.id)
    expect(new Set([...ids, 2]).size).toBe(21)
    expect(ids.every(Number.isInteger)).toBe(true)
  })

  it('require a name and a known office', async () => {
    const nameless = await create(' ')
    expect([nameless.status, nameless.body.errors.name]).toEqual([400, ['Teamnaam is verplicht']])
    expect((await create('Ergens', 'amsterdam')).status).toBe(400)
  })

  it('show an admin their active members and this month’s appointments and sales', async () => {
    const { body: team } = await create('Geteld')
    const agent = await world.person({ role: 'agent', teamId: team.id })
    await world.person({ role: 'agent', teamId: team.id, isActive: false })
    for (const appointmentDate of ['2026-11-25', '2026-12-25']) {
      const body = {
        customerName: 'Proef',
        customerPhone: phone,
        appointmentDate,
        appointmentTime: '10:00',
        bookAnyway: true,
        status: 'sale',
      }
      expect((await world.call('POST', '/api/appointments', { as: await world.session(agent), body })).status).toBe(201)
    }
    const listed = (await world.call('GET', '/api/teams', { as })).body
    expect(listed.find((one: { id: number }) => one.id === team.id)).toEqual({
      id: team.id,
      name: 'Geteld',
      office: 'roermond',
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String), version: 1 },
      memberCount: 1,
      appointmentsCount: 1,
      salesCount: 0,
    })
    const own = await world.call('GET', '/api/teams', { as: await world.session(agent) })
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) }
    expect(own.body).toEqual([{ id: team.id, name: 'Geteld', office: 'roermond', ...times }])
  })

  it('are renamed once per version; the names in lists follow by the outbox', async () => {
    const { body: team } = await create('Oude naam')
    const rename = (name: string, version: number) =>
      world.call('PUT', `/api/teams/${team.id}`, {
        as,
        body: { name, office: 'nieuw-vennep' },
        headers: { 'if-match': `"${version}"` },
      })
    const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => rename(`Naam ${index}`, 1)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await rename('Nog eens', 1)).status).toBe(409)
    expect((await rename('Nog eens', 2)).body).toMatchObject({ name: 'Nog eens', office: 'nieuw-vennep', version: 3 })
    const rows = await readRawTable()
    const raised = itemsOfEntity(rows, 'outbox').filter((one) => one['kind'] === 'team-renamed')
    expect(raised.map((one) => one['subject'])).toEqual([String(team.id), String(team.id)])
    const audits = auditsIn(rows).filter((row) => row['entityType'] === 'team' && row['entityId'] === String(team.id))
    expect(audits).toHaveLength(3)
  })

  it('are deleted when they have no active members, and are unknown afterwards', async () => {
    const { body: team } = await create('Weg ermee')
    const path = `/api/teams/${team.id}`
    const member = await world.person({ role: 'caller', teamId: team.id })
    const refused = await world.call('DELETE', path, { as })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Dit team heeft nog leden. Verplaats ze eerst naar een ander team.',
    ])
    expect((await world.call('DELETE', `/api/users/${member.id}`, { as })).status).toBe(204)
    expect((await world.call('DELETE', path, { as })).status).toBe(204)
    expect((await world.call('DELETE', path, { as })).status).toBe(404)
    expect((await world.call('PUT', path, { as, body: { name: 'Terug', office: 'roermond' } })).status).toBe(404)
    const back = await world.call('POST', `/api/users/${member.id}/reactivate`, { as })
    expect([back.status, back.body.teamId]).toEqual([200, null])
  })

  it('are never deleted while somebody is put into them at the same moment', async () => {
    for (let round = 0; round < 12; round++) {
      const { body: team } = await create(`Ronde ${round}`)
      const person = await world.person({ role: 'caller' })
      const join = () => world.call('PUT', `/api/users/${person.id}`, { as, body: { role: 'caller', teamId: team.id } })
      const remove = () => world.call('DELETE', `/api/teams/${team.id}`, { as })
      const [joined, removed] =
        round % 2 === 0 ? await Promise.all([join(), remove()]) : (await Promise.all([remove(), join()])).toReversed()
      expect([
        [200, 409],
        [422, 204],
      ]).toContainEqual([joined?.status, removed?.status])
    }
  })
})
