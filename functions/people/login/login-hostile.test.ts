import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CognitoProxy, startCognitoProxy } from '../../../proofs/cognito-proxy.ts'
import { createPersonWithTwoFactor, login, PASSWORD } from '../../../proofs/logins.ts'
import { itemsOfEntity, readRawTable } from '../../../proofs/raw-table.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { loadOwnModules } from '../../../testing/runner/own-modules.ts'
import { type CallOptions, type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let pool: CognitoProxy
let admin: Person
beforeAll(async () => {
  loadOwnModules()
  world = await startWorld()
  pool = await startCognitoProxy(String(process.env['AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER']))
  await world.team(1)
  admin = await world.person({ role: 'admin' })
})
afterAll(async () => {
  await pool.close()
  await world.stop()
})

const phone = '0475 123456'
const asAdmin = () => world.session(admin)
/** Travels a minute ahead and returns the 2FA code of that moment, which has not been used. */
const nextCode = (id: string) => {
  world.travel(Date.now() + 60_000)
  return world.code(id)
}
const me = async (options: CallOptions) => (await world.call('GET', '/api/auth/user', options)).status

/** Does a person's waiting outbox items of the kind `identity-sync`. */
async function runOutbox(id: string) {
  const { syncIdentity } = await import('./identity-sync.ts')
  const waiting = itemsOfEntity(await readRawTable(), 'outbox').filter(
    (row) => row['kind'] === 'identity-sync' && row['subject'] === id,
  )
  for (const _ of waiting) await runAsFunction('outbox', () => syncIdentity(id))
}

describe('a login at the moment', () => {
  it('that the password is replaced gives no session, and afterwards only the new one does', async () => {
    const { person } = await createPersonWithTwoFactor(world)
    const code = nextCode(person.id)
    const gate = pool.hold('AdminSetUserPassword')
    const as = await asAdmin()
    const change = { as, body: { newPassword: 'Nieuwe-fiets-12' } }
    const changing = world.call('PATCH', `/api/users/${person.id}/password`, change)
    await gate.arrived
    const during = await login(world, person, { code })
    gate.release()
    expect([(await changing).status, during.status]).toEqual([200, 401])
    expect((await login(world, person)).status).toBe(401)
    const after = await login(world, person, { password: 'Nieuwe-fiets-12', code: nextCode(person.id) })
    expect(after.status).toBe(200)
  })

  it('that 2FA is set up does not keep that person out', async () => {
    const person = await world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
    const as = String((await login(world, person)).body.sessionId)
    await world.call('POST', '/api/auth/user/2fa-setup', { as })
    const gate = pool.hold('AdminSetUserMFAPreference', 'reply')
    const verifying = world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: world.code(person.id) } })
    await gate.arrived
    const during = await login(world, person)
    gate.release()
    expect((await verifying).status).toBe(200)
    expect(await me({ as: during.body.sessionId })).toBe(401)
    await runOutbox(person.id)
    expect((await login(world, person, { code: nextCode(person.id) })).status).toBe(200)
  })

  const changes: [string, (id: string) => [string, string, object?]][] = [
    ['they are deactivated', (id) => ['DELETE', `/api/users/${id}`]],
    ['their role changes', (id) => ['PUT', `/api/users/${id}`, { role: 'caller' }]],
    ['a flag changes', (id) => ['PUT', `/api/users/${id}`, { role: 'agent', phone, hasLeadsAccess: false }]],
    ['their 2FA is reset', (id) => ['POST', `/api/admin/reset-2fa/${id}`]],
    ['their password changes', (id) => ['PATCH', `/api/users/${id}/password`, { newPassword: 'Nieuwe-fiets-12' }]],
  ]
  it.each(changes)('that %s gives no session that still works', async (_, of) => {
    const { person } = await createPersonWithTwoFactor(world)
    const gate = pool.hold('AdminRespondToAuthChallenge', 'reply')
    const entering = login(world, person, { code: nextCode(person.id) })
    await gate.arrived
    const [method, path, body] = of(person.id)
    expect((await world.call(method, path, { as: await asAdmin(), ...(body ? { body } : {}) })).status).toBeLessThan(
      300,
    )
    gate.release()
    const entered = await entering
    if (entered.status === 200) expect(await me({ as: entered.body.sessionId })).toBe(401)
    if (!path.includes('reset') && method === 'DELETE') {
      await world.call('POST', `/api/users/${person.id}/reactivate`, { as: await asAdmin() })
      expect(await me({ as: entered.body.sessionId })).toBe(401)
    }
  })
})

describe('work with a code', () => {
  it('gives no new backup codes to a session that ended meanwhile', async () => {
    const { person, as, codes } = await createPersonWithTwoFactor(world)
    const gate = pool.hold('VerifySoftwareToken', 'reply')
    const asking = world.call('POST', '/api/auth/user/2fa-backup-codes', { as, body: { token: nextCode(person.id) } })
    await gate.arrived
    const change = { as: await asAdmin(), body: { newPassword: 'Nieuwe-fiets-12' } }
    expect((await world.call('PATCH', `/api/users/${person.id}/password`, change)).status).toBe(200)
    gate.release()
    const reply = await asking
    expect([reply.status, reply.body.backupCodes]).toEqual([401, undefined])
    const entered = await login(world, person, { password: 'Nieuwe-fiets-12', code: String(codes[0]) })
    expect(entered.status).toBe(200)
  })

  it('turns 2FA on for nobody who was reset or deactivated meanwhile', async () => {
    for (const [method, path] of [
      ['POST', '/api/admin/reset-2fa/'],
      ['DELETE', '/api/users/'],
    ] as const) {
      const person = await world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
      const as = String((await login(world, person)).body.sessionId)
      await world.call('POST', '/api/auth/user/2fa-setup', { as })
      const gate = pool.hold('VerifySoftwareToken', 'reply')
      const verifying = world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: world.code(person.id) } })
      await gate.arrived
      expect((await world.call(method, `${path}${person.id}`, { as: await asAdmin() })).status).toBeLessThan(300)
      gate.release()
      expect((await verifying).status).toBe(409)
      await runOutbox(person.id)
      const row = itemsOfEntity(await readRawTable(), 'user').find((one) => one['id'] === person.id)
      const account = world.cognito.users().find(({ username }) => username === person.id)
      expect([account?.enabled, account?.mfaEnabled]).toEqual([row?.['isActive'], false])
      expect(row?.['twoFactorEnabled']).toBe(false)
      expect(await me({ as })).toBe(401)
    }
  })
})

describe('an ended session', () => {
  const ends: [string, (person: Person, as: string) => Promise<{ status: number }>][] = [
    ['by deactivation', async ({ id }) => world.call('DELETE', `/api/users/${id}`, { as: await asAdmin() })],
    [
      'by a change of role',
      async ({ id }) => world.call('PUT', `/api/users/${id}`, { as: await asAdmin(), body: { role: 'caller' } }),
    ],
    [
      'by a change of a flag',
      async ({ id }) => {
        const body = { role: 'agent', phone, hasSalesAccess: false }
        return world.call('PUT', `/api/users/${id}`, { as: await asAdmin(), body })
      },
    ],
    [
      'by a new password',
      async ({ id }) => {
        const body = { newPassword: 'Nieuwe-fiets-12' }
        return world.call('PATCH', `/api/users/${id}/password`, { as: await asAdmin(), body })
      },
    ],
    ['by a 2FA reset', async ({ id }) => world.call('POST', `/api/admin/reset-2fa/${id}`, { as: await asAdmin() })],
    ['by logout', (_, as) => world.call('POST', '/api/logout', { as })],
  ]
  const kinds = ['full', 'restricted'] as const
  const cases = ends.flatMap(([how, end]) => kinds.map((kind) => [how, kind, end] as const))

  it.each(cases)('%s, %s, gives no access in any way', async (_, kind, end) => {
    const person = await world.person({ teamId: 1, twoFactorEnabled: kind === 'full' })
    const as = await world.session(person)
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update(as).digest('hex')
    const credentials: CallOptions[] = [
      { as },
      { headers: { authorization: `Bearer ${as}` } },
      { cookies: [`sid=${as}`] },
      { cookies: [`sid=${as}`], headers: { sessionid: '' } },
    ]
    expect(await Promise.all(credentials.map(me))).toEqual([200, 200, 200, 200])
    expect((await end(person, as)).status).toBeLessThan(300)
    expect(await Promise.all(credentials.map(me))).toEqual([401, 401, 401, 401])
    const stored = [hash, hash.slice(0, 16), hash.toUpperCase()]
    expect(await Promise.all(stored.map((one) => me({ as: one })))).toEqual([401, 401, 401])
    const writes = await Promise.all([
      world.call('POST', '/api/auth/user/2fa-setup', { as }),
      world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: '000000' } }),
      world.call('POST', '/api/auth/user/2fa-backup-codes', { as, body: { token: '000000' } }),
      world.call('POST', '/api/logout', { as }),
    ])
    expect(writes.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })
})

describe('a refused login', () => {
  it('gives one answer for an unknown account, a wrong password, a deactivated person and a locked account', async () => {
    const { person } = await createPersonWithTwoFactor(world)
    const gone = await world.person({ teamId: 1, password: PASSWORD, isActive: false })
    const closed = await world.person({ teamId: 1, password: PASSWORD, twoFactorEnabled: false })
    for (let guess = 0; guess < 5; guess++) await login(world, closed, { password: 'fout-1234' })
    const replies = await Promise.all([
      login(world, { email: 'niemand@example.nl' }),
      login(world, person, { password: 'fout-1234' }),
      login(world, person, { password: 'fout-1234', code: '123456' }),
      login(world, gone),
      login(world, gone, { code: '123456' }),
      login(world, closed),
    ])
    expect(
      new Set(replies.map(({ status, text, headers, cookies }) => JSON.stringify([status, text, headers, cookies])))
        .size,
    ).toBe(1)
    expect(replies[0]?.status).toBe(401)
  })
})
