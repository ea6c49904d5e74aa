import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import type { Person } from '../../../testing/world.ts'

const FOR_ADMIN = [403, 'Eerste betaling: laat een beheerder dit doen']
const FOR_OTHER = [403, 'Eerste betaling: laat een andere beheerder dit doen']
const KLAAR = 'klaar_voor_uitbetaling'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

type Who = 'admin' | 'second' | 'leader'

/** Pays a commission by hand; returns status and message of the reply. */
async function pay(who: Who, id: string) {
  const { status, body } = await world.call(who, 'PATCH', `/api/commissions/${id}`, { status: 'uitbetaald' })
  return [status, body?.message ?? null]
}
/** Creates an agent whom an admin has paid before. */
async function paidBefore(): Promise<Person> {
  const agent = await world.agent()
  expect(await pay('second', await world.ready(agent.id))).toEqual([200, null])
  return agent
}
/** Creates a person by the API, as an admin or team leader. */
async function created(who: Who, form: object = {}): Promise<string> {
  const person = { email: `${crypto.randomUUID()}@example.nl`, firstName: 'Nina', lastName: 'Nieuw', invite: true }
  const { id } = await world.done(who, 'POST', '/api/users/create-local', {
    ...{ ...person, phone: '0475 123456', role: 'agent', teamId: 1, ...form },
  })
  return id
}
const put = (who: Who, { id, role, phone = '0475 123456' }: Pick<Person, 'id' | 'role' | 'phone'>, more: object) =>
  world.call(who, 'PUT', `/api/users/${id}`, { role, phone, ...more })
async function ran(who: Who, ids: readonly string[]) {
  const run = await world.done(who, 'POST', '/api/commissions/advance', { ids, expectedStatus: KLAAR })
  await world.advanced(run.id)
  const results = await world.done('admin', 'GET', `/api/commissions/advance/${run.id}/results`)
  type Result = { readonly id: string; readonly outcome: string; readonly message: string | null }
  return new Map((results as Result[]).map(({ id, ...rest }) => [id, rest]))
}
const preview = (who: Who, ids: readonly string[]) =>
  world.done(who, 'POST', '/api/commissions/advance/preview', { ids, expectedStatus: KLAAR })

describe('a first payment (rulings 36)', () => {
  it('is an admin’s; the team leader pays the next ones', async () => {
    const agent = await world.agent()
    const [one, two] = [await world.ready(agent.id), await world.ready(agent.id)]
    expect(await pay('leader', one)).toEqual(FOR_ADMIN)
    const asSale = `/api/sales/${one.slice('sale-'.length)}/status`
    expect((await world.call('leader', 'PATCH', asSale, { status: 'uitbetaald' })).status).toBe(403)
    expect(await pay('admin', one)).toEqual([200, null])
    expect(await pay('leader', two)).toEqual([200, null])
  })

  it('comes again after a change of employment, role, partner or its IBAN', async () => {
    const zzp = await paidBefore()
    const demoted = await paidBefore()
    const partnered = await paidBefore()
    expect((await put('admin', zzp, { employmentType: 'zzp' })).status).toBe(200)
    expect((await put('admin', zzp, { employmentType: 'loondienst' })).status).toBe(200)
    expect((await put('admin', demoted, { role: 'caller' })).status).toBe(200)
    const partner = await world.partnerOf(partnered.id)
    await world.activate(partner, false)
    const fee = await world.ready(zzp.id, { callerId: demoted.id, agentCommission: 0, callerCommission: 10 })
    const ids = [await world.ready(zzp.id), fee, await world.ready(partnered.id)]
    for (const id of ids) expect(await pay('leader', id), id).toEqual(FOR_ADMIN)
    for (const id of ids) expect(await pay('admin', id), id).toEqual([200, null])
    expect(await pay('leader', await world.ready(partnered.id))).toEqual([200, null])
  })

  it('was had by who was paid before this rule came', async () => {
    const agent = await paidBefore()
    const { documents } = await import('../../platform/data/table.ts')
    const { DeleteCommand } = await import('@aws-sdk/lib-dynamodb')
    const Key = { pk: `knownpayee#${agent.id}`, sk: 'knownpayee' }
    await documents.send(new DeleteCommand({ TableName: process.env['TABLE_NAME'], Key }))
    expect(await pay('leader', await world.ready(agent.id))).toEqual([200, null])
  })

  it('is not made by the admin who made the account, nor by who confirmed the fee', async () => {
    const id = await created('admin')
    const fee = await world.fee()
    const commission = await world.ready(id)
    expect(await pay('admin', commission)).toEqual(FOR_OTHER)
    // The second admin called the appointment of this fee held.
    const amounts = { agentCommission: 0, callerCommission: 25, reason: 'Afspraak' }
    await world.done('admin', 'PATCH', `/api/commissions/${fee.commission}`, amounts)
    expect(await pay('second', fee.commission)).toEqual(FOR_OTHER)
    const waitingFor = async (admin: 'admin' | 'second') =>
      (await world.done(admin, 'GET', '/api/commissions/first-payments')).ids
    expect(await waitingFor('second')).not.toContain(fee.commission)
    expect(await waitingFor('second')).toContain(commission)
    expect(await waitingFor('admin')).toContain(fee.commission)
    expect(await waitingFor('admin')).not.toContain(commission)
    expect(await pay('second', commission)).toEqual([200, null])
    expect(await pay('admin', fee.commission)).toEqual([200, null])
    expect(await pay('admin', await world.ready(id))).toEqual([200, null])
  })

  it('is not made by an admin who may be the maker of the account: new, or reset by the maker', async () => {
    const { Users, findUser } = await import('../../platform/identity/user.ts')
    const [one, two] = [await world.ready(await created('admin')), await world.ready(await created('admin'))]
    const puppet = await created('admin', { role: 'admin', teamId: null })
    const open = () => Users.patch({ id: puppet }).set({ twoFactorEnabled: true })
    await open().remove(['mustChangePassword', 'invitedAt']).go()
    const asPuppet = async (method: string, path: string, body: object) => {
      const as = await world.world.session((await findUser(puppet)) as Person)
      return world.world.call(method, path, { as, body })
    }
    const payAsPuppet = async (id: string) => {
      const { status, body } = await asPuppet('PATCH', `/api/commissions/${id}`, { status: 'uitbetaald' })
      return [status, body?.message ?? null]
    }
    expect(await payAsPuppet(one)).toEqual(FOR_OTHER)
    const wish = { ids: [one], expectedStatus: KLAAR }
    expect((await asPuppet('POST', '/api/commissions/advance/preview', wish)).body).toMatchObject({
      staying: [{ reason: 'firstPayment', count: 1, people: 1 }],
    })
    await Users.patch({ id: puppet }).set({ adminSince: '2026-01-01T00:00:00.000Z' }).go()
    expect(await payAsPuppet(one)).toEqual([200, null])
    await world.done('admin', 'POST', `/api/admin/reset-2fa/${puppet}`)
    await open().go()
    expect(await payAsPuppet(two)).toEqual(FOR_OTHER)
    expect(await pay('second', two)).toEqual([200, null])
    await world.done('admin', 'DELETE', `/api/users/${puppet}`)
  })

  it('is left out and counted in a bulk, and is one task for admins', async () => {
    const known = await paidBefore()
    const [first, other] = [await created('second', { lastName: 'Een' }), await created('leader', { lastName: 'Twee' })]
    const ids = [
      await world.ready(known.id),
      await world.ready(first),
      await world.ready(other),
      await world.ready(other),
    ]
    expect(await preview('leader', ids)).toMatchObject({
      ...{ count: 1, total: 100, firstPayments: [] },
      staying: [{ reason: 'firstPayment', count: 3, total: 300 }],
    })
    const results = await ran('leader', ids)
    expect(ids.map((id) => results.get(id))).toEqual([
      { outcome: 'advanced', customerName: expect.any(String), message: null },
      ...[1, 2, 3].map(() => expect.objectContaining({ outcome: 'skipped', message: FOR_ADMIN[1] })),
    ])
    const waiting = await world.done('admin', 'GET', '/api/commissions/first-payments')
    const mine = waiting.people.filter(({ userId }: { userId: string }) => [first, other].includes(userId))
    expect(mine).toEqual([
      { userId: first, name: 'Nina Een', total: 100, since: expect.any(String), createdBy: 'Bea Beheer' },
      { userId: other, name: 'Nina Twee', total: 200, since: expect.any(String), createdBy: expect.any(String) },
    ])
    expect(waiting.ids).toEqual(expect.arrayContaining(ids.slice(1)))
    const { work } = await world.done('admin', 'GET', '/api/my-day')
    expect(work).toContainEqual(
      expect.objectContaining({ kind: 'firstPayment', count: waiting.people.length, amount: expect.any(Number) }),
    )
    expect(await preview('admin', ids.slice(1))).toMatchObject({ count: 3, total: 300, firstPayments: mine })
    const paid = await ran('admin', ids.slice(1))
    expect([...paid.values()].map(({ outcome }) => outcome)).toEqual(['advanced', 'advanced', 'advanced'])
    const left = await world.done('admin', 'GET', '/api/commissions/first-payments')
    expect(left.people.map(({ userId }: { userId: string }) => userId)).not.toContain(other)
  })

  it('is not a team leader’s when the person changes meanwhile', async () => {
    const [moved, partnered] = [await paidBefore(), await paidBefore()]
    const fee = await world.ready(partnered.id, { callerId: moved.id, agentCommission: 0, callerCommission: 10 })
    await meanwhile(() => put('admin', moved, { role: 'caller' }))
    expect(await pay('leader', fee)).toEqual(FOR_ADMIN)
    const sale = await world.ready(partnered.id)
    await meanwhile(async () => world.activate(await world.partnerOf(partnered.id), false))
    expect(await pay('leader', sale)).toEqual(FOR_ADMIN)
    expect([await world.statusOf(fee), await world.statusOf(sale)]).toEqual([KLAAR, KLAAR])
  })

  it('by the maker alone is refused when a second admin comes meanwhile', async () => {
    const id = await created('admin')
    const commission = await world.ready(id)
    const { Rosters } = await import('../../people/roster.ts')
    const { data } = await Rosters.get({ name: 'admins' }).go()
    await Rosters.put({ name: 'admins', members: 1 }).go()
    await meanwhile(() => world.joined({ role: 'admin' }))
    expect(await pay('admin', commission)).toEqual(FOR_OTHER)
    await Rosters.put({ name: 'admins', members: 1 }).go()
    expect(await pay('admin', commission)).toEqual([200, null])
    await Rosters.put({ name: 'admins', members: data?.members ?? 2 }).go()
  })
})

describe('the employment of a person', () => {
  it('is changed by an admin alone; who a team leader makes is employed', async () => {
    const agent = await world.agent()
    expect((await put('leader', agent, { employmentType: 'loondienst', firstName: 'Bob' })).status).toBe(200)
    const refused = await put('leader', agent, { employmentType: 'zzp' })
    expect([refused.status, refused.body.message]).toEqual([403, 'Dienstverband wijzigt een beheerder'])
    const person = { email: 'zzp@example.nl', firstName: 'Nina', lastName: 'Nieuw', invite: true, phone: '0475 123456' }
    const made = await world.call('leader', 'POST', '/api/users/create-local', { ...person, employmentType: 'zzp' })
    expect([made.status, made.body.message]).toEqual([403, 'Dienstverband wijzigt een beheerder'])
  })
})

describe('all admins', () => {
  const titles = async (who: Who) =>
    (await world.done(who, 'GET', '/api/notifications?limit=100')).map(({ title }: { title: string }) => title)

  it('are told of a new person and of a changed role, employment or rights', async () => {
    const id = await created('leader', { firstName: 'Otto', lastName: 'Oom' })
    await put('admin', { id, role: 'caller', phone: '0475 123456' }, { employmentType: 'zzp', hasLeadsAccess: false })
    for (const who of ['admin', 'second'] as const) expect(await titles(who)).toContain('Otto Oom: nieuwe gebruiker')
    expect(await titles('second')).toContain('Otto Oom: rol gewijzigd, dienstverband gewijzigd, rechten gewijzigd')
  })

  it('are told of a new, reset, demoted, deactivated or reactivated admin', async () => {
    const id = await created('admin', { firstName: 'Ria', role: 'admin', teamId: null })
    await world.done('admin', 'POST', `/api/users/${id}/invite`)
    await world.done('admin', 'PATCH', `/api/users/${id}/password`, { newPassword: 'Zonnepaneel-77' })
    await world.done('admin', 'POST', `/api/admin/reset-2fa/${id}`)
    await world.done('admin', 'DELETE', `/api/users/${id}`)
    await world.done('admin', 'POST', `/api/users/${id}/reactivate`)
    await put('admin', { id, role: 'agent', phone: '0475 123456' }, {})
    const told = (await titles('second')).filter((title: string) => title.startsWith('Ria Nieuw'))
    const events = ['nieuwe gebruiker', 'opnieuw uitgenodigd', 'wachtwoord ingesteld', '2FA gereset']
    expect(told.toSorted()).toEqual(
      [...events, 'gedeactiveerd', 'opnieuw actief', 'rol gewijzigd'].map((one) => `Ria Nieuw: ${one}`).toSorted(),
    )
  })
})
