import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePerson } from '../../../proofs/cast.ts'
import { createPersonWithTwoFactor, login, PASSWORD, twoFactorCodeOf } from '../../../proofs/logins.ts'
import { auditsIn, itemsOfEntity, readRawTable } from '../../../proofs/raw-table.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  admin = await world.person({ role: 'admin' })
})
afterAll(() => world.stop())

const phone = '0475 123456'
const remove = (id: string, as: string) => world.call('DELETE', `/api/users/${id}`, { as })
const put = (id: string, body: object, as: string) => world.call('PUT', `/api/users/${id}`, { as, body })
const rowOf = async (id: string) => itemsOfEntity(await readRawTable(), 'user').find((row) => row['id'] === id)

/** Does the waiting outbox items of the kind `identity-sync`. */
async function runOutbox() {
  const { syncIdentity } = await import('../login/identity-sync.ts')
  const waiting = itemsOfEntity(await readRawTable(), 'outbox').filter((row) => row['kind'] === 'identity-sync')
  for (const id of new Set(waiting.map((row) => String(row['subject']))))
    await runAsFunction('outbox', () => syncIdentity(id))
}

describe('nobody can lock the organisation out', () => {
  it('by deactivating or demoting themselves', async () => {
    const as = await world.session(admin)
    const replies = [await remove(admin.id, as), await put(admin.id, { role: 'agent', phone }, as)]
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'Je kunt jezelf niet deactiveren'],
      [409, 'Je kunt je eigen beheerdersrol niet afnemen. Vraag een andere beheerder.'],
    ])
    expect((await put(admin.id, { role: 'admin', firstName: 'Ada' }, as)).status).toBe(200)
  })

  it('by two admins who deactivate, or demote, each other at the same moment', async () => {
    const demote = (id: string, as: string) => put(id, { role: 'caller' }, as)
    for (const act of [remove, demote, remove, demote, remove, demote]) {
      const [one, other] = [await world.person({ role: 'admin' }), await world.person({ role: 'admin' })]
      const [asOne, asOther] = [await world.session(one), await world.session(other)]
      const replies = await Promise.all([act(one.id, asOther), act(other.id, asOne)])
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(1)
      const rows = [await rowOf(one.id), await rowOf(other.id)]
      expect(rows.filter((row) => row?.['isActive'] && row['role'] === 'admin')).toHaveLength(1)
    }
  })

  it('by losing the last admin, whoever counts as one', async () => {
    const { rosterMoves } = await import('../roster.ts')
    const { commit } = await import('../../platform/data/commit.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const admins = itemsOfEntity(await readRawTable(), 'user').filter(
      (row) => row['isActive'] && row['role'] === 'admin',
    )
    const others = admins.map((row) => String(row['id'])).filter((id) => id !== admin.id)
    const as = await world.session({ ...admin, sessionEpoch: Number((await rowOf(admin.id))?.['sessionEpoch']) })
    for (const id of others) expect((await remove(id, as)).status).toBe(204)
    const write = rosterMoves({ role: 'admin', isActive: true }, null)
    const entity = { type: 'user', id: admin.id }
    await expect(commit(asSystem('proof'), { action: 'user.update', entity, write }, null)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Dit is de laatste actieve beheerder. Maak eerst iemand anders beheerder.',
    })
  })
})

describe('a change takes effect on the next request of every session', () => {
  const changes: [string, (person: Person, as: string) => Promise<{ status: number }>][] = [
    ['of role', ({ id }, as) => put(id, { role: 'caller' }, as)],
    ['of a flag', ({ id }, as) => put(id, { role: 'agent', phone, hasLeadsAccess: false }, as)],
    ['of being active', ({ id }, as) => remove(id, as)],
    [
      'of the password',
      ({ id }, as) =>
        world.call('PATCH', `/api/users/${id}/password`, { as, body: { newPassword: 'Nieuwe-fiets-12' } }),
    ],
    ['of 2FA', ({ id }, as) => world.call('POST', `/api/admin/reset-2fa/${id}`, { as })],
  ]

  it.each(changes)('%s ends them all', async (_, change) => {
    const as = await world.session({ ...admin, sessionEpoch: Number((await rowOf(admin.id))?.['sessionEpoch']) })
    const person = await world.person({ role: 'agent', teamId: 1 })
    const sessions = [await world.session(person), await world.session(person), await world.session(person)]
    const ask = () => Promise.all(sessions.map((one) => world.call('GET', '/api/appointments', { as: one })))
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await change(person, as)).status).toBeLessThan(300)
    expect((await ask()).map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('of team changes their reach at once', async () => {
    const as = await world.session({ ...admin, sessionEpoch: Number((await rowOf(admin.id))?.['sessionEpoch']) })
    const lead = await world.person({ role: 'teamleader', teamId: 1 })
    const session = await world.session(lead)
    const member = await world.person({ role: 'caller', teamId: 1 })
    await world.team(2)
    expect((await put(lead.id, { role: 'teamleader', phone, teamId: 2 }, as)).status).toBe(200)
    expect((await put(member.id, { role: 'caller' }, session)).status).toBe(404)
  })
})

describe('a password', () => {
  const change = (id: string, as: string, body: object) =>
    world.call('PATCH', `/api/users/${id}/password`, { as, body })
  const ownAdmin = async () => world.session(await world.person({ role: 'admin' }))

  it('of one’s own requires the current one, ends every session and then works', async () => {
    const { person, as } = await createPersonWithTwoFactor(world)
    const newPassword = 'Nieuwe-fiets-12'
    const absent = await change(person.id, as, { newPassword })
    expect([absent.status, Object.keys(absent.body.errors)]).toEqual([400, ['currentPassword']])
    const wrong = await change(person.id, as, { newPassword, currentPassword: 'fout-1234' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['currentPassword']])
    expect((await change(person.id, as, { newPassword: 'kort', currentPassword: PASSWORD })).status).toBe(400)
    expect((await change(person.id, as, { newPassword, currentPassword: PASSWORD })).status).toBe(200)
    expect((await world.call('GET', '/api/auth/user', { as })).status).toBe(401)
    expect((await login(world, person)).status).toBe(401)
    const again = await world.call('POST', '/api/login', { body: { email: person.email, password: newPassword } })
    expect([again.status, again.body.requiresTwoFactor]).toEqual([200, true])
    const audited = JSON.stringify(auditsIn(await readRawTable()).filter((row) => row['entityId'] === person.id))
    expect(audited).toContain('user.password')
    expect(audited).not.toMatch(/Nieuwe-fiets-12|fout-1234/)
  })

  it('cannot be guessed within a session: five failures lock the account, parallel ones too', async () => {
    const { person, as } = await createPersonWithTwoFactor(world)
    const guess = (currentPassword: string) =>
      change(person.id, as, { newPassword: 'Nieuwe-fiets-12', currentPassword })
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(`gok-${index}`)))
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15)
    expect((await guess(PASSWORD)).status).toBe(429)
  })

  it('is set by an admin or team leader only for local accounts, and creates missing credentials', async () => {
    const as = await ownAdmin()
    const person = await world.person({ role: 'agent', teamId: 1 })
    const lead = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
    expect((await change(person.id, lead, { newPassword: 'Nieuwe-fiets-12' })).status).toBe(200)
    // The row said 2FA was on; the new credentials have no secret, so it must be set up again.
    expect(await rowOf(person.id)).toMatchObject({ twoFactorEnabled: false })
    const entered = await world.call('POST', '/api/login', {
      body: { email: person.email, password: 'Nieuwe-fiets-12' },
    })
    expect([entered.status, entered.body.twoFactorEnabled]).toEqual([200, false])
    await changePerson(person.id, { isLocalAccount: false })
    expect((await change(person.id, as, { newPassword: 'Nieuwe-fiets-12' })).status).toBe(422)
  })

  it('is not set by a team leader for people with rights that they lack', async () => {
    const { person } = await createPersonWithTwoFactor(world, { hasInvoiceAccess: true })
    const below = await world.person({ role: 'teamleader', teamId: 1, hasInvoiceAccess: false })
    const refused = await change(person.id, await world.session(below), { newPassword: 'Nieuwe-fiets-12' })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Deze persoon heeft rechten die je zelf niet hebt. Vraag een beheerder het wachtwoord te wijzigen.',
    ])
    expect((await login(world, person)).status, 'the old one still works').toBe(200)
    const equal = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
    expect((await change(person.id, equal, { newPassword: 'Nieuwe-fiets-12' })).status).toBe(200)
    const self = await createPersonWithTwoFactor(world, { role: 'teamleader', hasInvoiceAccess: false })
    const own = { newPassword: 'Nieuwe-fiets-12', currentPassword: PASSWORD }
    expect((await change(self.person.id, self.as, own)).status, 'and of themselves').toBe(200)
  })

  it('is set by a team leader when 2FA is on or nobody logged in before, not after a reset', async () => {
    const lead = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
    const set = (id: string, as: string) => change(id, as, { newPassword: 'Nieuwe-fiets-12' })
    const { person } = await createPersonWithTwoFactor(world)
    expect((await set(person.id, lead)).status, '2FA on').toBe(200)
    const as = await ownAdmin()
    expect((await world.call('POST', `/api/admin/reset-2fa/${person.id}`, { as })).status).toBe(200)
    const refused = await set(person.id, lead)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      '2FA staat uit bij deze persoon. Vraag een beheerder het wachtwoord te wijzigen.',
    ])
    expect((await set(person.id, as)).status, 'an admin may').toBe(200)
    const newcomer = await world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
    expect((await set(newcomer.id, lead)).status, 'never logged in').toBe(200)
    expect((await login(world, newcomer, { password: 'Nieuwe-fiets-12' })).status).toBe(200)
    expect((await set(newcomer.id, lead)).status, 'was in, without 2FA').toBe(403)
  })
})

describe('Cognito follows the row', () => {
  it('disabled when deactivated, enabled when reactivated, with the same authenticator', async () => {
    const as = await world.session(await world.person({ role: 'admin' }))
    const { person } = await createPersonWithTwoFactor(world)
    expect((await remove(person.id, as)).status).toBe(204)
    expect((await login(world, person)).status).toBe(401)
    await runOutbox()
    const account = () => world.cognito.users().find(({ username }) => username === person.id)
    expect(account()?.enabled).toBe(false)
    expect((await world.call('POST', `/api/users/${person.id}/reactivate`, { as })).body.isActive).toBe(true)
    expect((await login(world, person)).status).toBe(401)
    await runOutbox()
    expect(account()).toMatchObject({ enabled: true, mfaEnabled: true })
    expect((await login(world, person)).body.requiresTwoFactor).toBe(true)
  })

  it('without 2FA after a reset, with void backup codes, and a new set-up works', async () => {
    const as = await world.session(await world.person({ role: 'admin' }))
    const { person, codes } = await createPersonWithTwoFactor(world)
    const reset = await world.call('POST', `/api/admin/reset-2fa/${person.id}`, { as })
    expect([reset.status, reset.body.twoFactorEnabled]).toEqual([200, false])
    await runOutbox()
    expect(world.cognito.users().find(({ username }) => username === person.id)?.mfaEnabled).toBe(false)
    expect(itemsOfEntity(await readRawTable(), 'backup').filter((row) => row['userId'] === person.id)).toEqual([])
    const entered = await login(world, person, { code: String(codes[0]) })
    expect([entered.status, entered.body.twoFactorEnabled]).toEqual([200, false])
    const session = entered.body.sessionId
    const setup = await world.call('POST', '/api/auth/user/2fa-setup', { as: session })
    world.travel(Date.now() + 60_000)
    const token = twoFactorCodeOf(setup.body.manualSecret)
    expect((await world.call('POST', '/api/auth/user/2fa-verify', { as: session, body: { token } })).status).toBe(200)
  })

  it('with 2FA again, when Cognito had only stopped asking for the code', async () => {
    const { person } = await createPersonWithTwoFactor(world)
    const { setTotpPreference } = await import('../../platform/aws/identity.ts')
    const { reconcileIdentities } = await import('../login/identity-sync.ts')
    await setTotpPreference(person.id, false)
    expect((await runAsFunction('identity-sync', () => reconcileIdentities())).mended).toBe(1)
    expect((await login(world, person)).body.requiresTwoFactor).toBe(true)
    expect(await runAsFunction('identity-sync', () => reconcileIdentities())).toMatchObject({ mended: 0, removed: 0 })
  })
})
