import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SearchHit, SearchResult } from '../../shared/api/search.ts'
import type { SearchKind } from '../../shared/search-fields.ts'
import { addSeconds, now } from '../../shared/time.ts'
import { storeContract } from '../../testing/contracts.ts'
import { runAsTest } from '../../testing/rights.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { startSearchStream } from '../../testing/search.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let stream: Awaited<ReturnType<typeof startSearchStream>>
let admin: Person
let agent: Person
let as: string

beforeAll(async () => {
  world = await startWorld()
  stream = await startSearchStream()
  await world.team(1)
  await world.team(2)
  admin = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
  agent = await world.person({ teamId: 1, firstName: 'Bram', lastName: 'van der Meer' })
  as = await world.session(admin)
})
afterAll(() => world.stop())
// One person may search sixty times a minute.
beforeEach(() => world.travel(addSeconds(now(), 61)))

async function find(q: string, session = as): Promise<SearchResult> {
  const { status, body } = await world.call('GET', `/api/search?q=${encodeURIComponent(q)}`, { as: session })
  expect(status).toBe(200)
  return body
}

const hitsOf = (result: SearchResult, kind: SearchKind): readonly SearchHit[] =>
  result.groups.find((group) => group.kind === kind)?.hits ?? []

/** Returns the ids of a kind that a query finds. */
const ids = async (q: string, kind: SearchKind, session = as) =>
  hitsOf(await find(q, session), kind).map(({ id }) => id)

let numbers = 10_000_000
const newPhone = () => `06 ${++numbers}`

async function newLead(form: object = {}): Promise<{ id: string; customerPhone: string; version: number }> {
  const body = { customerName: 'Sem Vos', customerPhone: newPhone(), ownerId: agent.id, ...form }
  const reply = await world.call('POST', '/api/leads', { as, body })
  expect(reply.status, reply.text).toBe(201)
  await stream.deliver()
  return reply.body
}

const marked = (hit: SearchHit) =>
  [...hit.title, ...hit.subtitle].flatMap(({ text, marks }) => marks.map(({ from, to }) => text.slice(from, to)))

it('finds a lead by names, phone, e-mail and address, however typed, and marks what was found', async () => {
  const { id } = await newLead({
    customerName: 'Zoë van der Łukasz',
    companyName: 'Bakkerij De Korenaar B.V.',
    customerPhone: '06 41234567',
    customerEmail: 'zoe@korenaar.nl',
    postalCode: '6041 AB',
    houseNumber: '12 a',
    address: 'Markt',
    city: 'Roermond',
  })
  const asked = {
    zoe: 'Zoë',
    'ZOË lukasz': 'Zoë',
    'lukasz zoe': 'Łukasz',
    'van der Łuk': 'Łuk',
    koren: 'Koren',
    'bakkerij kor': 'Bakkerij',
    'zoe korenaar': 'Zoë',
    'lukasz bakkerij': 'Łukasz',
    '06 412': '06 412',
    '+31 6 4123 4567': '06 41234567',
    '0031641234567': '06 41234567',
    '31641234567': '06 41234567',
    '06-41 23': '06 4123',
    'zoe@kor': 'zoe@kor',
    '6041ab 12': '6041 AB 12',
    '6041 ab 12a': '6041 AB 12 a',
    '6041 AB': '6041 AB',
  }
  for (const [q, mark] of Object.entries(asked)) {
    const [hit] = hitsOf(await find(q), 'lead')
    expect(hit?.id, q).toBe(id)
    expect(marked(hit as SearchHit), q).toContain(mark)
  }
  expect(await ids('zoe jansen', 'lead')).toEqual([])
  expect(await ids('oe', 'lead')).toEqual([])
  expect((await find('van der')).groups).toEqual([])
  expect((await find('z')).groups).toEqual([])
})

it('finds by any two words of the names, and by a name with its place, in any order', async () => {
  const form = {
    customerName: 'Jan Willem Tweenamen',
    companyName: 'Installatie Techniek Zuidrand',
    city: 'Sint Odiliën',
  }
  const { id } = await newLead(form)
  const words = ['jan', 'willem', 'tweenamen', 'installatie', 'techniek', 'zuidrand']
  for (const one of words) {
    for (const other of words.filter((word) => word !== one)) {
      expect(await ids(`${one} ${other.slice(0, 3)}`, 'lead'), `${one} ${other}`).toEqual([id])
    }
    for (const q of [`${one} odil`, `sint ${one}`, `${one} willem odilien`, `zuidrand ${one} jan`]) {
      expect(await ids(q, 'lead'), q).toEqual([id])
    }
  }
  expect(marked(hitsOf(await find('tweenamen odilien'), 'lead')[0] as SearchHit)).toEqual(['Tweenamen', 'Odiliën'])
  expect(await ids('willem roermond', 'lead')).toEqual([])
  expect(await ids('odilien', 'lead')).toEqual([])
  const person = await world.person({ role: 'agent', teamId: 1, firstName: 'Anne Fleur', lastName: 'Persoonsma' })
  await stream.deliver()
  for (const q of ['anne persoonsma', 'fleur persoonsma', 'persoonsma fleur'])
    expect(await ids(q, 'person'), q).toEqual([person.id])
})

it('finds long texts whole: an e-mail address of a customer with a phone number, and one longer than a hit shows', async () => {
  const emails = [
    'voornaam.achternaam@bedrijf-met-lange-naam.nl',
    `${'lang.'.repeat(11)}adres@bedrijf-met-zeer-lange-naam.nl`,
  ]
  for (const customerEmail of emails) {
    const { id } = await newLead({ customerName: 'Lang Adresman', customerEmail })
    expect(await ids(customerEmail, 'lead')).toEqual([id])
    expect(await ids(`adresman ${customerEmail}`, 'lead')).toEqual([id])
  }
  expect(await ids('voornaam.achternaam@bedrijf-met-andere-naam.nl', 'lead')).toEqual([])
})

it('finds a record by two of its codes, and not by the code of another', async () => {
  const form = { customerEmail: 'twee@codes.nl', customerPhone: '06 43210001', postalCode: '6041 XA', houseNumber: '7' }
  const { id } = await newLead({ customerName: 'Codula Dubbelcode', ...form })
  await newLead({ customerName: 'Codula Andercode', customerPhone: '06 43210002' })
  for (const q of ['0643210001 twee@codes.nl', 'twee@codes.nl 6041xa7 codula', '6041XA 7 06 4321 0001']) {
    expect(await ids(q, 'lead'), q).toEqual([id])
  }
  expect(await ids('0643210002 twee@codes.nl', 'lead')).toEqual([])
})

it('finds records of a person who reads very many parts of the index', async () => {
  const { openIndex, partitionsFor } = await import('./lookups.ts')
  const { id } = await newLead({ customerName: 'Velerlei Partitiesma' })
  const [lead] = (await partitionsFor({ id: admin.id, role: 'admin', teamId: null, flags: {} as never })).filter(
    ({ kind }) => kind === 'lead',
  )
  const many = Array.from({ length: 60 }, () => ({ ...(lead as NonNullable<typeof lead>) }))
  const { candidates } = await openIndex(many, 20).find(['velerlei', 'partitiesma'])
  expect(candidates.map((one) => one.id)).toEqual([id])
})

it('answers odd characters as any text, and marks whole characters', async () => {
  const { id } = await newLead({ customerName: '<b>Zwaluw</b> 𝒳𝒴 İpek', companyName: `A&B "Ünit"` })
  const [hit] = hitsOf(await find('zwaluw'), 'lead')
  expect([hit?.id, marked(hit as SearchHit)]).toEqual([id, ['Zwaluw']])
  const odd = ['😀😀', '�​́', '%00%', "'; --", '..//..', '(((', '‮zwaluw', 'ﬁ ligatuur', '06'.repeat(50)]
  for (const q of odd) expect(Array.isArray((await find(q)).groups), q).toBe(true)
  for (const q of ['x'.repeat(100), 'jansen '.repeat(14), '+'.repeat(100)]) expect((await find(q)).groups).toEqual([])
  expect((await world.call('GET', `/api/search?q=${'x'.repeat(101)}`, { as })).status).toBe(400)
})

it('shows the customer of the found records once, by number, e-mail address or address', async () => {
  await newLead({ customerName: 'Fleur Dekker', customerPhone: '06 49990001', city: 'Echt' })
  const form = { customerName: 'F. Dekker', customerPhone: '06 49990001', agentId: agent.id, type: 'particulier' }
  const body = { ...form, appointmentDate: '2026-11-25', appointmentTime: '10:00' }
  expect((await world.call('POST', '/api/appointments', { as, body })).status).toBe(201)
  await newLead({ customerName: 'Dekker', customerPhone: null, customerEmail: 'd@dekker.nl' })
  await newLead({ customerName: 'Dekker', customerPhone: null, postalCode: '6041 XX', houseNumber: '3' })
  await stream.deliver()
  const result = await find('dekker')
  expect(result.groups.map(({ kind }) => kind)).toEqual(['customer', 'appointment', 'lead'])
  const customers = hitsOf(result, 'customer').map(({ id }) => id)
  expect(customers).toHaveLength(3)
  expect(customers).toContain('tel-31649990001')
  expect(hitsOf(await find('0649990001'), 'customer')[0]).toMatchObject({
    title: [{ field: 'name' }],
    subtitle: [{ field: 'phone', text: '06 49990001', marks: [{ from: 0, to: 11 }] }, { field: 'city' }],
    found: ['phone'],
    ...{ status: 'scheduled', statusOf: 'appointment' },
  })
  const records = ['appointment', 'lead'] as const
  const ofOne = (await find('0649990001')).groups.filter(({ kind }) => records.some((one) => one === kind))
  expect(ofOne.flatMap(({ hits }) => hits.map(({ customerId }) => customerId))).toEqual(
    Array(2).fill('tel-31649990001'),
  )
})

it('shows the end of a customer whose latest record is a contract, and that there may be more customers', async () => {
  const customer = { customerName: 'Annelies Eindmaker', customerPhone: '06 49990021' }
  await newLead(customer)
  await runAsTest(() => storeContract({ ...customer, signedDate: '2030-01-01', expiryDate: '2031-01-01' }))
  await stream.deliver()
  const [hit] = hitsOf(await find('eindmaker'), 'customer')
  expect([hit?.statusOf, hit?.subtitle.find(({ field }) => field === 'endDate')?.text]).toEqual([
    'contract',
    '2031-01-01',
  ])
  const hasMore = async () => (await find('eindmaker')).groups.find(({ kind }) => kind === 'customer')?.hasMore
  expect(await hasMore()).toBe(false)
  for (let at = 0; at < 5; at++) await newLead(customer)
  expect(await hasMore()).toBe(true)
})

it('finds a name of five or more letters with one letter wrong, until the name is gone', async () => {
  const { id } = await newLead({ customerName: 'Pieter Hendrikxen' })
  for (const q of ['hendrikxan', 'hendirkxen', 'hendrikxn', 'hendriikxen', 'pieter hendrikxem', 'endrikxen', 'pietr']) {
    const result = await find(q)
    expect(hitsOf(result, 'lead')[0]?.id, q).toBe(id)
    expect(result.corrected, q).not.toBeNull()
  }
  expect((await find('hendrikxen')).corrected).toBeNull()
  expect(await ids('hendraksen', 'lead')).toEqual([])
  expect((await world.call('DELETE', `/api/leads/${id}`, { as })).status).toBe(204)
  await stream.deliver()
  expect((await find('hendrikxan')).groups).toEqual([])
  const { listWords } = await import('./mistakes.ts')
  expect(await listWords()).not.toContain('hendrikxen')
})

it('corrects a word alike whether others have that very name or not, and at most sixty searches a minute', async () => {
  const stranger = await world.person({ teamId: 2 })
  const own = await world.session(agent)
  await newLead({ customerName: 'Wobbelaar' })
  const before = await find('wobbelaer', own)
  expect(before.corrected).toBe('wobbelaar')
  await newLead({ customerName: 'Wobbelaer', ownerId: stranger.id })
  await newLead({ customerName: 'Aobbelaer', ownerId: stranger.id })
  expect(await find('wobbelaer', own)).toEqual(before)
  expect((await find('een twee wobbelaer', own)).corrected).toBeNull()
  const searches = Array.from({ length: 58 }, () => world.call('GET', '/api/search?q=wob', { as: own }))
  const statuses = (await Promise.all(searches)).map(({ status }) => status).sort()
  expect([statuses.filter((one) => one === 200).length, statuses.at(-1)]).toEqual([57, 429])
})

it('follows a new name, another owner and team, a deleted record and its return', async () => {
  const other = await world.person({ teamId: 2 })
  const [own, others] = [await world.session(agent), await world.session(other)]
  const { id, customerPhone } = await newLead({ customerName: 'Quirijn Oudman' })
  expect(await ids('quirijn oudman', 'lead', own)).toEqual([id])
  expect(await ids('quirijn oudman', 'lead', others)).toEqual([])
  const change = { customerName: 'Quirijn Nieuwman', ownerId: other.id, status: 'contacted' }
  expect((await world.call('PATCH', `/api/leads/${id}`, { as, body: change })).status).toBe(200)
  await stream.deliver()
  expect(await ids('oudman', 'lead')).toEqual([])
  expect(await ids(customerPhone, 'lead', own)).toEqual([])
  expect(hitsOf(await find('nieuwman', others), 'lead')).toMatchObject([{ id, status: 'contacted' }])

  const appointment = { customerName: 'Quirijn Weg', customerPhone: newPhone(), agentId: agent.id, type: 'particulier' }
  const body = { ...appointment, appointmentDate: '2026-11-26', appointmentTime: '10:00' }
  const booked = await world.call('POST', '/api/appointments', { as, body })
  await stream.deliver()
  expect(await ids('quirijn weg', 'appointment')).toEqual([booked.body.id])
  await world.call('DELETE', `/api/appointments/${booked.body.id}`, { as })
  await stream.deliver()
  expect(await ids('quirijn weg', 'appointment')).toEqual([])
  expect((await world.call('POST', `/api/appointments/${booked.body.id}/restore`, { as })).status).toBeLessThan(300)
  await stream.deliver()
  expect(await ids('quirijn weg', 'appointment')).toEqual([booked.body.id])
})

it('shows each record of a number that may not be called as such, until it may be called again', async () => {
  const { id } = await newLead({ customerName: 'Ursula Verbeek', customerPhone: '06 48880001' })
  const { id: same } = await newLead({ customerName: 'U. Verbeek', customerPhone: '06 48880001' })
  expect(hitsOf(await find('0648880001'), 'lead').map(({ doNotCall }) => doNotCall)).toEqual([false, false])
  const closed = await world.call('PATCH', `/api/leads/${id}`, { as, body: { doNotCall: true } })
  expect(closed.status, closed.text).toBe(200)
  await stream.deliver()
  const result = await find('0648880001')
  expect(hitsOf(result, 'lead').map(({ doNotCall }) => doNotCall)).toEqual([true, true])
  expect(hitsOf(result, 'customer')).toMatchObject([{ id: 'tel-31648880001', doNotCall: true }])
  const body = { doNotCall: false, doNotCallLiftReason: 'Belde zelf' }
  expect((await world.call('PATCH', `/api/leads/${same}`, { as, body })).status).toBe(200)
  await stream.deliver()
  expect(hitsOf(await find('verbeek'), 'lead').map(({ doNotCall }) => doNotCall)).toEqual([false, false])
})

it('shows an EAN only to readers of personal data, and an IBAN masked to everybody', async () => {
  const form = buildSaleForm({
    ...{ customerName: 'Wilma Kuipers', customerPhone: newPhone(), agentId: agent.id, salesDockId: 'SD-48213' },
    ...{ eanElectricity: '871687000000123456', iban: 'NL20 INGB 0001 2345 67' },
  })
  const sale = await world.call('POST', '/api/sales', { as, body: form })
  expect(sale.status, sale.text).toBe(201)
  await stream.deliver()
  const { id } = sale.body
  for (const q of [
    '871687000000123456',
    '8716 8700 0000 1234 56',
    '4567',
    'NL20INGB0001234567',
    'nl20ingb0001234567 kuipers',
    'NL20 INGB 0001 2345 67 Kuipers',
    'SD-48213',
    '48213',
    'sd48213',
  ]) {
    expect(await ids(q, 'sale'), q).toEqual([id])
  }
  expect(JSON.stringify(await find('4567'))).toContain('NL•• •••• •••• ••45 67')
  const plain = await world.session(await world.person({ role: 'teamleader', teamId: 1, hasPersonalDataAccess: false }))
  expect((await find('871687000000123456', plain)).groups).toEqual([])
  expect(await ids('4567', 'sale', plain)).toEqual([id])
  for (const q of ['wilma kuipers', '4567', 'SD-48213']) {
    const shown = JSON.stringify(await find(q, plain))
    expect(shown).not.toMatch(/871687000000123456|INGB/)
  }
})

it('needs a query and a login; an empty query finds nothing', async () => {
  expect((await world.call('GET', '/api/search', { as })).status).toBe(400)
  expect((await find('')).groups).toEqual([])
  expect((await world.call('GET', '/api/search?q=sem')).status).toBe(401)
})

it('each word with one letter wrong shares a key with the known word', async () => {
  const { isOneLetterOff, listSearchKeys, mistakeKeys } = await import('./words.ts')
  for (const word of ['jansen', 'smith', 'wobbelaar', 'aabba', 'hendrikxen']) {
    const variants = [...word].flatMap((letter, at) => {
      const [before, after] = [word.slice(0, at), word.slice(at + 1)]
      const swapped = `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`
      return [`${before}${after}`, `${before}q${after}`, `${before}q${letter}${after}`, `${word}q`, swapped]
    })
    for (const variant of variants.filter((one) => isOneLetterOff(one, word))) {
      const shared = listSearchKeys(variant).filter((key) => mistakeKeys(word).includes(key))
      expect(shared, `${variant} for ${word}`).not.toEqual([])
    }
  }
})
