import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActiveSession } from '../../../shared/api/auth.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  world.travel('2026-11-24T09:00:00Z')
  owner = await world.person({ role: 'caller' })
})

const MINUTE = 60_000
const me = async (as: string) => (await world.call('GET', '/api/auth/user', { as })).status
const sessions = async (as: string): Promise<ActiveSession[]> =>
  (await world.call('GET', '/api/auth/user/sessions', { as })).body
const end = (as: string, id: string) => world.call('DELETE', `/api/auth/user/sessions/${id}`, { as })
const auditsOf = async (action: string) => {
  const as = await world.session(await world.person({ role: 'admin' }))
  const { body } = await world.call('GET', `/api/audit-logs?userId=${owner.id}`, { as })
  return body.filter((row: { action: string }) => row.action === action)
}

/** Begins sessions of the owner, a minute apart. */
async function begin(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    ids.push(await world.session(owner))
    world.travel(Date.now() + MINUTE)
  }
  return ids
}

describe('the list', () => {
  it('shows one’s own live sessions, the current one first, then newest first', async () => {
    const [one = '', two = '', three = ''] = await begin(3)
    await world.session(await world.person())
    const list = await sessions(two)
    expect(list.map(({ current }) => current)).toEqual([true, false, false])
    expect(list.map(({ createdAt }) => createdAt.slice(11, 16))).toEqual(['09:01', '09:02', '09:00'])
    expect(list[0]).toMatchObject({ device: 'Onbekende browser', ipAddress: '192.0.2.1' })
    expect(list[0]?.lastSeen).toBe('2026-11-24T09:03:00.000Z')
    expect(new Set(list.map(({ id }) => id)).size).toBe(3)
    for (const { id } of list) {
      expect(id).toMatch(/^[0-9a-f]{16}$/)
      expect(await me(id)).toBe(401)
    }
    await world.call('POST', '/api/logout', { as: three })
    expect(await sessions(one)).toHaveLength(2)
  })

  it('leaves out ended ones: idle, past midnight', async () => {
    await begin(2)
    world.travel(Date.now() + 2 * 60 * MINUTE)
    expect(await sessions(await world.session(owner))).toHaveLength(1)
    world.travel('2026-11-24T22:59:00Z')
    await world.session(owner)
    world.travel('2026-11-24T23:00:00Z')
    expect(await sessions(await world.session(owner))).toHaveLength(1)
  })
})

describe('ending one', () => {
  it('takes effect on its next request, leaves the others and is audited', async () => {
    const [one = '', two = '', three = ''] = await begin(3)
    const [, newest] = await sessions(two)
    expect((await end(two, String(newest?.id))).status).toBe(204)
    expect([await me(one), await me(two), await me(three)]).toEqual([200, 200, 401])
    expect((await end(two, String(newest?.id))).status).toBe(404)
    const [audit] = await auditsOf('session.delete')
    expect(audit).toMatchObject({ entityId: newest?.id, oldData: { ipAddress: '192.0.2.1' }, newData: null })
  })

  it('refuses the current one, somebody else’s, an ended one and an unknown one', async () => {
    const [one = '', two = ''] = await begin(2)
    const [current, other] = await sessions(one)
    const refused = await end(one, String(current?.id))
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Gebruik Uitloggen')])
    const stranger = await world.session(await world.person({ role: 'admin' }))
    expect((await end(stranger, String(other?.id))).status).toBe(404)
    expect((await end(one, 'bestaat-niet')).status).toBe(404)
    expect([await me(one), await me(two)]).toEqual([200, 200])
    world.travel(Date.now() + 119 * MINUTE)
    expect(await me(one)).toBe(200)
    world.travel(Date.now() + MINUTE)
    expect((await end(one, String(other?.id))).status).toBe(404)
  })
})

describe('ending the others', () => {
  it('ends all of them at once, however many, keeps the current one and allows new ones', async () => {
    const others = await Promise.all(Array.from({ length: 110 }, () => world.session(owner)))
    const as = await world.session(owner)
    const stranger = await world.session(await world.person())
    expect((await world.call('DELETE', '/api/auth/user/sessions', { as })).status).toBe(204)
    expect((await Promise.all(others.map(me))).filter((status) => status !== 401)).toEqual([])
    expect([await me(as), await me(stranger)]).toEqual([200, 200])
    expect(await sessions(as)).toHaveLength(1)
    expect(await auditsOf('user.end-sessions')).toHaveLength(1)
    const { findUser } = await import('../../platform/identity/user.ts')
    const row = await findUser(owner.id)
    const newer = await world.session({ ...owner, sessionEpoch: row?.sessionEpoch ?? 0 })
    expect(await me(newer)).toBe(200)
    // The session that was kept then has no privilege: it is one of the others now.
    expect((await world.call('DELETE', '/api/auth/user/sessions', { as: newer })).status).toBe(204)
    expect([await me(newer), await me(as)]).toEqual([200, 401])
  })
})
