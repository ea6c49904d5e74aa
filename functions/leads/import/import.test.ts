import { readFile } from 'node:fs/promises'
import * as sheetjs from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { deliverObjectEvent as deliverTo, objectKeyOf } from '../../../testing/bucket.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { buildXlsx } from '../../../testing/spreadsheets.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

const INPUTS = new URL('../../../testing/inputs/', import.meta.url)
const FAT_CYCLE = await readFile(new URL('oom-5kB-fat-cycle.xls', INPUTS))

let world: World
let admin: Person
let agent: Person

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  admin = await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Admin' })
  agent = await world.person({ role: 'agent', teamId: 1 })
})
afterAll(() => world.stop())

const call = async (method: string, path: string, body?: object, who = admin) =>
  world.call(method, path, { as: await world.session(who), ...(body ? { body } : {}) })

async function upload(bytes: Uint8Array, filename = 'leads.csv', who = admin) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const request = new Response(form)
  return world.call('POST', '/api/leads/upload', {
    as: await world.session(who),
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
/** Uploads an .xls, which only the import function reads (rulings 57), and returns the upload once it is done. */
async function followed(bytes: Uint8Array, filename: string) {
  const { status, body } = await upload(bytes, filename)
  expect([status, body.state]).toEqual([409, 'wordt verwerkt'])
  await deliver(objectKeyOf(world.created.at(-1)))
  return call('GET', `/api/leads/uploads/${body.uploadId}`)
}
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
/**
 * Imports a file and expects success; returns the counts of created, updated, unchanged and refused rows, and the
 * remarks.
 */
async function imported(bytes: Uint8Array, filename?: string) {
  const { status, body, text } = filename?.endsWith('.xls')
    ? await followed(bytes, filename)
    : await upload(bytes, filename)
  expect(status, text).toBe(200)
  const { created, updated, skipped, errors } = body.stats
  const said = body.details.map(
    ({ row, column, reason }: Record<string, string>) => `${row} ${column ? `${column}: ` : ''}${reason}`,
  )
  return { counts: [created, updated, skipped, errors], said, leftOut: body.leftOut }
}
/** Returns the leads that a search finds in everybody's list. */
const found = async (q: string) => (await call('GET', `/api/leads?q=${encodeURIComponent(q)}`)).body
const deliver = (key: string) => deliverTo(world, 'lead-import', key)

it('creates leads of the importer from .csv, .xlsx and .xls alike, and none from the same bytes again', async () => {
  const rowsOf = (name: string, phone: string) => [
    ['Klant', 'Tel', 'Mail', 'Adres', 'Postcode', 'Einddatum', 'Energietype', 'Status', 'Prioriteit', 'Notities'],
    [name, phone, `${name}@X.nl`, 'Markt 12b', '6041ab', '31-12-2026', 'stroom', 'Geïnteresseerd', 'Hoog', 'Na zes'],
  ]
  const xls = (rows: string[][]) =>
    sheetjs.write(
      { SheetNames: ['Leads'], Sheets: { Leads: sheetjs.utils.aoa_to_sheet(rows) } },
      { type: 'buffer', bookType: 'biff8' },
    )
  const files: [name: string, bytes: Uint8Array][] = [
    ['csv', csv(...rowsOf('csv', '0612340001').map((row) => row.join(';')))],
    ['xlsx', await buildXlsx({ Leads: rowsOf('xlsx', '0612340002') })],
    ['xls', xls(rowsOf('xls', '0612340003'))],
  ]
  for (const [name, bytes] of files) {
    expect((await imported(bytes, `leads.${name}`)).counts, name).toEqual([1, 0, 0, 0])
    const again = await imported(bytes, `leads.${name}`)
    expect([again.counts, again.said]).toEqual([[0, 0, 1, 0], []])
    expect(await found(`${name}@x.nl`)).toMatchObject([
      {
        customerName: name,
        customerPhone: expect.stringMatching(/^06 1234000\d$/),
        address: 'Markt',
        houseNumber: '12b',
        postalCode: '6041 AB',
        contractEndDate: '2026-12-31',
        isUrgent: true,
        energyType: 'stroom',
        status: 'interested',
        priority: 'high',
        notes: 'Na zes',
        owner: { id: admin.id, firstName: 'Ada' },
      },
    ])
  }
})

it('reads the end of a period, no code as a name, and no phone number of an adviser', async () => {
  const file = csv(
    'Debiteur;Naam;Telefoon;Telefoon (adviseur);Einddatum',
    '10034;Periodiek;0612340091;0612340092;1 jan 2025 - 31 dec 2027',
  )
  expect((await imported(file, 'periode.csv')).counts).toEqual([1, 0, 0, 0])
  expect(await found('Periodiek')).toMatchObject([
    { customerName: 'Periodiek', customerPhone: '06 12340091', contractEndDate: '2027-12-31' },
  ])
})

it('gives a new lead to the colleague whom the row names, and to the uploader when that is nobody', async () => {
  const { firstName, lastName } = agent
  const rows = (...owners: string[]) => owners.map((owner, at) => `Van ${at};065700010${at};${owner}`)
  const first = await imported(csv('Klantnaam;Telefoon;Eigenaar', ...rows(`${firstName}  ${lastName}`, 'De baas', '')))
  expect(first.counts).toEqual([3, 0, 0, 0])
  expect(first.said).toEqual([
    '3 de eigenaar is geen collega met toegang tot leads; de lead komt op naam van de uploader',
  ])
  const owners = async () => (await found('Van ')).map(({ ownerId }: { ownerId: string }) => ownerId)
  expect((await owners()).toSorted()).toEqual([agent.id, admin.id, admin.id].toSorted())
  const again = await imported(csv('Klantnaam;Telefoon;Eigenaar', ...rows('', `${firstName} ${lastName}`, '')))
  expect(again.counts, 'a known lead keeps its owner').toEqual([0, 0, 3, 0])
})

it('updates leads found by phone, mail, or address and name: empty cells erase nothing, edits stay', async () => {
  const known = { contractEndDate: '2027-01-01', city: 'Roermond', notes: 'Belt zelf', priority: 'high' }
  const note = async (form: object) => (await call('POST', '/api/leads', { ...known, ...form }, agent)).body
  const noted = [
    await note({ customerName: 'Op nummer', customerPhone: '06 50000001' }),
    await note({ customerName: 'Op mail', customerEmail: 'op@mail.nl' }),
    await note({ customerName: 'Op Adres', postalCode: '6041 AB', houseNumber: '1' }),
    await note({ customerName: 'Buurman', postalCode: '6041 AB', houseNumber: '1' }),
  ]
  const { counts, said } = await imported(
    csv(
      'Klantnaam;Telefoon;E-mail;Postcode;Huisnummer;Plaats;Leverancier;Status;Prioriteit;Notities',
      'Op nummer;+31 6 5000 0001;;;;;Eneco;Geconverteerd;Laag;anders',
      'Op mail;0650000002;OP@mail.nl;;;;;;;',
      'op adres;;;6041ab;1;Weert;;;;',
      'op adres;;;6041ab;1;Venlo;;;;',
    ),
  )
  expect(counts).toEqual([0, 4, 0, 0])
  expect(said).toEqual([
    '5 is dezelfde klant als rij 4, met andere gegevens; ze worden één lead met de laatste gegevens',
  ])
  const now = await Promise.all(noted.map(async ({ id }) => (await call('GET', `/api/leads/${id}`)).body))
  const untouched = { ...known, ownerId: agent.id, status: 'new' }
  expect(now).toMatchObject([
    { ...untouched, currentSupplier: 'Eneco', version: 2 },
    { ...untouched, customerPhone: '06 50000002', customerEmail: 'op@mail.nl' },
    { ...untouched, city: 'Venlo' },
    { ...untouched, version: 1 },
  ])
})

it('warns when two customers with one number became one lead, from before or from the file itself', async () => {
  const noted = { customerName: 'De Eerste', customerPhone: '0650000031' }
  const { id } = (await call('POST', '/api/leads', noted, agent)).body
  const rows = ['De Tweede;0650000031;Weert', 'De Derde;0650000031;Weert', 'De Tweede;0650000031;Weert']
  const { counts, said } = await imported(csv('Klantnaam;Telefoon;Plaats', ...rows, 'De Tweede;0650000031;Weert'))
  expect(counts).toEqual([0, 3, 1, 0])
  expect(said).toEqual([
    '5 is gelijk aan een eerdere rij en telt één keer',
    "2 stond als 'De Eerste' in de leads, met dezelfde telefoon of e-mail. Twee klanten? Voeg er dan één met de hand toe",
    '3 is dezelfde klant als rij 2, met andere gegevens; ze worden één lead met de laatste gegevens',
    '4 is dezelfde klant als rij 3, met andere gegevens; ze worden één lead met de laatste gegevens',
  ])
  expect((await call('GET', `/api/leads/${id}`)).body.customerName).toBe('De Tweede')
})

it('refuses wrong rows, and stores the others with remarks about doubtful values', async () => {
  const { counts, said, leftOut } = await imported(
    csv(
      'Klantnaam;Telefoon;E-mail;Postcode;Einddatum contract;Status;Toestemming;Kleur;Huisnummer',
      ';0650000011;;;;;;',
      'Geen datum;0650000012;;;31-02-2027;;;',
      `${'x'.repeat(201)};0650000013;;;;;;`,
      'Twijfel;12;jan@;60;;Onzin;Beurs;rood',
      `Lang;0650000014;;;;;;;${'9'.repeat(2_500)}`,
      'Te lang;0650000015;;871687123456789012;;;;',
      'Zonder alles;;;;;;;',
    ),
  )
  expect(counts).toEqual([3, 0, 0, 4])
  expect(said).toEqual([
    '2 Klantnaam: de naam van de klant ontbreekt',
    "3 Einddatum contract: '31-02-2027' is geen geldige datum",
    '4 Klantnaam: Maximaal 200 tekens',
    '7 Postcode: Maximaal 12 tekens',
    "5 E-mail: 'jan@' is geen geldig e-mailadres",
    "5 Telefoon: '12' is geen telefoonnummer",
    "5 Postcode: '60' is geen Nederlandse postcode",
    "5 Status: 'Onzin' is geen van Nieuw, Gecontacteerd, Geïnteresseerd, Niet geïnteresseerd, Geconverteerd en is weggelaten",
    '5 Toestemming: is weggelaten, omdat er geen datum bij staat',
    `6 Huisnummer: '${'9'.repeat(80)}…' is langer dan 100 tekens en is weggelaten`,
  ])
  expect(leftOut).toEqual([{ kind: 'column', name: 'Kleur', sheet: null, reason: 'de kop is niet herkend' }])
  expect((await imported(csv('Klantnaam;Telefoon', 'Zonder alles;', 'Zonder alles;'))).counts).toEqual([0, 0, 2, 0])
  const { body: uploads } = await call('GET', '/api/leads/uploads')
  const { id } = uploads.find(({ wrongRows }: { wrongRows: number }) => wrongRows === 4)
  const reply = await call('GET', `/api/leads/uploads/${id}/errors`)
  expect([reply.status, reply.headers['content-disposition']]).toEqual([200, expect.stringContaining('foute-rijen')])
  const { SheetNames, Sheets } = sheetjs.read(Buffer.from(reply.text, 'latin1'))
  const wrong = sheetjs.utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(wrong.map((cells) => [cells[1], cells.at(-1)])).toEqual([
    ['Telefoon', 'Reden van weigering'],
    ['0650000011', 'Klantnaam: de naam van de klant ontbreekt'],
    ['0650000012', "Einddatum contract: '31-02-2027' is geen geldige datum"],
    ['0650000013', 'Klantnaam: Maximaal 200 tekens'],
    ['0650000015', 'Postcode: Maximaal 12 tekens'],
  ])
  const { body: audited } = await call('GET', '/api/audit-logs?entityType=lead-export')
  expect(audited[0]?.newData).toMatchObject({ filter: { wrongRowsOf: 'leads.csv' }, count: 4 })
})

it.each([
  ['no spreadsheet', 'leads.csv', new Uint8Array([0, 1, 2, 0]), 422, /geen spreadsheet/],
  ['other headers', 'leads.csv', csv('Kleur;Maat', 'rood;3'), 422, /herkennen de kolommen niet/],
  ['nobody’s name', 'leads.csv', csv('Telefoon;Plaats', '0612345678;Weert'), 422, /wie de klant is/],
  ['no way to reach anybody', 'leads.csv', csv('Klantnaam;Bron', 'Jan;Beurs'), 422, /contactgegevens/],
  ['a chain of sectors that returns to itself', 'leads.xls', FAT_CYCLE, 422, /beschadigd/],
  ['another kind of file', 'leads.pdf', csv('%PDF'), 415, /\.xlsx, \.xls, \.csv/],
])('refuses a file with %s in Dutch', async (_, filename, bytes, status, message) => {
  const reply = await upload(bytes, filename)
  expect(reply).toMatchObject({ status, body: { error: expect.stringMatching(message) } })
})

it('reports a number on the do-not-call list, and adds one that the sheet marks', async () => {
  await call('POST', '/api/leads', { customerName: 'Rust', customerPhone: '0650000021', doNotCall: true }, agent)
  const sheet = csv(
    'Klantnaam;Telefoon;E-mail;Niet bellen',
    'Rust;0650000021;rust@x.nl;',
    'Stil;0650000022;;ja',
    'Zonder nummer;;stil@x.nl;ja',
    'Geen nummer;via receptie;geen@x.nl;ja',
  )
  const { said } = await imported(sheet, 'stil.csv')
  expect(said).toEqual([
    '2 dit nummer wil niet gebeld worden; de lead is bewaard als Niet bellen',
    '4 wil niet gebeld worden, maar heeft geen telefoonnummer waar dat bij hoort',
    "5 Telefoon: 'via receptie' is geen telefoonnummer",
  ])
  expect(await found('0650000022')).toMatchObject([{ doNotCall: true, doNotCallSince: { date: '2026-11-23' } }])
  expect((await imported(sheet, 'stil.csv')).counts).toEqual([0, 0, 4, 0])
})

it('stores a refusal as no consent, whatever its words and its date', async () => {
  const { counts, said } = await imported(await readFile(new URL('l23-toestemming-ja-nee.xlsx', INPUTS)), 'l23.xlsx')
  expect([counts, said]).toEqual([[5, 0, 0, 0], ['5 Toestemming: is weggelaten, omdat er geen datum bij staat']])
  const texts = ['Nee', 'opt-out', 'Ingetrokken op 2 mei', 'ONWAAR', 'Nee, liever niet', 'Beurs Nederweert']
  const heads = 'Klantnaam;Telefoon;Toestemming telefonisch contact;Opt-in datum'
  await imported(csv(heads, ...texts.map((text, at) => `Optin ${text};065300000${at};${text};02-10-2026`)), 'opt.csv')
  const consents = new Map((await found('Optin')).map((lead: Lead) => [lead.customerName, lead.consent]))
  expect(Object.fromEntries([...consents].filter(([, consent]) => consent !== null))).toEqual({
    'Optin A': { source: 'Ja', date: '2026-10-01' },
    'Optin Beurs Nederweert': { source: 'Beurs Nederweert', date: '2026-10-02' },
  })
  expect(consents.size).toBe(11)
  for (const source of texts.slice(0, 5)) {
    const consent = { source, date: '2026-10-02' }
    const { status, body } = await call('POST', '/api/leads', { customerName: 'Optin form', consent })
    expect([source, status, body.errors]).toEqual([source, 400, expect.objectContaining({})])
    expect(JSON.stringify(body)).toContain('Dit is een weigering')
  }
  const { isRefusal } = await import('../../../shared/refusal.ts')
  const none = [
    'Geen bezwaar',
    'Niet bekend',
    'Niet van toepassing',
    'Niet ingevuld',
    'Geen opgave',
    'Neeltje',
    'Via beurs',
  ]
  expect(none.filter(isRefusal)).toEqual([])
  const refusals = [
    'Niet meer bellen',
    'wil niet gebeld',
    'Geen toestemming',
    'niet akkoord',
    'Nee, liever niet',
    'Opt-out',
  ]
  expect(refusals.filter((text) => !isRefusal(text))).toEqual([])
})

it('reads a call-back, the status of somebody who cancelled or died, and the label of a pivot table', async () => {
  await imported(
    csv(
      'Leverancier;Accountnaam;Telefoon;Status;Terugbellen op;Terugbellen om',
      'Eneco;Status Weg;0654000001;Gecanceld;01-12-2026;14:30',
      ';Status Dood;0654000002;Overleden;;',
    ),
    'status.csv',
  )
  const { body } = await call('GET', '/api/leads?q=Status&status=not-interested')
  const shown = body.map(({ customerName, status, doNotCall, callBackAt, currentSupplier }: Lead) => [
    ...[customerName, status, doNotCall, callBackAt, currentSupplier],
  ])
  expect(shown.toSorted()).toEqual([
    ['Status Dood', 'not-interested', true, null, 'Eneco'],
    ['Status Weg', 'not-interested', false, '2026-12-01T13:30:00.000Z', 'Eneco'],
  ])
})

it('reads each spelling of a phone number, and of two numbers the first', async () => {
  const { said } = await imported(await readFile(new URL('leads-phones.csv', INPUTS)))
  expect(said).toContain("3 Telefoon: '06 24681357 / 0475 123456' zijn meer nummers; 06 24681357 is aangehouden")
  expect((await found('0624681357')).map(({ customerPhone }: Lead) => customerPhone)).toEqual(['06 24681357'])
})

it('the import is for admins, and each lead has its audit row and is counted', async () => {
  const leader = await world.person({ role: 'teamleader', teamId: 1 })
  for (const who of [leader, agent]) {
    expect((await upload(csv('Klantnaam;Telefoon', 'Jan;0650000031'), 'leads.csv', who)).status).toBe(403)
    expect((await call('GET', '/api/leads/uploads', undefined, who)).status).toBe(403)
  }
  const countOf = async () => (await call('GET', '/api/leads/counts')).body.statuses.new
  const before = await countOf()
  await imported(csv('Klantnaam;Telefoon', ...Array.from({ length: 30 }, (_, n) => `Veel ${n};06510000${10 + n}`)))
  expect(await countOf()).toBe(before + 30)
  const [lead] = await found('Veel 17')
  expect((await call('GET', `/api/leads/${lead.id}/history`)).body).toMatchObject({
    entries: [{ userName: 'Ada Admin', verb: 'create' }],
  })
})

it('the event continues a call that ran out of time; a file of nobody known waits for any admin', async () => {
  const { importUpload } = await import('../../spreadsheets/imports/import.ts')
  const { leadImport } = await import('./importing.ts')
  const rows = Array.from({ length: 60 }, (_, n) => `Lang ${n};06520000${10 + n};De baas`)
  const key = 'leads/lang/lang.csv'
  const metadata = { 'uploaded-by': admin.id, filename: 'lang.csv' }
  const { putUpload } = await import('../../platform/aws/files.ts')
  await putUpload(key, csv('Klantnaam;Telefoon;Eigenaar', ...rows), 'text/csv', metadata)
  const { asSystem } = await import('../../platform/actor.ts')
  const by = { permit: asSystem('test'), until: 0 }
  expect(await runAsFunction('lead-import', () => importUpload(leadImport, key, by))).toBeNull()
  const copy = objectKeyOf(world.created.at(-1))
  await expect(runAsFunction('lead-import', () => importUpload(leadImport, copy, by))).rejects.toThrow('no time left')
  expect((await found('Lang ')).length).toBeGreaterThan(0)
  await deliver(copy)
  await world.s3.put('uploads', 'leads/niemand.csv', csv('Klantnaam;Telefoon', 'Niemand;0650000041'), 'text/csv')
  await deliver('leads/niemand.csv')
  await deliver(objectKeyOf(world.created.at(-1)))
  const all: { id: string; filename: string; reading: number }[] = (await call('GET', '/api/leads/uploads')).body
  const uploads = new Map(all.map((one) => [one.filename, one]))
  expect(uploads.get('lang.csv')).toMatchObject({
    state: 'klaar',
    stats: { totalRows: 60, created: 60, updated: 0, skipped: 0 },
  })
  const nobodys = uploads.get('niemand.csv')
  expect(nobodys).toMatchObject({ state: 'controle nodig', isPlanned: true, stats: { created: 1 } })
  expect(await found('Niemand')).toEqual([])
  const second = await world.person({ role: 'admin' })
  await world.s3.put('uploads', 'leads/niemand-anders.csv', csv('Wie;Wat', 'Niemand;0650000042'), 'text/csv')
  await deliver('leads/niemand-anders.csv')
  await deliver(objectKeyOf(world.created.at(-1)))
  for (const who of [admin, second]) {
    const told = (await call('GET', '/api/notifications', undefined, who)).body
    expect(JSON.stringify(told)).toContain('niemand-anders.csv')
  }
  const seen = { seenReading: nobodys?.reading }
  expect((await call('POST', `/api/leads/uploads/${nobodys?.id}/confirm`, seen, second)).body.state).toBe('klaar')
  expect(await found('0650000041')).toMatchObject([{ customerName: 'Niemand', ownerId: second.id }])
})
