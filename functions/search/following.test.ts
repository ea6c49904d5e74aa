import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchResult } from '../../shared/api/search.ts'
import type { SearchKind } from '../../shared/search-fields.ts'
import { storeContract } from '../../testing/contracts.ts'
import { buildInvoiceForm, buildPartnerForm, buildSettingsForm, storePartner } from '../../testing/invoices.ts'
import { deliverOutbox, readOutboxOf } from '../../testing/outbox.ts'
import { runAsFunction, runAsTest } from '../../testing/rights.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { startSearchStream } from '../../testing/search.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let stream: Awaited<ReturnType<typeof startSearchStream>>
let admin: Person
let one: Person
let other: Person

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-01T03:00:00Z' })
  stream = await startSearchStream()
  for (const number of [1, 2]) await world.team(number)
  admin = await world.person({ role: 'admin' })
  one = await world.person({ teamId: 1 })
  other = await world.person({ teamId: 2 })
  await done('PUT', '/api/self-billing/settings', buildSettingsForm())
  await runAsTest(() => storePartner(partnerId))
})
afterAll(() => world.stop())

async function done(method: string, path: string, body?: object) {
  const as = await world.session(admin)
  const headers: Record<string, string> = {}
  if (method === 'PATCH' || path.startsWith('/api/users')) {
    const { body: before } = await world.call('GET', path, { as })
    if (before.version !== undefined) headers['if-match'] = `"${before.version}"`
  }
  const reply = await world.call(method, path, { as, headers, ...(body && { body }) })
  expect(reply.status, `${method} ${path} ${reply.text}`).toBeLessThan(300)
  await stream.deliver()
  return reply.body
}

/** Returns the ids of the records of a kind that a person finds with a search. */
async function found(kind: SearchKind, q: string, by = admin): Promise<string[]> {
  const { body } = await world.call('GET', `/api/search?q=${encodeURIComponent(q)}`, { as: await world.session(by) })
  const { groups } = body as SearchResult
  return groups.flatMap((group) => (group.kind === kind ? group.hits.map(({ id }) => id) : []))
}

const about = (customerName: string) => ({ customerName, customerPhone: '06 12345678' })

interface Rows {
  get(key: { id: string }): { go(): Promise<{ data: object | null }> }
  put(row: object): { go(): Promise<unknown> }
  delete(key: { id: string }): { go(): Promise<unknown> }
}
/** Changes a row without the API, as an import does, or deletes a row that the API never deletes. */
async function stored(entity: unknown, id: string, changes: object | null): Promise<void> {
  const rows = entity as Rows
  await runAsTest(async () => {
    const { data } = await rows.get({ id }).go()
    await (changes ? rows.put({ ...data, ...changes }) : rows.delete({ id })).go()
  })
  await stream.deliver()
}

interface Kind {
  readonly make: (name: string) => Promise<string>
  readonly rename: (id: string, name: string) => Promise<unknown>
  /** Gives a record of the person `one` to the person `other`. */
  readonly move?: (id: string) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
}

const moment = { appointmentDate: '2026-11-24', appointmentTime: '10:00' }
const partnerId = crypto.randomUUID()

const kinds: Readonly<Record<Exclude<SearchKind, 'customer'>, Kind>> = {
  appointment: {
    make: async (name) => {
      const form = { ...about(name), ...moment, type: 'particulier', agentId: one.id }
      return (await done('POST', '/api/appointments', form)).id
    },
    rename: (id, customerName) => done('PATCH', `/api/appointments/${id}`, { customerName }),
    move: (id) => done('PATCH', `/api/appointments/${id}`, { agentId: other.id }),
    remove: (id) => done('DELETE', `/api/appointments/${id}`),
  },
  lead: {
    make: async (name) => (await done('POST', '/api/leads', { ...about(name), ownerId: one.id })).id,
    rename: (id, customerName) => done('PATCH', `/api/leads/${id}`, { customerName }),
    move: (id) => done('PATCH', `/api/leads/${id}`, { ownerId: other.id }),
    remove: (id) => done('DELETE', `/api/leads/${id}`),
  },
  sale: {
    make: async (name) => (await done('POST', '/api/sales', buildSaleForm({ ...about(name), agentId: one.id }))).id,
    rename: (id, customerName) => done('PATCH', `/api/sales/${id}`, { customerName }),
    move: (id) => done('PATCH', `/api/sales/${id}`, { agentId: other.id }),
    remove: async (id) => stored((await import('../sales/entity.ts')).Sales, id, null),
  },
  contract: {
    make: async (customerName) => {
      const { id } = await storeContract({ customerName })
      await stream.deliver()
      return id
    },
    rename: async (id, customerName) =>
      stored((await import('../contracts/entity.ts')).Contracts, id, { customerName }),
    remove: async (id) => stored((await import('../contracts/entity.ts')).Contracts, id, null),
  },
  invoice: {
    make: async (description) => {
      const form = buildInvoiceForm(partnerId, { description, assignedUserId: one.id })
      return (await done('POST', '/api/self-billing/invoices', form)).id
    },
    rename: (id, description) => done('PATCH', `/api/self-billing/invoices/${id}`, { description }),
    move: (id) => done('PATCH', `/api/self-billing/invoices/${id}`, { assignedUserId: other.id }),
    remove: async (id) => stored((await import('../invoices/invoices/entity.ts')).Invoices, id, null),
  },
  partner: {
    make: async (name) => (await done('POST', '/api/self-billing/partners', buildPartnerForm({ name }))).id,
    rename: (id, name) => done('PATCH', `/api/self-billing/partners/${id}`, { name }),
    remove: (id) => done('DELETE', `/api/self-billing/partners/${id}`),
  },
  person: {
    make: async (lastName) => {
      const { id } = await world.person({ teamId: 1, lastName })
      await stream.deliver()
      return id
    },
    rename: (id, lastName) => done('PUT', `/api/users/${id}`, { role: 'agent', phone: '06 22222222', lastName }),
    move: (id) => done('PUT', `/api/users/${id}`, { role: 'agent', phone: '06 22222222', teamId: 2 }),
    remove: (id) => done('DELETE', `/api/users/${id}`),
  },
}

it.each(Object.entries(kinds))('follows another name, another owner and the end of each %s', async (name, kind) => {
  const [before, after] = [`Ooit${name}naam`, `Nadien${name}naam`]
  const of = (q: string, by?: Person) => found(name as SearchKind, q, by)
  const id = await kind.make(before)
  expect(await of(before)).toEqual([id])
  await kind.rename(id, after)
  expect([await of(before), await of(after)]).toEqual([[], [id]])
  if (kind.move) {
    expect([await of(after, one), await of(after, other)]).toEqual([[id], []])
    await kind.move(id)
    expect([await of(after, one), await of(after, other)]).toEqual([[], [id]])
  }
  await kind.remove(id)
  for (const by of [admin, one, other]) expect(await of(after, by)).toEqual([])
  const { readRawTable } = await import('../../proofs/raw-table.ts')
  const left = (await readRawTable()).filter(
    ({ pk, ...row }) => /^(found|filed)/.test(pk) && JSON.stringify(row).includes(id),
  )
  expect(left).toEqual([])
})

it('forgets the account number and codes of a contract that the retention clears, and keeps its name', async () => {
  const { id } = await storeContract({
    ...{ customerName: 'Bewaarde Klant', expiryDate: '2024-11-30', createdAt: '2024-01-01T00:00:00.000Z' },
    metadata: { iban: 'NL91ABNA0417164300', accountHolder: 'A', eanElectricity: '871687112345678906' },
  })
  await stream.deliver()
  for (const q of ['4300', '871687112345678906']) expect(await found('contract', q)).toEqual([id])
  const { handler } = await import('../../events/contract-retention.ts')
  for (const night of ['2026-11-01T03:00:00Z', '2026-12-01T03:00:00Z']) {
    world.travel(night)
    await runAsFunction('contract-retention', () => handler())
    for (let asked = -1; asked !== (await readOutboxOf('contracts-2026-11')).length; ) {
      asked = (await readOutboxOf('contracts-2026-11')).length
      await deliverOutbox('contracts-2026-11')
    }
  }
  await stream.deliver()
  for (const q of ['4300', '871687112345678906']) expect(await found('contract', q)).toEqual([])
  expect(await found('contract', 'bewaarde klant')).toEqual([id])
  const { readRawTable } = await import('../../proofs/raw-table.ts')
  const rows = (await readRawTable()).filter(({ pk }) => /^(found|filed)/.test(pk))
  expect(JSON.stringify(rows)).not.toMatch(/871687112345678906|4300/)
})
