import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Notice } from '../../functions/platform/notifications.ts'
import { type NotificationKind, notificationKindNames } from '../../shared/notifications.ts'
import { sampleFacts } from '../../testing/notifications.ts'
import { asFunction, asTest } from '../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { figure, size } from '../figures.ts'

let world: World
let doer: Person
let other: Person
beforeAll(async () => {
  world = await startWorld()
  doer = await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Baas' })
  other = await world.person({ role: 'admin' })
})
afterAll(() => world.stop())

const told = async (person: Person, query = '') =>
  (await world.call('GET', `/api/notifications${query}`, { as: await world.session(person) })).body

/** Functions that write a kind and no other does. */
const functionOf: Partial<Record<NotificationKind, string>> = {
  'upload-done': 'lead-import',
  'upload-asks': 'contract-import',
}

/** Commits a change that concerns people, as somebody. */
async function concerning(kind: NotificationKind, people: readonly Person[], how: object = {}) {
  const { commit } = await import('../../functions/platform/commit.ts')
  const { asSelf } = await import('../../functions/platform/actor.ts')
  const notify = people.map(({ id: to }) => ({ kind, to, subject: 'x', facts: sampleFacts[kind], ...how }) as Notice)
  const origin = { requestId: crypto.randomUUID(), ip: '-', userAgent: '-' }
  const permit = asSelf({ id: doer.id, name: 'Ada' }, origin)
  const change = { action: 'proof.told' as const, entity: { type: 'proof', id: kind }, write: [], notify }
  await asFunction(functionOf[kind] ?? 'api-leads', () => commit(permit, change, undefined))
}

it('tells nobody of what they did, of every kind, and everybody else once', async () => {
  const wrong: string[] = []
  for (const kind of notificationKindNames) {
    await concerning(kind, [doer, other, other])
    await concerning(kind, [other], { by: other.id })
    const kinds = async (person: Person) =>
      (await told(person)).filter((one: { kind: string }) => one.kind === kind).length
    if ((await kinds(doer)) !== 0) wrong.push(`${kind} told of an own act`)
    if ((await kinds(other)) !== 1) wrong.push(`${kind} told ${await kinds(other)} times`)
  }
  figure('notifications: own acts told', '0', wrong.length, 0, wrong)
  const texts = (await told(other)).map(({ title, text }: { title: string; text: string }) => `${title} ${text}`)
  expect(texts.filter((text: string) => /undefined|null|NaN|Invalid/.test(text))).toEqual([])
})

it('reads any number at the cost of a page, and counts and marks them at the cost of a hundred', async () => {
  const rows = size.notifications
  const reader = await world.person({ hasLeadsAccess: true })
  const at = (index: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + index * 60_000).toISOString()
  const { Notifications } = await import('../../functions/platform/notifications.ts')
  const { putRows } = await import('../../functions/platform/rows.ts')
  const row = (index: number) => ({
    ...{ userId: reader.id, id: `n${index}`, kind: 'lead-assigned', subject: 'lead', by: doer.id, facts: {}, count: 1 },
    ...{ at: at(index), unreadSince: at(index), expires: 2_000_000_000 },
  })
  await asTest(() => putRows(Notifications, Array.from({ length: rows }, (_, index) => row(index)) as never))
  const { metered } = await import('../../functions/platform/request.ts')
  const { listNotifications, countUnread, readAll } = await import('../../functions/notifications/service.ts')
  const { actorOf } = await import('../../functions/platform/user.ts')
  const actor = { ...actorOf(reader), name: 'Bo', origin: { requestId: 'r', ip: '-', userAgent: '-' } }
  const units = async (name: string, most: number, work: () => Promise<unknown>) => {
    const usage = { read: 0, write: 0 }
    await asFunction('api-notifications', () => metered(usage, work))
    figure(`notifications: read units of ${name} of ${rows}`, `≤ ${most}`, usage.read <= most, true, [usage.read])
  }
  await units('a page', 4, () => listNotifications(actor, { limit: 20 }))
  await units('the unread', 10, () => listNotifications(actor, { unread: 'true' }))
  await units('the number', 8, () => countUnread(actor))
  await units('marking all', 2, () => readAll(actor, { until: at(rows - 1) }))
  await units('the number once all is read', 2, () => countUnread(actor))
  expect(await told(reader, '?unread=true')).toEqual([])
})
