import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditLog } from '../../shared/api/audit.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: Person
let as: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin' })
})
afterAll(() => world.stop())
beforeEach(async () => {
  world.travel('2026-11-24T09:00:00Z')
  as = await world.session(admin)
})

interface Wanted {
  readonly at: string
  readonly action?: `${string}.${string}`
  readonly entity?: { readonly type: string; readonly id: string }
  readonly by?: string
  readonly run?: string
}

/** Writes audit rows through `commit`, each at its own moment; then sets the clock back to the present. */
async function audited(...rows: readonly Wanted[]) {
  const { commit } = await import('../platform/data/commit.ts')
  const { asSelf } = await import('../platform/actor.ts')
  const { ApiKeyUses } = await import('../platform/identity/api-key.ts')
  const present = Date.now()
  for (const { at, action = 'thing.update', entity = { type: 'thing', id: '1' }, by = 'iemand', run = '-' } of rows) {
    world.travel(at)
    const origin = { requestId: run, ip: '192.0.2.9', userAgent: 'test' }
    const write = [ApiKeyUses.put({ id: 'niets', lastUsedAt: at, reads: 1 })]
    await commit(asSelf({ id: by, name: `Naam ${by}` }, origin), { action, entity, write }, undefined)
  }
  world.travel(present)
}

const get = (query: string) => world.call('GET', `/api/audit-logs${query}`, { as })
const next = ({ headers }: { headers: Record<string, string> }) =>
  /audit-logs(\?[^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1]

/** Reads all pages of a query; returns the rows and the size of each page. */
async function pages(query: string): Promise<{ rows: AuditLog[]; sizes: number[] }> {
  const rows: AuditLog[] = []
  const sizes: number[] = []
  for (let more: string | undefined = query; more; ) {
    const reply = await get(more)
    expect(reply.status).toBe(200)
    rows.push(...reply.body)
    sizes.push(reply.body.length)
    more = next(reply)
  }
  return { rows, sizes }
}

describe('the audit log', () => {
  it('shows the newest rows first, twenty at a time, back through empty months and years to the end', async () => {
    const moments = [
      ...Array.from({ length: 25 }, (_, index) => `2026-11-20T10:${String(index).padStart(2, '0')}:00.000Z`),
      '2026-10-31T22:30:00.000Z',
      '2026-10-31T23:30:00.000Z',
      '2026-01-15T12:00:00.000Z',
      '2021-03-01T12:00:00.000Z',
    ]
    await audited(...moments.map((at) => ({ at })))
    expect((await get('')).body).toHaveLength(20)
    const { rows, sizes } = await pages('?limit=20')
    expect(sizes).toEqual([20, 9])
    expect(rows.map(({ createdAt }) => createdAt)).toEqual([...moments].sort().reverse())
  })

  it('shows each row of one moment exactly once, wherever a page ends', async () => {
    const at = '2026-11-23T10:00:00.000Z'
    await audited(...Array.from({ length: 7 }, () => ({ at, by: 'gelijk', entity: { type: 'gelijk', id: '1' } })))
    for (const query of ['?from=2026-11-23', '?userId=gelijk', '?entityType=gelijk&entityId=1']) {
      const { rows } = await pages(`${query}&limit=3`)
      expect(rows, query).toHaveLength(7)
      expect(new Set(rows.map(({ id }) => id)).size, query).toBe(7)
    }
  })

  it('shows each action once by its first row, wherever a page ends, and opens to all its rows', async () => {
    // Two runs and changes by hand alternate; one run goes on for longer than a page.
    const at = (second: number) => new Date(Date.parse('2026-11-22T10:00:00Z') + second * 1000).toISOString()
    const rows = Array.from({ length: 30 }, (_, index) => ({
      at: at(index),
      by: 'samen',
      entity: { type: index % 3 === 2 ? 'los' : 'deel', id: String(index) },
      ...(index % 3 === 2 ? {} : { run: index % 3 === 0 ? 'run-a' : 'run-b' }),
    }))
    await audited(...rows)
    for (const query of ['?from=2026-11-22&to=2026-11-22', '?userId=samen', '?q=samen']) {
      const { rows: shown } = await pages(`${query}&byAction=true&limit=3`)
      expect(
        shown.map(({ entityId, parts }) => [Number(entityId), parts]),
        query,
      ).toEqual([...[29, 26, 23, 20, 17, 14, 11, 8, 5, 2].map((id) => [id, 1]), ...[1, 0].map((id) => [id, 10])])
    }
    expect((await pages('?entityType=deel&byAction=true&from=2026-11-22')).rows.map(({ parts }) => parts)).toEqual([
      10, 10,
    ])
    const { rows: parts } = await pages('?runId=run-a&limit=4')
    expect(parts.map(({ entityId }) => Number(entityId))).toEqual([27, 24, 21, 18, 15, 12, 9, 6, 3, 0])
    expect((await pages('?runId=run-a&userId=samen&entityType=los')).rows).toEqual([])
  })

  it('shows calls of one session with the same Action-Id as one action, of one kind of change only', async () => {
    await world.team(1)
    const admin = await world.person({ role: 'admin' })
    const agent = async () => (await world.person({ role: 'agent', teamId: 1, hasLeadsAccess: true })).id
    const [first, second, third, target] = [await agent(), await agent(), await agent(), await agent()]
    const [one, other] = [await world.session(admin), await world.session(admin)]
    const made = async (path: string, form: object) => {
      const body = { customerName: 'Klant', customerPhone: '0475 123456', ...form }
      const { status, text, body: reply } = await world.call('POST', path, { as: one, body })
      expect(status, text).toBe(201)
      return reply.id as string
    }
    const at = { appointmentDate: '2026-11-26', appointmentTime: '10:00', bookAnyway: true }
    const ids: string[] = []
    for (const agentId of [first, second, third]) ids.push(await made('/api/appointments', { ...at, agentId }))
    await made('/api/leads', { ownerId: first })
    const hand = async (kind: string, [from, to]: readonly [string, string], as: string, actionId: string) =>
      world.call('POST', `/api/${kind}/handover`, {
        ...{ as, headers: { 'action-id': actionId } },
        body: { fromUserId: from, toUserId: to },
      })
    for (const from of [first, second, third]) {
      expect((await hand('appointments', [from, target], one, 'actie')).status).toBe(200)
    }
    await hand('appointments', [target, first], other, 'actie')
    await hand('appointments', [first, target], one, 'andere')
    await hand('leads', [first, target], one, 'actie')
    expect((await hand('leads', [first, target], one, 'a b')).status).toBe(400)
    const { rows } = await pages(`?userId=${admin.id}&byAction=true&from=2026-11-24`)
    const found = rows.filter(({ action }) => /^(?:appointment|lead)\.(?!create)/.test(action))
    expect(found.map(({ parts }) => parts).sort()).toEqual([1, 3, 3, 3])
    for (const { runId } of found.filter(({ parts }) => parts === 3)) {
      const { rows: parts } = await pages(`?runId=${runId}`)
      expect(parts.map(({ entityId }) => entityId).sort()).toEqual(ids.toSorted())
    }
  })

  it('shows what the system does for an action beneath that action', async () => {
    await world.team(3)
    const booker = await world.session(await world.person({ role: 'caller', teamId: 3 }))
    const { id: agentId } = await world.person({ role: 'agent', teamId: 3 })
    const ids = await Promise.all(
      ['09:00', '10:00', '11:00'].map(async (appointmentTime) => {
        const body = { customerName: 'Klant', customerPhone: '0475 123456', agentId, appointmentDate: '2026-11-23' }
        const made = await world.call('POST', '/api/appointments', { as: booker, body: { ...body, appointmentTime } })
        expect(made.status, made.text).toBe(201)
        return String(made.body.id)
      }),
    )
    const rows = ids.map((id) => ({ id, version: 1 }))
    const run = await world.call('POST', '/api/appointments/changes', { as, body: { rows, status: 'no-sale' } })
    expect(run.status, run.text).toBe(201)
    world.travel('2026-11-24T09:00:01Z')
    for (const subject of [run.body.id, ...ids]) await deliverOutbox(subject)
    const fees = '&entityType=commission&from=2026-11-24'
    const { rows: byItself } = await pages(`?byAction=true${fees}`)
    expect(byItself.map(({ runId, parts, userId }) => [runId, parts, userId])).toEqual([
      [run.body.id, 3, 'system:commissions'],
    ])
    const { rows: shown } = await pages('?byAction=true&from=2026-11-24')
    const [first] = shown.filter(({ runId }) => runId === run.body.id)
    expect([first?.userId, first?.entityType]).toEqual([admin.id, 'appointment-run'])
  })

  it('refuses a foreign cursor, and starts at the beginning for a later one', async () => {
    const [first] = (await get('?limit=1')).body
    const at = (cursor: string) => get(`?limit=1&cursor=${encodeURIComponent(cursor)}`)
    for (const cursor of ['onzin', btoa('["9999","x"]'), btoa('[1]')])
      expect((await at(cursor)).status, cursor).toBe(400)
    expect((await at(btoa('["2099-01-01T00:00:00.000Z","x"]'))).body).toEqual([first])
  })
})

describe('the filters of the audit log', () => {
  it('combine with each other, whichever index is read', async () => {
    const by = ['anna', 'bram']
    const types = ['kaas', 'brood']
    const actions = ['create', 'update', 'delete', 'session-timeout']
    const all = by.flatMap((one) =>
      types.flatMap((type) =>
        actions.map((verb) => ({ by: one, action: `${type}.${verb}` as const, entity: { type, id: `${type}-1` } })),
      ),
    )
    await audited(...all.map((row, index) => ({ ...row, at: `2026-09-0${1 + (index % 4)}T10:00:00.000Z` })))
    const count = async (query: string) => (await pages(`?from=2026-09-01&to=2026-09-30&limit=3${query}`)).rows.length
    expect(await count('')).toBe(16)
    expect(await count('&userId=anna')).toBe(8)
    expect(await count('&entityType=kaas')).toBe(8)
    expect(await count('&entityId=kaas-1')).toBe(8)
    expect(await count('&entityType=kaas&entityId=kaas-1')).toBe(8)
    expect(await count('&entityType=kaas&entityId=brood-1')).toBe(0)
    expect(await count('&userId=anna&entityType=kaas')).toBe(4)
    expect(await count('&userId=anna&entityType=kaas&entityId=kaas-1')).toBe(4)
    for (const action of ['create', 'update', 'delete', 'other']) {
      expect(await count(`&action=${action}`), action).toBe(4)
      expect(await count(`&action=${action}&userId=bram&entityType=brood&entityId=brood-1`), action).toBe(1)
    }
    expect(await count('&userId=niemand')).toBe(0)
    for (const odd of ['?action=alles', '?from=2026-02-30', '?limit=0', '?to=gisteren']) {
      expect((await get(odd)).status, odd).toBe(400)
    }
  })

  it('read dates as days in Amsterdam, both included, also across a clock change', async () => {
    const at = ['2026-03-27T23:00:00.000Z', '2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00.000Z']
    const after = ['2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00.000Z']
    await audited(...[...at, ...after].map((one) => ({ at: one, by: 'klok', entity: { type: 'klok', id: '1' } })))
    for (const query of ['', '&userId=klok', '&entityType=klok&entityId=1']) {
      const days = async (from: string, to: string) => (await pages(`?from=${from}&to=${to}${query}`)).rows.length
      expect(await days('2026-03-28', '2026-03-28'), query).toBe(2)
      expect(await days('2026-03-29', '2026-03-29'), query).toBe(2)
      expect(await days('2026-03-28', '2026-03-30'), query).toBe(5)
      expect(await days('2026-03-29', '2026-03-28'), query).toBe(0)
    }
  })

  it('read a bounded part of the log, and continue from there', async () => {
    const { AuditLogs } = await import('../platform/data/audit.ts')
    const rows = Array.from({ length: 1500 }, (_, index) => ({
      id: `veel-${index}`,
      month: '2025-05',
      createdAt: new Date(Date.parse('2025-05-10T00:00:00Z') + index * 1000).toISOString(),
      userId: 'veel',
      userName: 'Veel',
      action: index === 0 ? 'veel.delete' : 'veel.update',
      entityType: 'veel',
      entityId: String(index),
      ipAddress: '-',
      userAgent: '-',
      requestId: '-',
    }))
    await AuditLogs.put(rows).go()
    for (const query of ['?userId=veel&action=delete', '?from=2025-05-01&to=2025-05-31&action=delete']) {
      const { rows: found, sizes } = await pages(query)
      expect(sizes, query).toEqual([0, 1])
      expect(found[0]?.id).toBe('veel-0')
    }
  })
})

describe('a row of the log', () => {
  it('shows old and new values of a committed change, without secrets and full account numbers', async () => {
    const owner = await world.person({ role: 'admin' })
    const session = await world.session(owner)
    const body = { customerName: 'Jansen', notes: 'Rekening NL91ABNA0417164300', customerPhone: '0475 123456' }
    const start = { appointmentDate: '2026-12-01', appointmentTime: '10:00', agentId: owner.id, ...body }
    await world.team(1)
    const lead = await world.person({ role: 'teamleader', teamId: 1 })
    const as = await world.session(lead)
    const made = await world.call('POST', '/api/appointments', { as, body: { ...start, agentId: lead.id } })
    expect(made.status).toBe(201)
    world.travel(Date.now() + 1)
    await world.call('PATCH', `/api/appointments/${made.body.id}`, { as, body: { status: 'sale' } })
    await world.call('POST', '/api/auth/user/session-timeout', { as: session, body: { timeoutMinutes: 30 } })
    const history = (await get(`?entityType=appointment&entityId=${made.body.id}`)).body as AuditLog[]
    expect(history.map(({ action }) => action)).toEqual(['appointment.update', 'appointment.create'])
    expect(history[0]).toMatchObject({ oldData: { status: 'scheduled' }, newData: { status: 'sale' }, userId: lead.id })
    expect(JSON.stringify(history)).not.toMatch(/0417164300|requestId|gsi/)
    const [mine] = (await get(`?userId=${owner.id}`)).body as AuditLog[]
    expect(mine).toMatchObject({ oldData: { sessionTimeout: 7200 }, newData: { sessionTimeout: 1800 } })
  })

  it('cannot be changed by any endpoint', async () => {
    const { routes } = await import('../../shared/api/index.ts')
    const about = routes.filter(
      ({ endpoint }) => endpoint.path.includes('audit-log') || endpoint.allow === 'audit:read',
    )
    expect(about.map(({ key }) => key)).toEqual(['GET /api/audit-logs'])
  })
})

describe('a search', () => {
  it('finds a record by its name, its editor, and changed names and numbers', async () => {
    const team = await world.call('POST', '/api/teams', { as, body: { name: 'Zoekteam Zuid' } })
    expect(team.status, team.text).toBe(201)
    const body = { customerName: 'Zoekbakker Peeters', customerPhone: '0475 998877', currentSupplier: 'Eneco' }
    expect((await world.call('POST', '/api/leads', { as, body })).status).toBe(201)
    const actionsFor = async (q: string) =>
      (await pages(`?limit=100&q=${encodeURIComponent(q)}`)).rows.map(({ action }) => action)
    expect(await actionsFor('zoekbakker')).toEqual(['lead.create'])
    expect(await actionsFor('peeters')).toEqual(['lead.create'])
    expect(await actionsFor('+31 475 998877')).toEqual(['lead.create'])
    expect(await actionsFor('zoekteam')).toEqual(['team.create'])
    expect(await actionsFor('niemand heet zo')).toEqual([])
    expect(new Set((await pages('?limit=100&q=naam iemand')).rows.map(({ userName }) => userName))).toEqual(
      new Set(['Naam iemand']),
    )
  })
})
