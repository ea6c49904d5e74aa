import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { itemsOfEntity, readRawTable } from '../../../proofs/raw-table.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let lead: Person
let as: string
let asLead: string
beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Roermond Noord')
  await world.team(2, 'Vennep Zuid', 'nieuw-vennep')
  admin = await world.person({ role: 'admin' })
  lead = await world.person({ role: 'teamleader', teamId: 1, hasLeadsAccess: false, hasPersonalDataAccess: false })
})
beforeEach(async () => {
  as = await world.session(admin)
  asLead = await world.session(lead)
})
afterAll(() => world.stop())

const phone = '0475 123456'
let made = 0
const form = (changes: object = {}) => ({
  email: `nieuw${++made}@example.nl`,
  password: 'Zon-7a',
  firstName: 'Nina',
  lastName: 'Nieuw',
  phone,
  teamId: 1,
  ...changes,
})
const create = (body: object, session = as) => world.call('POST', '/api/users/create-local', { as: session, body })
const put = (id: string, body: object, session = as, headers = {}) =>
  world.call('PUT', `/api/users/${id}`, { as: session, body, headers })
const login = (email: string, password: string) =>
  world.call('POST', '/api/login', { body: { email, password }, ip: `198.51.100.${made % 250}` })

describe('a new person', () => {
  it('has the defaults of the spec, no 2FA yet, and may log in', async () => {
    const body = form({ email: ' Nina@Example.NL ' })
    const reply = await create(body)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      email: 'nina@example.nl',
      role: 'agent',
      employmentType: 'loondienst',
      teamId: 1,
      team: { id: 1, name: 'Roermond Noord', office: 'roermond' },
      hasCalendarAccess: true,
      hasLeadsAccess: true,
      hasSalesAccess: false,
      hasPersonalDataAccess: false,
      hasCommissionsAccess: false,
      hasSalesReportsAccess: false,
      hasInvoiceAccess: false,
      hasTransactionsAccess: false,
      licenseFeeStatus: 'paid',
      lastLicensePayment: null,
      isLocalAccount: true,
      isActive: true,
      twoFactorEnabled: false,
      lastLogin: null,
    })
    expect(reply.text).not.toContain(body.password)
    const entered = await login('nina@example.nl', body.password)
    expect([entered.status, entered.body.twoFactorEnabled]).toEqual([200, false])
    const listed = (await world.call('GET', '/api/users/active', { as })).body
    expect(listed.find((one: { id: string }) => one.id === reply.body.id).lastLogin).toBe(new Date().toISOString())
  })

  it('is refused in Dutch at the field', async () => {
    const cases: [object, number, string, string][] = [
      [{ email: 'geen adres' }, 400, 'email', 'Ongeldig e-mailadres'],
      [{ password: 'kort' }, 400, 'password', 'Wachtwoord moet minimaal 6 karakters zijn'],
      [{ password: ' spatie voor' }, 400, 'password', 'Een wachtwoord begint en eindigt niet met een spatie'],
      [{ firstName: '' }, 400, 'firstName', 'Voornaam is verplicht'],
      [{ phone: '' }, 400, 'phone', 'Telefoonnummer is verplicht voor agenten en teamleiders'],
      [{ teamId: 99 }, 422, 'teamId', 'Dit team bestaat niet (meer)'],
    ]
    for (const [changes, status, field, text] of cases) {
      const reply = await create(form(changes))
      expect([reply.status, reply.body.errors[field]], field).toEqual([status, [text]])
    }
    expect((await create(form({ role: 'caller', phone: null, teamId: null }))).status).toBe(201)
  })

  it('has a unique address, also against fifty requests at once', async () => {
    const email = 'een@example.nl'
    const before = world.cognito.users().length
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(form({ email }))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body.errors).toEqual({ email: ['Dit e-mailadres is al in gebruik'] })
    expect(world.cognito.users().length - before).toBe(1)
    expect(itemsOfEntity(await readRawTable(), 'user').filter((row) => row['email'] === email)).toHaveLength(1)
  })

  it('is created once by a request that is sent twenty times', async () => {
    const body = form()
    const before = world.cognito.users().length
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.call('POST', '/api/users/create-local', { as, body, headers: { 'idempotency-key': 'dezelfde' } }),
      ),
    )
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([replies[0]?.status, world.cognito.users().length - before]).toEqual([201, 1])
  })

  it('gets no more rights from a team leader than they have themselves', async () => {
    const own = await create(form({ role: 'caller', teamId: undefined }), asLead)
    expect(own.body).toMatchObject({ role: 'caller', teamId: 1, hasCalendarAccess: true, hasLeadsAccess: false })
    const refused = [
      { role: 'teamleader' },
      { role: 'admin' },
      { teamId: 2 },
      { teamId: null },
      { hasLeadsAccess: true },
      { hasPersonalDataAccess: true },
    ]
    for (const changes of refused) {
      const body = form(changes)
      expect((await create(body, asLead)).status, JSON.stringify(changes)).toBe(403)
      expect(itemsOfEntity(await readRawTable(), 'unique').filter((row) => row['value'] === body.email)).toEqual([])
    }
    const teamless = await world.session(await world.person({ role: 'teamleader' }))
    expect((await create(form({ teamId: undefined }), teamless)).status).toBe(403)
  })
})

describe('a change', () => {
  it('keeps absent fields, clears emptied ones, and queues work for a new name and a new team', async () => {
    const person = await world.person({ role: 'caller', teamId: 1 })
    const first = await put(person.id, { role: 'caller', firstName: 'Piet', phone: '+31 475 123456' })
    expect(first.body).toMatchObject({ firstName: 'Piet', lastName: person.lastName, phone, teamId: 1, version: 2 })
    const second = await put(person.id, { role: 'caller', phone: '', teamId: null })
    expect(second.body).toMatchObject({ firstName: 'Piet', phone: null, teamId: null, team: null })
    const raised = itemsOfEntity(await readRawTable(), 'outbox').filter((row) => row['subject'] === person.id)
    expect(raised.map((row) => row['kind']).sort()).toEqual(['user-costs', 'user-renamed'])
  })

  it('requires a phone number for a new agent or team leader', async () => {
    const person = await world.person({ role: 'caller', teamId: 1 })
    for (const role of ['agent', 'teamleader']) {
      const refused = await put(person.id, { role })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['phone']])
    }
    expect((await put(person.id, { role: 'agent', phone })).status).toBe(200)
    expect((await put(person.id, { role: 'agent', phone: '' })).status).toBe(400)
  })

  it('is saved for one of ten with the same version', async () => {
    const person = await world.person({ role: 'caller', teamId: 1 })
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => put(person.id, { role: 'caller', firstName: 'X' }, as, { 'if-match': '"1"' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  it('of the licence fee is for admins only', async () => {
    const person = await world.person({ role: 'caller', teamId: 1 })
    const body = {
      role: 'caller',
      employmentType: 'zzp',
      licenseFeeStatus: 'overdue',
      lastLicensePayment: '2026-10-01',
    }
    expect((await put(person.id, body)).body).toMatchObject(body)
    expect((await put(person.id, { role: 'caller', licenseFeeStatus: 'paid' }, asLead)).status).toBe(403)
    expect((await put(person.id, { role: 'caller', licenseFeeStatus: 'overdue' }, asLead)).status).toBe(200)
  })
})

describe('a team leader', () => {
  it('manages the agents and callers of the own team; others are as unknown', async () => {
    const others = [
      await world.person({ role: 'agent', teamId: 2 }),
      await world.person({ role: 'teamleader', teamId: 1 }),
      await world.person({ role: 'admin', teamId: 1 }),
      await world.person({ role: 'agent', teamId: 1, isActive: false }),
      await world.person({ role: 'agent' }),
    ]
    for (const id of ['bestaat-niet', ...others.map((one) => one.id)]) {
      const replies = [
        await put(id, { role: 'agent', phone }, asLead),
        await world.call('DELETE', `/api/users/${id}`, { as: asLead }),
        await world.call('PATCH', `/api/users/${id}/password`, { as: asLead, body: { newPassword: 'Nieuw-123' } }),
      ]
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    const agent = await world.person({ role: 'agent', teamId: 1 })
    expect((await put(agent.id, { role: 'caller', phone }, asLead)).status).toBe(200)
    expect((await world.call('POST', `/api/users/${agent.id}/reactivate`, { as: asLead })).status).toBe(403)
    expect((await world.call('POST', `/api/admin/reset-2fa/${agent.id}`, { as: asLead })).status).toBe(403)
    expect((await world.call('DELETE', `/api/users/${agent.id}`, { as: asLead })).status).toBe(204)
  })

  it('raises no role, moves nobody and grants no flag they lack; present flags may stay', async () => {
    const flags = { hasLeadsAccess: false, hasPersonalDataAccess: true }
    const person = await world.person({ role: 'caller', teamId: 1, ...flags })
    const refused = [
      { role: 'agent' },
      { role: 'teamleader' },
      { role: 'admin' },
      { role: 'caller', teamId: 2 },
      { role: 'caller', teamId: null },
      { role: 'caller', hasLeadsAccess: true },
    ]
    for (const body of refused) {
      const reply = await put(person.id, { phone, ...body }, asLead)
      expect([reply.status, /^Je kunt /.test(reply.body.message)], JSON.stringify(body)).toEqual([403, true])
    }
    const kept = await put(person.id, { role: 'caller', teamId: 1, hasPersonalDataAccess: true }, asLead)
    expect(kept.status).toBe(200)
    expect((await put(person.id, { role: 'caller', hasPersonalDataAccess: false }, asLead)).status).toBe(200)
    expect((await put(person.id, { role: 'caller', hasPersonalDataAccess: true }, asLead)).status).toBe(403)
  })

  it('changes nothing of their own account but the password', async () => {
    expect((await put(lead.id, { role: 'teamleader', hasLeadsAccess: true, phone }, asLead)).status).toBe(409)
    expect((await world.call('DELETE', `/api/users/${lead.id}`, { as: asLead })).status).toBe(409)
  })
})

describe('the lists', () => {
  const ids = (body: { id: string }[]) => body.map(({ id }) => id)

  it('show a team leader the active agents and callers of the own team by name, nobody else’s', async () => {
    await world.team(7, 'Eigen')
    const own = await world.person({ role: 'teamleader', teamId: 7 })
    const agent = await world.person({ role: 'agent', teamId: 7, lastName: 'Łukasiewicz' })
    const caller = await world.person({ role: 'caller', teamId: 7, lastName: 'Zwart' })
    await world.person({ role: 'teamleader', teamId: 7 })
    await world.person({ role: 'agent', teamId: 7, isActive: false })
    const session = await world.session(own)
    expect(ids((await world.call('GET', '/api/users/active', { as: session })).body)).toEqual([agent.id, caller.id])
    const first = await world.call('GET', '/api/users/active?limit=1', { as: session })
    const next = /<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1] ?? ''
    expect(ids((await world.call('GET', next, { as: session })).body)).toEqual([caller.id])
    expect((await world.call('GET', '/api/users/deactivated', { as: session })).status).toBe(403)
  })

  it('come in pages that together name everybody once', async () => {
    for (const [path, state] of [
      ['/api/users/active', 'active'],
      ['/api/users/deactivated', 'inactive'],
    ]) {
      const seen: string[] = []
      let next = `${path}?limit=3`
      while (next) {
        const page = await world.call('GET', next, { as })
        expect(page.body.length).toBeLessThanOrEqual(3)
        seen.push(...ids(page.body))
        next = /<([^>]+)>/.exec(page.headers['link'] ?? '')?.[1] ?? ''
      }
      const stored = itemsOfEntity(await readRawTable(), 'user').filter((row) => row['state'] === state)
      expect(seen.toSorted()).toEqual(stored.map((row) => String(row['id'])).toSorted())
    }
  })
})

it('agents to assign have an address for an admin and a team leader only', async () => {
  const agents = async (session: string) => (await world.call('GET', '/api/users/agents', { as: session })).body
  const agent = await world.person({ role: 'agent', teamId: 1 })
  const found = (list: { id: string; email?: string }[]) => list.find(({ id }) => id === agent.id)
  for (const session of [as, asLead]) expect(found(await agents(session))?.email).toBe(agent.email)
  for (const role of ['agent', 'caller'] as const) {
    const session = await world.session(await world.person({ role, teamId: 1 }))
    const list = await agents(session)
    expect(found(list)?.id).toBe(agent.id)
    expect(JSON.stringify(list)).not.toContain('@')
  }
})
