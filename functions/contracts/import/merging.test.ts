import exceljs from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eanOf } from '../../../testing/spreadsheets.ts'
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

const { imported } = prepareContractImports(
  () => world,
  () => admin,
)

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

describe('a known contract', () => {
  it('keeps values that a sheet with fewer columns does not have', async () => {
    await imported(buildCsv(korenaar))
    const narrow = {
      'Sale ID': 'S-1',
      Bedrijfsnaam: 'De Korenaar B.V.',
      Adres: 'Markt',
      Huisnummer: '1',
      'Geldig tot': '01-12-2026',
    }
    const { contracts, stats } = await imported(buildCsv(narrow))
    expect(stats).toMatchObject({ updated: 1 })
    expect(contracts[0]).toMatchObject({ ...known, companyName: 'De Korenaar B.V.' })
    expect((await findContract(contracts[0].id))?.rawRow).toMatchObject({ Kleur: 'blauw', Telefoon: '0475123456' })
    expect((await imported(buildCsv(narrow))).stats).toMatchObject({ updated: 0, skipped: 1 })
  })

  it('keeps the addition of its house number against the bare number, however it is written', async () => {
    const numbered = (number: string) => ({
      ...{ 'Sale ID': 'S-9', Klantnaam: 'Huis', Adres: 'Kade', Huisnummer: number, 'Geldig tot': '01-12-2026' },
    })
    for (const [number, kept] of [
      ['3a', '3a'],
      ['3', '3a'],
      ['31', '31'],
      ['12 2', '12 2'],
      ['12', '12 2'],
      ['122', '122'],
      ['12-1', '12-1'],
      ['12', '12-1'],
    ] as const) {
      const { contracts } = await imported(buildCsv(numbered(number)))
      expect(contracts[0]).toMatchObject({ houseNumber: kept })
    }
  })

  it('keeps its values against empty cells and formulas without a stored value', async () => {
    const empty = { ...Object.fromEntries(Object.keys(korenaar).map((name) => [name, ''])), 'Sale ID': 'S-1' }
    await imported(buildCsv({ ...empty, Klantnaam: 'Bakkerij De Korenaar', 'Geldig tot': '01-12-2026' }))
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

  it('keeps a valid EAN and phone number against a rounded EAN and half a phone number', async () => {
    const poor = {
      'Sale ID': 'S-1',
      Klantnaam: 'Bakkerij De Korenaar',
      Telefoon: '061234',
      'EAN stroom': '871687112345678000',
      'Geldig tot': '01-12-2026',
    }
    const { contracts } = await imported(buildCsv(poor))
    expect(contracts[0]).toMatchObject({ customerPhone: '0475 123456' })
    expect((await findContract(contracts[0].id))?.metadata).toMatchObject({ eanElectricity: eanOf(1) })
  })

  it('keeps its day of signing when a sheet moves its end, and its duration follows with a warning', async () => {
    const body = await imported(
      buildCsv({ 'Sale ID': 'S-1', Klantnaam: 'Bakkerij De Korenaar', 'Geldig tot': '01-12-2027' }),
    )
    expect(body.contracts[0]).toMatchObject({ signedDate: '2023-12-01', durationValue: 48, expiryDate: '2027-12-01' })
    expect(rowReasonsOf(body)).toContainEqual(
      '01-12-2027 is aangehouden, hoewel 36 maanden vanaf 01-12-2023 eindigt op 01-12-2026',
    )
  })

  it('keeps its renewal when a row with the old term follows; that row fills only empty fields', async () => {
    const known = { 'Sale ID': 'S-3', Klantnaam: 'Café de Brug' }
    const old = { ...known, Leverancier: 'Eneco', Telefoon: '0475 123456', 'Geldig tot': '31-12-2026' }
    const renewal = { ...known, Leverancier: 'Engie', Telefoon: '', 'Geldig tot': '31-12-2029' }
    const renewed = { expiryDate: '2029-12-31', supplier: 'Engie', customerPhone: '0475 123456' }
    for (const rows of [
      [renewal, old],
      [renewal, old],
      [old, renewal],
    ]) {
      const body = await imported(buildCsv(...rows))
      expect(await findContract(body.contracts[0].id)).toMatchObject(renewed)
      expect(rowReasonsOf(body)).toContain(
        'heeft dezelfde Sale ID als rij 2, maar andere gegevens; ze worden één contract met de laatste einddatum',
      )
    }
  })

  it('loses assumed values as soon as a sheet gives them', async () => {
    const end = { 'Sale ID': 'S-2', Klantnaam: 'Café de Haven', 'Geldig tot': '15-03-2027' }
    expect((await imported(buildCsv(end))).contracts[0]).toMatchObject({ durationValue: 12, signedDate: '2026-03-15' })
    const { contracts } = await imported(buildCsv({ ...end, Looptijd: '3 jaar' }))
    expect(contracts[0]).toMatchObject({ durationValue: 3, durationUnit: 'years', signedDate: '2024-03-15' })
    expect((await imported(buildCsv(end))).contracts[0]).toMatchObject({ durationValue: 3, signedDate: '2024-03-15' })
    const moved = await imported(buildCsv({ ...end, 'Geldig tot': '15-03-2028' }))
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
    const body = await imported(buildCsv(...rows))
    expect(body.stats).toMatchObject({ totalRows: 10, created: 10, skipped: 0 })
    expect((await imported(buildCsv(...rows))).stats).toMatchObject({ created: 0, skipped: 10 })
    const byAddress = [1, 2].map((number) => ({
      Ordernummer: 'O-1',
      Klantnaam: 'VvE',
      Postcode: '5911 AB',
      Huisnummer: `${number}`,
      'Geldig tot': '01-01-2027',
    }))
    expect((await imported(buildCsv(...byAddress))).stats).toMatchObject({ created: 2 })
  })

  it('stay apart when their EANs were rounded to the same digits; EANs that are surely wrong are refused', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({
      Klantnaam: `Afgerond ${index}`,
      Postcode: '6041 AC',
      Huisnummer: `${index + 1}`,
      'EAN stroom': index % 2 ? '871687112345678000' : '871687112345679000',
      'Geldig tot': '01-01-2027',
    }))
    const body = await imported(buildCsv(...rows))
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
    expect((await imported(buildCsv(...rows))).stats).toMatchObject({ created: 3, skipped: 0 })
  })

  it('become one when they share a key, with a warning that names both rows', async () => {
    const row = { 'Sale ID': 'S-30', Klantnaam: 'Kapsalon Roos', Telefoon: '0612345678', 'Geldig tot': '01-01-2027' }
    const body = await imported(buildCsv(row, { ...row, Telefoon: '0687654321' }))
    expect(body.stats).toMatchObject({ totalRows: 2, created: 1, updated: 1 })
    expect(body.details.at(-1)).toMatchObject({
      row: 3,
      reason: expect.stringMatching(/dezelfde Sale ID als rij 2, maar andere gegevens/),
    })
    const again = await imported(buildCsv(...[1, 2, 3, 4].map(() => ({ ...row, 'Sale ID': 'S-31' }))))
    expect(again.stats).toMatchObject({ created: 1, skipped: 3 })
    expect(rowReasonsOf(again)).toContainEqual('is gelijk aan een eerdere rij en telt één keer, net als rijen 4, 5')
  })

  it('keep the id under which an older import stored one of them', async () => {
    const { Contracts } = await import('../entity.ts')
    const [first] = (
      await imported(
        buildCsv({ 'Sale ID': 'C-88', Klantnaam: 'Oud', 'EAN stroom': eanOf(201), 'Geldig tot': '01-01-2027' }),
      )
    ).contracts
    expect(first.id).toBe(importIdOf('sale:c-88'))
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
    const { contracts, stats } = await imported(buildCsv(...rows))
    expect(stats).toMatchObject({ created: 1, updated: 1 })
    const kept = contracts.find(({ id }: { id: string }) => id === first.id)
    expect(kept).toMatchObject({ salesStatus: 'getekend' })
    expect((await imported(buildCsv(...rows))).stats).toMatchObject({ created: 0, skipped: 2 })
  })
})
