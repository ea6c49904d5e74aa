import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flags } from '../../shared/access.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { changePerson } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { createPersonWithTwoFactor, login, PASSWORD } from '../logins.ts'
import { itemsOfEntity, putRaw, readRawTable } from '../raw-table.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
})
afterAll(() => world.stop())

const me = async (as: string) => (await world.call('GET', '/api/auth/user', { as })).status
const person = (options: object = {}) => world.person({ teamId: 1, ...options })
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a session', () => {
  it('is 256 random bits, kept as SHA-256 only', async () => {
    const { person: owner, as } = await createPersonWithTwoFactor(world)
    world.travel(Date.now() + 5 * MINUTE)
    const reply = await login(world, owner, { code: world.code(owner.id) })
    const id = reply.body.sessionId as string
    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(id, 'base64url')).toHaveLength(32)
    expect(id).not.toBe(as)
    const items = await readRawTable()
    expect(JSON.stringify(items)).not.toContain(id)
    const hash = createHash('sha256').update(id).digest('hex')
    expect(itemsOfEntity(items, 'session').filter((item) => item['hash'] === hash)).toHaveLength(1)
  })

  it('comes in a cookie that no script and no other site can use', async () => {
    const owner = await person({ twoFactorEnabled: false, password: PASSWORD })
    const deployed = await login(world, owner, { headers: { host: 'app.example.nl' } })
    const session = (cookies: readonly string[]) => cookies.find((one) => /^(__Host-)?sid=/.test(one)) ?? ''
    expect(session(deployed.cookies)).toContain(`__Host-sid=${deployed.body.sessionId};`)
    const names = deployed.cookies.map((one) => one.slice(0, one.indexOf('=')))
    expect(names.sort()).toEqual(['__Host-device', '__Host-sid'])
    for (const one of deployed.cookies) {
      for (const attribute of ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure']) expect(one).toContain(attribute)
      expect(one).not.toContain('Domain')
    }
    const local = session((await login(world, owner)).cookies)
    expect(local).toMatch(/^sid=/)
    expect(local).toContain('HttpOnly; SameSite=Strict')
    const out = await world.call('POST', '/api/logout', {
      as: deployed.body.sessionId,
      headers: { host: 'app.example.nl' },
    })
    expect(session(out.cookies)).toMatch(/^__Host-sid=; Max-Age=0;.*Secure/)
  })

  it('gives replies that no cache may store', async () => {
    const owner = await person()
    for (const path of ['/api/auth/user', '/api/appointments', '/api/teams']) {
      const reply = await world.call('GET', path, { as: await world.session(owner) })
      expect(reply.headers['cache-control'], path).toBe('no-store')
    }
  })
})

describe('the idle time', () => {
  it('is exact to the second for the shortest, the default and the longest setting', async () => {
    const wrong: string[] = []
    for (const seconds of [15 * 60, 7200, 480 * 60]) {
      world.travel('2026-11-24T00:30:00Z')
      const owner = await person({ sessionTimeout: seconds })
      const [early, late, exact] = [await world.session(owner), await world.session(owner), await world.session(owner)]
      world.travel(Date.parse('2026-11-24T00:30:00Z') + seconds * 1000 - 1000)
      if ((await me(early)) !== 200) wrong.push(`${seconds}: dead a second early`)
      world.travel(Date.parse('2026-11-24T00:30:00Z') + seconds * 1000)
      if ((await me(exact)) !== 401) wrong.push(`${seconds}: alive on the dot`)
      world.travel(Date.parse('2026-11-24T00:30:00Z') + seconds * 1000 + 1000)
      if ((await me(late)) !== 401) wrong.push(`${seconds}: alive a second late`)
      if ((await me(early)) !== 200) wrong.push(`${seconds}: use did not count`)
    }
    reportFigure('sessions: idle ±1 s', 'exact', wrong.length, 0, wrong)
  })

  it('counts from the last request, also a failed one', async () => {
    world.travel('2026-11-24T09:00:00Z')
    const owner = await person({ sessionTimeout: 15 * 60, role: 'agent' })
    const as = await world.session(owner)
    for (let use = 0; use < 4; use++) {
      world.travel(Date.now() + 14 * MINUTE)
      expect((await world.call('DELETE', '/api/appointments/niets', { as })).status).toBe(404)
    }
    expect(await me(as)).toBe(200)
  })

  it('changes at once for sessions that run, however many there are', async () => {
    world.travel('2026-11-24T09:00:00Z')
    const owner = await person()
    const others: string[] = []
    for (let index = 0; index < 110; index++) others.push(await world.session(owner))
    const as = await world.session(owner)
    const set = (timeoutMinutes: number, by = as) =>
      world.call('POST', '/api/auth/user/session-timeout', { as: by, body: { timeoutMinutes } })
    expect((await set(15)).status).toBe(200)
    const alive = (await Promise.all(others.map(me))).filter((status) => status === 200).length
    expect(alive).toBeGreaterThan(0)
    world.travel(Date.now() + 15 * MINUTE - 1000)
    expect(await me(as)).toBe(200)
    world.travel(Date.now() + 2000)
    expect((await Promise.all(others.map(me))).filter((status) => status === 200)).toEqual([])
    expect(await me(as)).toBe(200)
    for (const odd of [14, 481, 0, -1, 15.5, 1e9, '60', null]) {
      expect((await set(odd as number)).status, String(odd)).toBe(400)
    }
  })
})

describe('midnight in Amsterdam', () => {
  // No job deletes ended sessions here. The request itself finds that the session has ended.
  const nights = [
    ['an ordinary one', '2026-11-24', '2026-11-24T23:00:00Z'],
    ['the end of winter time', '2027-03-27', '2027-03-27T23:00:00Z'],
    ['after 23 hours', '2027-03-28', '2027-03-28T22:00:00Z'],
    ['the end of summer time', '2026-10-24', '2026-10-24T22:00:00Z'],
    ['after 25 hours', '2026-10-25', '2026-10-25T23:00:00Z'],
    ['the year’s last', '2026-12-31', '2026-12-31T23:00:00Z'],
  ] as const

  it('ends every session on the dot, on both nights that the clock changes too', async () => {
    const wrong: string[] = []
    for (const [night, date, midnight] of nights) {
      const end = Date.parse(midnight)
      world.travel(end - 90 * MINUTE)
      const owner = await person({ sessionTimeout: 480 * 60 })
      const as = await world.session(owner)
      world.travel(end - 1000)
      const fresh = await world.session(owner)
      if ((await me(as)) !== 200) wrong.push(`${night} (${date}): dead before midnight`)
      world.travel(end - 1)
      if ((await me(fresh)) !== 200) wrong.push(`${night} (${date}): dead a millisecond before`)
      world.travel(end)
      for (const session of [as, fresh])
        if ((await me(session)) !== 401) wrong.push(`${night} (${date}): alive at midnight`)
      const next = await world.session(owner)
      if ((await me(next)) !== 200) wrong.push(`${night} (${date}): the new day does not begin`)
    }
    reportFigure('sessions: midnight', 'exact', wrong.length, 0, wrong)
  })

  it('is followed by a purge that takes yesterday’s sessions and leaves today’s, however late it runs', async () => {
    const { purgeSessions } = await import('../../functions/people/login/session-purge.ts')
    world.travel('2026-11-24T22:59:00Z')
    const owner = await person()
    const late = await world.session(owner)
    const rows = async () =>
      itemsOfEntity(await readRawTable(), 'session').filter((item) => item['userId'] === owner.id).length
    for (const run of ['2026-11-24T23:00:00Z', '2026-11-25T09:00:00Z']) {
      world.travel(run)
      const fresh = await world.session(owner)
      expect(await runAsFunction('session-purge', () => purgeSessions()), run).toBeGreaterThanOrEqual(0)
      expect([await me(late), await me(fresh)], run).toEqual([401, 200])
    }
    expect(await rows()).toBe(2)
  })

  it('lies as many hours ahead as that day has', async () => {
    for (const [start, hours] of [
      ['2027-03-27T23:00:00Z', 23],
      ['2026-10-24T22:00:00Z', 25],
      ['2026-11-23T23:00:00Z', 24],
    ] as const) {
      world.travel(start)
      const owner = await person({ sessionTimeout: 480 * 60 })
      const as = await world.session(owner)
      for (let hour = 0; hour < hours; hour += 4) {
        world.travel(Date.parse(start) + hour * HOUR)
        expect(await me(as), `${start} +${hour}`).toBe(200)
      }
      world.travel(Date.parse(start) + hours * HOUR - 1)
      expect(await me(as)).toBe(200)
      world.travel(Date.parse(start) + hours * HOUR)
      expect(await me(as)).toBe(401)
    }
  })
})

describe('a revocation', () => {
  const revocations: readonly (readonly [string, (owner: Person, as: string) => Promise<unknown>])[] = [
    ['logout', (_, as) => world.call('POST', '/api/logout', { as })],
    ['logout by GET', (_, as) => world.call('GET', '/api/logout', { as })],
    [
      'logout with another session in the body',
      (_, as) => world.call('POST', '/api/logout', { as, body: { sessionId: 'x' } }),
    ],
    ['deactivation', (owner) => changePerson(owner.id, { isActive: false })],
    ['another role', (owner) => changePerson(owner.id, { role: owner.role === 'caller' ? 'agent' : 'caller' })],
    ['a 2FA reset', (owner) => changePerson(owner.id, { twoFactorEnabled: false })],
    ...flags.map((flag) => [flag, (owner: Person) => changePerson(owner.id, { [flag]: !owner[flag] })] as const),
  ]

  it('of each kind is seen by the next request', async () => {
    world.travel('2026-11-24T09:00:00Z')
    const stale: string[] = []
    for (const [name, revoke] of revocations) {
      const owner = await person()
      const as = await world.session(owner)
      if ((await me(as)) !== 200) stale.push(`${name}: not alive before`)
      await revoke(owner, as)
      const status = await me(as)
      if (status !== 401) stale.push(`${name}: ${status} after`)
    }
    reportFigure('sessions: revocation', '0 stale decisions', stale.length, 0, stale)
  })

  it('of one session leaves the others; of a person it ends all of theirs, and nobody else’s', async () => {
    const [owner, other] = [await person(), await person()]
    const [one, two, foreign] = [await world.session(owner), await world.session(owner), await world.session(other)]
    await world.call('POST', '/api/logout', { as: one, body: { sessionId: two } })
    expect([await me(one), await me(two), await me(foreign)]).toEqual([401, 200, 200])
    await changePerson(owner.id, { role: 'caller' })
    expect([await me(two), await me(foreign)]).toEqual([401, 200])
  })

  it('is not undone when the account becomes active again', async () => {
    const owner = await person()
    const as = await world.session(owner)
    await changePerson(owner.id, { isActive: false })
    await changePerson(owner.id, { isActive: true })
    expect(await me(as)).toBe(401)
  })

  it('is not needed for another team: each request reads the present row of the person', async () => {
    const owner = await person({ role: 'agent' })
    const as = await world.session(owner)
    const team = async () => (await world.call('GET', '/api/teams', { as })).body.map(({ id }: { id: number }) => id)
    expect(await team()).toEqual([1])
    await changePerson(owner.id, { teamId: 2 })
    expect(await team()).toEqual([2])
  })

  it('covers a stored session with a wrong epoch or an unknown user', async () => {
    const owner = await person()
    const as = await world.session(owner)
    const row = itemsOfEntity(await readRawTable(), 'session').find((item) => item['userId'] === owner.id)
    if (!row) throw new Error('No session')
    await putRaw({ ...row, epoch: 7 })
    expect(await me(as)).toBe(401)
    await putRaw({ ...row, userId: 'niemand' })
    expect(await me(as)).toBe(401)
  })
})
