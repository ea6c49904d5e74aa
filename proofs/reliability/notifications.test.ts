import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Notice } from '../../functions/platform/data/notifications.ts'
import { type NotificationKind, notificationChoices, notificationKindNames } from '../../shared/notifications.ts'
import { sampleFacts } from '../../testing/notifications.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { runAsFunction, runAsTest } from '../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { reportFigure, size } from '../figures.ts'

let world: World
let doer: Person
let other: Person
beforeAll(async () => {
  world = await startWorld()
  doer = await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Baas' })
  other = await world.person({ role: 'admin' })
})
afterAll(() => world.stop())

const notificationsOf = async (person: Person, query = '') =>
  (await world.call('GET', `/api/notifications${query}`, { as: await world.session(person) })).body

/** Function that writes the notifications of a kind, for kinds that only one function writes. */
const functionOf: Partial<Record<NotificationKind, string>> = {
  'upload-done': 'lead-import',
  'upload-asks': 'contract-import',
}

/** Commits a change by `doer` that notifies these people. */
async function concerning(kind: NotificationKind, people: readonly Person[], how: object = {}) {
  const { commit } = await import('../../functions/platform/data/commit.ts')
  const { asSelf } = await import('../../functions/platform/actor.ts')
  const notify = people.map(({ id: to }) => ({ kind, to, subject: 'x', facts: sampleFacts[kind], ...how }) as Notice)
  const origin = { requestId: crypto.randomUUID(), ip: '-', userAgent: '-' }
  const permit = asSelf({ id: doer.id, name: 'Ada' }, origin)
  const change = { action: 'proof.told' as const, entity: { type: 'proof', id: kind }, write: [], notify }
  await runAsFunction(functionOf[kind] ?? 'api-leads', () => commit(permit, change, undefined))
}

it('a change notifies nobody of their own actions, and others once, for every kind', async () => {
  const wrong: string[] = []
  for (const kind of notificationKindNames) {
    await concerning(kind, [doer, other, other])
    await concerning(kind, [other], { by: other.id })
    const kinds = async (person: Person) =>
      (await notificationsOf(person)).filter((one: { kind: string }) => one.kind === kind).length
    if ((await kinds(doer)) !== 0) wrong.push(`${kind} told of an own act`)
    if ((await kinds(other)) !== 1) wrong.push(`${kind} told ${await kinds(other)} times`)
  }
  reportFigure('notifications: own acts told', '0', wrong.length, 0, wrong)
  const texts = (await notificationsOf(other)).map(
    ({ title, text }: { title: string; text: string }) => `${title} ${text}`,
  )
  expect(texts.filter((text: string) => /undefined|null|NaN|Invalid/.test(text))).toEqual([])
})

it('notifications follow the choice of each person for every kind, and are kept for 90 days', async () => {
  world.travel('2026-11-23T06:00:00Z')
  const people = new Map<string, Person>()
  for (const choice of [...notificationChoices, 'left'] as const) {
    const person = await world.person({ role: 'admin' })
    const settings = Object.fromEntries(
      notificationKindNames.map((kind) => [kind, choice === 'left' ? 'mail' : choice]),
    )
    const headers = { 'if-match': '"0"' }
    const as = await world.session(person)
    expect((await world.call('PUT', '/api/notification-settings', { as, body: settings, headers })).status).toBe(200)
    people.set(choice, person)
  }
  const { app, daily, mail, off, left } = Object.fromEntries(people) as Record<string, Person>
  for (const kind of notificationKindNames) await concerning(kind, [...people.values(), doer])
  const kindsOf = async (person?: Person) =>
    person ? (await notificationsOf(person)).map(({ kind }: { kind: NotificationKind }) => kind).sort() : null
  const all = [...notificationKindNames].sort()
  expect([await kindsOf(off), await kindsOf(app), await kindsOf(daily)]).toEqual([[], all, all])

  const { Users } = await import('../../functions/platform/identity/user.ts')
  await runAsTest(() =>
    Users.patch({ id: String(left?.id) })
      .set({ isActive: false })
      .go(),
  )
  const rowsOf = async (person?: Person): Promise<{ id: string; title: string }[]> =>
    person ? notificationsOf(person) : []
  const atOnce = await rowsOf(mail)
  const { Notifications } = await import('../../functions/platform/data/notifications.ts')
  const { data: unseen } = await Notifications.query.byTime({ userId: String(left?.id) }).go({ pages: 'all' })
  expect(unseen).toHaveLength(all.length)
  world.travel('2026-11-23T06:00:11Z')
  for (const { id } of atOnce) await deliverOutbox(`${mail?.id}/${id}`)
  for (const { id } of unseen) await deliverOutbox(`${left?.id}/${id}`)
  for (const person of [app, daily, off]) {
    for (const { id } of await rowsOf(person)) await deliverOutbox(`${person?.id}/${id}`)
  }
  world.travel('2026-11-24T07:00:00Z')
  const { handler } = await import('../../events/notification-mails.ts')
  await runAsFunction('notification-mails', () => handler())
  for (const { id } of [...people.values(), doer]) await deliverOutbox(id)
  const mails = await world.ses.mails()
  const subjectsTo = (person?: Person) =>
    mails.flatMap(({ to, subject }) => (to.includes(String(person?.email)) ? [subject] : [])).sort()
  expect(subjectsTo(mail)).toEqual(atOnce.map(({ title }) => title).sort())
  expect(subjectsTo(daily)).toEqual([`${all.length} ongelezen meldingen`])
  const daily1 = mails.find(({ to }) => to.includes(String(daily?.email)))
  for (const { title } of atOnce) expect(daily1?.text).toContain(title)
  expect([app, off, left, doer].map(subjectsTo)).toEqual([[], [], [], []])

  world.travel('2027-02-21T05:59:00Z')
  expect(await kindsOf(app)).toEqual(all)
  world.travel('2027-02-21T06:00:01Z')
  const unread = await world.call('GET', '/api/notifications/unread', { as: await world.session(app as Person) })
  expect([await kindsOf(app), unread.body]).toEqual([[], { count: 0, latest: null }])
})

it('reading, counting and marking notifications takes at most twenty read units, whatever their number', async () => {
  world.travel('2026-11-23T06:00:00Z')
  const rows = size.notifications
  const reader = await world.person({ hasLeadsAccess: true })
  const at = (index: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + index * 60_000).toISOString()
  const { Notifications } = await import('../../functions/platform/data/notifications.ts')
  const { putRows } = await import('../../functions/platform/data/rows.ts')
  const row = (index: number) => ({
    ...{ userId: reader.id, id: `n${index}`, kind: 'lead-assigned', subject: `${index}`, by: doer.id, facts: {} },
    count: 1,
    ...{ at: at(index), unreadSince: at(index), expires: 2_000_000_000 },
  })
  await runAsTest(() => putRows(Notifications, Array.from({ length: rows }, (_, index) => row(index)) as never))
  const { meterWork } = await import('../../functions/platform/request.ts')
  const { listNotifications, countUnread, markAllRead } = await import('../../functions/notifications/service.ts')
  const { actorOf } = await import('../../functions/platform/identity/user.ts')
  const actor = { ...actorOf(reader), name: 'Bo', origin: { requestId: 'r', ip: '-', userAgent: '-' } }
  const units = async (name: string, most: number, work: () => Promise<unknown>) => {
    const usage = { read: 0, write: 0 }
    await runAsFunction('api-notifications', () => meterWork(usage, work))
    reportFigure(`notifications: read units of ${name} of ${rows}`, `≤ ${most}`, usage.read <= most, true, [usage.read])
  }
  await units('a page', 14, () => listNotifications(actor, { limit: 20 }))
  await units('the unread', 20, () => listNotifications(actor, { limit: 20, unread: 'true' }))
  await units('the number', 8, () => countUnread(actor))
  await units('marking all', 2, () => markAllRead(actor, { until: at(rows - 1) }))
  await units('the number once all is read', 2, () => countUnread(actor))
  expect(await notificationsOf(reader, '?unread=true')).toEqual([])
})
