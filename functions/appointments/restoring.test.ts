import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareAppointmentMails } from '../../testing/appointment-mails.ts'
import { type Person, startWorld } from '../../testing/world.ts'

const world = await startWorld()
let lead: string
let agent: Person
let own: string
let stranger: string

beforeAll(async () => {
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin')
  lead = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
  agent = await world.person({ role: 'agent', teamId: 1 })
  own = await world.session(agent)
  stranger = await world.session(await world.person({ role: 'teamleader', teamId: 2 }))
})
afterAll(() => world.stop())

const { book, change, deliver, mailsTo, details } = prepareAppointmentMails(world, () => ({
  session: lead,
  agentId: agent.id,
}))

const remove = (id: string, as = lead) => world.call('DELETE', `/api/appointments/${id}?undoable=true`, { as })
const restore = (id: string, as = lead, headers: Record<string, string> = {}) =>
  world.call('POST', `/api/appointments/${id}/restore`, { as, headers })
const stats = async () => (await world.call('GET', '/api/appointments/stats', { as: lead })).body
const auditOf = async (id: string) => {
  const admin = await world.session(await world.person({ role: 'admin' }))
  const path = `/api/audit-logs?entityType=appointment&entityId=${id}&limit=50`
  const { body } = await world.call('GET', path, { as: admin })
  return (body as { action: string }[]).map(({ action }) => action)
}

it('a restored appointment has its record and counts back, and no mail is sent', async () => {
  const { id, to } = await book({ notes: 'NL91ABNA0417164300 staat in de notities' })
  await deliver(id)
  const before = await details(id)
  const counted = await stats()
  expect((await remove(id)).status).toBe(204)
  expect((await world.call('GET', `/api/appointments/${id}`, { as: lead })).status).toBe(404)
  expect(await stats()).not.toEqual(counted)

  const restored = await restore(id, lead, { 'if-match': `"${before.version}"` })
  expect(restored.status, restored.text).toBe(200)
  expect(restored.body).toMatchObject({ notes: before.notes, version: before.version + 1, status: 'scheduled' })
  expect(await stats()).toEqual(counted)
  world.travel(Date.now() + 15_000)
  await deliver(id)
  expect(await mailsTo(to)).toHaveLength(1)
  expect(await auditOf(id)).toEqual(expect.arrayContaining(['appointment.delete', 'appointment.restore']))
})

it('comes back with a new confirmation when the customer knew of the cancellation', async () => {
  const { id, to } = await book()
  await deliver(id)
  await world.call('DELETE', `/api/appointments/${id}`, { as: lead })
  await deliver(id)
  expect((await restore(id)).status).toBe(200)
  await deliver(id)
  const subjects = (await mailsTo(to)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(3)
  expect(subjects[1]).toContain('gaat niet door')
  expect(subjects[2]).not.toContain('gaat niet door')
})

it('is for those who may delete it, once, under the deleted version, and for ten minutes', async () => {
  const { id } = await book()
  expect((await restore(id)).status).toBe(404)
  await remove(id)
  expect((await restore(id, stranger)).status).toBe(404)
  expect((await restore(id, lead, { 'if-match': '"7"' })).status).toBe(409)
  const all = await Promise.all([restore(id), restore(id, own), restore(id)])
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
  await remove(id)
  world.travel(Date.now() + 10 * 60_000)
  expect((await restore(id)).status).toBe(404)
})

it('repeats its reply to a repeated request', async () => {
  const { id } = await book()
  await remove(id)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await restore(id, lead, headers)
  const again = await restore(id, lead, headers)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(first.body)
})

it('sends nothing about a cancellation that is undone in time', async () => {
  const { id, to } = await book()
  await deliver(id)
  await change(id, { status: 'cancelled', undoable: true })
  await change(id, { status: 'scheduled' })
  world.travel(Date.now() + 15_000)
  await deliver(id)
  expect(await mailsTo(to)).toHaveLength(1)
})
