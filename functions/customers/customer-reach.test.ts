import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Flag, roles } from '../../shared/access.ts'
import { customerIdOf } from '../../shared/customer-id.ts'
import { storeContract } from '../../testing/contracts.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

/** Kinds of records on a customer's page, each with its list and the access flag of that list. */
const kinds = {
  appointments: { list: '/api/appointments?limit=500', flag: 'hasCalendarAccess' },
  leads: { list: '/api/leads?limit=500', flag: 'hasLeadsAccess' },
  sales: { list: '/api/sales?limit=500', flag: 'hasTransactionsAccess' },
  contracts: { list: '/api/contracts/sales-status/nieuw?limit=500', flag: null },
} as const
type Kind = keyof typeof kinds

let world: World
const phone = '06 77777777'
const id = String(customerIdOf({ customerPhone: phone }))

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
})
afterAll(() => world.stop())

async function made(path: string, body: object, by: Person) {
  const reply = await world.call('POST', path, { as: await world.session(by), body })
  expect(reply.status, reply.text).toBe(201)
}

/** Makes a lead and an appointment of a person, and for an agent also a sale. */
async function recordsOf(person: Person, agent: Person) {
  const about = { customerName: 'Sem Vos', customerPhone: phone }
  const moment = { appointmentDate: '2026-11-24', appointmentTime: '10:00', bookAnyway: true }
  await made('/api/leads', about, person)
  await made('/api/appointments', { ...about, ...moment, agentId: agent.id }, person)
  if (person.role === 'agent') await made('/api/sales', buildSaleForm(about), person)
}

/**
 * Reads the records about the customer from the list of a kind. Returns none for a reader who may not open that list.
 */
async function listed(as: string, kind: Kind) {
  const { status, body } = await world.call('GET', kinds[kind].list, { as })
  return status === 200 ? sorted(body.filter((row: { customerPhone: string }) => row.customerPhone === phone)) : []
}

async function onPage(as: string, kind: Kind) {
  const { status, body } = await world.call('GET', `/api/customers/${id}`, { as })
  if (status === 404) return []
  const own: readonly string[] = kind === 'leads' ? ['calls', 'notedBy'] : []
  return sorted(
    body[kind].map((row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)))),
  )
}

const sorted = (rows: readonly { readonly id: string }[]) =>
  rows.toSorted((one, other) => one.id.localeCompare(other.id))

it('shows each reader the records of their own lists and no more, with any right removed', async () => {
  const people: Person[] = []
  for (const teamId of [1, 2]) {
    const agent = await world.person({ role: 'agent', teamId })
    for (const role of roles.filter((one) => one !== 'admin')) {
      const person = role === 'agent' ? agent : await world.person({ role, teamId })
      people.push(person)
      await recordsOf(person, agent)
    }
  }
  const { contractTraceWrites } = await import('../contracts/import/storing.ts')
  const contract = await storeContract({ customerPhone: phone, customerName: 'Sem Vos' })
  for (const write of contractTraceWrites(null, contract) as unknown as { go(): Promise<unknown> }[]) await write.go()

  const flags = Object.values(kinds).flatMap(({ flag }) => flag ?? [])
  const { Users } = await import('../platform/identity/user.ts')
  const seen = new Set<string>()
  for (const person of [...people, await world.person({ role: 'admin' })]) {
    for (const off of [null, ...flags] as (Flag | null)[]) {
      if (off)
        await Users.patch({ id: person.id })
          .set({ [off]: false })
          .go()
      const as = await world.session(person)
      for (const kind of Object.keys(kinds) as Kind[]) {
        const rows = await onPage(as, kind)
        expect(rows, `${kind} as ${person.role} without ${off}`).toEqual(await listed(as, kind))
        if (rows.length > 0) seen.add(`${person.role} ${kind}`)
      }
      if (off)
        await Users.patch({ id: person.id })
          .set({ [off]: true })
          .go()
    }
  }
  // The compared lists were not all empty: each role saw records of every kind that it may read.
  expect([...seen].sort()).toEqual(
    [
      ...['admin', 'teamleader', 'agent', 'caller'].flatMap((role) => [`${role} appointments`, `${role} leads`]),
      ...['admin sales', 'teamleader sales', 'agent sales', 'admin contracts'],
    ].sort(),
  )
})

it('who may not list sales may call about a running one within reach', async () => {
  const { Users } = await import('../platform/identity/user.ts')
  const [own, colleague] = [await world.person({ role: 'agent', teamId: 1 }), await world.person({ role: 'agent' })]
  const number = '06 77777778'
  await made('/api/sales', buildSaleForm({ customerName: 'Mia Vos', customerPhone: number }), own)
  for (const [{ id }, reasons] of [
    [own, ['sale']],
    [colleague, []],
  ] as const) {
    await Users.patch({ id }).set({ hasTransactionsAccess: false }).go()
    const as = await world.session(id === own.id ? own : colleague)
    const { body } = await world.call('GET', `/api/numbers/${encodeURIComponent(number)}/may-call`, { as })
    expect(body).toMatchObject({ reasons, mayServe: reasons.length > 0 })
  }
})
