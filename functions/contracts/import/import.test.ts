import { createHash } from 'node:crypto'
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Event, SQSEvent } from 'aws-lambda'
import exceljs from 'exceljs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../../shared/contract/parts/imports.ts'
import { contractColumnLabels } from '../../../shared/contract/schemas/contract-columns.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { deliverEvent, deliver as deliverTo, keyOf } from '../../../testing/bucket.ts'
import { asFunction } from '../../../testing/rights.ts'
import { eanOf } from '../../../testing/spreadsheets.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let sophie: Person
let admin: string

beforeAll(async () => {
  world = await startWorld()
  sophie = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
  admin = await world.session(sophie)
})
afterAll(() => world.stop())

type Row = Record<string, string>
const csv = (...rows: Row[]) => {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return Buffer.from(
    [headers, ...rows.map((row) => headers.map((name) => row[name] ?? ''))].map((one) => one.join(';')).join('\r\n'),
  )
}

async function upload(bytes: Uint8Array, filename = 'lijst.csv') {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const request = new Response(form)
  return world.call('POST', '/api/contracts/upload', {
    as: admin,
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
/** Uploads a file and expects success; returns the reply. */
async function imported(bytes: Uint8Array, filename?: string) {
  const reply = await upload(bytes, filename)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const reasons = (body: { details: { reason: string }[] }) => body.details.map(({ reason }) => reason)

async function stored(id: string) {
  const { Contracts } = await import('../entity.ts')
  return (await Contracts.get({ id }).go()).data
}
const deliver = (key: string, eTag?: string) => deliverTo(world, 'contract-import', key, eTag)
/** Returns the events so far of a dropped file: its own first, then those of its copy. */
const eventsOf = (filename: string) => world.created.filter((event) => keyOf(event).endsWith(`/${filename}`))
/** Drops a file and handles its event; returns the key of its copy, which is not imported yet. */
async function takenIn(filename: string, bytes: Uint8Array) {
  await world.s3.put('uploads', `contracts/${filename}`, bytes, 'text/csv')
  const [dropped] = eventsOf(filename)
  expect(await deliverEvent('contract-import', dropped)).toBe(true)
  const [, copied] = eventsOf(filename)
  return keyOf(copied)
}
const removed = (Key: string) => new S3Client({}).send(new DeleteObjectCommand({ Bucket: 'uploads', Key }))
const retry = (id: string) => world.call('POST', `/api/contracts/uploads/${id}/retry`, { as: admin })
const uploads = async () => (await world.call('GET', '/api/contracts/uploads', { as: admin })).body
const uploadOf = async (filename: string) =>
  (await uploads()).find((one: { filename: string }) => one.filename === filename)
const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

const korenaar = {
  'Sale ID': 'S-1',
  Klantnaam: 'Bakkerij De Korenaar',
  Telefoon: '0475123456',
  'E-mail': 'info@korenaar.nl',
  Adres: 'Markt',
  Huisnummer: '1',
  Toevoeging: 'A',
  Postcode: '6041 AB',
  Leverancier: 'Eneco',
  'EAN stroom': eanOf(1),
  Tekendatum: '01-12-2023',
  Looptijd: '36',
  'Geldig tot': '01-12-2026',
  Kleur: 'blauw',
}
const known = {
  customerName: 'Bakkerij De Korenaar',
  customerPhone: '0475 123456',
  customerEmail: 'info@korenaar.nl',
  address: 'Markt',
  houseNumber: '1 A',
  postalCode: '6041 AB',
  supplier: 'Eneco',
  signedDate: '2023-12-01',
  durationValue: 36,
  expiryDate: '2026-12-01',
}

it('a sheet puts its marked numbers on the do-not-call list, and its contracts are found by their codes', async () => {
  const rows = [
    { ...korenaar, 'Sale ID': 'STIL-1', Telefoon: '0475 100001', 'Bel-me-niet': 'Ja', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-2', Telefoon: '0475 100002', 'Bel-me-niet': 'nee', 'Mag gebeld worden': 'Nee' },
    { ...korenaar, 'Sale ID': 'STIL-3', Telefoon: '0475 100003', 'Bel-me-niet': '12-03-2024', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-4', Telefoon: '0475 100004', 'Bel-me-niet': 'nee', 'Mag gebeld worden': 'ja' },
    { ...korenaar, 'Sale ID': 'STIL-5', Telefoon: '0475 100005', 'Bel-me-niet': 'misschien', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-6', Telefoon: '', 'Bel-me-niet': 'Ja', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-7', Telefoon: 'via receptie', 'Bel-me-niet': 'Ja', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-8', Telefoon: 'via receptie', 'Bel-me-niet': '', 'Mag gebeld worden': '' },
  ].map((row) => ({ ...row, 'EAN stroom': '' }))
  const said = reasons(await imported(csv(...rows), 'stil.csv'))
  expect(said).toEqual([
    "'misschien' zegt niet of deze klant gebeld mag worden",
    'wil niet gebeld worden, maar heeft geen telefoonnummer waar dat bij hoort',
    "'via receptie' is geen telefoonnummer",
  ])
  const board = async (query: string) =>
    (await world.call('GET', `/api/contracts/sales-status/nieuw?${query}`, { as: admin })).body
  const closed: { customerPhone: string; doNotCallSince: unknown }[] = await board('doNotCall=true')
  expect(closed.map(({ customerPhone }) => customerPhone).sort()).toEqual(['0475 100001', '0475 100002', '0475 100003'])
  expect(closed[0]?.doNotCallSince).toMatchObject({ source: 'Import van stil.csv' })
  for (const many of ['q=stil-7', 'q=stil-8']) {
    expect(await board(many)).toMatchObject([{ customerPhone: 'via receptie', doNotCallSince: null }])
  }
  expect(await board('q=stil-4')).toMatchObject([{ customerPhone: '0475 100004', doNotCallSince: null }])
  await imported(csv({ ...rows[3], KvK: '01234567' }), 'erbij.csv')
  expect(await board('q=0123.4567')).toMatchObject([{ customerPhone: '0475 100004' }])
})

describe('a known contract', () => {
  it('keeps values that a sheet with fewer columns does not have', async () => {
    await imported(csv(korenaar))
    const narrow = {
      'Sale ID': 'S-1',
      Bedrijfsnaam: 'De Korenaar B.V.',
      Adres: 'Markt',
      Huisnummer: '1',
      'Geldig tot': '01-12-2026',
    }
    const { contracts, stats } = await imported(csv(narrow))
    expect(stats).toMatchObject({ updated: 1 })
    expect(contracts[0]).toMatchObject({ ...known, companyName: 'De Korenaar B.V.' })
    expect((await stored(contracts[0].id))?.rawRow).toMatchObject({ Kleur: 'blauw', Telefoon: '0475123456' })
    expect((await imported(csv(narrow))).stats).toMatchObject({ updated: 0, skipped: 1 })
  })

  it('keeps them against empty cells and formulas without a stored value', async () => {
    const empty = { ...Object.fromEntries(Object.keys(korenaar).map((name) => [name, ''])), 'Sale ID': 'S-1' }
    await imported(csv({ ...empty, Klantnaam: 'Bakkerij De Korenaar', 'Geldig tot': '01-12-2026' }))
    const workbook = new exceljs.Workbook()
    const sheet = workbook.addWorksheet('Blad1')
    sheet.addRow(['Sale ID', 'Klantnaam', 'Telefoon', 'Leverancier', 'Looptijd', 'Geldig tot'])
    sheet.addRow([
      'S-1',
      'Bakkerij De Korenaar',
      { formula: '"0475"&"123456"' },
      { formula: 'A9' },
      { formula: '3*12' },
      '01-12-2026',
    ])
    const { contracts } = await imported(Buffer.from(await workbook.xlsx.writeBuffer()), 'formules.xlsx')
    expect(contracts[0]).toMatchObject(known)
  })

  it('keeps a valid EAN and phone against a rounded EAN and half a phone', async () => {
    const poor = {
      'Sale ID': 'S-1',
      Klantnaam: 'Bakkerij De Korenaar',
      Telefoon: '061234',
      'EAN stroom': '871687112345678000',
      'Geldig tot': '01-12-2026',
    }
    const { contracts } = await imported(csv(poor))
    expect(contracts[0]).toMatchObject({ customerPhone: '0475 123456' })
    expect((await stored(contracts[0].id))?.metadata).toMatchObject({ eanElectricity: eanOf(1) })
  })

  it('keeps its day of signing when a sheet moves its end, and its duration follows with a warning', async () => {
    const body = await imported(
      csv({ 'Sale ID': 'S-1', Klantnaam: 'Bakkerij De Korenaar', 'Geldig tot': '01-12-2027' }),
    )
    expect(body.contracts[0]).toMatchObject({ signedDate: '2023-12-01', durationValue: 48, expiryDate: '2027-12-01' })
    expect(reasons(body)).toContainEqual(
      '01-12-2027 is aangehouden, hoewel 36 maanden vanaf 01-12-2023 eindigt op 01-12-2026',
    )
  })

  it('keeps its renewal when the old term follows it, which fills only empty fields', async () => {
    const known = { 'Sale ID': 'S-3', Klantnaam: 'Café de Brug' }
    const old = { ...known, Leverancier: 'Eneco', Telefoon: '0475 123456', 'Geldig tot': '31-12-2026' }
    const renewal = { ...known, Leverancier: 'Engie', Telefoon: '', 'Geldig tot': '31-12-2029' }
    const renewed = { expiryDate: '2029-12-31', supplier: 'Engie', customerPhone: '0475 123456' }
    for (const rows of [
      [renewal, old],
      [renewal, old],
      [old, renewal],
    ]) {
      const body = await imported(csv(...rows))
      expect(await stored(body.contracts[0].id)).toMatchObject(renewed)
      expect(reasons(body)).toContain(
        'heeft dezelfde Sale ID als rij 2, maar andere gegevens; samen zijn ze één contract, met de verste einddatum',
      )
    }
  })

  it('loses assumed values as soon as a sheet gives them', async () => {
    const end = { 'Sale ID': 'S-2', Klantnaam: 'Café de Haven', 'Geldig tot': '15-03-2027' }
    expect((await imported(csv(end))).contracts[0]).toMatchObject({ durationValue: 12, signedDate: '2026-03-15' })
    const { contracts } = await imported(csv({ ...end, Looptijd: '3 jaar' }))
    expect(contracts[0]).toMatchObject({ durationValue: 3, durationUnit: 'years', signedDate: '2024-03-15' })
    expect((await imported(csv(end))).contracts[0]).toMatchObject({ durationValue: 3, signedDate: '2024-03-15' })
    const moved = await imported(csv({ ...end, 'Geldig tot': '15-03-2028' }))
    expect(moved.contracts[0]).toMatchObject({ durationValue: 3, signedDate: '2025-03-15' })
  })
})

describe('contracts that differ', () => {
  it('stay ten when one contract number covers ten connections', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({
      Contractnummer: 'C-77',
      Klantnaam: 'Woonzorg Nederland',
      'EAN stroom': eanOf(100 + index),
      'Geldig tot': '01-01-2027',
    }))
    const body = await imported(csv(...rows))
    expect(body.stats).toMatchObject({ totalRows: 10, created: 10, skipped: 0 })
    expect((await imported(csv(...rows))).stats).toMatchObject({ created: 0, skipped: 10 })
    const byAddress = [1, 2].map((number) => ({
      Ordernummer: 'O-1',
      Klantnaam: 'VvE',
      Postcode: '5911 AB',
      Huisnummer: `${number}`,
      'Geldig tot': '01-01-2027',
    }))
    expect((await imported(csv(...byAddress))).stats).toMatchObject({ created: 2 })
  })

  it('stay apart when their EANs were rounded to the same digits; EANs that are surely wrong are refused', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({
      Klantnaam: `Afgerond ${index}`,
      Postcode: '6041 AC',
      Huisnummer: `${index + 1}`,
      'EAN stroom': index % 2 ? '871687112345678000' : '871687112345679000',
      'Geldig tot': '01-01-2027',
    }))
    const body = await imported(csv(...rows))
    expect(body.stats).toMatchObject({ totalRows: 6, created: 3, skipped: 0, errors: 3 })
    const doubts = body.details.filter(({ reason }: { reason: string }) => /afgerond|geldige EAN/.test(reason))
    expect(doubts.map(({ row, shared }: { row: number; shared?: unknown }) => shared ?? row)).toEqual([
      ...[2, 4, 6],
      { count: 3, rows: [3, 5, 7] },
    ])
  })

  it('stay three for namesakes without a postcode but with other phones', async () => {
    const rows = [1, 2, 3].map((number) => ({
      Klantnaam: 'Jan Jansen',
      Telefoon: `061234567${number}`,
      'Geldig tot': '01-01-2027',
    }))
    expect((await imported(csv(...rows))).stats).toMatchObject({ created: 3, skipped: 0 })
  })

  it('become one when they share a key, with a warning that names both rows', async () => {
    const row = { 'Sale ID': 'S-30', Klantnaam: 'Kapsalon Roos', Telefoon: '0612345678', 'Geldig tot': '01-01-2027' }
    const body = await imported(csv(row, { ...row, Telefoon: '0687654321' }))
    expect(body.stats).toMatchObject({ totalRows: 2, created: 1, updated: 1 })
    expect(body.details.at(-1)).toMatchObject({
      row: 3,
      reason: expect.stringMatching(/dezelfde Sale ID als rij 2, maar andere gegevens/),
    })
    const again = await imported(csv(...[1, 2, 3, 4].map(() => ({ ...row, 'Sale ID': 'S-31' }))))
    expect(again.stats).toMatchObject({ created: 1, skipped: 3 })
    expect(reasons(again)).toContainEqual(
      'zegt precies hetzelfde als een eerdere rij en telt één keer, net als rijen 4, 5',
    )
  })

  it('keep the id of an older version when it is unambiguous', async () => {
    const { Contracts } = await import('../entity.ts')
    const [first] = (
      await imported(csv({ 'Sale ID': 'C-88', Klantnaam: 'Oud', 'EAN stroom': eanOf(201), 'Geldig tot': '01-01-2027' }))
    ).contracts
    expect(first.id).toBe(idOf('sale:c-88'))
    await Contracts.patch({ id: first.id })
      .set({ salesStatus: 'getekend' })
      .composite({ expiryMonth: '2027-01', expiryDate: '2027-01-01' })
      .go()
    const rows = [201, 202].map((ean) => ({
      Contractnummer: 'C-88',
      Klantnaam: 'Oud',
      'EAN stroom': eanOf(ean),
      'Geldig tot': '01-01-2027',
    }))
    const { contracts, stats } = await imported(csv(...rows))
    expect(stats).toMatchObject({ created: 1, updated: 1 })
    const kept = contracts.find(({ id }: { id: string }) => id === first.id)
    expect(kept).toMatchObject({ salesStatus: 'getekend' })
    expect((await imported(csv(...rows))).stats).toMatchObject({ created: 0, skipped: 2 })
  })
})

describe('an unread part of a file', () => {
  it('is reported: sheets, columns and totals, while every list of contracts is read', async () => {
    const workbook = new exceljs.Workbook()
    const sheetOf = (name: string, rows: (string | number)[][]) => workbook.addWorksheet(name).addRows(rows)
    sheetOf('Samenvatting', [
      ['Leverancier', 'Aantal', 'Geldig tot'],
      ['Eneco', 2, '31-12-2027'],
    ])
    sheetOf('Noord', [
      ['Sale ID', 'Klantnaam', 'Geldig tot', 'Kosten', 'Kleur'],
      ['N-1', 'Noord Een', '01-01-2028', 100, 'rood'],
      ['N-2', 'Noord Twee', '01-01-2028', 200, 'rood'],
      ['Totaal', '', '', 300, ''],
    ])
    sheetOf('Zuid', [
      ['Sale ID', 'Klantnaam', 'Geldig tot'],
      ['Z-1', 'Zuid Een', '01-01-2028'],
      ['Z-2', 'Zuid Twee', '31-02-2028'],
    ])
    sheetOf('Geheim', [
      ['Sale ID', 'Klantnaam', 'Geldig tot'],
      ['G-1', 'Geheim', '01-01-2028'],
    ])
    workbook.getWorksheet('Geheim')!.state = 'hidden'
    sheetOf('Uitleg', [['Deze lijst komt uit het CRM']])
    const body = await imported(Buffer.from(await workbook.xlsx.writeBuffer()), 'bladen.xlsx')
    expect(body.stats).toEqual({ totalRows: 4, created: 3, updated: 0, skipped: 0, errors: 1 })
    expect(body.details[0]).toMatchObject({ sheet: 'Zuid', row: 3, column: 'Geldig tot' })
    expect(body.leftOut).toEqual([
      { kind: 'sheet', name: 'Samenvatting', sheet: null, reason: 'geen klantnaam' },
      { kind: 'column', name: 'Kleur', sheet: 'Noord', reason: 'de kop is niet herkend' },
      { kind: 'row', name: '4', sheet: 'Noord', reason: 'is een totaalregel' },
      { kind: 'sheet', name: 'Geheim', sheet: null, reason: 'verborgen' },
      { kind: 'sheet', name: 'Uitleg', sheet: null, reason: 'geen klantgegevens' },
    ])
    expect(await uploadOf('bladen.xlsx')).toMatchObject({ leftOut: body.leftOut })
  })
})

describe('every import ends', () => {
  it('with columns named as properties of every object', async () => {
    const row = {
      'Sale ID': 'S-40',
      Klantnaam: 'Naam',
      'Geldig tot': '01-01-2027',
      constructor: 'a',
      toString: 'b',
      __proto__: 'c',
    }
    const file = Buffer.from(
      ['Sale ID;Klantnaam;Geldig tot;constructor;toString;__proto__', Object.values(row).join(';')].join('\n'),
    )
    expect((await imported(file, 'namen.csv')).stats).toMatchObject({ created: 1 })
    expect(await uploadOf('namen.csv')).toMatchObject({ state: 'klaar' })
  })

  it('with a row that is too large for the database, which is refused alone', async () => {
    const long = Object.fromEntries(Array.from({ length: 42 }, (_, index) => [`Tekst ${index}`, 'x'.repeat(9_900)]))
    const row = { 'Sale ID': 'S-41', Klantnaam: 'Te groot', 'Geldig tot': '01-01-2027', ...long }
    const { stats, details } = await imported(
      csv(row, { 'Sale ID': 'S-42', Klantnaam: 'Past', 'Geldig tot': '01-01-2027' }),
      'groot.csv',
    )
    expect(stats).toMatchObject({ totalRows: 2, created: 1, errors: 1 })
    expect(details[0]).toMatchObject({ row: 2, reason: expect.stringContaining('390 kB') })
  })

  it('with two hundred wrong cells as long as a cell may be', async () => {
    const rows = Array.from({ length: 200 }, () => ({ Klantnaam: 'Lang', 'Geldig tot': 'x'.repeat(9_900) }))
    const { stats } = await imported(csv(...rows), 'lang.csv')
    expect(stats).toMatchObject({ errors: 200 })
  })

  it('whatever is in its cells: overlong numbers and keys are left out', async () => {
    const labels = Object.values(contractColumnLabels)
    const base = {
      Klantnaam: 'Lang',
      Adres: 'Markt',
      Postcode: '6041 AB',
      Huisnummer: '1',
      Looptijd: '36',
      'Geldig tot': '01-01-2028',
    }
    const odd = ['x'.repeat(10_000), '9'.repeat(400), '9'.repeat(10_000), '871687123456789012'].flatMap((text, nth) => [
      ...labels.map((label) => ({ 'Sale ID': `LANG-${nth}-${label}`, ...base, [label]: text })),
      { 'Sale ID': `LANG-${nth}-straat`, ...base, Huisnummer: '', Adres: `Markt ${text.slice(6)}` },
    ])
    const { stats, details } = await imported(csv(...odd, { 'Sale ID': 'LANG', ...base }), 'lang.csv')
    // Invalid dates in five columns, and numbers in place of a name, are refused; gas with another end is a contract of
    // its own.
    expect(stats).toMatchObject({ totalRows: odd.length + 1 + 4, created: odd.length + 1 + 4 - 23, errors: 5 * 4 + 3 })
    const nines = `'${'9'.repeat(80)}…'`
    expect(reasons({ details })).toEqual(
      expect.arrayContaining([
        `${nines} is geen verbruik`,
        "'871687123456789012' is geen verbruik",
        `${nines} is langer dan 100 tekens en is weggelaten`,
      ]),
    )
    expect(await stored(idOf('sale:lang-1-huisnummer'))).toMatchObject({ postalCode: '6041 AB', address: 'Markt' })
    expect((await stored(idOf('sale:lang')))?.houseNumber).toBe('1')
  })

  it('as failed when its object is deleted before it is read', async () => {
    const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
    const stats = { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 }
    const begun = {
      list: 'uploads' as const,
      uploadedBy: 'system:uploads',
      uploadedAt: '2026-11-21T08:00:00.000Z',
      state: 'wordt verwerkt' as const,
      stats,
      details: [],
    }
    const key = `contracts/${crypto.randomUUID()}/later-weg.csv`
    await Uploads.put({ ...begun, id: idOf('contracts/weg.csv\nabc'), filename: 'weg.csv' }).go()
    // The upload made progress, and its event reached its last delivery.
    await Uploads.put({ ...begun, id: idOf(key), key, filename: 'later-weg.csv', attempts: 0, position: 25 }).go()
    await deliver('contracts/weg.csv', 'abc')
    const object = { key, eTag: 'abc' }
    expect(await deliverEvent('contract-import', { Records: [{ s3: { object } }] } as S3Event, 5)).toBe(true)
    // The dropped file and its copy are deleted after the copying.
    const copy = await takenIn('kopie-weg.csv', csv(korenaar))
    await Promise.all(['contracts/kopie-weg.csv', copy].map(removed))
    await deliver(copy)
    const end = { state: 'mislukt', error: expect.stringContaining('verwijderd') }
    const names = ['weg.csv', 'later-weg.csv', 'kopie-weg.csv']
    expect(await Promise.all(names.map(uploadOf))).toMatchObject([end, end, end])
  })

  it('as failed after its attempts crashed, as done when one more succeeds', async () => {
    const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
    const stats = { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 }
    const begun = {
      list: 'uploads' as const,
      uploadedBy: 'system:uploads',
      uploadedAt: '2026-11-21T08:00:00.000Z',
      state: 'wordt verwerkt' as const,
      stats,
      details: [],
    }
    for (const [name, attempts] of [
      ['crash', 4],
      ['herstel', 1],
    ] as const) {
      const key = `contracts/${name}.csv`
      await world.s3.put(
        'uploads',
        key,
        csv({ 'Sale ID': `S-${name}`, Klantnaam: name, 'Geldig tot': '01-01-2027' }),
        'text/csv',
      )
      const { findUpload } = await import('../../platform/aws/files.ts')
      const etag = (await findUpload(key))?.etag
      await Uploads.put({ ...begun, id: idOf(`${key}\n${etag}`), key, filename: `${name}.csv`, attempts }).go()
      await deliver(key, etag)
    }
    expect(await uploadOf('crash.csv')).toMatchObject({
      state: 'mislukt',
      error: expect.stringContaining('afgebroken'),
      isGivenUp: true,
    })
    const { id } = await uploadOf('crash.csv')
    expect((await retry(id)).body).toEqual({ state: 'wordt verwerkt' })
    expect((await retry(id)).body).toEqual({ state: 'wordt verwerkt' })
    await deliver('contracts/crash.csv')
    expect(await uploadOf('crash.csv')).toMatchObject({ state: 'klaar', error: null, stats: { created: 1 } })
    expect((await retry(id)).body.message).toMatch(/niet halverwege gestopt/)
    expect(await uploadOf('herstel.csv')).toMatchObject({ state: 'klaar', stats: { created: 1 } })
  })

  it('also when its function runs out of time: the object is announced again, as the same upload', async () => {
    await takenIn('traag.csv', csv({ 'Sale ID': 'S-50', Klantnaam: 'Traag', 'Geldig tot': '01-01-2027' }))
    const { send } = S3Client.prototype
    const late = vi.spyOn(S3Client.prototype, 'send').mockImplementationOnce(function (this: S3Client, command: never) {
      world.travel(Date.now() + 230_000)
      return Reflect.apply(send, this, [command])
    } as typeof send)
    const copied = eventsOf('traag.csv')[1]
    expect(await deliverEvent('contract-import', copied)).toBe(true)
    late.mockRestore()
    expect(await uploadOf('traag.csv')).toMatchObject({ state: 'wordt verwerkt', stats: { totalRows: 1, created: 1 } })
    // As dropped, under its own key, and announced again.
    expect(eventsOf('traag.csv')).toHaveLength(3)
    // The fifth delivery for a file with progress only announces it again.
    expect(await deliverEvent('contract-import', copied, 5)).toBe(true)
    expect(eventsOf('traag.csv')).toHaveLength(4)
    expect(await uploadOf('traag.csv')).toMatchObject({ state: 'wordt verwerkt' })
    expect(await deliverEvent('contract-import', eventsOf('traag.csv').at(-1))).toBe(true)
    const all = (await uploads()).filter(({ filename }: { filename: string }) => filename === 'traag.csv')
    expect(all).toMatchObject([{ state: 'klaar', stats: { totalRows: 1, created: 1, updated: 0, skipped: 0 } }])
  })

  it('with the numbers and messages of the rows processed, and of the whole file after a retry', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const row = (number: number) => ({
      'Sale ID': `H-${number}`,
      Klantnaam: `Halverwege ${number}`,
      'Geldig tot': number % 20 === 5 ? '31-02-2027' : '01-01-2027',
    })
    const key = await takenIn('halverwege.csv', csv(...Array.from({ length: 60 }, (_, number) => row(number))))
    const broken: typeof contractImport = {
      ...contractImport,
      windowRows: 25,
      storing: async (upload, permit) => {
        const store = await contractImport.storing(upload, permit)
        return (rows, window, renew) =>
          window === 1 ? store(rows, window, renew) : Promise.reject(new Error('The table is away'))
      },
    }
    const attempt = () =>
      asFunction('contract-import', () => importUpload(broken, key, { permit: asSystem('test') })).catch(() => null)
    let tries = 1
    while (tries < 9 && (await attempt()) === null) tries++
    // One attempt that stored a window, and four without progress.
    expect(tries).toBe(5)
    const stopped = await uploadOf('halverwege.csv')
    const wrong = (rows: number[]) => rows.map((number) => expect.objectContaining({ row: number }))
    expect(stopped).toMatchObject({
      ...{ state: 'mislukt', isGivenUp: true, detailsCount: 2 },
      stats: { totalRows: 25, created: 24, updated: 0, skipped: 0, errors: 1 },
    })
    expect(stopped.details.slice(0, 1)).toEqual(wrong([7]))
    expect((await retry(stopped.id)).body).toEqual({ state: 'wordt verwerkt' })
    await deliver(key)
    const end = await uploadOf('halverwege.csv')
    expect(end).toMatchObject({ state: 'klaar', stats: { totalRows: 60, created: 57, updated: 0, errors: 3 } })
    expect(end.details.slice(0, 3)).toEqual(wrong([7, 27, 47]))
  })

  it('and is shown as waiting while others have their turn, and as stopped when no event is left', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const { takeLock } = await import('../../platform/data/lock.ts')
    const key = await takenIn('derde.csv', csv({ 'Sale ID': 'S-60', Klantnaam: 'Derde', 'Geldig tot': '01-01-2027' }))
    const turn = await takeLock('contract-import')
    await expect(
      asFunction('contract-import', () =>
        importUpload(contractImport, key, { permit: asSystem('test'), patienceMs: 1 }),
      ),
    ).rejects.toThrow()
    expect(await uploadOf('derde.csv')).toMatchObject({ state: 'wordt verwerkt', isWaiting: true })
    // No event arrives for hours; then it waits for its turn again.
    world.travel(Date.now() + 3.1 * 3_600_000)
    admin = await world.session(sophie)
    expect(await uploadOf('derde.csv')).toMatchObject({ isGivenUp: true })
    const another = await takeLock('contract-import')
    await expect(
      asFunction('contract-import', () =>
        importUpload(contractImport, key, { permit: asSystem('test'), patienceMs: 1 }),
      ),
    ).rejects.toThrow()
    expect(await uploadOf('derde.csv')).toMatchObject({ isGivenUp: false, isWaiting: true })
    await Promise.all([turn?.release(), another?.release()])
    // The import crashes, and so do later attempts.
    const dying = { ...contractImport, storing: () => Promise.reject(new Error('It dies')) }
    await expect(
      asFunction('contract-import', () => importUpload(dying, key, { permit: asSystem('test') })),
    ).rejects.toThrow('It dies')
    expect(await uploadOf('derde.csv')).toMatchObject({ isGivenUp: false, isWaiting: false })
    world.travel(Date.now() + 3.1 * 3_600_000)
    admin = await world.session(sophie)
    const { id, isGivenUp } = await uploadOf('derde.csv')
    expect(isGivenUp).toBe(true)
    expect((await retry(id)).status).toBe(200)
    await deliver(key)
    expect(await uploadOf('derde.csv')).toMatchObject({ state: 'klaar', isWaiting: false, stats: { created: 1 } })
  })

  it('and keeps its turn, and its file, for as long as a window of heavy rows takes', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const { storeContracts } = await import('./storing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const { takeLock } = await import('../../platform/data/lock.ts')
    const rows = Array.from({ length: 300 }, (_, at) => ({ 'Sale ID': `ZWAAR-${at}`, Klantnaam: 'Zwaar' }))
    const key = await takenIn('zwaar.csv', csv(...rows.map((row) => ({ ...row, 'Geldig tot': '01-01-2027' }))))
    const begun = Date.now()
    const others: unknown[] = []
    const kind: typeof contractImport = {
      ...contractImport,
      storing:
        async ({ id }) =>
        async (met, window, renew) => {
          const pace = () => {
            world.travel(Date.now() + 6_000)
            return 0
          }
          const items = met.map(({ item }) => item)
          const closeNumbers = async () => undefined
          const stored = await storeContracts({ uploadId: id, window }, items, { pace, renew, closeNumbers })
          others.push(await takeLock('contract-import'), await takeLock(`contract-import-${id}`))
          return stored
        },
    }
    await asFunction('contract-import', () => importUpload(kind, key, { permit: asSystem('test') }))
    expect(Date.now() - begun).toBeGreaterThan(60_000)
    expect(others).toEqual([null, null])
    expect(await uploadOf('zwaar.csv')).toMatchObject({ state: 'klaar', stats: { created: 300 } })
  })

  it('and writes nothing after a failed window: its event continues it, at once when the table was busy', async () => {
    const { documents } = await import('../../platform/data/table.ts')
    const failing = ['Error', 'ProvisionedThroughputExceededException']
    let begun = 0
    let underWay = 0
    documents.middlewareStack.add(
      (next) => async (args) => {
        const { RequestItems = {} } = args.input as { RequestItems?: Record<string, unknown> }
        const text = JSON.stringify(RequestItems)
        if (!text.includes('"rawRow"')) return next(args)
        begun += 1
        const name = text.includes('"DRUK-0"') ? failing.shift() : undefined
        if (name) throw Object.assign(new Error('Not now'), { name })
        underWay += 1
        return next(args).finally(() => {
          underWay -= 1
        })
      },
      { step: 'initialize', name: 'failing' },
    )
    const rows = Array.from({ length: 400 }, (_, at) => ({ 'Sale ID': `DRUK-${at}`, Klantnaam: 'Druk' }))
    const reply = await upload(csv(...rows.map((row) => ({ ...row, 'Geldig tot': '01-01-2027' }))), 'druk.csv')
    const left = { begun, underWay }
    const { id } = await uploadOf('druk.csv')
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('opnieuw'), uploadId: id } })
    expect(left.begun).toBeLessThanOrEqual(8)
    expect([left.underWay, begun]).toEqual([0, left.begun])
    await deliver(keyOf(world.created.at(-1)))
    documents.middlewareStack.remove('failing')
    expect(failing).toEqual([])
    expect(await uploadOf('druk.csv')).toMatchObject({ state: 'klaar', stats: { created: 400, updated: 0 } })
  })

  it('and is answered with its upload, to follow, when a call nears its limit within a window', async () => {
    const { importNow } = await import('../../spreadsheets/imports/receive.ts')
    const { contractImport } = await import('./importing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const { putUpload } = await import('../../platform/aws/files.ts')
    const { newUploadKey, uploadIdOf, uploadMetadata } = await import('../../spreadsheets/imports/upload-key.ts')
    const key = newUploadKey('contracts', 'traag.csv')
    const bytes = csv({ 'Sale ID': 'S-TRAAG', Klantnaam: 'Traag', 'Geldig tot': '01-01-2027' })
    await putUpload(key, bytes, 'text/csv', uploadMetadata('iemand', 'traag.csv'))
    const held = Promise.withResolvers<void>()
    const slow: typeof contractImport = {
      ...contractImport,
      storing: async (of, permit) => {
        const store = await contractImport.storing(of, permit)
        return async (...args) => {
          await held.promise
          return store(...args)
        }
      },
    }
    const late = epochOf(now()) - 60_000
    const object = { id: uploadIdOf(key), key }
    const answer = await importNow(slow, asSystem('test'), object, late).catch((error: unknown) => error)
    expect(answer).toMatchObject({ kind: 'conflict', body: { uploadId: object.id, state: 'wordt verwerkt' } })
    held.resolve()
    await vi.waitFor(async () => expect((await uploadOf('traag.csv')).stats.created).toBe(1))
    await deliver(key)
    expect(await uploadOf('traag.csv')).toMatchObject({ state: 'klaar', stats: { created: 1 } })
  })

  it('and is listed as soon as it was dropped; the event of its copy imports it, in any order', async () => {
    const bytes = csv({ 'Sale ID': 'S-61', Klantnaam: 'Gezien', 'Geldig tot': '01-01-2027' })
    const copy = await takenIn('gezien.csv', bytes)
    const waiting = { state: 'wordt verwerkt', isWaiting: true, stats: { totalRows: 0 } }
    expect(await uploadOf('gezien.csv')).toMatchObject(waiting)
    await deliver('contracts/gezien.csv')
    expect(await uploadOf('gezien.csv')).toMatchObject(waiting)
    await deliver(copy)
    await removed('contracts/gezien.csv')
    await deliver('contracts/gezien.csv')
    const all = (await uploads()).filter(({ filename }: { filename: string }) => filename === 'gezien.csv')
    expect(all).toMatchObject([{ state: 'klaar', isWaiting: false, stats: { created: 1 } }])
  })

  it('while another file is dropped, in a queue that delivers two events at a time', async () => {
    const { handleUploadBatch } = await import('../../../events/upload-batch.ts')
    const { contractImport } = await import('./importing.ts')
    const both = Promise.withResolvers<void>()
    const idle = Promise.withResolvers<void>()
    const drop = async (name: string) => {
      const row = { 'Sale ID': name, Klantnaam: name, 'Geldig tot': '01-01-2027' }
      await world.s3.put('uploads', `contracts/${name}.csv`, csv(row), 'text/csv')
      hear()
    }
    const begun = new Set<string>()
    const kind: typeof contractImport = {
      ...contractImport,
      storing: async (upload, permit) => {
        begun.add(upload.filename)
        if (begun.size === 1) await drop('ernaast')
        else both.resolve()
        hear()
        await both.promise
        return contractImport.storing(upload, permit)
      },
    }
    const refused: object[] = []
    let heard = world.created.length
    let busy = 0
    function hear() {
      for (; busy < 2 && heard < world.created.length; busy++) {
        const Records = [{ messageId: 'm', body: JSON.stringify(world.created[heard++]) }]
        handleUploadBatch('test', { Records } as unknown as SQSEvent, kind).then(({ batchItemFailures }) => {
          refused.push(...batchItemFailures)
          busy--
          hear()
        }, idle.reject)
      }
      if (busy === 0) idle.resolve()
    }
    await drop('eerst')
    await idle.promise
    expect(refused).toEqual([])
    const end = { state: 'klaar', stats: { created: 1 } }
    expect([await uploadOf('eerst.csv'), await uploadOf('ernaast.csv')]).toMatchObject([end, end])
  })

  it('as two uploads when another file is dropped under its name, before or during its import', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const key = 'contracts/zelfde-naam.csv'
    const put = async (name: string, count: number) => {
      const row = (n: number) => ({ 'Sale ID': `${name}-${n}`, Klantnaam: name, 'Geldig tot': '01-01-2027' })
      await world.s3.put('uploads', key, csv(...Array.from({ length: count }, (_, n) => row(n))), 'text/csv')
      return world.created.at(-1)?.Records[0]?.s3.object.eTag ?? ''
    }
    const ofName = async () =>
      (await uploads())
        .filter(({ filename }: { filename: string }) => filename === 'zelfde-naam.csv')
        .map(({ state, error, stats }: { state: string; error: string | null; stats: { created: number } }) =>
          [state, stats.created, error?.includes('vervangen') ?? false].join(' '),
        )
        .sort()
    const replaced = await put('Vervangen', 2)
    const begun = await put('Begonnen', 60)
    const kind = { ...contractImport, windowRows: 25 }
    const by = { permit: asSystem('test'), until: 0, etag: begun }
    expect(await asFunction('contract-import', () => importUpload(kind, key, by))).toBeNull()
    const own = keyOf(world.created.at(-1))
    const once = asFunction('contract-import', () => importUpload(kind, own, by))
    await expect(once).rejects.toThrow('no time left')
    const last = await put('Laatste', 3)
    for (const etag of [replaced, begun, last, begun]) await deliver(key, etag)
    await deliver(own)
    expect(await ofName()).toEqual(['klaar 3 false', 'klaar 60 false', 'mislukt 0 true'])
    const { body } = await world.call('GET', '/api/contracts/uploads', { as: admin })
    const { id } = body.find((one: { stats: { created: number } }) => one.stats.created === 60)
    expect((await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as: admin })).status).toBe(200)
    await deliver(own)
    expect((await world.call('GET', `/api/contracts/uploads/${id}`, { as: admin })).body).toMatchObject({
      state: 'teruggedraaid',
      undone: { removed: 60, kept: 0 },
    })
  })

  it('again when the same file is dropped again, as after its undo', async () => {
    const key = 'contracts/weer.csv'
    const drop = () =>
      world.s3.put('uploads', key, csv({ 'Sale ID': 'S-62', Klantnaam: 'Weer', 'Geldig tot': '01-01-2027' }), '')
    const ofName = async () => (await uploads()).filter(({ filename }: { filename: string }) => filename === 'weer.csv')
    await drop()
    await deliver(key)
    await deliver(key)
    const [{ id }] = await ofName()
    await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as: admin })
    await deliver(keyOf(world.created.at(-1)))
    world.travel(Date.now() + 60_000)
    await drop()
    await deliver(key)
    expect(await ofName()).toMatchObject([{ state: 'klaar', stats: { created: 1 } }, { state: 'teruggedraaid' }])
  })

  it('under the name in its metadata, encoded or not; a folder is no file', async () => {
    const { putUpload } = await import('../../platform/aws/files.ts')
    const row = { 'Sale ID': 'S-63', Klantnaam: 'Procent', 'Geldig tot': '01-01-2027' }
    await putUpload('contracts/procent.csv', csv(row), 'text/csv', { filename: '100%.csv' })
    await deliver('contracts/procent.csv')
    expect(await uploadOf('100%.csv')).toMatchObject({ state: 'klaar', stats: { created: 1 } })
    const { length } = await uploads()
    await putUpload('contracts/map/', Buffer.alloc(0), 'application/x-directory', {})
    await deliver('contracts/map/')
    expect(await uploads()).toHaveLength(length)
  })

  it('as failed when it is too large, and never with a later file of the same name', async () => {
    const key = 'contracts/te-groot.csv'
    await world.s3.put('uploads', key, Buffer.alloc(MAX_UPLOAD_BYTES + 1), 'text/csv')
    await deliver(key)
    const { id, ...large } = await uploadOf('te-groot.csv')
    expect(large).toMatchObject({ state: 'mislukt', error: expect.stringContaining('het maximum is 50 MB') })
    await world.s3.put('uploads', key, csv(korenaar), 'text/csv')
    const replies = [
      await world.call('GET', `/api/contracts/uploads/${id}/preview`, { as: admin }),
      await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as: admin }),
    ]
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual(
      replies.map(() => [409, expect.stringContaining('is er niet meer')]),
    )
  })

  it('also for a copy that somebody made of its object: an upload of its own', async () => {
    const name = 'kopie.csv'
    await world.s3.put('uploads', `contracts/${name}`, csv({ ...korenaar, 'Sale ID': 'S-70' }), 'text/csv')
    await deliver(`contracts/${name}`)
    const { id } = await uploadOf(name)
    const { putUpload } = await import('../../platform/aws/files.ts')
    await putUpload('contracts/nog-eens.csv', csv({ ...korenaar, 'Sale ID': 'S-71' }), 'text/csv', {
      ...{ filename: 'nog-eens.csv', check: 'never', 'upload-id': id },
    })
    await deliver('contracts/nog-eens.csv')
    expect(await uploadOf('nog-eens.csv')).toMatchObject({ state: 'klaar', stats: { totalRows: 1, errors: 0 } })
    expect((await uploadOf('nog-eens.csv')).id).not.toBe(id)
  })

  it('in the audit: a failed one as failed, a dropped one under its uploader', async () => {
    const { putUpload } = await import('../../platform/aws/files.ts')
    await putUpload('contracts/foto.csv', Buffer.from('%PDF-1.7'), 'text/csv', {
      'uploaded-by': sophie.id,
      filename: 'foto.csv',
    })
    await deliver('contracts/foto.csv')
    const logs = (await world.call('GET', '/api/audit-logs?limit=500', { as: admin })).body
    const row = logs.find((one: { newData?: { filename?: string } }) => one.newData?.filename === 'foto.csv')
    expect(row).toMatchObject({ action: 'contract.import-failed', userId: sophie.id, userName: 'Sophie de Jong' })
  })
})

describe('a program', () => {
  const program = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'), Buffer.alloc(512)])
  it.each([
    ['virus.xlsx', 422],
    ['virus.exe', 415],
  ])('uploaded as %s answers with error, details and stats', async (filename, status) => {
    const reply = await upload(program, filename)
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({
      error: expect.stringMatching(/geen spreadsheet|Alleen \.xlsx/),
      details: [],
      stats: { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 },
    })
  })
})
