import { afterAll, beforeAll, expect, it } from 'vitest'
import { notificationKindNames } from '../../shared/notifications.ts'
import { storeContract } from '../../testing/contracts.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { runAsFunction, runAsTest } from '../../testing/rights.ts'
import { type Person, type PersonOptions, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: Person
let as: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T06:30:00Z' })
  await world.team(1)
  admin = await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Baas' })
  as = await world.session(admin)
})
afterAll(() => world.stop())

/** Makes a person with a session. */
async function member(options: PersonOptions = {}) {
  const person = await world.person({ role: 'agent', teamId: 1, ...options })
  return { ...person, as: await world.session(person) }
}
type Member = Awaited<ReturnType<typeof member>>

const listOf = async ({ as }: Member, query = '') =>
  (await world.call('GET', `/api/notifications${query}`, { as })).body
const unreadOf = async ({ as }: Member) => (await world.call('GET', '/api/notifications/unread', { as })).body
const leadFor = async (owner?: { id: string }) =>
  (
    await world.call('POST', '/api/leads', {
      as,
      body: { customerName: 'Klant Geheim', customerPhone: '06 12345678', ...(owner ? { ownerId: owner.id } : {}) },
    })
  ).body
const choose = async (one: Member, choices: object) => {
  const { version, ...settings } = (await world.call('GET', '/api/notification-settings', { as: one.as })).body
  const body = { ...settings, ...choices }
  return world.call('PUT', '/api/notification-settings', { as: one.as, body, headers: { 'if-match': `"${version}"` } })
}
const storedFor = async (userId: string, rows: number, at: (index: number) => string) => {
  const { Notifications } = await import('../platform/data/notifications.ts')
  const { putRows } = await import('../platform/data/rows.ts')
  const row = (index: number) => ({
    ...{ userId, id: `n${index}`, kind: 'lead-assigned' as const, subject: 'lead', by: admin.id, facts: {}, count: 1 },
    ...{ at: at(index), unreadSince: at(index), expires: 2_000_000_000 },
  })
  await runAsTest(() => putRows(Notifications, Array.from({ length: rows }, (_, index) => row(index)) as never))
}

/** Assigns leads to a person, in a run that has ended. */
async function assign(ids: readonly string[], ownerId: string): Promise<void> {
  const { body } = await world.call('POST', '/api/leads/assign', { as, body: { ids, ownerId } })
  await deliverOutbox(body.id)
}

it('notifies once of several records from one change, and never of an own change', async () => {
  const bo = await member({ hasLeadsAccess: true })
  const ids = []
  for (let count = 0; count < 12; count++) ids.push((await leadFor()).id)
  await assign(ids, bo.id)
  const [notification, ...others] = await listOf(bo)
  expect(others).toEqual([])
  expect(notification).toMatchObject({
    kind: 'lead-assigned',
    count: 12,
    title: '12 leads toegewezen',
    text: 'Klant Geheim en 11 andere · Door Ada Baas',
  })
  expect(await unreadOf(bo)).toMatchObject({ count: 1 })

  await world.call('POST', '/api/leads', { as: bo.as, body: { customerName: 'Eigen', customerPhone: '06 87654321' } })
  expect(await listOf(bo)).toHaveLength(1)
  expect((await world.call('GET', '/api/notifications', { as })).body).toEqual([])
})

it('notifies agent and booker of an appointment that others assign, move or delete', async () => {
  const [agent, caller] = [await member({ firstName: 'Bas' }), await member({ role: 'caller' })]
  const booked = await world.call('POST', '/api/appointments', {
    as: caller.as,
    body: {
      ...{ customerName: 'Klant Geheim', customerPhone: '06 11111111', agentId: agent.id },
      ...{ appointmentDate: '2026-12-01', appointmentTime: '11:15' },
    },
  })
  await world.call('PATCH', `/api/appointments/${booked.body.id}`, {
    as,
    body: { appointmentDate: '2026-12-02', appointmentTime: '14:45' },
  })
  await world.call('DELETE', `/api/appointments/${booked.body.id}`, { as: agent.as })
  const kinds = async (one: Member) => (await listOf(one)).map(({ kind }: { kind: string }) => kind).sort()
  expect(await kinds(agent)).toEqual(['appointment-assigned', 'appointment-moved'])
  expect(await kinds(caller)).toEqual(['appointment-changed', 'appointment-moved'])
  const moved = (await listOf(caller)).find(({ kind }: { kind: string }) => kind === 'appointment-moved')
  expect(moved).toMatchObject({
    title: 'Ada Baas verplaatste een afspraak',
    text: 'Van di 1 dec 11:15 naar wo 2 dec 14:45',
  })
})

it('names the customer as long as the reader reaches the record, and stores no name', async () => {
  const [bo, cas] = [await member({ hasLeadsAccess: true }), await member({ hasLeadsAccess: true })]
  const { id, version } = await leadFor(bo)
  const { Notifications } = await import('../platform/data/notifications.ts')
  const { data } = await runAsTest(() => Notifications.query.byTime({ userId: bo.id }).go())
  expect(JSON.stringify(data)).not.toContain('Geheim')
  const texts = async (one: Member) => (await listOf(one)).map(({ text }: { text: string }) => text)
  expect(await texts(bo)).toEqual(['Klant Geheim · Door Ada Baas'])
  await world.call('PATCH', `/api/leads/${id}`, { as, body: { customerName: 'Klant Anders' } })
  expect(await texts(bo)).toEqual(['Klant Anders · Door Ada Baas'])
  await world.call('PATCH', `/api/leads/${id}`, { as, body: { ownerId: cas.id } })
  expect([await texts(bo), await texts(cas)]).toEqual([['Door Ada Baas'], ['Klant Anders · Door Ada Baas']])
  await world.call('DELETE', `/api/leads/${id}`, { as, headers: { 'if-match': `"${version + 2}"` } })
  expect(await texts(cas)).toEqual(['Door Ada Baas'])
})

it('marks one or all as read, repeatedly, and keeps later ones unread', async () => {
  const bo = await member({ hasLeadsAccess: true })
  await leadFor(bo)
  world.travel('2026-11-23T06:31:00Z')
  await leadFor(bo)
  const [second, first] = await listOf(bo)
  const mark = (id: string, isRead: boolean) =>
    world.call('PUT', `/api/notifications/${encodeURIComponent(id)}`, { as: bo.as, body: { isRead } })
  for (let time = 0; time < 2; time++) expect((await mark(first.id, true)).body).toMatchObject({ isRead: true })
  expect(await unreadOf(bo)).toEqual({ count: 1, latest: second.at })
  expect(await listOf(bo, '?unread=true')).toMatchObject([{ id: second.id }])

  world.travel('2026-11-23T06:32:00Z')
  await leadFor(bo)
  const readAll = (until: string) => world.call('POST', '/api/notifications', { as: bo.as, body: { until } })
  const both = await Promise.all([readAll(second.at), readAll(second.at)])
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  expect(await unreadOf(bo)).toMatchObject({ count: 1 })
  await meanwhile(async () => void (await readAll('2026-11-23T06:31:30Z')))
  expect((await readAll('2030-01-01T00:00:00Z')).status).toBe(204)
  expect(await unreadOf(bo)).toEqual({ count: 0, latest: null })

  world.travel('2026-11-23T06:33:00Z')
  expect((await mark(first.id, false)).body).toMatchObject({ isRead: false })
  expect(await unreadOf(bo)).toMatchObject({ count: 1 })
  // Marking everything as read until 2030 counted until the present only, so this later notification is unread.
  await leadFor(bo)
  expect(await unreadOf(bo)).toMatchObject({ count: 2 })
  await meanwhile(() => mark(first.id, true))
  expect((await mark(first.id, true)).body).toMatchObject({ isRead: true })
  expect(await unreadOf(bo)).toMatchObject({ count: 1 })
})

it('keeps the later of two moments until which all is marked as read at once', async () => {
  const bo = await member({ hasLeadsAccess: true })
  await leadFor(bo)
  const readAll = (until: string) => world.call('POST', '/api/notifications', { as: bo.as, body: { until } })
  await meanwhile(async () => void (await readAll('2026-11-23T06:33:00Z')))
  expect((await readAll('2026-11-23T06:00:00Z')).status).toBe(204)
  expect(await unreadOf(bo)).toMatchObject({ count: 0 })
})

it('writes none when the change fails', async () => {
  const [bo, cas] = [await member({ hasLeadsAccess: true }), await member({ hasLeadsAccess: true })]
  const { id } = await leadFor()
  await meanwhile(() => world.call('PATCH', `/api/leads/${id}`, { as, body: { customerName: 'Anders' } }))
  const lost = await world.call('PATCH', `/api/leads/${id}`, { as, body: { ownerId: bo.id } })
  expect(lost.status).toBe(409)
  expect(await listOf(bo)).toEqual([])
  await world.call('PATCH', `/api/leads/${id}`, { as, body: { ownerId: cas.id } })
  expect(await listOf(cas)).toHaveLength(1)
})

it('hides notifications that a person may no longer see, that are 90 days old, or of others', async () => {
  const [bo, cas] = [await member({ hasLeadsAccess: true }), await member({ hasLeadsAccess: true })]
  await leadFor(bo)
  const [notification] = await listOf(bo)
  const foreign = await world.call('PUT', `/api/notifications/${notification.id}`, {
    as: cas.as,
    body: { isRead: true },
  })
  expect(foreign.status).toBe(404)
  await storedFor(cas.id, 1, () => '2026-08-25T06:00:00Z')
  expect([await listOf(cas), await unreadOf(cas)]).toEqual([[], { count: 0, latest: null }])
  const { Users } = await import('../platform/identity/user.ts')
  await runAsTest(() => Users.patch({ id: bo.id }).set({ hasLeadsAccess: false }).go())
  expect([await listOf(bo), await unreadOf(bo)]).toEqual([[], { count: 0, latest: null }])
})

it('lists them page by page, newest first, and counts at most a hundred unread', async () => {
  const bo = await member({ hasLeadsAccess: true })
  const at = (index: number) => new Date(Date.parse('2026-11-20T00:00:00Z') + index * 1_000).toISOString()
  await storedFor(bo.id, 120, at)
  const first = await world.call('GET', '/api/notifications?limit=50', { as: bo.as })
  expect(first.body).toHaveLength(50)
  const next = /cursor=([^&>]+)/.exec(first.headers['link'] ?? '')?.[1]
  expect((await listOf(bo, `?limit=50&cursor=${next}`))[0].id).toBe('n69')
  const unread = await world.call('GET', '/api/notifications?limit=60&unread=true', { as: bo.as })
  const more = /cursor=([^&>]+)/.exec(unread.headers['link'] ?? '')?.[1]
  expect(await listOf(bo, `?limit=60&unread=true&cursor=${more}`)).toHaveLength(40)
  expect(await unreadOf(bo)).toEqual({ count: 100, latest: at(119) })
})

it('follows the choice: not at all, at once in one mail, or in the mail of a working day', async () => {
  world.travel('2026-11-23T07:00:00Z')
  const [off, mail, daily] = [
    await member({ hasLeadsAccess: true }),
    await member({ hasLeadsAccess: true, firstName: 'Cas' }),
    await member({ hasLeadsAccess: true, firstName: 'Dee' }),
  ]
  expect((await choose(off, { 'lead-assigned': 'off' })).body).toMatchObject({ version: 1, 'lead-assigned': 'off' })
  await choose(mail, { 'lead-assigned': 'mail' })
  await choose(daily, { 'lead-assigned': 'daily' })
  const ids = []
  for (let count = 0; count < 3; count++) ids.push((await leadFor()).id)
  for (const { id: ownerId } of [off, mail, daily]) {
    await assign(ids, ownerId)
  }
  expect(await listOf(off)).toEqual([])
  const [notification] = await listOf(mail)
  const mailsTo = async ({ email }: Member) => (await world.ses.mails()).filter(({ to }) => to.includes(email))
  world.travel('2026-11-23T07:00:11Z')
  for (let time = 0; time < 2; time++) await deliverOutbox(`${mail.id}/${notification.id}`)
  const [sent, ...more] = await mailsTo(mail)
  expect([sent?.subject, more]).toEqual(['3 leads toegewezen', []])
  expect(sent?.text).toMatch(/Hallo Cas,[\s\S]*Door Ada Baas[\s\S]*\/meldingen/)
  // The leads went on to Dee, so only her mail may name the customer.
  expect(sent?.text).not.toContain('Geheim')

  const morning = async (at: string) => {
    world.travel(at)
    const { handler } = await import('../../events/notification-mails.ts')
    const run = () => runAsFunction('notification-mails', () => handler())
    await Promise.all([run(), run()])
    await run()
    for (const { id } of [off, mail, daily]) await deliverOutbox(id)
  }
  await morning('2026-11-24T07:00:00Z')
  const [named] = await mailsTo(daily)
  expect(named).toMatchObject({
    subject: '3 leads toegewezen',
    text: expect.stringContaining('Klant Geheim en 2 andere'),
  })
  expect([await mailsTo(off), (await mailsTo(mail)).length]).toEqual([[], 1])
  await morning('2026-11-25T07:00:00Z')
  expect(await mailsTo(daily)).toEqual([named])
  daily.as = await world.session(daily)
  as = await world.session(admin)
  await leadFor(daily)
  await leadFor(daily)
  await morning('2026-11-26T07:00:00Z')
  expect((await mailsTo(daily)).map(({ subject }) => subject).sort()).toEqual([
    '2 ongelezen meldingen',
    '3 leads toegewezen',
  ])
})

it('sends no mail about notifications read meanwhile', async () => {
  as = await world.session(admin)
  const bo = await member({ hasLeadsAccess: true })
  await choose(bo, { 'lead-assigned': 'mail' })
  await leadFor(bo)
  const [notification] = await listOf(bo)
  await world.call('PUT', `/api/notifications/${notification.id}`, { as: bo.as, body: { isRead: true } })
  world.travel('2026-11-26T07:01:00Z')
  await deliverOutbox(`${bo.id}/${notification.id}`)
  expect((await world.ses.mails()).filter(({ to }) => to.includes(bo.email))).toEqual([])
})

it('notifies of an assigned contract only, and not of the lead made from it', async () => {
  const bo = await member({ hasLeadsAccess: true })
  const ids = ['c1', 'c2']
  for (const id of ids) await storeContract({ id, customerName: id, expiryDate: '2027-03-15' })
  await world.call('POST', '/api/contracts/assign', { as, body: { ids, agentId: bo.id } })
  expect(await listOf(bo)).toMatchObject([{ kind: 'contract-assigned', title: '2 aflopende contracten toegewezen' }])
})

it('stores a choice for every kind, and refuses unknown kinds', async () => {
  const bo = await member()
  const { version, ...settings } = (await world.call('GET', '/api/notification-settings', { as: bo.as })).body
  expect([version, Object.keys(settings).sort()]).toEqual([0, [...notificationKindNames].sort()])
  expect((await choose(bo, { 'lead-assigned': 'postduif' })).status).toBe(400)
  const stale = await world.call('PUT', '/api/notification-settings', {
    ...{ as: bo.as, body: settings, headers: { 'if-match': '"7"' } },
  })
  expect(stale.status).toBe(409)
})

it('does not extend a session by counting the unread, nor by showing new ones in a list that is open', async () => {
  world.travel('2026-11-26T08:00:00Z')
  const bo = await member()
  for (const at of ['2026-11-26T09:00:00Z', '2026-11-26T09:59:00Z']) {
    world.travel(at)
    expect((await world.call('GET', '/api/notifications/unread', { as: bo.as })).status).toBe(200)
    expect((await world.call('GET', '/api/notifications', { as: bo.as })).status).toBe(200)
  }
  world.travel('2026-11-26T10:00:01Z')
  expect((await world.call('GET', '/api/notifications/unread', { as: bo.as })).status).toBe(401)
})
