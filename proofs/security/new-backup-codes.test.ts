import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAsFunction } from '../../testing/rights.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type CognitoProxy, startCognitoProxy } from '../cognito-proxy.ts'
import { reportFigure } from '../figures.ts'
import { createPersonWithTwoFactor, login, PASSWORD } from '../logins.ts'
import { itemsOfEntity, readRawTable } from '../raw-table.ts'

let world: World
let pool: CognitoProxy
beforeAll(async () => {
  world = await startWorld()
  pool = await startCognitoProxy(world.cognito.url)
  await world.team(1)
})
afterAll(async () => {
  await pool.close()
  await world.stop()
})

/** Moves the clock so far that every used code has expired. */
const later = () => world.travel(Date.now() + 5 * 60_000)
const renew = (as: string, token: string) =>
  world.call('POST', '/api/auth/user/2fa-backup-codes', { as, body: { token } })
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const isIn = async (person: { email: string }, code: string) => (await login(world, person, { code })).status === 200
const loggedIn = async (person: { email: string }, code: string) =>
  String((await login(world, person, { code })).body.sessionId)
const audits = async (userId: string) =>
  itemsOfEntity(await readRawTable(), 'audit').filter(
    (row) => row['userId'] === userId && row['action'] === 'user.2fa-backup-codes',
  )

describe('new backup codes', () => {
  it('take the place of the old ones after a TOTP code, in the session of the set-up and in a later one', async () => {
    const { person, as, codes } = await createPersonWithTwoFactor(world)
    later()
    const first = await renew(as, world.code(person.id))
    expect(first.status).toBe(200)
    expect(new Set(first.body.backupCodes).size).toBe(10)
    for (const code of first.body.backupCodes) expect(code).toMatch(/^(?=.*[A-Z])[0-9A-HJKMNP-TV-Z]{6}$/)
    later()
    const session = await loggedIn(person, world.code(person.id))
    later()
    const second = await renew(session, world.code(person.id))
    expect(second.status).toBe(200)
    const dead = [codes[0], first.body.backupCodes[0]]
    const alive = second.body.backupCodes[0]
    const verdicts = [...(await Promise.all(dead.map((code) => isIn(person, code)))), await isIn(person, alive)]
    expect(await isIn(person, alive)).toBe(false)
    reportFigure('new backup codes', 'old ones dead, new ones once', verdicts, [false, false, true])
    expect(await audits(person.id)).toHaveLength(2)
    const status = await world.call('GET', '/api/auth/user/2fa-status', { as: session })
    expect(status.body).toEqual({ enabled: true, hasBackupCodes: true, backupCodesLeft: 9 })
  })

  it('are given once for one TOTP code, also twenty times at once, and not for a code that logged in', async () => {
    const { person, as } = await createPersonWithTwoFactor(world)
    later()
    const code = world.code(person.id)
    const replies = await times(20, () => renew(as, code))
    const given = replies.filter(({ status }) => status === 200)
    later()
    const used = world.code(person.id)
    const session = await loggedIn(person, used)
    const replay = await renew(session, used)
    reportFigure(
      'new backup codes: one TOTP code',
      '20 at once: 1; a login’s: 400',
      [given.length, replay.status],
      [1, 400],
    )
    expect(replay.body.errors.token).toHaveLength(1)
    expect(await isIn(person, given[0]?.body.backupCodes[0])).toBe(true)
  })

  it('are given once for one backup code, which is spent, and to one of several requests at once', async () => {
    const { as, codes } = await createPersonWithTwoFactor(world)
    later()
    const one = await times(20, () => renew(as, codes[0] as string))
    expect(one.filter(({ status }) => status === 200)).toHaveLength(1)
    // The last of them may count as wrong tries; after five, a code is not looked at for fifteen minutes.
    world.travel(Date.now() + 16 * 60_000)
    expect((await renew(as, codes[1] as string)).status).toBe(400)

    const other = await createPersonWithTwoFactor(world)
    const raced = await Promise.all(other.codes.slice(0, 3).map((code) => renew(other.as, code)))
    const won = raced.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(raced.every(({ status }) => [200, 400, 409].includes(status))).toBe(true)
    expect(await isIn(other.person, won[0]?.body.backupCodes[0])).toBe(true)
  })

  it('are refused with a text at the field for a wrong code, and with a 429 after five tries', async () => {
    const { person, as, codes } = await createPersonWithTwoFactor(world)
    later()
    const wrong = await renew(as, 'AAAA99')
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.token).toEqual([wrong.body.message])
    expect((await renew(as, '')).body.errors.token).toEqual(['Voer verificatiecode in'])
    const before = pool.calls.length
    await times(40, (index) => renew(as, index % 2 ? `AAAA${10 + index}` : String(100_000 + index)))
    expect(pool.calls.length - before).toBeLessThanOrEqual(4)
    const closed = await renew(as, codes[0] as string)
    expect(closed.status).toBe(429)
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(0)
    expect(await isIn(person, codes[0] as string)).toBe(false)
    expect(await audits(person.id)).toEqual([])
  })

  it('need a backup code in a session that began with one, and the refusal says so', async () => {
    const { person, codes } = await createPersonWithTwoFactor(world)
    later()
    const as = await loggedIn(person, codes[0] as string)
    for (let attempt = 0; attempt < 6; attempt++) {
      const reply = await renew(as, world.code(person.id))
      expect(reply.status).toBe(400)
      expect(reply.body.errors.token[0]).toContain('Gebruik hier ook een backup code')
    }
    expect((await renew(as, (codes[1] as string).toLowerCase())).status).toBe(200)
  })

  it('are refused to a person without 2FA', async () => {
    const person = await world.person({ twoFactorEnabled: false, password: PASSWORD })
    const as = String((await login(world, person)).body.sessionId)
    expect((await renew(as, '123456')).status).toBe(403)
  })
})

describe('Cognito’s token beside a session', () => {
  it('is encrypted in a separate item, and ends with the session', async () => {
    const { person, as } = await createPersonWithTwoFactor(world)
    later()
    const items = await readRawTable()
    const session = itemsOfEntity(items, 'session').find((row) => row['userId'] === person.id)
    const token = itemsOfEntity(items, 'sessiontoken').find(({ hash }) => hash === session?.['hash'])
    expect(token).toBeDefined()
    expect(token?.['expires']).toBe(session?.['expires'])
    const known = pool.calls.map(({ input }) => input['AccessToken']).filter((one) => typeof one === 'string')
    expect(known.length).toBeGreaterThan(0)
    const text = JSON.stringify(items, (_, value) => (value instanceof Set ? [...value] : value))
    for (const one of known) expect(text).not.toContain(one)
    await world.call('POST', '/api/logout', { as })
    expect((await readRawTable()).filter(({ hash }) => hash === session?.['hash'])).toEqual([])
  })

  it('costs an ordinary request nothing: the session for half a unit, its user, and the last use', async () => {
    const { as } = await createPersonWithTwoFactor(world)
    const { openSession } = await import('../../functions/platform/identity/session.ts')
    const { meterWork } = await import('../../functions/platform/request.ts')
    const usage = { read: 0, write: 0 }
    await meterWork(usage, () => openSession(as))
    reportFigure('session: cost of a request', '1.5 read, 1 write unit', usage, { read: 1.5, write: 1 })
  })

  it('is purged with the sessions of the day before', async () => {
    const { person } = await createPersonWithTwoFactor(world)
    const session = itemsOfEntity(await readRawTable(), 'session').find((row) => row['userId'] === person.id)
    world.travel(Date.now() + 24 * 60 * 60_000)
    const { purgeSessions } = await import('../../functions/people/login/session-purge.ts')
    await runAsFunction('session-purge', () => purgeSessions())
    expect((await readRawTable()).filter(({ hash }) => hash === session?.['hash'])).toEqual([])
  })
})
