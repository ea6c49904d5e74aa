import {
  AdminSetUserMFAPreferenceCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../shared/api/index.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeCast } from '../cast.ts'
import { type CognitoProxy, startCognitoProxy } from '../cognito-proxy.ts'
import { reportFigure } from '../figures.ts'
import { createPersonWithTwoFactor, login, PASSWORD, twoFactorCodeOf } from '../logins.ts'

let world: World
let pool: CognitoProxy
let cast: Cast
/** A person whom all tests that change nothing share, as creating a person takes ten slow hashes. */
let usual: Awaited<ReturnType<typeof createPersonWithTwoFactor>>
beforeAll(async () => {
  world = await startWorld()
  pool = await startCognitoProxy(world.cognito.url)
  cast = await makeCast(world)
  usual = await createPersonWithTwoFactor(world)
})
afterAll(async () => {
  await pool.close()
  await world.stop()
})

const STEP = 30_000
/** Moves the clock so far that every used code has expired. */
const later = (steps = 10) => world.travel(Date.now() + steps * STEP)
/**
 * Moves the clock past a lock-out of 15 minutes. When several requests use one code at once, all but one count as
 * failed logins, so that the person may be locked out.
 */
const afterLockOut = () => later(31)
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
/** Returns how often the pool was asked to check a code. */
const codesAsked = () => pool.calls.filter(({ operation }) => operation === 'AdminRespondToAuthChallenge').length
const isIn = ({ status, body }: { status: number; body?: { sessionId?: string } }) =>
  status === 200 && typeof body?.sessionId === 'string'
const newcomer = () => world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
const start = async (person: { email: string }) => String((await login(world, person)).body.sessionId)
const setUp = (as: string) => world.call('POST', '/api/auth/user/2fa-setup', { as })
const verify = (as: string, token: string, body = {}) =>
  world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token, ...body } })
const disable = (as: string, token: string, password = PASSWORD) =>
  world.call('POST', '/api/auth/user/2fa-disable', { as, body: { password, token } })

describe('a TOTP code', () => {
  it('is asked for, and opens one session when it is used twenty times at once', async () => {
    const { person } = usual
    later()
    const asked = await login(world, person)
    expect(asked.body).toEqual({ requiresTwoFactor: true, message: expect.any(String) })
    const code = world.code(person.id)
    const before = codesAsked()
    const replies = await times(20, () => login(world, person, { code }))
    const replay = await login(world, person, { code })
    reportFigure(
      'TOTP: one code',
      '20 at once open 1 session; replay refused; the pool is asked once',
      [replies.filter(isIn).length, replay.status, codesAsked() - before],
      [1, 401, 1],
    )
  })

  it('is accepted one step early or late and no more, after any failures', async () => {
    await times(5, () => login(world, usual.person, { password: `${PASSWORD}!` }))
    const verdicts: string[] = []
    for (const steps of [-3, -1, 0, 1, 3]) {
      afterLockOut()
      verdicts.push(isIn(await login(world, usual.person, { code: world.code(usual.person.id, steps) })) ? 'yes' : 'no')
    }
    reportFigure('TOTP: steps −3 −1 0 +1 +3', 'no yes yes yes no', verdicts.join(' '), 'no yes yes yes no')
  })

  it('is taken to the last millisecond of the step after its own, and from the first of the step before', async () => {
    const verdicts: string[] = []
    /**
     * A code belongs to the 30-second step that begins at `edge`. It is used `used` milliseconds after `edge`; if
     * negative, before it.
     */
    for (const used of [-STEP - 1, -STEP, -1, 0, STEP - 1, STEP, 2 * STEP - 1, 2 * STEP]) {
      afterLockOut()
      const edge = Math.ceil(Date.now() / STEP) * STEP + 2 * STEP
      world.travel(edge)
      const code = world.code(usual.person.id)
      world.travel(edge + used)
      verdicts.push(isIn(await login(world, usual.person, { code })) ? 'yes' : 'no')
    }
    expect(verdicts.join(' ')).toBe('no yes yes yes yes yes yes no')
  })

  it('works once over all calls: not for login after 2fa-verify, nor for 2fa-disable after login', async () => {
    const { person } = await createPersonWithTwoFactor(world)
    const before = codesAsked()
    expect((await login(world, person, { code: world.code(person.id) })).status).toBe(401)
    expect(codesAsked(), 'refused here, whatever the pool would say').toBe(before)
    later()
    const next = world.code(person.id)
    const inside = await login(world, person, { code: next })
    expect((await disable(String(inside.body.sessionId), next)).status).toBe(400)
    expect(codesAsked()).toBe(before + 1)
  })

  it('cannot be guessed past five tries, however they are mixed with backup codes and bare passwords', async () => {
    const { person } = await createPersonWithTwoFactor(world)
    later()
    const before = codesAsked()
    const guess = (index: number) =>
      login(world, person, { code: index % 2 ? `AAAA${10 + index}` : String(100000 + index) })
    await times(40, (index) => (index % 4 === 0 ? login(world, person) : guess(index)))
    // A right password without a code is no failure, so some of the five tries may be left. These guesses use them up.
    for (let index = 0; index < 6; index++) await guess(50 + index)
    expect(codesAsked() - before).toBeLessThanOrEqual(5)
    expect((await login(world, person, { code: world.code(person.id) })).status).toBe(401)
  })

  it('is refused in forms that only look like it', async () => {
    const { person } = usual
    later()
    const code = world.code(person.id)
    const fullWidth = code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
    for (const odd of [fullWidth, code.slice(0, 5), `${code.slice(0, 3)} ${code.slice(3)}`.slice(0, 6)]) {
      expect(isIn(await login(world, person, { code: odd })), odd).toBe(false)
    }
    expect(isIn(await login(world, person, { code }))).toBe(true)
  })
})

describe('a login of a user whose 2FA is on in the row and off in Cognito', () => {
  it('is refused', async () => {
    const { person } = await createPersonWithTwoFactor(world)
    later()
    const client = new CognitoIdentityProviderClient({ maxAttempts: 1 })
    await client.send(
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId: process.env['USER_POOL_ID'],
        Username: person.id,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    )
    const replies = [await login(world, person), await login(world, person, { code: world.code(person.id) })]
    reportFigure(
      'TOTP: fail closed',
      'refused',
      replies.map(({ status }) => status),
      [401, 401],
    )
  })
})

describe('backup codes', () => {
  it('are ten of six characters with a letter, in Crockford’s alphabet', () => {
    const { codes } = usual
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/)
      expect(code).toMatch(/[A-Z]/)
    }
  })

  it('work once each, also when one is sent twenty times at once, and never when the client chose them', async () => {
    const { person, codes } = await createPersonWithTwoFactor(world)
    later()
    let accepted = 0
    for (const code of codes) {
      for (let use = 0; use < 2; use++) if (isIn(await login(world, person, { code }))) accepted += 1
    }
    const racer = await createPersonWithTwoFactor(world)
    const code = racer.codes[0] as string
    const raced = (await times(20, () => login(world, racer.person, { code }))).filter(isIn).length

    const chooser = await newcomer()
    const as = await start(chooser)
    await setUp(as)
    const chosen = ['AAAAA1', 'BBBBB2']
    await verify(as, world.code(chooser.id), { backupCodes: chosen })
    later()
    let smuggled = 0
    for (const one of chosen) if (isIn(await login(world, chooser, { code: one }))) smuggled += 1
    reportFigure(
      'backup codes',
      'twice each: 10 of 20; one 20 at once: 1; chosen by the client: 0',
      [accepted, raced, smuggled],
      [10, 1, 0],
    )
  })

  it('may be typed in lower case, with spaces around, with O for 0 and with l for 1', async () => {
    const { person, codes } = usual
    const [one = '', other = '', third = ''] = codes
    expect(isIn(await login(world, person, { code: one.toLowerCase() }))).toBe(true)
    expect(isIn(await login(world, person, { code: ` ${other} ` }))).toBe(true)
    expect(isIn(await login(world, person, { code: third.replaceAll('0', 'O').replaceAll('1', 'l') }))).toBe(true)
  })

  it('of one person open no other account, and end when 2FA is disabled', async () => {
    const [one, other] = [await createPersonWithTwoFactor(world), await createPersonWithTwoFactor(world)]
    expect(isIn(await login(world, other.person, { code: one.codes[0] as string }))).toBe(false)
    later()
    expect((await disable(one.as, world.code(one.person.id))).status).toBe(204)
    const as = await start(one.person)
    const { body } = await setUp(as)
    expect((await verify(as, twoFactorCodeOf(body.manualSecret))).status).toBe(200)
    later()
    expect(isIn(await login(world, one.person, { code: one.codes[1] as string }))).toBe(false)
  })

  it('are not stored as text, nor are the secret and the password', async () => {
    const { codes, secret } = usual
    const { readRawTable } = await import('../raw-table.ts')
    const text = JSON.stringify(await readRawTable(), (_, value) => (value instanceof Set ? [...value] : value))
    for (const code of codes) expect(text.includes(`"${code}"`), code).toBe(false)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(PASSWORD)
  })
})

describe('the forced set-up', () => {
  it('is all that a user without 2FA reaches, besides public calls, their own data and logout', async () => {
    const person = await world.person({ role: 'admin', twoFactorEnabled: false, password: PASSWORD })
    const open: string[] = []
    // One session makes all calls: a refused call does not end it.
    const as = await start(person)
    for (const route of routes) {
      const row = findAccessRow(route.endpoint)
      if (row?.restricted || row?.cells.admin.scope === 'public') continue
      const reply = await callRoute(world, route, { as, hints: hintsFor(cast, person) })
      if (reply.status !== 403) open.push(`${route.key}: ${reply.status}`)
    }
    reportFigure('forced set-up', 'everything else is 403', open.length, 0, open)
  })

  it('ends the user’s other sessions, which proved only the password', async () => {
    const person = await newcomer()
    const [one, other] = [await start(person), await start(person)]
    await setUp(one)
    expect((await verify(one, world.code(person.id))).status).toBe(200)
    const me = (as: string) => world.call('GET', '/api/auth/user', { as })
    expect((await me(other)).status).toBe(401)
    expect((await me(one)).body.twoFactorEnabled).toBe(true)
    expect((await world.call('GET', '/api/teams', { as: one })).status).toBe(200)
  })

  it('cannot be done again once 2FA is on, with the session and token it was done with or any other', async () => {
    const { person, as } = await createPersonWithTwoFactor(world)
    later()
    expect((await setUp(as)).status).toBe(409)
    expect((await verify(as, world.code(person.id))).status).toBe(409)
    const again = await login(world, person, { code: world.code(person.id) })
    expect((await setUp(String(again.body.sessionId))).status).toBe(409)
  })

  it('survives two set-ups at once: the backup codes belong to the set-up whose secret counts', async () => {
    const person = await newcomer()
    const [one, other] = [await start(person), await start(person)]
    // The first set-up gets its secret first, and stores its backup codes last.
    const reply = pool.hold('AssociateSoftwareToken', 'reply')
    const first = setUp(one)
    await reply.arrived
    const second = await setUp(other)
    reply.release()
    const replies = [await first, second] as const
    const verdicts: number[] = []
    for (const [index, as] of [one, other].entries()) {
      const { status, body } = replies[index] as (typeof replies)[number]
      if (status !== 200) continue
      const verified = await verify(as, twoFactorCodeOf(body.manualSecret))
      verdicts.push(verified.status)
      if (verified.status !== 200) continue
      for (const [owner, answer] of replies.entries()) {
        const code = (answer.body?.backupCodes as string[] | undefined)?.[0]
        if (code) expect(isIn(await login(world, person, { code })), `codes of ${owner}`).toBe(owner === index)
      }
    }
    expect(verdicts.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    // The account must not be stuck after any outcome.
    if (!verdicts.includes(200)) {
      const again = await start(person)
      const { body } = await setUp(again)
      expect((await verify(again, twoFactorCodeOf(body.manualSecret))).status).toBe(200)
    }
  })

  it('survives a set-up that starts while another is being verified', async () => {
    const person = await newcomer()
    const [victim, attacker] = [await start(person), await start(person)]
    const shown = await setUp(victim)
    const confirmed = pool.hold('AdminSetUserMFAPreference')
    const verifying = verify(victim, twoFactorCodeOf(shown.body.manualSecret))
    await confirmed.arrived
    const stolen = await setUp(attacker)
    confirmed.release()
    const verified = await verifying
    if (verified.status !== 200) {
      // 2FA is not on yet: the user sees why and starts again.
      expect([verified.status, verified.body.message]).toEqual([409, expect.stringContaining('opnieuw')])
      expect((await login(world, person)).body.twoFactorEnabled).toBe(false)
      return
    }
    const code = (stolen.body?.backupCodes as string[] | undefined)?.[0] ?? 'AAAAAA'
    expect(isIn(await login(world, person, { code }))).toBe(false)
    const own = (shown.body.backupCodes as string[])[0] as string
    expect(isIn(await login(world, person, { code: own }))).toBe(true)
  })
})

describe('2fa-disable', () => {
  it('needs the password and a code, and ends every session', async () => {
    const { person, as, codes } = await createPersonWithTwoFactor(world)
    later()
    const other = String((await login(world, person, { code: world.code(person.id) })).body.sessionId)
    later()
    expect((await disable(as, world.code(person.id), 'fout')).status).toBe(400)
    expect((await disable(as, '000000')).status).toBe(400)
    expect((await disable(as, codes[0] as string)).status).toBe(204)
    for (const session of [as, other]) {
      expect((await world.call('GET', '/api/auth/user', { as: session })).status).toBe(401)
    }
    const next = await login(world, person)
    expect(next.body).toMatchObject({ twoFactorEnabled: false, requiresTwoFactor: false })
    expect((await world.call('GET', '/api/teams', { as: next.body.sessionId })).status).toBe(403)
  })

  it('is closed after five wrong tries', async () => {
    const { person, as } = await createPersonWithTwoFactor(world)
    later()
    for (let attempt = 0; attempt < 5; attempt++) await disable(as, '000000', 'fout')
    const reply = await disable(as, world.code(person.id))
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})
