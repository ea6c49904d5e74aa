import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: string
let lead: string
let leader: Person
let leaver: Person
let heir: Person
let stranger: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Noord')
  await world.team(2, 'Zuid', 'nieuw-vennep')
  leaver = await world.person({ role: 'agent', teamId: 1 })
  heir = await world.person({ role: 'agent', teamId: 1, firstName: 'Erf', lastName: 'Genaam' })
  stranger = await world.person({ role: 'agent', teamId: 2 })
  leader = await world.person({ role: 'teamleader', teamId: 1 })
  lead = await world.session(leader)
  admin = await world.session(await world.person({ role: 'admin' }))
})
afterAll(() => world.stop())

async function book(changes: object = {}) {
  const form = { customerName: 'Proef', customerPhone: '0475 123456', appointmentDate: '2026-12-01' }
  const body = { ...form, appointmentTime: '10:00', bookAnyway: true, agentId: leaver.id, ...changes }
  const reply = await world.call('POST', '/api/appointments', { as: admin, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}
const open = async (userId: string, as = lead) =>
  world.call('GET', `/api/appointments/handover?userId=${userId}`, { as })
const hand = (toUserId: string, as = lead, fromUserId = leaver.id) =>
  world.call('POST', '/api/appointments/handover', { as, body: { fromUserId, toUserId } })
const agentOf = async (id: string) => (await world.call('GET', `/api/appointments/${id}`, { as: admin })).body.agent.id

describe('handing over', () => {
  it('moves open appointments from today on, each as an audited change, in as many requests as it takes', async () => {
    const today = await book({ appointmentDate: '2026-11-21', appointmentTime: '07:00' })
    const far = await book({ appointmentDate: '2028-02-01', status: 'awaiting' })
    const stay = [await book({ appointmentDate: '2026-11-20' }), await book({ status: 'sale' })]
    await Promise.all(Array.from({ length: 51 }, (_, index) => book({ notes: `Nummer ${index}` })))
    expect((await open(leaver.id)).body).toEqual({ open: 53 })
    expect((await hand(heir.id)).body).toEqual({ moved: 50, left: 3 })
    expect((await hand(heir.id)).body).toEqual({ moved: 3, left: 0 })
    expect((await hand(heir.id)).body).toEqual({ moved: 0, left: 0 })
    expect([await agentOf(today), await agentOf(far)]).toEqual([heir.id, heir.id])
    for (const id of stay) expect(await agentOf(id)).toBe(leaver.id)
    const audit = await world.call('GET', '/api/audit-logs', { as: admin })
    expect(audit.body.filter((row: { action: string }) => row.action === 'appointment.update').length).toBeGreaterThan(
      0,
    )
    const { recount } = await import('../records/recount.ts')
    const { countedAppointments } = await import('./counting.ts')
    expect((await recount([countedAppointments], { from: 2026, to: 2028, repair: false }, () => {})).wrong).toBe(0)
  })

  it('moves each once when two people do it at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => book()))
    const replies = await Promise.all([hand(heir.id), hand(heir.id)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    for (const id of ids) {
      const { body } = await world.call('GET', `/api/appointments/${id}`, { as: admin })
      expect([body.agent.id, body.version]).toEqual([heir.id, 2])
    }
  })

  it('is for a team leader with calendar access within the own team, and for no role below', async () => {
    await book()
    expect((await open(stranger.id)).status).toBe(404)
    expect((await open('bestaat-niet')).text).toBe((await open(stranger.id)).text)
    expect((await hand(stranger.id)).body.errors.toUserId).toBeDefined()
    expect((await hand(leaver.id)).status).toBe(422)
    expect((await hand(heir.id, lead, stranger.id)).status).toBe(404)
    expect((await hand(heir.id, await world.session(heir))).status).toBe(403)
    const closed = await world.person({ role: 'teamleader', teamId: 1, hasCalendarAccess: false })
    const withoutCalendar = await world.session(closed)
    expect((await open(leaver.id, withoutCalendar)).status).toBe(403)
    expect((await hand(heir.id, withoutCalendar)).status).toBe(403)
    expect((await hand(stranger.id, admin)).body).toEqual({ moved: 1, left: 0 })
    const moved = await world.call('GET', '/api/appointments?teamId=2', { as: admin })
    expect(moved.body.map((row: { team: { name: string } }) => row.team.name)).toEqual(['Zuid'])
  })
})
