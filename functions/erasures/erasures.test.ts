import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPersonWithTwoFactor, login, PASSWORD, twoFactorCodeOf } from '../../proofs/logins.ts'
import { readRawTable } from '../../proofs/raw-table.ts'
import { customerIdOf } from '../../shared/customer-id.ts'
import { startCommissionWorld } from '../../testing/commissions.ts'
import { storeContract } from '../../testing/contracts.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { startSearchStream } from '../../testing/search.ts'

let world: Awaited<ReturnType<typeof startCommissionWorld>>
let stream: Awaited<ReturnType<typeof startSearchStream>>
let as: string
let codes: string[]
let secret: string
let token: () => string

beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-11-23T09:00:00Z' })
  stream = await startSearchStream()
})
afterAll(() => world.stop())

/** Logs a new admin in at a moment, whose codes confirm an erasure. */
async function at(moment: string): Promise<void> {
  await world.travel(moment)
  ;({ as, codes, secret } = await createPersonWithTwoFactor(world.world, { role: 'admin' }))
  token = () => codes.shift() ?? ''
}
const found = async (about: string) =>
  (await world.world.call('GET', `/api/erasures/found?about=${encodeURIComponent(about)}`, { as })).body
const erase = (about: string, ids: readonly string[], more = {}) =>
  world.world.call('POST', '/api/erasures', { as, body: { about, ids, password: PASSWORD, token: token(), ...more } })
const withdraw = (id: string) => world.world.call('DELETE', `/api/erasures/${id}`, { as })
const listed = async () => (await world.world.call('GET', '/api/erasures', { as })).body
async function night(moment: string): Promise<void> {
  await at(moment)
  const { handler } = await import('../../events/erasures.ts')
  await runAsFunction('erasures', () => handler())
  await stream.deliver()
}
const tableText = async () => JSON.stringify(await readRawTable())

/** Reads the table without the rows of some partitions, in one order. */
const rowsBut = async (...prefixes: readonly string[]) =>
  (await readRawTable())
    .filter(({ pk }) => !prefixes.some((prefix) => pk.startsWith(prefix)))
    .sort((one, other) => (one.pk + one.sk).localeCompare(other.pk + other.sk))

const customer = {
  customerName: 'Wiesje Zwanenburg',
  companyName: 'Zwanenburg Bloemen',
  customerPhone: '06 55443322',
  customerEmail: 'wiesje@zwanenburg.example',
  address: 'Tulpenlaan',
  houseNumber: '88',
  postalCode: '6041 ZW',
  city: 'Swalmen',
}
const about = String(customerIdOf({ customerPhone: customer.customerPhone }))
/** Texts of which none may be left after the erasure of everything. */
const traces = [
  'Wiesje',
  'Zwanenburg',
  'zwanenburg',
  '55443322',
  'Tulpenlaan',
  '6041 ZW',
  'Swalmen',
  '871687112345678906',
]

/** Makes a record of each kind about the customer; the sale is paid out. */
async function makeRecords() {
  const held = await world.held('no-sale', { ...customer, notes: 'Wiesje belt liever na vijven' })
  const lead = await world.done('agent', 'POST', '/api/leads', { ...customer, notes: 'Hond heet Zwanenburg' })
  const other = '06 55990011'
  await world.done('agent', 'POST', '/api/leads', { customerName: 'Zus', customerPhone: other })
  const customerId = customerIdOf({ customerPhone: other })
  await world.done('agent', 'POST', `/api/customers/${about}/joins`, { customerId })
  await world.done('agent', 'POST', `/api/leads/${lead.id}/calls`, { note: 'Wiesje was niet thuis' })
  const sale = await world.sale(
    { ...customer, eanElectricity: '871687112345678906', bankAccountHolder: 'W. Zwanenburg', notes: 'Zwanenburg!' },
    { agentCommission: 95 },
  )
  await world.done('agent', 'POST', `/api/commissions/${sale}/questions`, { question: 'Klopt Zwanenburg?' })
  const [asked] = await world.done('admin', 'GET', '/api/commissions/questions')
  await world.done('admin', 'POST', `/api/commissions/questions/${asked.id}/answer`, { answer: 'Ja, Wiesje tekende' })
  const contract = await storeContract({
    ...customer,
    rawRow: { IBAN: 'NL91ABNA0417164300', Naam: 'Wiesje' },
    metadata: { eanElectricity: '871687112345678906' },
  })
  const { contractTraceWrites } = await import('../contracts/import/storing.ts')
  for (const write of contractTraceWrites(null, contract) as unknown as { go(): Promise<unknown> }[]) await write.go()
  await stream.deliver()
  return { held, lead: lead.id as string, sale, contract: contract.id }
}

it('shows, hands over and erases everything about a customer, and says what stays and why', async () => {
  const { held, lead, sale, contract } = await makeRecords()
  const correction = { userId: world.people.agent.id, amount: -5, reason: 'Te veel', commissionId: sale }
  await world.done('admin', 'POST', '/api/commissions/adjustments', correction)
  const run = await world.done('admin', 'POST', '/api/commissions/advance', { ids: [sale], expectedStatus: 'nieuw' })
  await world.advanced(run.id)
  await at('2026-11-24T09:00:00Z')
  const before = (await found(about)).records
  expect(
    before.map(({ type, stays }: { type: string; stays: { what: string } | null }) => [type, stays?.what]),
  ).toEqual(
    expect.arrayContaining([
      ['appointment', undefined],
      ['commission', 'all'],
      ['lead', undefined],
      ['contract', undefined],
      ['sale', 'all'],
    ]),
  )
  const file = await world.world.call('GET', `/api/erasures/file?about=${about}`, { as })
  for (const text of ['Wiesje was niet thuis', 'Klopt Zwanenburg?', 'Tulpenlaan', 'lead.create', 'NL91ABNA0417164300'])
    expect(file.text).toContain(text)
  const ofSale = JSON.parse(file.text).records.find(({ type }: { type: string }) => type === 'sale').rows
  expect(ofSale).toMatchObject({ items: [{ text: 'Te veel' }], transactions: [{ text: 'Te veel' }] })

  const id = sale.slice('sale-'.length)
  expect((await erase(about, [lead, 'onbekend'])).status).toBe(422)
  expect((await erase(about, [lead], { password: 'Verkeerd-1' })).status).toBe(400)
  const { status, body } = await erase(about, [held, lead, id, contract])
  expect([status, body.dueOn]).toEqual([201, '2026-11-25'])
  await deliverOutbox(world.people.admin.id)
  expect((await world.world.ses.mails()).filter(({ subject }) => subject === 'Er worden gegevens gewist')).toEqual([
    expect.objectContaining({ to: [world.people.admin.email], text: expect.stringContaining('5 gegevens') }),
  ])
  const counts = await world.done('admin', 'GET', '/api/scoreboard?period=month')

  await night('2026-11-25T02:15:00Z')
  const [first] = await listed()
  expect([first.state, first.name, first.dueOn]).toEqual(['partly', null, '2026-12-25'])
  const outcomeOf = (one: typeof first) =>
    Object.fromEntries(one.items.map((item: { type: string; outcome: string }) => [item.type, item.outcome]))
  expect(outcomeOf(first)).toEqual({
    appointment: 'erased',
    commission: 'all',
    lead: 'erased',
    contract: 'erased',
    sale: 'all',
  })
  expect(await world.done('admin', 'GET', '/api/scoreboard?period=month')).toEqual(counts)
  expect((await world.done('admin', 'GET', `/api/sales/${id}`)).customerName).toBe('Wiesje Zwanenburg')
  expect(await world.done('admin', 'GET', `/api/appointments/${held}`)).toMatchObject({
    ...{ customerName: 'Gewiste klant', customerPhone: '', customerEmail: null, city: null, notes: null },
    ...{ status: 'no-sale', createdBy: world.people.caller.id },
  })
  expect((await world.call('admin', 'GET', `/api/leads/${lead}`)).status).toBe(404)
  expect(await world.done('admin', 'GET', `/api/contracts/${contract}`)).toMatchObject({
    ...{ customerName: 'Gewiste klant', salesStatus: 'geen_interesse', rawRow: [], eanElectricity: null },
  })

  // The sale and the fee are paid out, so that only the name stays, until the term of the tax law has passed.
  await world.step(sale, 'klaar_voor_uitbetaling')
  for (const agentCommission of [90, 95])
    await world.done('admin', 'PATCH', `/api/commissions/${sale}`, { agentCommission, reason: 'Afspraak' })
  await world.step(sale, 'uitbetaald')
  for (const status of ['in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald'])
    await world.step(`lead-${held}`, status)
  await night('2026-12-25T02:15:00Z')
  const [second] = await listed()
  expect([second.state, second.dueOn]).toEqual(['partly', '2034-01-01'])
  expect(second.items.find(({ type }: { type: string }) => type === 'sale')).toMatchObject({
    ...{ outcome: 'name', until: '2033-12-31', why: expect.stringContaining('bewaarplicht') },
  })
  expect(await world.done('admin', 'GET', `/api/sales/${id}`)).toMatchObject({
    ...{ customerName: 'Wiesje Zwanenburg', customerPhone: '', iban: '', agentCommission: 95, status: 'uitbetaald' },
  })
  const reduced = await tableText()
  for (const text of ['55443322', 'Tulpenlaan', '6041 ZW', 'Swalmen', '871687112345678906', 'Wiesje tekende']) {
    expect(reduced.includes(text), text).toBe(false)
  }
  const log = (await world.world.call('GET', `/api/audit-logs?entityType=sale&entityId=${id}&limit=100`, { as })).body
  expect(log.map(({ action }: { action: string }) => action)).toContain('sale.create')
  expect(JSON.stringify(log)).not.toContain('W. Zwanenburg')
  const again = await found(about)
  expect(again.records).toEqual([])
})

it('erases twice without harm, and goes on where it stopped', async () => {
  await at('2026-12-28T09:00:00Z')
  const one = { ...customer, customerName: 'Opnieuw Visser', customerPhone: '06 11335577' }
  const leads = []
  for (let index = 0; index < 3; index++) {
    const { id } = await world.done('agent', 'POST', '/api/leads', { ...one, customerName: `Visser ${index}` })
    leads.push(id)
  }
  const appointment = await world.held('no-sale', one)
  const key = String(customerIdOf({ customerPhone: one.customerPhone }))
  const { body } = await erase(key, [...leads, appointment])
  const { Leads } = await import('../leads/entity.ts')
  await at('2026-12-29T02:15:00Z')
  const { carryOutErasures } = await import('./carrying-out.ts')
  const { erasables } = await import('./erasables.ts')
  // The process ends after the first record; every number was read before.
  let finds = 0
  const lead = erasables.lead as { find: typeof erasables.lead.find }
  const find = lead.find
  lead.find = async (id) => {
    if (++finds === leads.length + 2) throw new Error('Stopped')
    return find(id)
  }
  await expect(runAsFunction('erasures', carryOutErasures)).rejects.toThrow('1 of 1')
  lead.find = find
  expect((await withdraw(body.id)).status).toBe(409)
  await night('2026-12-30T02:15:00Z')
  const { data } = await Leads.get(leads.map((id) => ({ id }))).go()
  expect(data).toEqual([])
  const row = (await listed()).find(({ id }: { id: string }) => id === body.id)
  expect(row.items.map(({ outcome }: { outcome: string }) => outcome)).not.toContain(null)
  const once = await rowsBut('erasure#', 'audit#')
  const { carryOut } = await import('./carrying-out.ts')
  await runAsFunction('erasures', () => carryOut(body.id))
  expect(await rowsBut('erasure#', 'audit#')).toEqual(once)
})

it('is withdrawn until it begins, also when both happen at the same moment', async () => {
  await at('2026-12-31T09:00:00Z')
  const { id: lead } = await world.done('agent', 'POST', '/api/leads', { ...customer, customerPhone: '06 22446688' })
  const key = String(customerIdOf({ customerPhone: '06 22446688' }))
  const first = (await erase(key, [lead])).body
  expect((await withdraw(first.id)).status).toBe(204)
  expect((await withdraw(first.id)).status).toBe(409)
  await night('2027-01-01T02:15:00Z')
  expect((await world.call('admin', 'GET', `/api/leads/${lead}`)).status).toBe(200)

  const { carryOut } = await import('./carrying-out.ts')
  const raced = (await erase(key, [lead])).body
  await meanwhile(() => withdraw(raced.id))
  await runAsFunction('erasures', () => carryOut(raced.id))
  expect((await world.call('admin', 'GET', `/api/leads/${lead}`)).status).toBe(200)

  const second = (await erase(key, [lead])).body
  await meanwhile(() => runAsFunction('erasures', () => carryOut(second.id)))
  expect((await withdraw(second.id)).status).toBe(409)
  expect((await world.call('admin', 'GET', `/api/leads/${lead}`)).status).toBe(404)
})

it('erases a former colleague everywhere, with the name in what others did', async () => {
  await at('2027-01-04T09:00:00Z')
  const { person: gone } = await createPersonWithTwoFactor(world.world, {
    role: 'agent',
    teamId: 1,
    firstName: 'Quirijn',
    lastName: 'Vroegindewey',
    phone: '06 10203040',
  })
  await at('2027-01-04T09:05:00Z')
  expect((await login(world.world, gone, { code: world.code(gone.id) })).status).toBe(200)
  await world.done('admin', 'POST', '/api/leads', {
    customerName: 'Blijft',
    customerPhone: '06 99887766',
    ownerId: gone.id,
  })
  const key = gone.id
  expect((await found(key)).records).toEqual([
    expect.objectContaining({ type: 'user', stays: expect.objectContaining({ what: 'all' }) }),
  ])
  await world.done('admin', 'DELETE', `/api/users/${gone.id}`)
  expect((await found(key)).records[0].stays).toBeNull()
  const file = await world.world.call('GET', `/api/erasures/file?about=${key}`, { as })
  expect(file.text).toContain('06 10203040')
  world.world.travel(Date.now() + 60_000)
  expect((await erase(key, [gone.id], { token: twoFactorCodeOf(secret) })).status).toBe(201)
  await night('2027-01-05T02:15:00Z')
  await deliverOutbox(gone.id)
  const text = await tableText()
  for (const trace of ['Quirijn', 'Vroegindewey', '10203040', gone.email])
    expect(text.includes(trace), trace).toBe(false)
  expect(text).toContain('Oud-medewerker')

  const paid = await world.joined({ role: 'agent', teamId: 1, firstName: 'Betaalde', lastName: 'Kracht' })
  const { postOpenItems } = await import('../../testing/money.ts')
  await postOpenItems(paid.id, [10])
  await world.done('admin', 'DELETE', `/api/users/${paid.id}`)
  const hours = { userId: paid.id, date: '2027-01-04', hours: 7.5, description: 'Bellijst' }
  await world.call('admin', 'POST', '/api/time-entries', hours)
  const worked = await world.world.call('GET', `/api/erasures/file?about=${paid.id}`, { as })
  expect(JSON.parse(worked.text).records[0].rows.postings).toHaveLength(1)
  expect((await found(paid.id)).records[0].stays).toMatchObject({ what: 'name', until: '2034-12-31' })
})

it('plans once a month what nobody used for as long as the settings say, and leaves what somebody uses again', async () => {
  await at('2027-01-06T09:00:00Z')
  const make = async (customerPhone: string, more = {}) =>
    (await world.done('agent', 'POST', '/api/leads', { customerName: 'Oude Bekende', customerPhone, ...more })).id
  const [unused, used] = [await make('06 31313131'), await make('06 32323232')]
  const given = { givenBy: 'event', givenAt: '2027-01-02', text: 'Ja, bel mij', proof: 'kaart.pdf' }
  await world.done('admin', 'POST', '/api/consents', { number: '06 31313131', ...given })
  const running = await make('06 33333333', { contractEndDate: '2028-06-30' })
  const held = await world.held('no-sale', { customerName: 'Oude Bekende', customerPhone: '06 34343434' })
  const sold = (await world.sale({ customerName: 'Oude Bekende', customerPhone: '06 35353535' })).slice('sale-'.length)
  await world.done('admin', 'PATCH', `/api/sales/${sold}/status`, { status: 'rejected', rejectionReason: 'Oud' })
  const former = await world.joined({ role: 'caller', teamId: 1, firstName: 'Vroegere', lastName: 'Kracht' })
  await world.done('admin', 'DELETE', `/api/users/${former.id}`)
  const path = '/api/erasures/settings'
  const byRetention = async () =>
    (await listed()).filter((row: { askedBy: { firstName: string } }) => row.askedBy.firstName === 'Partnerview')
  const change = (version: number, body: object) =>
    world.world.call('PUT', path, { as, body, headers: { 'if-match': `"${version}"` } })
  await night('2028-06-01T02:15:00Z')
  const off = { leadMonths: null, appointmentMonths: null, saleMonths: null, userMonths: null }
  expect((await world.world.call('GET', path, { as })).body).toMatchObject(off)
  expect(await byRetention()).toEqual([])

  expect((await change(0, { leadMonths: 11 })).text).toContain('van 12 tot en met 120')
  const twelve = { leadMonths: 12, appointmentMonths: 12, saleMonths: 12, userMonths: 12 }
  expect((await change(0, twelve)).status).toBe(200)
  expect((await change(0, { leadMonths: 24 })).status).toBe(409)
  await night('2028-06-02T02:15:00Z')
  const plans = await byRetention()
  const planOf = (name: string) => plans.find((row: { name: string }) => row.name.startsWith(name))
  const [appointments, leads] = [planOf('Afspraken'), planOf('Leads')]
  const idsOf = (row: typeof leads) => row.items.map(({ id }: { id: string }) => id)
  expect(leads).toMatchObject({ name: 'Leads, ongebruikt sinds 02-06-2027', state: 'waiting', dueOn: '2028-07-02' })
  expect(idsOf(leads)).toEqual(expect.arrayContaining([unused, used]))
  expect(idsOf(leads)).not.toContain(running)
  expect(idsOf(appointments)).toContain(held)
  expect(idsOf(planOf('Afgeronde sales'))).toContain(sold)
  expect(idsOf(planOf('Oud-medewerkers'))).toContain(former.id)
  await deliverOutbox(world.people.admin.id)
  const mails = (await world.world.ses.mails()).filter(({ text }) => text.includes('nacht van 02-07-2028'))
  expect(mails.map(({ to }) => to)).toEqual([[world.people.admin.email]])
  await night('2028-06-03T02:15:00Z')
  expect(await byRetention()).toHaveLength(4)

  await world.done('agent', 'POST', `/api/leads/${used}/calls`, { note: 'Wil toch een afspraak' })
  await night('2028-07-02T02:15:00Z')
  expect((await world.call('admin', 'GET', `/api/leads/${unused}`)).status).toBe(404)
  const { findNumber } = await import('../numbers/facts.ts')
  expect((await findNumber('06 31313131')).consents).toMatchObject([given])
  expect((await world.call('admin', 'GET', `/api/leads/${used}`)).status).toBe(200)
  expect((await world.done('admin', 'GET', `/api/appointments/${held}`)).customerName).toBe('Gewiste klant')
  expect((await world.done('admin', 'GET', `/api/sales/${sold}`)).customerName).toBe('Gewiste klant')
  expect(await tableText()).not.toContain('Vroegere')
  expect((await change(1, off)).status).toBe(200)
})

it('leaves nothing of the customer once the last term has passed', async () => {
  await night('2035-01-02T02:15:00Z')
  expect((await listed()).filter(({ dueOn }: { dueOn: string | null }) => dueOn !== null)).toEqual([])
  const rows = await rowsBut()
  expect(JSON.stringify(rows.filter(({ pk }) => pk.startsWith('ledger#')))).toContain('Sale Gewiste klant (')
  for (const trace of traces)
    expect(
      rows.filter((row) => JSON.stringify(row).includes(trace)),
      trace,
    ).toEqual([])
})

it('takes names, texts and proofs out of consents with the last record of a number, or years after the last call', async () => {
  await at('2036-12-30T09:00:00Z')
  const consentOf = async (phone: string, name: string) => {
    const { id } = await world.done('agent', 'POST', '/api/leads', { customerName: name, customerPhone: phone })
    const given = { givenBy: 'event', givenAt: '2036-12-01', text: `${name} zei ja`, proof: 'kaart.pdf' }
    await world.done('admin', 'POST', '/api/consents', { number: phone, name, ...given })
    return id as string
  }
  const textsOf = async (name: string) => (await tableText()).split(name).length - 1
  const [first, second] = [await consentOf('06 33557701', 'Gerda'), await consentOf('06 33557701', 'Gerda')]
  await world.done('admin', 'POST', '/api/numbers/close', { number: '06 33557701', source: 'Gerda belde zelf' })
  const key = String(customerIdOf({ customerPhone: '06 33557701' }))
  const file = await world.world.call('GET', `/api/erasures/file?about=${key}`, { as })
  expect(file.text).toContain('Gerda zei ja')
  await erase(key, [first])
  await night('2036-12-31T02:15:00Z')
  expect(await tableText()).toContain('Gerda zei ja')
  await erase(key, [second])
  await night('2037-01-01T02:15:00Z')
  // The closing itself keeps how the customer said so; its lines in the log do not.
  expect(await textsOf('Gerda')).toBe(1)
  const { findNumber } = await import('../numbers/facts.ts')
  const left = (await findNumber('06 33557701')).consents.map(({ until, text, proof }) => [until, text, proof])
  expect(left).toEqual(Array(2).fill(['2037-12-01', undefined, undefined]))
  await at('2037-01-02T09:00:00Z')
  await consentOf('06 33557702', 'Harmke')
  const called = await consentOf('06 33557703', 'Ilse')
  for (const day of ['2039-01-02', '2039-02-02']) {
    await at(`${day}T09:00:00Z`)
    await world.done('agent', 'POST', `/api/leads/${called}/calls`, { note: 'Gesproken' })
  }
  await world.done('admin', 'DELETE', `/api/leads/${called}`)
  await world.done('admin', 'POST', '/api/leads', { customerName: 'Fa BV', customerPhone: '06 33557705' })
  await world.done('admin', 'PUT', '/api/numbers/06%2033557705/legal-form', { legalForm: 'bv', kvkNumber: '12345678' })
  const proofOf = async (phone: string) => (await findNumber(phone)).consents[0]?.proof
  for (const [day, proof] of [['2042-01-02', 'kaart.pdf'], ['2042-01-03']] as const) {
    await night(`${day}T02:15:00Z`)
    expect([await proofOf('06 33557702'), await proofOf('06 33557703')]).toEqual([proof, 'kaart.pdf'])
  }
  expect([(await findNumber('06 33557703')).usedOn, await textsOf('Harmke zei ja')]).toEqual(['2039-02-02', 0])
  await night('2044-02-03T02:15:00Z')
  expect([await proofOf('06 33557703'), (await findNumber('06 33557705')).kvkNumber]).toEqual([undefined, undefined])
})
