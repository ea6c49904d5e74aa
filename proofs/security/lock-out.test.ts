import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { changePerson } from '../cast.ts'
import { type CognitoProxy, startCognitoProxy } from '../cognito-proxy.ts'
import { reportFigure } from '../figures.ts'
import { createPersonWithTwoFactor, login, PASSWORD } from '../logins.ts'

let world: World
let pool: CognitoProxy
const START = '2026-11-21T09:00:00Z'
const MINUTE = 60_000
beforeAll(async () => {
  world = await startWorld({ now: START })
  pool = await startCognitoProxy(world.cognito.url)
  await world.team(1)
})
afterAll(async () => {
  await pool.close()
  await world.stop()
})

const newcomer = () => world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('fifty wrong passwords at once', () => {
  it('are verified at most five times and lock the login for fifteen minutes', async () => {
    const person = await newcomer()
    const replies = await times(50, (index) => login(world, person, { password: `fout-${index}` }))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
    const right = await login(world, person)
    world.travel(Date.parse(START) + 15 * MINUTE - 1000)
    const early = await login(world, person)
    const verified = pool.verified(person.id)
    world.travel(Date.parse(START) + 15 * MINUTE)
    const late = await login(world, person)
    reportFigure(
      'lock-out',
      '≤ 5 verified; refused; accepted',
      { atMostFive: verified <= 5, right: right.status, early: early.status, late: late.status },
      { atMostFive: true, right: 401, early: 401, late: 200 },
      [`${verified} verified`],
    )
  })

  it('are verified at most ten times when the right password is among them', async () => {
    const person = await newcomer()
    const before = pool.verified(person.id)
    await times(50, (index) => login(world, person, { password: index === 30 ? PASSWORD : `fout-${index}` }))
    // The right password among the attempts resets the count: at most five checks before it and five after it.
    expect(pool.verified(person.id) - before).toBeLessThanOrEqual(10)
  })
})

describe('failures in a row', () => {
  it('are forgotten after a success; five without a success lock the login', async () => {
    const person = await newcomer()
    for (let attempt = 0; attempt < 4; attempt++) await login(world, person, { password: 'fout' })
    expect((await login(world, person)).status).toBe(200)
    for (let attempt = 0; attempt < 4; attempt++) await login(world, person, { password: 'fout' })
    expect((await login(world, person)).status).toBe(200)
    for (let attempt = 0; attempt < 5; attempt++) await login(world, person, { password: 'fout' })
    expect((await login(world, person)).status).toBe(401)
  })

  it('of one account lock no other account', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    for (let attempt = 0; attempt < 6; attempt++) await login(world, one, { password: 'fout' })
    expect((await login(world, one)).status).toBe(401)
    expect((await login(world, other)).status).toBe(200)
  })
})

describe('one address', () => {
  it('waits after twenty failures in any five minutes', async () => {
    // The failures begin at 10:19 and end at 10:21. With fixed windows of five minutes, 10:20 would begin a new count.
    world.travel('2026-11-21T10:19:00Z')
    const ip = '203.0.113.7'
    const strangers = (count: number) =>
      times(count, () => login(world, { email: `${crypto.randomUUID()}@example.nl` }, { ip, password: 'fout' }))
    for (const reply of await strangers(10)) expect(reply.status).toBe(401)
    world.travel('2026-11-21T10:21:00Z')
    for (const reply of await strangers(10)) expect(reply.status).toBe(401)
    const person = await newcomer()
    const refused = await login(world, person, { ip })
    const elsewhere = await login(world, person, { ip: '203.0.113.8' })
    world.travel('2026-11-21T10:26:01Z')
    const later = await login(world, person, { ip })
    reportFigure(
      'lock-out: address',
      '429 with Retry-After after 20 in 5 minutes; others go on; open again after it',
      [refused.status, Number(refused.headers['retry-after']) > 0, elsewhere.status, later.status],
      [429, true, 200, 200],
    )
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300)
  })

  it('gets at most twenty passwords verified when it sprays them all at once', async () => {
    const ip = '203.0.113.9'
    const people: Person[] = []
    for (let index = 0; index < 10; index++) people.push(await newcomer())
    const before = pool.calls.length
    await times(60, (index) => login(world, people[index % people.length] as Person, { ip, password: `fout-${index}` }))
    const verified = pool.calls.slice(before).filter(({ operation }) => operation === 'AdminInitiateAuth').length
    expect(verified).toBeLessThanOrEqual(20)
    expect((await login(world, people[0] as Person, { ip })).status).toBe(429)
  })

  it('is a /64 network in IPv6, as one subscriber has', async () => {
    const from = (index: number) => `2001:db8:7:1::${index.toString(16)}`
    const stranger = { email: 'niemand@example.nl' }
    await times(20, (index) => login(world, stranger, { ip: from(index), password: 'fout' }))
    expect((await login(world, stranger, { ip: from(21) })).status).toBe(429)
    expect((await login(world, stranger, { ip: '2001:db8:7:2::1' })).status).toBe(401)
  })

  it('does not wait after many successful logins', async () => {
    const ip = '203.0.113.10'
    const people: Person[] = []
    for (let index = 0; index < 25; index++) people.push(await newcomer())
    for (const person of people) expect((await login(world, person, { ip })).status).toBe(200)
  })
})

describe('information for a stranger', () => {
  const textOf = ({ status, text, headers }: { status: number; text: string; headers: object }) =>
    JSON.stringify({ status, text, headers })

  it('is the same for an unknown, a locked and a deactivated account and for a wrong password', async () => {
    const closed = await newcomer()
    for (let attempt = 0; attempt < 5; attempt++) await login(world, closed, { password: 'fout' })
    const deactivated = await world.person({ isActive: false, twoFactorEnabled: false, password: PASSWORD })
    const { person: leaver, codes } = await createPersonWithTwoFactor(world)
    await changePerson(leaver.id, { isActive: false })
    const replies = [
      await login(world, { email: 'niemand@example.nl' }),
      await login(world, await newcomer(), { password: 'fout' }),
      await login(world, closed),
      await login(world, closed, { password: 'fout' }),
      // Right password, and the pool does not know yet that the account is deactivated.
      await login(world, deactivated),
      await login(world, leaver),
      await login(world, leaver, { code: codes[0] as string }),
      await login(world, { email: 'ADMIN@EXAMPLE.NL\u212a' }),
    ]
    expect(new Set(replies.map(textOf)).size).toBe(1)
    expect(replies[0]?.status).toBe(401)
  })

  it('does not differ in the work that is done: every refusal asks the pool once', async () => {
    const closed = await newcomer()
    for (let attempt = 0; attempt < 5; attempt++) await login(world, closed, { password: 'fout' })
    const deactivated = await world.person({ isActive: false, password: PASSWORD })
    for (const person of [closed, deactivated, { email: 'niemand@example.nl' }, await newcomer()]) {
      const before = pool.calls.length
      await login(world, person, { password: 'fout' })
      expect(pool.calls.length - before, person.email).toBe(1)
    }
  })

  it('e-mail addresses are found in any case and with spaces around them', async () => {
    const person = await newcomer()
    expect((await login(world, { email: `  ${person.email.toUpperCase()} ` })).status).toBe(200)
  })
})
