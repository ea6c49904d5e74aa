import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Flag, flags } from '../../shared/access.ts'
import type { SearchResult } from '../../shared/api/search.ts'
import { searchKinds } from '../../shared/search-fields.ts'
import { storeContract } from '../../testing/contracts.ts'
import { buildInvoiceForm, buildSettingsForm, storePartner } from '../../testing/invoices.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { startSearchStream } from '../../testing/search.ts'
import { createRandomNumbers } from '../../testing/seed.ts'
import { type Person, type PersonOptions, startWorld, type World } from '../../testing/world.ts'
import { reportFigure } from '../figures.ts'

type Group = SearchResult['groups'][number]

const random = createRandomNumbers(90)
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T

/** Number of records of each kind. */
const RECORDS = 5

let world: World
let admin: string
const people: Person[] = []
/** Every record by its unique word. */
const words = new Map<string, { readonly kind: string; readonly id: string }>()

beforeAll(async () => {
  world = await startWorld()
  const stream = await startSearchStream()
  await world.team(1)
  await world.team(2)
  const boss = await world.person({ role: 'admin', lastName: newWord() })
  admin = await world.session(boss)
  people.push(boss)
  const chosen: PersonOptions[] = (['teamleader', 'agent', 'caller'] as const).flatMap((role) => [
    { role, teamId: 1 },
    { role, teamId: 2, ...someFlags() },
    { role, ...someFlags() },
    { role, teamId: 1, ...someFlags() },
  ])
  for (const options of chosen) people.push(await world.person({ ...options, lastName: newWord() }))
  for (const { id, lastName } of people) words.set(lastName, { kind: 'person', id })
  await stored('PUT', '/api/self-billing/settings', buildSettingsForm())
  for (let at = 0; at < RECORDS; at++) await storeOneOfEach()
  await stream.deliver()
})
afterAll(() => world.stop())

const letters = 'bcdfghjklmnprstvw'
let made = 0
/** Returns a word that differs from all others by more than one letter. */
function newWord(): string {
  made += 1
  const [one = '', other = ''] = [letters[made % letters.length], letters[Math.floor(made / letters.length)]]
  return `z${one.repeat(3)}a${other.repeat(3)}${one.repeat(3)}`
}

const someFlags = () => Object.fromEntries(flags.map((flag): [Flag, boolean] => [flag, random(2) === 0]))

async function stored(method: string, path: string, body: object): Promise<string> {
  const reply = await world.call(method, path, { as: admin, body })
  expect(reply.status, `${path} ${reply.text}`).toBeLessThan(300)
  return reply.body.id
}

interface Rows {
  get(key: { id: string }): { go(): Promise<{ data: object | null }> }
  put(row: object): { go(): Promise<unknown> }
}
/** Changes the owner of a stored record, also to people whom the API would refuse as owner. */
const given = async (entity: Rows, id: string, changes: object) => {
  const { data } = await entity.get({ id }).go()
  await entity.put({ ...data, ...changes }).go()
}

const named = (kind: string, make: (customerName: string) => Promise<string>) => {
  const word = newWord()
  return make(word).then((id) => words.set(word, { kind, id }))
}

async function storeOneOfEach(): Promise<void> {
  const agents = people.filter(({ role, teamId }) => role === 'agent' && teamId !== undefined)
  const anybody = () => oneOf(people).id
  await named('lead', (customerName) =>
    stored('POST', '/api/leads', { customerName, ownerId: oneOf(people.filter((one) => one.hasLeadsAccess)).id }),
  )
  await named('appointment', async (customerName) => {
    const { Appointments } = await import('../../functions/appointments/entity.ts')
    const form = { customerName, customerPhone: '0475 123456', agentId: oneOf(agents).id, type: 'zakelijk' }
    const moment = { appointmentDate: '2026-11-24', appointmentTime: '10:00', bookAnyway: true }
    const id = await stored('POST', '/api/appointments', { ...form, ...moment })
    await given(Appointments as never, id, { createdBy: anybody() })
    return id
  })
  await named('sale', async (customerName) => {
    const { Sales } = await import('../../functions/sales/entity.ts')
    const id = await stored('POST', '/api/sales', buildSaleForm({ customerName, agentId: oneOf(agents).id }))
    const callerId = anybody()
    if (random(2) === 0) await given(Sales as never, id, { callerId, callerKey: callerId })
    return id
  })
  await named('contract', async (customerName) => (await storeContract({ customerName })).id)
  const partnerId = crypto.randomUUID()
  await named('partner', async (name) => {
    const { Partners } = await import('../../functions/invoices/partner-entity.ts')
    await storePartner(partnerId)
    const assignedAgentId = anybody()
    await given(Partners as never, partnerId, { name, assignedAgentId, agentKey: assignedAgentId })
    return partnerId
  })
  await named('invoice', async (description) => {
    const { Invoices } = await import('../../functions/invoices/invoices/entity.ts')
    const id = await stored('POST', '/api/self-billing/invoices', buildInvoiceForm(partnerId, { description }))
    const assignedUserId = anybody()
    if (random(2) === 0) await given(Invoices as never, id, { assignedUserId, assigneeKey: assignedUserId })
    return id
  })
}

const listOf = (kind: string, isAdmin: boolean) =>
  ({
    appointment: '/api/appointments',
    lead: '/api/leads',
    sale: '/api/sales',
    contract: '/api/contracts/sales-status/nieuw',
    invoice: isAdmin ? '/api/self-billing/invoices' : '/api/self-billing/invoices/assigned',
    partner: '/api/self-billing/partners',
    person: '/api/users',
  })[kind] as string

it('the search finds for everybody exactly what the list of each kind shows them', async () => {
  const wrong: string[] = []
  let found = 0
  for (const person of people) {
    const as = await world.session(person)
    const listed = new Set<string>()
    for (const kind of searchKinds.filter((one) => one !== 'customer')) {
      const { status, body } = await world.call('GET', listOf(kind, person.role === 'admin'), { as })
      if (status === 200) for (const { id } of body) listed.add(`${kind} ${id}`)
      else expect(status).toBe(403)
    }
    for (const [word, { kind, id }] of words) {
      const { body } = await world.call('GET', `/api/search?q=${word}`, { as })
      const hits = (body as SearchResult).groups
        .filter((group) => group.kind !== 'customer')
        .flatMap(({ hits }) => hits)
      const isListed = listed.has(`${kind} ${id}`)
      const shown = [hits.map((hit) => `${hit.kind} ${hit.id}`), body.groups.some((group: Group) => group.hasMore)]
      if (JSON.stringify(shown) !== JSON.stringify([isListed ? [`${kind} ${id}`] : [], false])) {
        wrong.push(`${person.role} of team ${person.teamId} and the ${kind} ${word}: ${JSON.stringify(shown)}`)
      }
      if (isListed) found += 1
    }
  }
  expect(found).toBeGreaterThan(people.length)
  reportFigure('search', 'records found otherwise than their list shows them, role by kind', wrong.length, 0, wrong)
})

it('the search index is complete after the stream: the nightly correction changes nothing', async () => {
  const { mendSearchIndex } = await import('../../functions/search/mending.ts')
  const { mended, records } = await runAsFunction('search-mend', () => mendSearchIndex())
  reportFigure('search', 'records that the stream filed otherwise than the nightly job', mended, 0)
  reportFigure('search', 'records that the nightly job compared', records, words.size)
})
