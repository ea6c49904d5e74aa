import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let leader: Person
let agent: Person
let caller: Person
let read = 0

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T08:30:00Z' })
  await world.team(1)
  leader = await world.person({ role: 'teamleader', teamId: 1 })
  agent = await world.person({ role: 'agent', teamId: 1 })
  caller = await world.person({ role: 'caller', teamId: 1 })
  const { documents } = await import('../platform/data/table.ts')
  documents.middlewareStack.add(
    (next) => async (args) => {
      const reply = await next(args)
      const { ConsumedCapacity } = reply.output as {
        ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[]
      }
      for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) read += CapacityUnits
      return reply
    },
    { step: 'initialize', name: 'testUnits' },
  )
})
afterAll(() => world.stop())

async function post(path: string, body: object, by: Person) {
  const reply = await world.call('POST', path, { as: await world.session(by), body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
let numbers = 0
const lead = (customerName: string, more: object = {}, by = caller) =>
  post('/api/leads', { customerName, customerPhone: `06 5${String(++numbers).padStart(7, '0')}`, ...more }, by)
const book = (customerName: string, more: object = {}) =>
  post(
    '/api/appointments',
    {
      ...{ customerName, customerPhone: '0475 123456', agentId: agent.id },
      ...{ appointmentDate: '2026-11-20', appointmentTime: '10:00', bookAnyway: true, ...more },
    },
    caller,
  )
const day = async (person: Person) => (await world.call('GET', '/api/my-day', { as: await world.session(person) })).body
const workOf = async (person: Person) =>
  (await day(person)).work.map(
    ({ kind, customerName, count }: { kind: string; customerName: string; count: number }) => [
      kind,
      customerName ?? count,
    ],
  )

it('a caller gets due callbacks, ending contracts and new leads to call', async () => {
  await lead('Later', { callBackAt: '2026-11-24T09:00:00Z' })
  await lead('Vandaag', { callBackAt: '2026-11-23T14:00:00Z' })
  await lead('Te laat', { callBackAt: '2026-11-21T09:00:00Z' })
  await lead('Eindigt', { contractEndDate: '2026-12-25', status: 'contacted' })
  await lead('Eindigt ver', { contractEndDate: '2027-08-25' })
  await lead('Nieuw')
  await lead('Gebeld', { status: 'contacted' })
  await lead('Klaar', { contractEndDate: '2026-12-20', status: 'not-interested' })
  await lead('Belt niet', { doNotCall: true })
  await lead('Van een ander', {}, agent)
  expect(await workOf(caller)).toEqual([
    ['call', 'Te laat'],
    ['call', 'Vandaag'],
    ['ending', 'Eindigt'],
    ['lead', 'Nieuw'],
  ])
})

it('an agent notes outcomes and registers sales, a team leader those of the team', async () => {
  const colleague = await world.person({ role: 'agent', teamId: 1 })
  await book('Zonder uitkomst')
  await book('Komt nog', { appointmentDate: '2026-11-24' })
  await book('Geannuleerd', { status: 'cancelled' })
  await book('Verkocht', { status: 'sale' })
  await book('Van collega', { agentId: colleague.id })
  const own = [
    ['outcome', 'Zonder uitkomst'],
    ['sale', 'Verkocht'],
  ]
  expect((await workOf(agent)).filter(([kind]: string[]) => kind !== 'lead')).toEqual(own)
  expect((await workOf(leader)).map(([, name]: string[]) => name).sort()).toEqual([
    'Van collega',
    'Verkocht',
    'Zonder uitkomst',
  ])
  expect((await workOf(caller)).every(([kind]: string[]) => kind !== 'outcome')).toBe(true)
})

it('an admin gets the numbers of waiting records, and nobody gets work beyond their rights', async () => {
  const admin = await world.person({ role: 'admin' })
  const { storePartner } = await import('../../testing/invoices.ts')
  const { buildSettingsForm, buildInvoiceForm } = await import('../../testing/invoices.ts')
  await storePartner('partner')
  await world.call('PUT', '/api/self-billing/settings', { as: await world.session(admin), body: buildSettingsForm() })
  await post('/api/self-billing/invoices', buildInvoiceForm('partner'), admin)
  const { buildSaleForm } = await import('../../testing/sales.ts')
  const { id: saleId } = await post('/api/sales', buildSaleForm(), agent)
  await post(`/api/commissions/sale-${saleId}/questions`, { question: 'Waarom dit bedrag?' }, agent)
  const { Uploads } = await import('../spreadsheets/imports/entity.ts')
  await Uploads.put({
    ...{ id: 'wacht', list: 'uploads', filename: 'klanten.xlsx', state: 'controle nodig', details: [] },
    ...{ uploadedBy: admin.id, uploadedAt: '2026-11-23T08:00:00.000Z' },
    stats: { totalRows: 9, created: 0, updated: 0, skipped: 0, errors: 0 },
  }).go()
  expect(await workOf(admin)).toEqual(
    expect.arrayContaining([
      ['check', 1],
      ['question', 1],
      ['invoice', 1],
    ]),
  )
  expect((await day(admin)).work).toContainEqual(
    expect.objectContaining({ kind: 'import', id: 'wacht', companyName: 'klanten.xlsx', count: null }),
  )
  // A team leader reads questions, and an admin answers them.
  expect((await workOf(leader)).map(([kind]: string[]) => kind)).not.toContain('question')
  const powerless = await world.person({
    role: 'caller',
    teamId: 1,
    ...{ hasLeadsAccess: false, hasCalendarAccess: false, hasCommissionsAccess: false },
  })
  expect(await day(powerless)).toEqual({ work: [], isComplete: true })
})

it('reads a bounded number of rows, however many there are', async () => {
  const busy = await world.person({ role: 'agent', teamId: 1 })
  const as = await world.session(busy)
  const { putRows } = await import('../platform/data/rows.ts')
  const { Leads } = await import('../leads/entity.ts')
  const { addIndexKeys } = await import('../leads/rules.ts')
  const { Appointments } = await import('../appointments/entity.ts')
  const one = await lead('Veel', { callBackAt: '2026-11-23T14:00:00Z', contractEndDate: '2026-12-25' }, busy)
  const visit = await book('Veel', { agentId: busy.id })
  const [leadRow, visitRow] = await Promise.all([
    Leads.get({ id: one.id }).go(),
    Appointments.get({ id: visit.id }).go(),
  ])
  const many = Array.from({ length: 300 }, (_, index) => index)
  await putRows(
    Leads,
    many.map((index) => addIndexKeys({ ...leadRow.data, id: `many-${index}` } as Parameters<typeof addIndexKeys>[0])),
  )
  await putRows(
    Appointments,
    many.map((index) => ({ ...(visitRow.data as NonNullable<typeof visitRow.data>), id: `many-${index}` })),
  )
  read = 0
  const { body } = await world.call('GET', '/api/my-day', { as })
  expect(body.isComplete).toBe(false)
  expect(body.work.length).toBeGreaterThan(60)
  expect(read).toBeLessThanOrEqual(30)
})
