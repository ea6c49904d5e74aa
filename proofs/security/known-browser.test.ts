import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type CallOptions, type Person, startWorld, type World } from '../../testing/world.ts'
import { changePerson } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { createPersonWithTwoFactor, login, PASSWORD } from '../logins.ts'
import { auditsIn, readRawTable } from '../raw-table.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = '2026-11-21T09:00:00Z'

let world: World
beforeAll(async () => {
  world = await startWorld({ now: START })
  await world.team(1)
})
afterAll(() => world.stop())
beforeEach(() => world.travel(START))

const newcomer = () => world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
const deviceCookie = ({ cookies }: Answer) => cookies.find((one) => /^(__Host-)?device=/.test(one)) ?? ''
const asSent = (cookie: string) => [String(/^[^;]*/.exec(cookie)?.[0])]

/** Logs a person in, by default from a new browser; returns the browser's cookie and the session. */
async function browserOf(person: Pick<Person, 'email'>, options: CallOptions = {}) {
  const reply = await login(world, person, options)
  expect(reply.status, reply.text).toBe(200)
  return { cookies: asSent(deviceCookie(reply)), as: String(reply.body.sessionId) }
}
/**
 * Moves the clock past the lock of the user pool. After five failures the pool refuses the person for a second, in
 * every browser.
 */
const waitForPool = () => world.travel(Date.now() + 2000)
async function wrong(person: Pick<Person, 'email'>, times: number, options: CallOptions = {}) {
  for (let attempt = 0; attempt < times; attempt++) await login(world, person, { ...options, password: 'fout' })
  waitForPool()
}

describe('the cookie of a known browser', () => {
  it('is 256 random bits that no script and no other site gets, for 90 days, and stored only as a hash', async () => {
    const person = await newcomer()
    const local = deviceCookie(await login(world, person))
    expect(local).toMatch(/^device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/)
    const deployed = deviceCookie(await login(world, person, { headers: { host: 'partnerview.example' } }))
    expect(deployed).toMatch(/^__Host-device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    const table = JSON.stringify(await readRawTable())
    for (const cookie of [local, deployed]) expect(table).not.toContain(/=([\w-]{43})/.exec(cookie)?.[1])
  })

  it('is given for a complete login only: not for a wrong password, nor for a right one without its code', async () => {
    const { person } = await createPersonWithTwoFactor(world)
    world.travel(Date.now() + 5 * MINUTE)
    for (const options of [{ password: 'fout' }, {}, { code: 'ZZZZZZ' }]) {
      expect(deviceCookie(await login(world, person, options))).toBe('')
    }
    expect(deviceCookie(await login(world, person, { code: world.code(person.id) }))).not.toBe('')
  })

  it('opens nothing without password and code', async () => {
    const { cookies } = await browserOf(await newcomer())
    expect((await world.call('GET', '/api/auth/user', { cookies })).status).toBe(401)
  })
})

describe('a person whom somebody tries to lock out from elsewhere', () => {
  it('logs in from a known browser, while logins elsewhere are refused for 15 minutes', async () => {
    const person = await newcomer()
    const { cookies } = await browserOf(person)
    await wrong(person, 6)
    const elsewhere = await login(world, person)
    const known = await login(world, person, { cookies })
    const still = await login(world, person)
    world.travel(Date.now() + 15 * MINUTE)
    const later = await login(world, person)
    reportFigure(
      'lock-out: known browser',
      'shut elsewhere, open here, shut elsewhere still, open after 15 minutes',
      [elsewhere.status, known.status, still.status, later.status],
      [401, 200, 401, 200],
    )
  })

  it('is not affected by the 429 of a shared address, which others there still get', async () => {
    const ip = '203.0.113.77'
    const [person, other] = [await newcomer(), await newcomer()]
    const { cookies } = await browserOf(person, { ip })
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => login(world, { email: `x${index}@elders.example` }, { ip })),
    )
    expect((await login(world, other, { ip })).status).toBe(429)
    expect((await login(world, person, { ip })).status).toBe(429)
    expect((await login(world, person, { ip, cookies })).status).toBe(200)
    // The browser is not known for anybody else, and a made-up cookie makes no browser known.
    expect((await login(world, other, { ip, cookies })).status).toBe(429)
    expect((await login(world, person, { ip, cookies: [`device=${'A'.repeat(43)}`] })).status).toBe(429)
  })
})

describe('failures in a known browser', () => {
  it('are counted apart: five lock the login in that browser for 15 minutes, and in no other', async () => {
    const person = await newcomer()
    const [one, other] = [await browserOf(person), await browserOf(person)]
    await Promise.all(
      Array.from({ length: 30 }, () => login(world, person, { password: 'fout', cookies: one.cookies })),
    )
    waitForPool()
    const shut = await login(world, person, { cookies: one.cookies })
    expect([shut.status, (await login(world, person, { cookies: other.cookies })).status]).toEqual([401, 200])
    expect((await login(world, person)).status).toBe(200)
    world.travel(Date.parse(START) + 15 * MINUTE)
    expect((await login(world, person, { cookies: one.cookies })).status).toBe(200)
    const audits = auditsIn(await readRawTable()).filter(({ entityId }) => entityId === person.id)
    expect(audits.filter(({ action }) => action === 'user.login-failed')).toHaveLength(4)
    expect(audits.filter(({ action }) => action === 'user.device-locked')).toHaveLength(1)
  })

  it('get the same reply as a failure of an unknown account elsewhere', async () => {
    const person = await newcomer()
    const { cookies } = await browserOf(person)
    const stranger = await login(world, { email: 'niemand@elders.example' })
    const refused = await login(world, person, { cookies, password: 'fout' })
    expect([refused.status, refused.text, refused.cookies]).toEqual([stranger.status, stranger.text, stranger.cookies])
  })

  it('include logins with the right password while that is being replaced', async () => {
    const person = await newcomer()
    const { cookies } = await browserOf(person)
    const { Logins } = await import('../../functions/people/login/login-entities.ts')
    await Logins.update({ userId: person.id })
      .set({ heldUntil: Date.now() + MINUTE })
      .go()
    expect((await login(world, person, { cookies })).status).toBe(401)
  })
})

describe('a browser is known no longer', () => {
  const isKnown = async (person: Person, cookies: readonly string[]) => {
    await wrong(person, 5)
    return (await login(world, person, { cookies, password: PASSWORD })).status === 200
  }

  it('after 90 days without a login in it, and not before', async () => {
    const person = await newcomer()
    const { cookies } = await browserOf(person)
    world.travel(Date.parse(START) + 90 * DAY - MINUTE)
    expect(await isKnown(person, cookies)).toBe(true)
    world.travel(Date.now() + 90 * DAY)
    expect(await isKnown(person, cookies)).toBe(false)
  })

  it('after a new password, in all of them', async () => {
    const person = await newcomer()
    const browsers = [await browserOf(person), await browserOf(person)]
    await changePerson(person.id, { sessionEpoch: 2, credentialEpoch: 1 })
    for (const { cookies } of browsers) {
      expect(await isKnown(person, cookies)).toBe(false)
      world.travel(Date.now() + 16 * MINUTE)
    }
    const admin = await world.session(await world.person({ role: 'admin' }))
    const { cookies } = await browserOf(person)
    const body = { newPassword: PASSWORD }
    expect((await world.call('PATCH', `/api/users/${person.id}/password`, { as: admin, body })).status).toBe(200)
    expect(await isKnown(person, cookies)).toBe(false)
  })

  it('when its person forgets it, alone of several; nobody forgets a browser of another person', async () => {
    const { person, codes } = await createPersonWithTwoFactor(world)
    const first = await browserOf(person, { code: codes[0] } as CallOptions)
    const second = await browserOf(person, {
      code: codes[1],
      cookies: [],
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
    } as CallOptions)
    const list = (as: string, cookies: readonly string[]) =>
      world.call('GET', '/api/auth/user/devices', { as, cookies })
    const { body } = await list(second.as, second.cookies)
    expect(body[0]).toMatchObject({ device: 'Firefox op Linux', current: true })
    expect(body.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    const { id } = (await list(first.as, first.cookies)).body[0]
    const stranger = await world.session(await world.person({ role: 'admin' }))
    expect((await world.call('DELETE', `/api/auth/user/devices/${id}`, { as: stranger })).status).toBe(404)
    expect((await world.call('DELETE', `/api/auth/user/devices/${id}`, { as: second.as })).status).toBe(204)
    expect((await world.call('DELETE', `/api/auth/user/devices/${id}`, { as: second.as })).status).toBe(404)
    await wrong(person, 5)
    const known = ({ cookies }: typeof first) => login(world, person, { cookies })
    expect((await known(first)).status).toBe(401)
    expect((await known(second)).body).toMatchObject({ requiresTwoFactor: true })
  })
})

describe('a browser that several people use', () => {
  it('is known by all of them, under one cookie', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const { cookies } = await browserOf(one)
    const shared = await browserOf(other, { cookies })
    expect(shared.cookies).toEqual(cookies)
    for (const person of [one, other]) {
      await wrong(person, 5)
      expect((await login(world, person, { cookies })).status).toBe(200)
    }
  })

  it('takes no token that somebody made up', async () => {
    const made = [`device=${'B'.repeat(43)}`]
    expect((await browserOf(await newcomer(), { cookies: made })).cookies).not.toEqual(made)
  })
})

it('a person has at most ten known browsers; the one longest unused makes room for a new one', async () => {
  const person = await newcomer()
  const browsers: { cookies: string[]; as: string }[] = []
  for (let index = 0; index < 12; index++) {
    world.travel(Date.parse(START) + index * MINUTE)
    browsers.push(await browserOf(person))
  }
  await wrong(person, 5)
  const known = await Promise.all(
    browsers.map(async ({ cookies }) => (await login(world, person, { cookies })).status === 200),
  )
  expect(known).toEqual(browsers.map((_, index) => index >= 2))
})
