import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import type { Person } from '../../../testing/world.ts'

const OLD = 'NL91RABO0315273637'
const NEW = 'NL91ABNA0417164300'
const OTHER = 'NL20INGB0001234567'

let world: MoneyWorld
let partner: string
beforeAll(async () => {
  world = await startMoneyWorld()
  partner = await world.partnerOf()
})
afterAll(() => world.stop())

/** Makes a payment file of one invoice as the admin; the file waits for approval. */
async function waiting(): Promise<{ id: string }> {
  const { id } = await world.sent(partner)
  return world.bill('POST', '/payment-files', { invoiceIds: [id], executionDate: '2026-11-24' })
}
const file = (id: string) => world.bill('GET', `/payment-files/${id}/payments`)
/** Returns the headers that name the version of a record. */
const seen = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })
/** Calls self-billing as the second admin; returns status and message. */
async function asSecond(method: string, path: string, body?: object, headers = {}) {
  const reply = await world.call('second', method, `/api/self-billing${path}`, body, headers)
  return [reply.status, reply.body?.message ?? null]
}
/** Makes a payment file and lets an admin try to approve it; returns the file's id and the reply. */
async function tried(by: Person, made = waiting()) {
  const { id } = await made
  const as = await world.world.session(by)
  const headers = seen(await file(id))
  const { body } = await world.world.call('GET', `/api/self-billing/payment-files/${id}/payments`, { as })
  const reply = await world.world.call('POST', `/api/self-billing/payment-files/${id}/approve`, { as, headers })
  return { id, mayApprove: body.mayApprove, answer: [reply.status, reply.body.message ?? null] }
}
const NEW_ADMIN = [403, 'Je was nog geen 24 uur beheerder toen dit werd gemaakt. Laat een andere beheerder dit doen.']
const RESET = [403, 'De maker stelde jouw wachtwoord of 2FA opnieuw in. Laat een andere beheerder dit doen.']

describe('the second pair of eyes (rulings 51b)', () => {
  const put = (id: string, role: string) =>
    world.done('admin', 'PUT', `/api/users/${id}`, { role, phone: '0475 123456' })

  it('was an admin for the day before, whoever made them one', async () => {
    const agent = await world.joined({ role: 'agent', teamId: 1 })
    await world.done('second', 'PUT', `/api/users/${agent.id}`, { role: 'admin', phone: '0475 123456' })
    const { findUser } = await import('../../platform/identity/user.ts')
    const current = async () => (await findUser(agent.id)) as Person
    expect(await tried(await current())).toMatchObject({ mayApprove: false, answer: NEW_ADMIN })
    await put(agent.id, 'agent')
    await put(agent.id, 'admin')
    expect((await tried(await current())).answer).toEqual(NEW_ADMIN)
    const later = await waiting()
    await world.done('admin', 'DELETE', `/api/users/${agent.id}`)
    await world.done('admin', 'POST', `/api/users/${agent.id}/reactivate`)
    expect((await tried(await current(), Promise.resolve(later))).answer).toEqual(NEW_ADMIN)
    const made = await world.done('admin', 'POST', '/api/users/create-local', {
      ...{ email: 'eigen@example.nl', firstName: 'Eva', lastName: 'Eigen', role: 'admin', password: 'Zonnepaneel-77' },
    })
    const stored = (await findUser(made.id)) as Person
    expect(stored.adminSince).toBe(new Date().toISOString())
  })

  it('was not reset by the maker since the day before', async () => {
    const { findUser } = await import('../../platform/identity/user.ts')
    const resets: ((id: string) => Promise<unknown>)[] = [
      (id) => world.done('admin', 'POST', `/api/admin/reset-2fa/${id}`),
      (id) => world.done('admin', 'PATCH', `/api/users/${id}/password`, { newPassword: 'Zonnepaneel-77' }),
    ]
    for (const reset of resets) {
      const third = await world.joined({ role: 'admin', password: 'Dakpannen-12' })
      const before = await waiting()
      await reset(third.id)
      // A later reset by somebody else does not hide that of the maker.
      await world.done('second', 'POST', `/api/admin/reset-2fa/${third.id}`)
      const { Users } = await import('../../platform/identity/user.ts')
      await Users.patch({ id: third.id }).set({ twoFactorEnabled: true }).remove(['mustChangePassword']).go()
      const current = (await findUser(third.id)) as Person
      expect(await tried(current, Promise.resolve(before))).toMatchObject({ mayApprove: false, answer: RESET })
      expect((await tried(current)).answer).toEqual(RESET)
    }
  })

  it('is not reset meanwhile', async () => {
    const third = await world.joined({ role: 'admin' })
    const made = await waiting()
    const as = await world.world.session(third)
    await meanwhile(() => world.done('admin', 'POST', `/api/admin/reset-2fa/${third.id}`))
    const path = `/api/self-billing/payment-files/${made.id}/approve`
    expect((await world.world.call('POST', path, { as, headers: { 'if-match': '"1"' } })).status).toBe(401)
    expect((await file(made.id)).state).toBe('waiting')
  })

  it('approves the IBAN that was seen, not one that was swapped meanwhile', async () => {
    const own = await world.partnerOf()
    await world.bill('PATCH', `/partners/${own}`, { bankAccount: NEW })
    const headers = seen(await world.bill('GET', `/partners/${own}`))
    await world.bill('PATCH', `/partners/${own}`, { bankAccount: OTHER })
    const path = `/partners/${own}/approve-bank-account`
    expect((await asSecond('POST', path))[0]).toBe(400)
    expect(await asSecond('POST', path, undefined, headers)).toEqual([409, expect.any(String)])
    expect(await world.bill('GET', `/partners/${own}`)).toMatchObject({ bankAccount: OLD, pendingBankAccount: OTHER })
  })

  it('is a day late where the others were deactivated or demoted', async () => {
    const { Rosters } = await import('../../people/roster.ts')
    const leavers = [await world.joined({ role: 'admin' }), await world.joined({ role: 'admin' })]
    const left = async () => (await Rosters.get({ name: 'admins' }).go()).data?.leftAt
    const [one, two] = leavers.map(({ id }) => `/api/users/${id}`) as [string, string]
    for (const leave of [
      () => world.done('admin', 'DELETE', one),
      () => world.done('admin', 'PUT', two, { role: 'agent', phone: '0475 123456' }),
    ]) {
      await Rosters.patch({ name: 'admins' }).remove(['leftAt']).go()
      await leave()
      expect(await left()).toBe('2026-11-23T09:00:00.000Z')
    }
  })
})

describe('a payment by hand (rulings 51b)', () => {
  const step = (id: string, more: object = {}) =>
    world.bill('PATCH', `/invoices/${id}/status`, { status: 'betaald', ...more })
  const path = (id: string) => `/waiting-payments/${id}`
  const approve = async (id: string) =>
    asSecond('POST', `${path(id)}/approve`, undefined, seen(await world.invoice(id)))
  const notices = async (who: 'admin' | 'second') =>
    (await world.done(who, 'GET', '/api/notifications?limit=100')).map(
      ({ title, text }: Record<string, string>) => `${title} · ${text}`,
    )

  it('waits for a second admin, who sees it in Mijn dag; never its maker', async () => {
    const { id, invoiceNumber } = await world.sent(partner)
    const asked = await step(id, { paymentDate: '2026-11-20' })
    expect(asked).toMatchObject({
      ...{ status: 'in_behandeling', openAmount: 121, paidAmount: 0 },
      pendingPayment: { amount: 121, date: '2026-11-20', iban: null, by: { firstName: 'Ada' }, mayApprove: false },
    })
    expect(await world.tryBill('PATCH', `/invoices/${id}/status`, { status: 'betaald' })).toEqual([
      ...[409, 'Er wacht al een betaling op een andere beheerder'],
    ])
    const { work } = await world.done('second', 'GET', '/api/my-day')
    expect(work).toContainEqual(expect.objectContaining({ kind: 'approvePayment', id, amount: 121 }))
    expect(await notices('second')).toContainEqual(expect.stringMatching(`^Betaling wacht .*${invoiceNumber}`))
    const own = await world.call('admin', 'POST', `/api/self-billing${path(id)}/approve`, undefined, seen(asked))
    expect([own.status, own.body.message]).toEqual([403, 'Een andere beheerder keurt jouw betaling goed'])
    expect((await asSecond('POST', `${path(id)}/approve`))[0]).toBe(400)
    expect(await approve(id)).toEqual([200, null])
    expect(await world.invoice(id)).toMatchObject({
      ...{ status: 'betaald', paymentDate: '2026-11-20', openAmount: 0, pendingPayment: null },
    })
    expect(await notices('admin')).toContainEqual(expect.stringMatching(`^Betaling van ${invoiceNumber} goedgekeurd`))
    expect(await approve(id)).toEqual([409, 'Bij deze factuur wacht geen betaling op goedkeuring'])
    const day = await world.done('second', 'GET', '/api/my-day')
    expect(day.work.map((one: { id: string }) => one.id)).not.toContain(id)
  })

  it('pays the part that was entered; is rejected with a reason and withdrawn without', async () => {
    const { id } = await world.sent(partner)
    await step(id, { partAmount: 21 })
    expect(await approve(id)).toEqual([200, null])
    expect(await world.invoice(id)).toMatchObject({ status: 'in_behandeling', openAmount: 100, paidAmount: 21 })
    await step(id)
    expect((await asSecond('POST', `${path(id)}/reject`, {}))[0]).toBe(400)
    expect(await asSecond('POST', `${path(id)}/reject`, { reason: 'Niet gezien' })).toEqual([200, null])
    expect(await notices('admin')).toContainEqual(expect.stringMatching(/ afgekeurd · .*Niet gezien$/))
    await step(id)
    expect((await world.tryBill('POST', `${path(id)}/reject`, {}))[0]).toBe(200)
    expect(await world.invoice(id)).toMatchObject({ openAmount: 100, pendingPayment: null })
  })

  it('is not paid when it is withdrawn meanwhile, nor when the invoice is paid otherwise', async () => {
    const { id } = await world.sent(partner)
    await step(id)
    const headers = seen(await world.invoice(id))
    await meanwhile(() => world.bill('POST', `${path(id)}/reject`, {}))
    expect((await asSecond('POST', `${path(id)}/approve`, undefined, headers))[0]).toBe(409)
    expect(await world.invoice(id)).toMatchObject({ status: 'in_behandeling', pendingPayment: null })
  })

  it('that an approved payment file orders does not wait', async () => {
    const { id: invoiceId } = await world.sent(partner)
    const body = { invoiceIds: [invoiceId], executionDate: '2026-11-24' }
    await world.approveFile((await world.bill('POST', '/payment-files', body)).id)
    expect(await step(invoiceId)).toMatchObject({ status: 'betaald', pendingPayment: null })
  })

  it('of the only admin does not wait, unless a second one comes meanwhile', async () => {
    const { Rosters } = await import('../../people/roster.ts')
    const [one, two] = [await world.sent(partner), await world.sent(partner)]
    await Rosters.put({ name: 'admins', members: 1 }).go()
    expect(await step(one.id)).toMatchObject({ status: 'betaald', pendingPayment: null })
    await meanwhile(() => world.joined({ role: 'admin' }))
    expect(await step(two.id)).toMatchObject({ status: 'in_behandeling', pendingPayment: { amount: 121 } })
    await Rosters.put({ name: 'admins', members: 3 }).go()
  })
})
