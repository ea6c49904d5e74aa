import exceljs from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractColumnLabels } from '../../../shared/api/schemas/contract-columns.ts'
import { startWorld, type World } from '../../../testing/world.ts'
import {
  buildCsv,
  findContract,
  importIdOf,
  korenaar,
  prepareContractImports,
  rowReasonsOf,
} from '../../../testing/worlds/contract-imports.ts'

let world: World
let admin: string

beforeAll(async () => {
  world = await startWorld()
  admin = await world.session(await world.person({ role: 'admin' }))
})
afterAll(() => world.stop())

const { imported, upload, uploadOf } = prepareContractImports(
  () => world,
  () => admin,
)

it('a sheet puts its marked numbers on the do-not-call list, and its contracts are found by their codes', async () => {
  const rows = [
    { ...korenaar, 'Sale ID': 'STIL-1', Telefoon: '0475 100001', 'Bel-me-niet': 'Ja', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-2', Telefoon: '0475 100002', 'Bel-me-niet': 'nee', 'Mag gebeld worden': 'Nee.' },
    { ...korenaar, 'Sale ID': 'STIL-3', Telefoon: '0475 100003', 'Bel-me-niet': '12-03-2024', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-4', Telefoon: '0475 100004', 'Bel-me-niet': 'nee', 'Mag gebeld worden': 'ja' },
    { ...korenaar, 'Sale ID': 'STIL-5', Telefoon: '0475 100005', 'Bel-me-niet': 'misschien', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-6', Telefoon: '', 'Bel-me-niet': 'Ja', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-7', Telefoon: 'via receptie', 'Bel-me-niet': 'Ja', 'Mag gebeld worden': '' },
    { ...korenaar, 'Sale ID': 'STIL-8', Telefoon: 'via receptie', 'Bel-me-niet': '', 'Mag gebeld worden': '' },
  ].map((row) => ({ ...row, 'EAN stroom': '' }))
  const said = rowReasonsOf(await imported(buildCsv(...rows), 'stil.csv'))
  expect(said).toEqual([
    "'misschien' zegt niet of deze klant gebeld mag worden",
    'wil niet gebeld worden, maar heeft geen telefoonnummer waar dat bij hoort',
    "'via receptie' is geen telefoonnummer",
  ])
  const board = async (query: string) =>
    (await world.call('GET', `/api/contracts/sales-status/nieuw?${query}`, { as: admin })).body
  const closed: { customerPhone: string; doNotCallSince: unknown }[] = await board('doNotCall=true')
  expect(closed.map(({ customerPhone }) => customerPhone).sort()).toEqual(['0475 100001', '0475 100002', '0475 100003'])
  expect(closed[0]?.doNotCallSince).toEqual({ date: expect.any(String) })
  for (const many of ['q=stil-7', 'q=stil-8']) {
    expect(await board(many)).toMatchObject([{ customerPhone: 'via receptie', doNotCallSince: null }])
  }
  expect(await board('q=stil-4')).toMatchObject([{ customerPhone: '0475 100004', doNotCallSince: null }])
  await imported(buildCsv({ ...rows[3], KvK: '01234567' }), 'erbij.csv')
  expect(await board('q=0123.4567')).toMatchObject([{ customerPhone: '0475 100004' }])
})

it('the number of a refusing row is closed too when the contract keeps another one', async () => {
  const row = { 'Sale ID': 'DUBBEL-1', Klantnaam: 'Twee Nummers', 'Geldig tot': '01-12-2027' }
  await imported(
    buildCsv(
      { ...row, Telefoon: '0475 200001', 'Bel-me-niet': '' },
      { ...row, Telefoon: '0475 200002', 'Geldig tot': '01-12-2026', 'Bel-me-niet': 'Ja' },
    ),
    'dubbel.csv',
  )
  for (const customerPhone of ['0475 200001', '0475 200002']) {
    const path = `/api/audit-logs?entityType=do-not-call&entityId=${encodeURIComponent(customerPhone)}`
    const [closed] = (await world.call('GET', path, { as: admin })).body
    expect(closed.newData).toMatchObject({ phone: customerPhone, source: 'Import van dubbel.csv' })
  }
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
      buildCsv(row, { 'Sale ID': 'S-42', Klantnaam: 'Past', 'Geldig tot': '01-01-2027' }),
      'groot.csv',
    )
    expect(stats).toMatchObject({ totalRows: 2, created: 1, errors: 1 })
    expect(details[0]).toMatchObject({ row: 2, reason: expect.stringContaining('390 kB') })
  })

  it('with two hundred wrong cells as long as a cell may be', async () => {
    const rows = Array.from({ length: 200 }, () => ({ Klantnaam: 'Lang', 'Geldig tot': 'x'.repeat(9_900) }))
    const { stats } = await imported(buildCsv(...rows), 'lang.csv')
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
    const { stats, details } = await imported(buildCsv(...odd, { 'Sale ID': 'LANG', ...base }), 'lang.csv')
    // Refused are four invalid dates in each of five columns, and three numbers in place of a name. Four rows have
    // another end for gas, and so count as two contracts each.
    expect(stats).toMatchObject({ totalRows: odd.length + 1 + 4, created: odd.length + 1 + 4 - 23, errors: 5 * 4 + 3 })
    const nines = `'${'9'.repeat(80)}…'`
    expect(rowReasonsOf({ details })).toEqual(
      expect.arrayContaining([
        `${nines} is geen verbruik`,
        "'871687123456789012' is geen verbruik",
        `${nines} is langer dan 100 tekens en is weggelaten`,
      ]),
    )
    expect(await findContract(importIdOf('sale:lang-1-huisnummer'))).toMatchObject({
      postalCode: '6041 AB',
      address: 'Markt',
    })
    expect((await findContract(importIdOf('sale:lang')))?.houseNumber).toBe('1')
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
