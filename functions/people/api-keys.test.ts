import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPersonWithTwoFactor, PASSWORD } from '../../proofs/logins.ts'
import type { ApiKey } from '../../shared/api/api-keys.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { startWorld, type World } from '../../testing/world.ts'

let world: World
let as: string
let codes: string[]
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
})
afterAll(() => world.stop())

const START = '2026-11-24T09:00:00Z'
/** Travels to a moment and logs an admin in there, as sessions end with the day. */
async function at(moment: string | number) {
  world.travel(moment)
  ;({ as, codes } = await createPersonWithTwoFactor(world, { role: 'admin' }))
}

/** Creates a key with the password and the next backup code of its maker. */
const create = (body: object, maker = { as, codes }) =>
  world.call('POST', '/api/admin/api-keys', {
    ...{ as: maker.as, body: { password: PASSWORD, token: maker.codes.shift(), ...body } },
  })
const list = async (query = ''): Promise<ApiKey[]> =>
  (await world.call('GET', `/api/admin/api-keys${query}`, { as })).body
const deactivate = (id: string) => world.call('DELETE', `/api/admin/api-keys/${id}`, { as })
const read = async (apiKey: string, path = '/api/appointments') =>
  (await world.call('GET', path, { headers: { 'x-api-key': apiKey } })).status

describe('a new key', () => {
  it('is 256 bits, shown once, stored as its SHA-256, and audited without it', async () => {
    await at(START)
    const { status, body } = await create({ name: ' Koppeling ', description: '', expiresAt: '' })
    expect(status).toBe(201)
    const apiKey = String(body.apiKey)
    expect(apiKey).toMatch(/^pvk_[A-Za-z0-9_-]{43}$/)
    expect(body).toMatchObject({
      name: 'Koppeling',
      description: null,
      isActive: true,
      expiresAt: null,
      lastUsedAt: null,
    })
    expect(body.keyPreview).toBe(`${apiKey.slice(0, 8)}…${apiKey.slice(-4)}`)
    const [listed] = await list()
    expect(listed).toEqual({ ...body, apiKey: undefined })
    const { readRawTable } = await import('../../proofs/raw-table.ts')
    const text = JSON.stringify(await readRawTable())
    expect(text).not.toContain(apiKey)
    expect(text).toContain(createHash('sha256').update(apiKey).digest('hex'))
    const audit = (await world.call('GET', `/api/audit-logs?entityType=api-key&entityId=${body.id}`, { as })).body
    expect(audit).toHaveLength(1)
    expect(audit[0]).toMatchObject({ action: 'api-key.create', oldData: null, newData: { name: 'Koppeling' } })
  })

  it('takes the password and a code again, and is mailed to every admin', async () => {
    await at(START)
    const other = await world.person({ role: 'admin' })
    const wrong = async (more: object) => {
      const { status, body } = await create({ name: 'Gestolen', ...more })
      return [status, Object.keys(body.errors)]
    }
    expect(await wrong({ password: 'Geraden-1' })).toEqual([400, ['password']])
    expect(await wrong({ token: '000000' })).toEqual([400, ['token']])
    expect(await wrong({ password: '', token: '' })).toEqual([400, ['password', 'token']])
    const { body } = await create({ name: 'Koppeling' })
    expect(await read(body.apiKey)).toBe(200)
    await deliverOutbox(other.id)
    const [mail] = (await world.ses.mails()).filter(({ to }) => to.includes(other.email))
    expect(mail?.subject).toBe('Er is een API key gemaakt')
    expect(mail?.text).toContain('Er is een API key gemaakt: Koppeling.')
  })

  it('requires a name, and a last day that is not over in Amsterdam', async () => {
    await at('2026-11-24T23:30:00Z')
    const day = (expiresAt: string) => create({ name: 'Sleutel', expiresAt })
    expect((await create({ name: '  ' })).body.errors.name).toEqual(['Naam is verplicht'])
    expect((await day('2026-11-24')).body.errors.expiresAt).toEqual(['Kies vandaag of een latere datum'])
    expect((await day('2026-11-31')).status).toBe(400)
    expect((await day('2026-11-25')).status).toBe(201)
  })

  it('is for admins only, and cannot be created or listed with a key', async () => {
    await at(START)
    const { body } = await create({ name: 'Sleutel' })
    const headers = { 'x-api-key': String(body.apiKey) }
    expect((await world.call('GET', '/api/admin/api-keys', { headers })).status).toBe(403)
    expect((await world.call('GET', '/api/audit-logs', { headers })).status).toBe(403)
    expect((await world.call('POST', '/api/admin/api-keys', { headers, body: { name: 'Meer' } })).status).toBe(403)
    expect((await world.call('POST', '/api/appointments', { headers, body: {} })).status).toBe(403)
    expect((await world.call('GET', '/api/teams', { headers })).status).toBe(403)
    for (const role of ['teamleader', 'agent', 'caller'] as const) {
      const other = await world.session(await world.person({ role, teamId: 1 }))
      expect((await world.call('GET', '/api/admin/api-keys', { as: other })).status, role).toBe(403)
      expect((await world.call('GET', '/api/audit-logs', { as: other })).status, role).toBe(403)
    }
  })
})

describe('a key without a chosen last day', () => {
  it('ends after a year, in Amsterdam; has no end only when that was chosen', async () => {
    await at(START)
    const { body } = await create({ name: 'Standaard' })
    expect(body.expiresAt).toBe('2027-11-24T22:59:59.000Z')
    world.travel('2027-11-24T22:59:59.999Z')
    expect(await read(String(body.apiKey))).toBe(200)
    world.travel('2027-11-24T23:00:00Z')
    expect(await read(String(body.apiKey))).toBe(401)
    await at(START)
    for (const expiresAt of [null, '']) expect((await create({ name: 'Altijd', expiresAt })).body.expiresAt).toBeNull()
  })
})

describe('the reads of a key', () => {
  it('are counted in the list, simultaneous ones included and refused ones not', async () => {
    await at('2026-11-25T09:00:00Z')
    const { body } = await create({ name: 'Geteld' })
    const readsOf = async () => (await list()).find(({ id }) => id === body.id)?.reads
    expect([body.reads, await readsOf()]).toEqual([0, 0])
    await Promise.all(Array.from({ length: 12 }, () => read(String(body.apiKey))))
    expect(await readsOf()).toBe(12)
    expect(await read('pvk_geen')).toBe(401)
    expect(await readsOf()).toBe(12)
  })
})

describe('the list', () => {
  it('is newest first, page after page, with the last use', async () => {
    await at('2026-11-26T09:00:00Z')
    const made: string[] = []
    for (let index = 0; index < 5; index++) {
      made.unshift(String((await create({ name: `Sleutel ${index}` })).body.id))
      world.travel(Date.now() + 60_000)
    }
    const { body } = await create({ name: 'Gebruikt' })
    world.travel('2026-11-26T10:00:00Z')
    expect(await read(String(body.apiKey))).toBe(200)
    expect((await list())[0]).toMatchObject({ id: body.id, lastUsedAt: '2026-11-26T10:00:00.000Z' })
    const first = await world.call('GET', '/api/admin/api-keys?limit=4', { as })
    const next = /<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1] ?? ''
    const second = await world.call('GET', next, { as })
    const ids = [...first.body, ...second.body].map(({ id }: ApiKey) => id)
    expect(ids.slice(0, 6)).toEqual([body.id, ...made])
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('a key ends', () => {
  it.each([
    ['a winter day', '2026-12-31', '2026-12-31T23:00:00Z'],
    ['the day of 25 hours', '2027-10-31', '2027-10-31T23:00:00Z'],
    ['a summer day', '2027-07-01', '2027-07-01T22:00:00Z'],
  ])('when its last day is over in Amsterdam, to the millisecond: %s', async (_, expiresAt, midnight) => {
    await at(START)
    const { body } = await create({ name: 'Tijdelijk', expiresAt })
    expect(body.expiresAt).toBe(new Date(Date.parse(midnight) - 1000).toISOString())
    world.travel(Date.parse(midnight) - 1)
    expect(await read(String(body.apiKey))).toBe(200)
    world.travel(midnight)
    expect(await read(String(body.apiKey))).toBe(401)
  })

  it('at once and for good when it is switched off, also twice', async () => {
    await at(START)
    const { body } = await create({ name: 'Ingetrokken' })
    expect(await read(String(body.apiKey))).toBe(200)
    world.travel(Date.now() + 1)
    expect((await deactivate(body.id)).status).toBe(204)
    expect(await read(String(body.apiKey))).toBe(401)
    expect((await deactivate(body.id)).status).toBe(204)
    expect((await deactivate('bestaat-niet')).status).toBe(404)
    const audit = (await world.call('GET', `/api/audit-logs?entityType=api-key&entityId=${body.id}`, { as })).body
    expect(audit.map((row: { action: string }) => row.action)).toEqual(['api-key.deactivate', 'api-key.create'])
    expect(audit[0]).toMatchObject({ oldData: { isActive: true }, newData: { isActive: false } })
    expect((await list()).find(({ id }) => id === body.id)?.isActive).toBe(false)
  })

  it('once, by the first of several people, with one row in the audit', async () => {
    await at(START)
    const { body } = await create({ name: 'Samen' })
    const replies = await Promise.all([1, 2, 3, 4].map(() => deactivate(body.id)))
    expect(replies.filter(({ status }) => ![204, 409].includes(status))).toEqual([])
    expect(await read(String(body.apiKey))).toBe(401)
    const audit = (await world.call('GET', `/api/audit-logs?entityType=api-key&entityId=${body.id}`, { as })).body
    const deactivations = audit.filter((row: { action: string }) => row.action === 'api-key.deactivate')
    expect(deactivations).toHaveLength(1)
  })

  describe('with the rights of its maker', () => {
    const remove = (id: string) => world.call('DELETE', `/api/users/${id}`, { as })
    const demote = (id: string) =>
      world.call('PUT', `/api/users/${id}`, { as, body: { role: 'agent', phone: '0475 123456' } })

    const givePassword = (id: string) =>
      world.call('PATCH', `/api/users/${id}/password`, { as, body: { newPassword: 'Nieuw-paneel-8' } })

    it.each([
      ['deactivated', remove],
      ['made an agent', demote],
      ['reset in their 2FA', (id: string) => world.call('POST', `/api/admin/reset-2fa/${id}`, { as })],
      ['given a password', (id: string) => givePassword(id)],
    ])('when they are %s: at once, for good, with audit rows, and not the keys of others', async (_, end) => {
      await at(START)
      const own = await createPersonWithTwoFactor(world, { role: 'admin' })
      const maker = own.person
      const make = async (name: string, by = own) => (await create({ name }, by)).body
      const [first, second] = [await make('Een'), await make('Twee')]
      const other = (await create({ name: 'Van een ander' })).body
      world.travel(Date.now() + 1)
      await deactivate(second.id)
      world.travel(Date.now() + 1)
      expect((await end(maker.id)).status).toBeLessThan(300)
      expect(await read(first.apiKey)).toBe(401)
      expect(await read(other.apiKey)).toBe(200)
      const states = new Map((await list()).map(({ id, isActive }) => [id, isActive]))
      expect([first, second, other].map(({ id }) => states.get(id))).toEqual([false, false, true])
      for (const { id } of [first, second]) {
        const path = `/api/audit-logs?entityType=api-key&entityId=${id}`
        const rows = (await world.call('GET', path, { as })).body as { action: string }[]
        expect(rows.map(({ action }) => action)).toEqual(['api-key.deactivate', 'api-key.create'])
      }
      await world.call('POST', `/api/users/${maker.id}/reactivate`, { as })
      await world.call('PUT', `/api/users/${maker.id}`, { as, body: { role: 'admin' } })
      expect(await read(first.apiKey)).toBe(401)
    })

    it('however many they created', async () => {
      const { ApiKeys } = await import('../platform/identity/api-key.ts')
      await at(START)
      const maker = await world.person({ role: 'admin' })
      const rows = Array.from({ length: 95 }, (_, index) => ({
        ...{ id: `veel-${index}`, hash: `veel-${index}`, name: 'Veel', keyPreview: 'pvk_', isActive: true },
        createdAt: START,
        createdBy: maker.id,
      }))
      await ApiKeys.put(rows).go()
      expect((await remove(maker.id)).status).toBe(204)
      const left = (await list('?limit=500')).filter(({ name, isActive }) => name === 'Veel' && isActive)
      expect(left).toEqual([])
    })

    it('when they are reset at the moment in which they make it', async () => {
      await at(START)
      const maker = await createPersonWithTwoFactor(world, { role: 'admin' })
      let made = { apiKey: '' }
      await meanwhile(async () => {
        made = (await create({ name: 'Ertussen' }, maker)).body
      })
      const path = `/api/admin/reset-2fa/${maker.person.id}`
      expect((await world.call('POST', path, { as })).status).toBe(200)
      expect(made.apiKey).toMatch(/^pvk_/)
      expect(await read(made.apiKey)).toBe(401)
    })

    it('but not when another field of them changes', async () => {
      await at(START)
      const own = await createPersonWithTwoFactor(world, { role: 'admin' })
      const maker = own.person
      const { body } = await create({ name: 'Blijft' }, own)
      const changed = { role: 'admin', firstName: 'Anders', hasLeadsAccess: false }
      expect((await world.call('PUT', `/api/users/${maker.id}`, { as, body: changed })).status).toBe(200)
      expect(await read(body.apiKey)).toBe(200)
    })
  })

  it('for a minute after 120 uses in one minute', async () => {
    await at(START)
    const { body } = await create({ name: 'Druk' })
    const apiKey = String(body.apiKey)
    const statuses = await Promise.all(Array.from({ length: 125 }, () => read(apiKey)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    world.travel(Date.now() + 60_000)
    expect(await read(apiKey)).toBe(200)
  })
})

describe('a wrong code', () => {
  it('leaves the Idempotency-Key free: the same request again is refused for its code, not as a repeat', async () => {
    await at('2026-11-27T09:00:00Z')
    const again = () =>
      world.call('POST', '/api/admin/api-keys', {
        as,
        body: { name: 'Mis', password: PASSWORD, token: '000000' },
        headers: { 'idempotency-key': 'mis' },
      })
    expect([(await again()).status, (await again()).status]).toEqual([400, 400])
  })
})
