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
