import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePerson } from '../../proofs/cast.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

const NOW = '2026-11-21T09:00:00Z'

let world: World
let admin: Person
let lead: Person
let agent: Person
let caller: Person
const sessions = new Map<string, string>()
const as = (person: Person) => sessions.get(person.id)

beforeAll(async () => {
  world = await startWorld({ now: NOW })
  await world.team(1, 'Roermond Noord')
  await world.team(2, 'Vennep Zuid', 'nieuw-vennep')
  admin = await world.person({ role: 'admin' })
  lead = await world.person({ role: 'teamleader', teamId: 1 })
})
beforeEach(async () => {
  world.travel(NOW)
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
  caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Tim', lastName: 'Kuiper' })
  for (const person of [admin, lead, agent, caller]) sessions.set(person.id, await world.session(person))
})
afterAll(() => world.stop())

async function subscribe(by = agent): Promise<string> {
  const reply = await world.call('POST', '/api/calendar-feed', { as: as(by) })
  expect(reply.status, reply.text).toBe(201)
  return new URL(reply.body.url).pathname
}

/** Reads a path without a session, as a calendar program does. */
const read = (path: string) => world.call('GET', path)

const status = async (by = agent) => (await world.call('GET', '/api/calendar-feed', { as: as(by) })).body

describe('the address of a calendar feed', () => {
  it('is on the site, holds 256 bits, and is stored only as a hash', async () => {
    const reply = await world.call('POST', '/api/calendar-feed', { as: as(agent) })
    expect(reply.body.url).toMatch(/^http:\/\/localhost:3000\/api\/calendar-feed\/[\w-]{43}$/)
    const token = String(reply.body.url).slice(-43)
    const { documents, TABLE_NAME } = await import('../platform/data/table.ts')
    const { ScanCommand } = await import('@aws-sdk/lib-dynamodb')
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: TABLE_NAME }))
    expect(Items.length).toBeGreaterThan(0)
    expect(JSON.stringify(Items)).not.toContain(token)
  })

  it('is present or absent in the status, and never shown again', async () => {
    expect(await status()).toEqual({ active: false, createdAt: null, lastUsedAt: null })
    await subscribe()
    expect(await status()).toEqual({ active: true, createdAt: '2026-11-21T09:00:00.000Z', lastUsedAt: null })
    expect(await status(lead)).toMatchObject({ active: false })
  })

  it('is one per person: a new one ends the earlier at once', async () => {
    const first = await subscribe()
    await read(first)
    const second = await subscribe()
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    expect((await read(await subscribe(lead))).status).toBe(200)
    expect((await read(second)).status).toBe(200)
  })

  it('leaves one that works when several are created at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => world.call('POST', '/api/calendar-feed', { as: as(agent) })),
    )
    const made = replies.filter(({ status }) => status === 201).map(({ body }) => new URL(body.url).pathname)
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const statuses = await Promise.all(made.map(async (path) => (await read(path)).status))
    expect(statuses.filter((one) => one === 200)).toHaveLength(1)
  })

  it('stops working at once when it is revoked, also twice', async () => {
    const path = await subscribe()
    expect((await read(path)).status).toBe(200)
    for (const _ of [1, 2]) {
      expect((await world.call('DELETE', '/api/calendar-feed', { as: as(agent) })).status).toBe(204)
      expect((await read(path)).status).toBe(404)
    }
    expect(await status()).toEqual({ active: false, createdAt: null, lastUsedAt: null })
  })

  it('gives a guess nothing, not even a reason', async () => {
    const path = await subscribe()
    await world.call('DELETE', '/api/calendar-feed', { as: as(agent) })
    const revoked = await read(path)
    for (const token of ['x', 'A'.repeat(43), '..', '%00', 'calendar-feed%23x', 'é']) {
      const reply = await read(`/api/calendar-feed/${token}`)
      expect([reply.status, reply.body], token).toEqual([404, revoked.body])
    }
    expect((await read(`/api/calendar-feed/${'A'.repeat(129)}`)).status).toBe(400)
  })

  it('is only for people who may see the calendar', async () => {
    const without = await world.person({ role: 'agent', teamId: 1, hasCalendarAccess: false })
    const session = await world.session(without)
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await world.call(method, '/api/calendar-feed', { as: session })).status, method).toBe(403)
      expect((await world.call(method, '/api/calendar-feed')).status, method).toBe(401)
    }
  })

  it('is in the audit log without the token', async () => {
    const token = (await subscribe()).split('/').at(-1) ?? ''
    await subscribe()
    await world.call('DELETE', '/api/calendar-feed', { as: as(agent) })
    const reply = await world.call('GET', `/api/audit-logs?entityType=calendar-feed&entityId=${agent.id}`, {
      as: as(admin),
    })
    const { hashOf } = await import('./service.ts')
    expect(reply.body.map(({ action }: { action: string }) => action).sort()).toEqual([
      'calendar-feed.create',
      'calendar-feed.create',
      'calendar-feed.revoke',
    ])
    expect(reply.text).not.toContain(token)
    expect(reply.text).not.toContain(hashOf(token))
  })
})

describe('a feed, whose owner is checked at every read,', () => {
  const change = async (changes: object) => {
    const { buildUserChange, findUser, Users } = await import('../platform/identity/user.ts')
    const user = await findUser(agent.id)
    if (!user) throw new Error('Nobody')
    await Users.put(buildUserChange(user, changes).row).go()
  }

  it('ends at once when the person is deactivated, and stays ended when they come back', async () => {
    const path = await subscribe()
    const reply = await world.call('DELETE', `/api/users/${agent.id}`, { as: as(admin) })
    expect(reply.status, reply.text).toBeLessThan(300)
    const replies = await Promise.all([1, 2, 3, 4].map(() => read(path)))
    expect(replies.map((one) => one.status)).toEqual([404, 404, 404, 404])
    expect((await world.call('POST', `/api/users/${agent.id}/reactivate`, { as: as(admin) })).status).toBeLessThan(300)
    expect((await read(path)).status).toBe(404)
  })

  it('stays ended after a deactivation, also when nobody read it meanwhile', async () => {
    const path = await subscribe()
    expect((await world.call('DELETE', `/api/users/${agent.id}`, { as: as(admin) })).status).toBe(204)
    expect(await deliverOutbox(agent.id)).toEqual({ batchItemFailures: [] })
    expect((await world.call('POST', `/api/users/${agent.id}/reactivate`, { as: as(admin) })).status).toBe(200)
    expect((await read(path)).status).toBe(404)
  })

  const renewals: [string, () => Promise<{ status: number }>][] = [
    [
      'a password that somebody sets',
      () =>
        world.call('PATCH', `/api/users/${agent.id}/password`, {
          as: as(admin),
          body: { newPassword: 'Nieuw-paneel-8' },
        }),
    ],
    ['a reset of their 2FA', () => world.call('POST', `/api/admin/reset-2fa/${agent.id}`, { as: as(admin) })],
  ]
  it.each(renewals)('ends at once and for good with %s; a new one then works', async (_, renew) => {
    const path = await subscribe()
    expect((await read(path)).status).toBe(200)
    expect((await renew()).status).toBe(200)
    const { findUser } = await import('../platform/identity/user.ts')
    const renewed = { ...agent, ...(await findUser(agent.id)), twoFactorEnabled: true }
    await change({ twoFactorEnabled: true, mustChangePassword: false, sessionEpoch: renewed.sessionEpoch })
    sessions.set(agent.id, await world.session(renewed))
    expect(await status()).toMatchObject({ active: false, createdAt: null })
    expect((await read(path)).status).toBe(404)
    expect((await read(await subscribe())).status).toBe(200)
    expect((await read(path)).status).toBe(404)
  })

  it('is not made under credentials that are replaced at that moment', async () => {
    const as = sessions.get(agent.id)
    await meanwhile(() => changePerson(agent.id, { sessionEpoch: 2, credentialEpoch: 1 }))
    expect((await world.call('POST', '/api/calendar-feed', { as })).status).toBe(401)
  })

  it('ends at once with the access to the calendar, of anybody but an admin', async () => {
    const path = await subscribe()
    await change({ hasCalendarAccess: false })
    expect((await read(path)).status).toBe(404)
    await change({ role: 'admin' })
    expect((await read(path)).status).toBe(200)
  })
})

describe('reading', () => {
  it('is recorded, at most once a minute', async () => {
    const path = await subscribe()
    const at = async (moment: string) => {
      world.travel(moment)
      expect((await read(path)).status).toBe(200)
      sessions.set(agent.id, await world.session(agent))
      return (await status()).lastUsedAt
    }
    expect(await at('2026-11-21T09:00:10Z')).toBe('2026-11-21T09:00:10.000Z')
    expect(await at('2026-11-21T09:01:09Z')).toBe('2026-11-21T09:00:10.000Z')
    expect(await at('2026-11-21T09:01:10Z')).toBe('2026-11-21T09:01:10.000Z')
    const next = await subscribe()
    expect((await status()).lastUsedAt).toBeNull()
    await read(next)
    expect((await status()).lastUsedAt).toBe('2026-11-21T09:01:10.000Z')
  })

  it('is limited to 60 times in five minutes for each address', async () => {
    const path = await subscribe()
    const replies = await Promise.all(Array.from({ length: 65 }, () => read(path)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(60)
    const refused = await read(path)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await read(await subscribe(lead))).status).toBe(200)
    world.travel('2026-11-21T09:05:01Z')
    expect((await read(path)).status).toBe(200)
  })

  it.each(['agent', 'caller'])('the feed of a %s gives a 503 when the table is too busy', async (role) => {
    const { documents } = await import('../platform/data/table.ts')
    const path = await subscribe(role === 'caller' ? caller : agent)
    documents.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName !== 'QueryCommand') return next(args)
        throw Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' })
      },
      { step: 'initialize', name: 'busy' },
    )
    const reply = await read(path)
    documents.middlewareStack.remove('busy')
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    expect((await read(path)).status).toBe(200)
  })
})
