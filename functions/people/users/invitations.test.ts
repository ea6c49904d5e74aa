import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newIpAddress } from '../../../proofs/cast.ts'
import { login } from '../../../proofs/logins.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

const OWN = 'Zonnig-dak-1'
const OTHER = 'Andere-dak-2'

let world: World
let admin: Person
let leader: Person
beforeAll(async () => {
  world = await startWorld({ now: '2026-11-25T09:00:00Z' })
  await world.team(1)
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  leader = await world.person({ role: 'teamleader', teamId: 1 })
})
beforeEach(() => world.travel('2026-11-25T09:00:00Z'))
afterAll(() => world.stop())

const form = (more: object = {}) => ({
  email: `${crypto.randomUUID()}@example.nl`,
  ...{ firstName: 'Nina', lastName: 'Nieuw', phone: '0475 123456', role: 'agent', teamId: 1, invite: true },
  ...more,
})

async function invite(by: Person = admin, more: object = {}) {
  const body = form(more)
  const made = await world.call('POST', '/api/users/create-local', { as: await world.session(by), body })
  expect(made.status).toBe(201)
  const id = String(made.body.id)
  await deliverOutbox(id)
  return { id, email: body.email, token: await tokenTo(body.email), made: made.body }
}

const mailsTo = async (email: string) => (await world.ses.mails()).filter(({ to }) => to.includes(email))

async function tokenTo(email: string): Promise<string> {
  // A mail about rights may come at the same time as the invitation.
  const tokens = (await mailsTo(email)).flatMap(({ text }) => /\/uitnodiging\/([\w-]{43})/.exec(text)?.[1] ?? [])
  return tokens[0] ?? 'none'
}

const presented = (token: string, ip = newIpAddress()) => world.call('GET', `/api/invitations/${token}`, { ip })
const accept = (token: string, password = OWN) =>
  world.call('POST', `/api/invitations/${token}`, { ip: newIpAddress(), body: { password } })
const enters = async (email: string, password: string) => (await login(world, { email }, { password })).status === 200
const asAdmin = async (method: string, path: string, body?: object) =>
  world.call(method, path, { as: await world.session(admin), ...(body && { body }) })

it('of the first admin is a link too, a new one until she has a password', async () => {
  const { inviteFirstAdmin } = await import('../../../scripts/deploy/first-admin.ts')
  const eva = { email: 'Eerste@example.nl', firstName: 'Eva', lastName: 'Jansen' }
  const tokenOf = (link: string | null) => /\/uitnodiging\/([\w-]{43})$/.exec(link ?? '')?.[1] ?? 'none'
  await inviteFirstAdmin(eva)
  const entered = await accept(tokenOf(await inviteFirstAdmin(eva)))
  expect(entered.status).toBe(200)
  expect(entered.body).toMatchObject({ email: 'eerste@example.nl', role: 'admin' })
  expect(await inviteFirstAdmin(eva)).toBeNull()
})

describe('an invitation', () => {
  it('is a mail with a link to choose a password and continue with 2FA, in one login', async () => {
    const { id, email, token, made } = await invite(leader)
    expect(made.invitedAt).toBe('2026-11-25T09:00:00.000Z')
    expect((await presented(token)).body).toEqual({
      ...{ firstName: 'Nina', email, until: '2026-11-27T09:00:00.000Z' },
    })
    const entered = await accept(token)
    expect([entered.status, entered.body.email, entered.body.mustChangePassword]).toEqual([200, email, false])
    const as = String(entered.body.sessionId)
    expect((await world.call('GET', '/api/teams', { as })).status).toBe(403)
    expect((await world.call('POST', '/api/auth/user/2fa-setup', { as })).status).toBe(200)
    const body = { token: world.code(id) }
    expect((await world.call('POST', '/api/auth/user/2fa-verify', { as, body })).status).toBe(200)
    expect((await world.call('GET', '/api/teams', { as })).status).toBe(200)
    expect((await asAdmin('GET', '/api/users/active')).body.find((one: { id: string }) => one.id === id)).toMatchObject(
      {
        invitedAt: null,
        twoFactorEnabled: true,
      },
    )
  })

  it('names the inviter and the end in its mail, not the typed name, and its secret is in no row', async () => {
    const { email, token } = await invite(admin, { firstName: 'Gratis iPhone voor jou klik' })
    const mails = await mailsTo(email)
    for (const { text } of mails) expect(text).toMatch(/^Hallo,\n/)
    const mail = mails.find(({ text }) => text.includes('/uitnodiging/'))
    expect(mail?.text).toContain('Anna Admin heeft een account voor je gemaakt')
    expect(mail?.text).toContain('De link werkt 48 uur en één keer.')
    expect(mail?.html).toMatch(/<a href="[^"]+\/uitnodiging\/[\w-]+" style="[^"]+">Wachtwoord kiezen<\/a>/)
    const { readRawTable } = await import('../../../proofs/raw-table.ts')
    expect(JSON.stringify(await readRawTable())).not.toContain(token)
  })

  it('gives no access before it is accepted, and works once', async () => {
    const { email, token } = await invite()
    expect(await enters(email, '')).toBe(false)
    const short = await accept(token, 'kort')
    expect([short.status, Object.keys(short.body.errors)]).toEqual([400, ['password']])
    expect((await accept(token)).status).toBe(200)
    expect((await accept(token, OTHER)).status).toBe(404)
    expect((await presented(token)).status).toBe(404)
    expect([await enters(email, OWN), await enters(email, OTHER)]).toEqual([true, false])
  })

  it('ends with a deactivation or another role, also after a reactivation; a new invitation works', async () => {
    const [off, other] = [await invite(), await invite()]
    expect((await asAdmin('DELETE', `/api/users/${off.id}`)).status).toBe(204)
    expect((await asAdmin('POST', `/api/users/${off.id}/reactivate`)).status).toBe(200)
    expect((await asAdmin('PUT', `/api/users/${other.id}`, { role: 'teamleader' })).status).toBe(200)
    for (const { id, token, email } of [off, other]) {
      expect([(await presented(token)).status, (await accept(token)).status]).toEqual([404, 404])
      expect((await asAdmin('POST', `/api/users/${id}/invite`)).status).toBe(200)
      await deliverOutbox(id)
      expect((await accept(await tokenTo(email))).status).toBe(200)
    }
  })

  it('goes to at most twenty people an hour', async () => {
    const inviter = await world.person({ role: 'admin' })
    for (let time = 0; time < 20; time++) await invite(inviter)
    const refused = await world.call('POST', '/api/users/create-local', {
      as: await world.session(inviter),
      body: form(),
    })
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Je hebt dit uur al 20 mensen uitgenodigd. Probeer het over een uur opnieuw.',
    ])
    world.travel('2026-11-25T10:00:01Z')
    await invite(inviter)
  })

  it('ends after 48 hours', async () => {
    const { token } = await invite()
    world.travel('2026-11-27T08:59:59Z')
    expect((await presented(token)).status).toBe(200)
    world.travel('2026-11-27T09:00:00Z')
    expect([(await presented(token)).status, (await accept(token)).status]).toEqual([404, 404])
  })

  it('is mailed again, which ends the earlier link; not to a person with a password', async () => {
    const { id, email, token } = await invite()
    world.travel('2026-11-25T09:10:00Z')
    expect((await asAdmin('POST', `/api/users/${id}/invite`)).body.invitedAt).toBe('2026-11-25T09:10:00.000Z')
    await deliverOutbox(id)
    const newer = await tokenTo(email)
    expect(newer).not.toBe(token)
    expect([(await presented(token)).status, (await presented(newer)).status]).toEqual([404, 200])
    expect((await accept(newer)).status).toBe(200)
    expect((await asAdmin('POST', `/api/users/${id}/invite`)).status).toBe(409)
    expect((await asAdmin('POST', `/api/users/${leader.id}/invite`)).status).toBe(409)
  })

  it('ends with a password that somebody hands over, and with a deactivation', async () => {
    const given = await invite()
    expect((await asAdmin('PATCH', `/api/users/${given.id}/password`, { newPassword: OTHER })).status).toBe(200)
    expect((await accept(given.token)).status).toBe(404)
    expect(await enters(given.email, OTHER)).toBe(true)
    const left = await invite()
    expect((await asAdmin('DELETE', `/api/users/${left.id}`)).status).toBe(204)
    expect((await accept(left.token)).status).toBe(404)
  })

  it('works for one of two people who use its link at once, with the password of that one', async () => {
    const { email, token } = await invite()
    const other = { status: 0 }
    await meanwhile(async () => {
      other.status = (await accept(token, OTHER)).status
    })
    expect([(await accept(token)).status, other.status]).toEqual([200, 409])
    expect([await enters(email, OWN), await enters(email, OTHER)]).toEqual([true, false])
  })

  it('refuses a person who is deactivated meanwhile', async () => {
    const { id, email, token } = await invite()
    await meanwhile(() => asAdmin('DELETE', `/api/users/${id}`))
    expect((await accept(token)).status).toBe(409)
    expect(await enters(email, OWN)).toBe(false)
  })

  it('leaves no password of a link that ended meanwhile', async () => {
    const { id, email, token } = await invite()
    await meanwhile(() => asAdmin('PUT', `/api/users/${id}`, { role: 'teamleader', phone: '0475 123456' }))
    expect((await accept(token)).status).toBe(409)
    expect(await enters(email, OWN)).toBe(false)
  })

  it('is looked up at most thirty times in five minutes from one address', async () => {
    const statuses: number[] = []
    const ip = newIpAddress()
    for (let times = 0; times < 31; times++) statuses.push((await presented('x'.repeat(43), ip)).status)
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([404]))
    expect(statuses[30]).toBe(429)
  })
})

describe('the first things to do of a newcomer', () => {
  it('are three by role, and disappear as they are opened', async () => {
    world.travel('2026-11-25T12:00:00Z')
    const { id, token } = await invite(admin, { role: 'caller' })
    const entered = await accept(token)
    expect(entered.body.welcome).toEqual(['lead', 'appointment', 'calendar'])
    const as = String(entered.body.sessionId)
    await world.call('POST', '/api/auth/user/2fa-setup', { as })
    await world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: world.code(id) } })
    const done = (steps: string[]) => world.call('POST', '/api/auth/user/welcome', { as, body: { done: steps } })
    expect((await done(['lead'])).body).toEqual({ welcome: ['appointment', 'calendar'] })
    expect((await done(['appointment', 'calendar', 'team'])).body).toEqual({ welcome: [] })
    expect((await world.call('GET', '/api/auth/user', { as })).body.welcome).toEqual([])
  })

  it('follow their role and rights', async () => {
    const made = await asAdmin('POST', '/api/users/create-local', form({ role: 'agent', hasLeadsAccess: false }))
    await deliverOutbox(made.body.id)
    const entered = await accept(await tokenTo(made.body.email))
    expect(entered.body.welcome).toEqual(['phone', 'calendar', 'appointment'])
  })
})

describe('a password that is easy to guess', () => {
  const common = ['wachtwoord', 'Welkom2026!', 'qwertyuiop', 'Wachtwoord123!', 'partnerview1', 'NinaNieuw1!']
  const refusal = ['Dit wachtwoord is makkelijk te raden. Kies bijvoorbeeld drie losse woorden.']

  it.each(common)('is refused at its field, however it is set: %s', async (password) => {
    const { id, token } = await invite()
    expect((await accept(token, password)).body.errors).toEqual({ password: refusal })
    const created = await asAdmin('POST', '/api/users/create-local', { ...form(), invite: false, password })
    expect([created.status, created.body.errors]).toEqual([400, { password: refusal }])

    const session = String((await accept(token)).body.sessionId)
    await world.call('POST', '/api/auth/user/2fa-setup', { as: session })
    await world.call('POST', '/api/auth/user/2fa-verify', { as: session, body: { token: world.code(id) } })
    const path = `/api/users/${id}/password`
    const own = { newPassword: password, currentPassword: OWN }
    expect((await world.call('PATCH', path, { as: session, body: own })).body.errors).toEqual({ newPassword: refusal })
    expect((await asAdmin('PATCH', path, { newPassword: password })).body.errors).toEqual({ newPassword: refusal })
    expect((await world.call('GET', '/api/teams', { as: session })).status).toBe(200)
  })

  it('may be short and random', async () => {
    expect(
      (await asAdmin('POST', '/api/users/create-local', { ...form(), invite: false, password: 'k3x9qz' })).status,
    ).toBe(201)
  })
})
