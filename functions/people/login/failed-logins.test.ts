import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPersonWithTwoFactor, login, PASSWORD, twoFactorCodeOf } from '../../../proofs/logins.ts'
import { auditsIn, readRawTable } from '../../../proofs/raw-table.ts'
import type { AuditLog } from '../../../shared/api/audit.ts'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
const MINUTE = 60_000
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
})
afterAll(() => world.stop())
beforeEach(() => world.travel(Date.now() + 16 * MINUTE))

/**
 * Returns a person's failed attempts in the audit log. Sorts by attempt number: the clock stands still, so their times
 * are equal.
 */
async function failuresOf(userId: string): Promise<AuditLog[]> {
  const as = await world.session(await world.person({ role: 'admin' }))
  const { body } = await world.call('GET', `/api/audit-logs?entityType=user&entityId=${userId}&limit=500`, { as })
  const isFailure = ({ action }: AuditLog) => /\.(login-failed|check-failed|locked)$/.test(action)
  const attemptOf = ({ newData }: AuditLog) => Number(newData?.['attempt'])
  return (body as AuditLog[]).filter(isFailure).sort((one, other) => attemptOf(one) - attemptOf(other))
}
const actionsOf = async (userId: string) => (await failuresOf(userId)).map(({ action }) => action)
const reasonsOf = async (userId: string) => (await failuresOf(userId)).map(({ newData }) => newData?.['wrong'])

it('records a wrong password with its origin, without an actor and without the typed text', async () => {
  const person = await world.person({ firstName: 'Els', lastName: 'Echt', password: PASSWORD, twoFactorEnabled: false })
  await login(world, person, { password: 'Bijna-goed-1', ip: '203.0.113.8', headers: { 'user-agent': 'Proef/1.0' } })
  const [row, ...more] = await failuresOf(person.id)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    action: 'user.login-failed',
    userId: 'system:login',
    entityType: 'user',
    ipAddress: '203.0.113.8',
    newData: { firstName: 'Els', lastName: 'Echt', wrong: 'password', attempt: 1 },
  })
  expect(JSON.stringify(await readRawTable())).not.toContain('Bijna-goed-1')
  expect((await login(world, person)).status).toBe(200)
  expect(await failuresOf(person.id)).toHaveLength(1)
})

it('distinguishes a wrong code from a wrong password: somebody knows the password', async () => {
  const { person, secret, codes } = await createPersonWithTwoFactor(world)
  world.travel(Date.now() + MINUTE)
  expect((await login(world, person, { code: twoFactorCodeOf(secret, 20) })).status).toBe(401)
  expect((await login(world, person, { code: 'ZZZZZZ' })).status).toBe(401)
  expect(await reasonsOf(person.id)).toEqual(['code', 'code'])
  expect((await login(world, person)).body.requiresTwoFactor).toBe(true)
  expect((await login(world, person, { code: codes[0] as string })).status).toBe(200)
  expect(await failuresOf(person.id)).toHaveLength(2)
})

it('records a right password without a code, of which its owner may know nothing', async () => {
  const { person } = await createPersonWithTwoFactor(world)
  world.travel(Date.now() + MINUTE)
  const as = await world.session(await world.person({ role: 'admin' }))
  const asked = async () => {
    const { body } = await world.call('GET', `/api/audit-logs?entityType=user&entityId=${person.id}`, { as })
    return (body as AuditLog[]).filter(({ action }) => action === 'user.code-asked')
  }
  expect((await login(world, person, { password: 'fout' })).status).toBe(401)
  expect(await asked()).toEqual([])
  expect((await login(world, person, { ip: '203.0.113.9' })).body.requiresTwoFactor).toBe(true)
  expect(await asked()).toMatchObject([{ userId: 'system:login', ipAddress: '203.0.113.9', entityId: person.id }])
})

it('records five failures, the last as a locked account, and none while it is locked', async () => {
  const person = await world.person({ password: PASSWORD, twoFactorEnabled: false })
  await Promise.all(Array.from({ length: 30 }, (_, index) => login(world, person, { password: `fout-${index}` })))
  await login(world, person)
  const rows = await failuresOf(person.id)
  expect(rows.filter(({ action }) => action === 'user.login-failed')).toHaveLength(4)
  expect(rows.filter(({ action }) => action === 'user.locked')).toHaveLength(1)
  world.travel(Date.now() + 15 * MINUTE)
  await login(world, person, { password: 'fout' })
  expect(await failuresOf(person.id)).toHaveLength(6)
})

it('records unknown addresses without naming them, five in fifteen minutes for all together', async () => {
  const before = auditsIn(await readRawTable()).length
  const emails = Array.from({ length: 12 }, (_, index) => `niemand-${index}@elders.example`)
  for (const email of emails) expect((await login(world, { email })).status).toBe(401)
  const table = await readRawTable()
  expect(auditsIn(table).length - before).toBe(5)
  expect(JSON.stringify(table)).not.toContain('@elders.example')
  expect(await reasonsOf('unknown')).toEqual(Array(5).fill('unknown'))
})

it('records attempts of a deactivated person, with the same answer as for anybody', async () => {
  const person = await world.person({ password: PASSWORD, twoFactorEnabled: false, isActive: false })
  const reply = await login(world, person)
  const stranger = await login(world, { email: 'niemand@elders.example' })
  expect([reply.status, reply.text]).toEqual([stranger.status, stranger.text])
  expect(await reasonsOf(person.id)).toEqual(['inactive'])
})

it('records wrong passwords and codes inside a session under its person, until the account is locked', async () => {
  const { person, as } = await createPersonWithTwoFactor(world)
  const wrong = { password: 'fout', newPassword: 'Nieuw-wachtwoord-1', currentPassword: 'fout', token: 'ZZZZZZ' }
  const post = (path: string, body: object) => world.call('POST', `/api/auth/user/${path}`, { as, body })
  const ownPassword = () => world.call('PATCH', `/api/users/${person.id}/password`, { as, body: wrong })
  const replies = [
    await post('2fa-disable', wrong),
    await post('2fa-disable', { ...wrong, password: PASSWORD }),
    await post('2fa-backup-codes', wrong),
    await ownPassword(),
    await ownPassword(),
    await ownPassword(),
  ]
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429])
  expect(await actionsOf(person.id)).toEqual([...Array(4).fill('user.check-failed'), 'user.locked'])
  expect(await reasonsOf(person.id)).toEqual(['password', 'code', 'code', 'password', 'password'])
  expect(new Set((await failuresOf(person.id)).map(({ userId }) => userId))).toEqual(new Set([person.id]))
})

it('records a wrong code during the set-up of 2FA', async () => {
  const person = await world.person({ password: PASSWORD, twoFactorEnabled: false })
  const as = String((await login(world, person)).body.sessionId)
  await world.call('POST', '/api/auth/user/2fa-setup', { as })
  const reply = await world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: '000000' } })
  expect([reply.status, reply.body.errors.token]).toEqual([400, ['De verificatiecode klopt niet of is verlopen']])
  expect(await reasonsOf(person.id)).toEqual(['code'])
})
