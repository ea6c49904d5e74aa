import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../../../shared/time.ts'
import { buildXlsx, eanOf, formatProblem, generateContractSheet } from '../../../testing/spreadsheets.ts'
import { SpreadsheetError } from '../../spreadsheets/formats/spreadsheet-error.ts'
import type { Batch } from '../../spreadsheets/imports/batches.ts'
import { readContracts } from './read-contracts.ts'
import type { ImportedRow } from './storing.ts'

const today = '2026-11-21' as LocalDate

async function batchesOf(source: Buffer, batchSize = 100): Promise<Batch<ImportedRow>[]> {
  const batches: Batch<ImportedRow>[] = []
  for await (const batch of readContracts(source, { filename: 'lijst', today, batchSize })) batches.push(batch)
  return batches
}

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

describe('reading contracts', () => {
  it('gives batches with running counts', async () => {
    const batches = await batchesOf(await buildXlsx({ Blad: [...generateContractSheet(60)] }), 25)
    expect(batches.map(({ items, stats }) => [items.length, stats.totalRows, stats.errors])).toEqual([
      [25, 25, 0],
      [25, 50, 0],
      [10, 60, 0],
    ])
    expect(batches.flatMap(({ warnings }) => warnings)).toEqual([])
    expect(new Set(batches.flatMap(({ items }) => items.map(({ contract }) => contract.importKey))).size).toBe(60)
  })

  it('maps a whole row', async () => {
    const [batch] = await batchesOf(await buildXlsx({ Blad: [...generateContractSheet(1)] }))
    expect(batch?.items).toEqual([
      {
        row: 2,
        contract: expect.objectContaining({
          importKey: 'sale:s-100000',
          customerName: 'Zoë Jánssen 0',
          customerPhone: '06 10000000',
          address: 'Dorpsstraat',
          houseNumber: '1',
          postalCode: '1000 AB',
          signedDate: '2024-01-01',
          durationValue: 36,
          durationUnit: 'months',
          expiryDate: '2027-01-01',
          metadata: expect.objectContaining({
            supplier: 'Vattenfall',
            energyType: 'gas_stroom',
            electricityUsage: 2500,
            estimatedCosts: 12345,
            eanElectricity: eanOf(0),
            isBusiness: false,
          }),
          rawRow: expect.objectContaining({ 'Verbruik stroom (kWh)': '2500', Opmerking: 'Bellen na 17 uur' }),
        }),
      },
    ])
  })

  it('reports wrong rows and goes on with the rest', async () => {
    const file = csv(
      'Klantnaam;Tekendatum;Looptijd;Geldig tot',
      'Jan;1-1-2024;3 jaar;1-1-2027',
      ';1-1-2024;3 jaar;31-02-2027',
      'Piet;1-1-2024;2 jaar;1-1-2027',
      'Klaas;;;',
    )
    const [batch] = await batchesOf(file)
    expect(batch?.items.map(({ row, contract }) => [row, contract.customerName])).toEqual([
      [2, 'Jan'],
      [4, 'Piet'],
    ])
    expect(batch?.problems.map(formatProblem)).toEqual([
      "Rij 3, kolom 'Geldig tot': '31-02-2027' is geen geldige datum",
      "Rij 3, kolom 'Klantnaam': de naam van de klant ontbreekt",
      "Rij 5, kolom 'Geldig tot': ontbreekt. Vul de einddatum in, of tekendatum en looptijd.",
    ])
    expect(batch?.warnings.map(({ row }) => row)).toEqual([4])
    expect(batch?.stats).toEqual({ totalRows: 4, errors: 2 })
  })

  it("gives the same remark for each row of a sheet with 'Geldig tot' and no column for the duration", async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `Klant ${index};01-06-2027`)
    const batches = await batchesOf(csv('Klantnaam;Geldig tot', ...rows), 25)
    expect(batches.flatMap(({ items }) => items)).toHaveLength(60)
    const warnings = batches.flatMap(({ warnings }) => warnings)
    expect(warnings).toHaveLength(60)
    expect(new Set(warnings.map(({ reason }) => reason))).toEqual(
      new Set(['geen looptijd of tekendatum: 12 maanden aangenomen']),
    )
  })

  it('removes invisible and direction-changing characters from cells, and reports that once', async () => {
    const file = csv(
      'Klant\u200bnaam;Telefoon;Plaats;Opmerking;Geldig tot',
      'Jan \u202eneteN\u202c;\u202a06 12345678\u202c;Venlo;می\u200cخواهم 👩\u200d👧;1-1-2027',
      'Zoë;0475 123456;Roer\u001bmond;Dorp\u000bstraat;1-1-2027',
      '\u200b;\u2066;;\u0085;',
    )
    const [batch] = await batchesOf(file)
    expect(batch?.items.map(({ contract }) => [contract.customerName, contract.customerPhone, contract.city])).toEqual([
      ['Jan neteN', '06 12345678', 'Venlo'],
      ['Zoë', '0475 123456', 'Roermond'],
    ])
    expect(batch?.items.map(({ contract }) => contract.rawRow['Opmerking'])).toEqual([
      'می\u200cخواهم 👩\u200d👧',
      'Dorp straat',
    ])
    expect(batch?.problems).toEqual([])
    expect(batch?.stats.totalRows).toBe(2)
    expect(batch?.warnings.map(formatProblem).filter((text) => text.includes('onzichtbare'))).toEqual([
      'Rij 1: bevat onzichtbare tekens; die zijn weggelaten, hier en in de rijen eronder',
    ])
  })

  it('gives the same keys from .csv as from .xlsx', async () => {
    const rows = [...generateContractSheet(40)]
    const text = rows.map((cells) =>
      cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)).join(';'),
    )
    const keys = async (file: Buffer) =>
      (await batchesOf(file)).flatMap(({ items }) => items.map(({ contract }) => contract.importKey))
    expect(await keys(csv(...text))).toEqual(await keys(await buildXlsx({ Blad: rows })))
  })

  it('throws for a file that is refused as a whole', async () => {
    await expect(batchesOf(Buffer.from('%PDF-1.7'))).rejects.toThrow(SpreadsheetError)
  })

  it('reads no further than it is asked to', async () => {
    let taken = 0
    async function* source() {
      yield Buffer.from('Klantnaam;Geldig tot\n')
      for (let block = 0; block < 100; block++) {
        taken++
        yield Buffer.from('Jan;01-06-2027\n'.repeat(5000))
      }
    }
    for await (const { stats } of readContracts(source(), { filename: 'lijst.csv', today })) {
      if (stats.totalRows >= 5000) break
    }
    expect(taken).toBeLessThan(10)
  })
})
