import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRoute } from '../../../proofs/cast.ts'
import { type CognitoProxy, startCognitoProxy } from '../../../proofs/cognito-proxy.ts'
import { createPersonWithTwoFactor, login, PASSWORD } from '../../../proofs/logins.ts'
import { routes } from '../../../shared/api/index.ts'
import { loadOwnModules } from '../../../testing/runner/own-modules.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

const FIRST = 'Eerste-fiets-12'
const OWN = 'Eigen-fiets-12'

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

const change = (id: string, as: string, body: object) => world.call('PATCH', `/api/users/${id}/password`, { as, body })
const me = (as: string) => world.call('GET', '/api/auth/user', { as })
const enter = async (email: string, password: string) => (await login(world, { email }, { password })).body

async function newcomer(role = 'admin') {
  const email = `${crypto.randomUUID()}@example.nl`
  const body = { email, password: FIRST, firstName: 'Nina', lastName: 'Nieuw', phone: '0475 123456', role, teamId: 1 }
  const made = await world.call('POST', '/api/users/create-local', { as: await world.session(admin), body })
  expect(made.status).toBe(201)
  return { id: String(made.body.id), email }
}

describe('a first password', () => {
  it('gives access to its own change, the 2FA set-up, the user and the logout only, also with 2FA on', async () => {
    const { id, email } = await newcomer()
    for (const step of ['2FA off', '2FA on']) {
      const { sessionId: as, mustChangePassword } = await enter(email, FIRST)
      expect(mustChangePassword, step).toBe(true)
      const open: string[] = []
      for (const route of routes) {
        if (route.endpoint.allow === 'restricted' || route.endpoint.allow === 'public') continue
        const reply = await callRoute(world, route, { as, hints: {} })
        if (reply.status !== 403) open.push(`${route.key}: ${reply.status}`)
      }
      expect(open, step).toEqual([])
      expect((await change(admin.id, as, { newPassword: OWN })).status, 'of somebody else').toBe(403)
      expect((await me(as)).body.mustChangePassword).toBe(true)
      if (step === '2FA on') break
      expect((await world.call('POST', '/api/auth/user/2fa-setup', { as })).status).toBe(200)
      expect(
        (await world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: world.code(id) } })).status,
      ).toBe(200)
      expect((await world.call('GET', '/api/teams', { as })).status).toBe(403)
      expect((await world.call('POST', '/api/logout', { as })).status).toBe(200)
      expect((await world.call('POST', `/api/admin/reset-2fa/${id}`, { as: await world.session(admin) })).status).toBe(
        200,
      )
    }
  })

  it('is replaced without typing it again, and the session continues with 2FA', async () => {
    const { id, email } = await newcomer()
    const as = (await enter(email, FIRST)).sessionId
    const elsewhere = (await enter(email, FIRST)).sessionId
    for (const currentPassword of [undefined, FIRST]) {
      const same = await change(id, as, { newPassword: FIRST, currentPassword })
      expect([same.status, Object.keys(same.body.errors)]).toEqual([400, ['newPassword']])
    }
    expect((await change(id, as, { newPassword: OWN })).status).toBe(200)
    expect([(await me(as)).body.mustChangePassword, (await me(elsewhere)).status]).toEqual([false, 401])
    expect((await login(world, { email }, { password: FIRST })).status).toBe(401)
    expect((await enter(email, OWN)).mustChangePassword).toBe(false)
    expect((await change(id, as, { newPassword: FIRST })).status, 'one’s own, without it').toBe(403)
    expect((await world.call('POST', '/api/auth/user/2fa-setup', { as })).status).toBe(200)
    await world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: world.code(id) } })
    expect((await world.call('GET', '/api/teams', { as })).status).toBe(200)
  })

  it('is every password that somebody else sets, and none that one sets oneself', async () => {
    const { person, as } = await createPersonWithTwoFactor(world)
    expect((await change(person.id, as, { newPassword: OWN, currentPassword: PASSWORD })).status).toBe(200)
    const row = async () => (await me(await world.session(await rowOf(person.id)))).body.mustChangePassword
    expect(await row()).toBe(false)
    expect((await change(person.id, await world.session(admin), { newPassword: FIRST })).status).toBe(200)
    expect(await row()).toBe(true)
  })

  it('stays one until the own password works', async () => {
    const { id, email } = await newcomer()
    const as = (await enter(email, FIRST)).sessionId
    const gate = pool.hold('AdminSetUserPassword')
    const changing = change(id, as, { newPassword: OWN, currentPassword: FIRST })
    await gate.arrived
    expect((await rowOf(id)).mustChangePassword).toBe(true)
    gate.release()
    expect((await changing).status).toBe(200)
    expect((await enter(email, OWN)).mustChangePassword).toBe(false)
  })
})

async function rowOf(id: string): Promise<Person> {
  const { findUser } = await import('../../platform/identity/user.ts')
  const row = await findUser(id)
  if (!row) throw new Error('Nobody')
  return row
}
