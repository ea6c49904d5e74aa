import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: string
let leader: string
let leaver: Person
let heir: Person
let stranger: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
  leaver = await world.person({ role: 'caller', teamId: 1 })
  heir = await world.person({ role: 'agent', teamId: 1, firstName: 'Erf', lastName: 'Genaam' })
  stranger = await world.person({ role: 'agent', teamId: 2 })
  leader = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
  admin = await world.session(await world.person({ role: 'admin' }))
})
afterAll(() => world.stop())

async function note(form: object = {}, who = leaver) {
  const body = { customerName: 'Proef', ...form }
  const reply = await world.call('POST', '/api/leads', { as: await world.session(who), body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}
const open = (userId: string, as = leader) => world.call('GET', `/api/leads/handover?userId=${userId}`, { as })
const hand = (toUserId: string, as = leader, fromUserId = leaver.id) =>
  world.call('POST', '/api/leads/handover', { as, body: { fromUserId, toUserId } })
const lead = async (id: string) => (await world.call('GET', `/api/leads/${id}`, { as: admin })).body

describe('handing leads over', () => {
  it('moves all but converted ones, each as an audited change, in as many requests as it takes', async () => {
    const sold = await note({ status: 'converted' })
    const called = await note({ callBackAt: '2026-11-21T10:00:00Z' })
    await Promise.all(Array.from({ length: 51 }, (_, index) => note({ notes: `Nummer ${index}` })))
    expect((await open(leaver.id)).body).toEqual({ open: 52 })
    expect((await hand(heir.id)).body).toEqual({ moved: 50, left: 2 })
    expect((await hand(heir.id)).body).toEqual({ moved: 2, left: 0 })
    expect((await hand(heir.id)).body).toEqual({ moved: 0, left: 0 })
    expect(await lead(called)).toMatchObject({ ownerId: heir.id, owner: { firstName: 'Erf' }, version: 2 })
    expect((await lead(sold)).ownerId).toBe(leaver.id)
    const toCall = await world.call('GET', '/api/leads?callToday=true', { as: await world.session(heir) })
    expect(toCall.body.map(({ id }: { id: string }) => id)).toEqual([called])
    const audit = await world.call('GET', `/api/audit-logs?entityType=lead&entityId=${called}`, { as: admin })
    expect(audit.body.map(({ action }: { action: string }) => action)).toContain('lead.assign')
    const { recount } = await import('../records/recount.ts')
    const { countedLeads } = await import('./counting.ts')
    expect((await recount([countedLeads], { from: 2026, to: 2026, repair: false }, () => {})).wrong).toBe(0)
  })

  it('moves each once when two people do it at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => note()))
    const replies = await Promise.all([hand(heir.id), hand(heir.id)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    for (const id of ids) expect(await lead(id)).toMatchObject({ ownerId: heir.id, version: 2 })
  })

  it('is for a team leader with leads access within the own team, and for nobody below', async () => {
    await note()
    expect((await open(stranger.id)).status).toBe(404)
    expect((await open('bestaat-niet')).text).toBe((await open(stranger.id)).text)
    expect((await hand(stranger.id)).body.errors.toUserId).toBeDefined()
    expect((await hand(leaver.id)).status).toBe(422)
    expect((await hand(heir.id, leader, stranger.id)).status).toBe(404)
    expect((await hand(heir.id, await world.session(heir))).status).toBe(403)
    const closed = await world.person({ role: 'teamleader', teamId: 1, hasLeadsAccess: false })
    expect((await hand(heir.id, await world.session(closed))).status).toBe(403)
    expect((await hand(closed.id)).body.errors.toUserId).toEqual(['Deze collega heeft geen toegang tot leads'])
    expect((await hand(stranger.id, admin)).body).toEqual({ moved: 1, left: 0 })
  })
})
