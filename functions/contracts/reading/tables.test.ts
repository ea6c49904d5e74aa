import * as sheetjs from '@e965/xlsx'
import exceljs from 'exceljs'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../../../shared/time.ts'
import { eanOf, readContractLines, readContractList, readContractRows } from '../../../testing/spreadsheets.ts'
import { noLayouts, sheetRows, type WrongRow } from '../../spreadsheets/recognition/first-rows.ts'
import { readFirstRows } from '../../spreadsheets/recognition/read.ts'
import { buildColumnLooks } from './column-looks.ts'
import { contractList } from './recognise.ts'
import { contractFromRow } from './rules.ts'

type Cell = string | number | null
const contractsOf = async (reading: ReturnType<typeof readContractList>) =>
  (await reading).contracts.map(({ customerName, expiryDate }) => `${customerName} ${expiryDate}`)

describe('tables of a sheet', () => {
  it('side by side are all read, each by its own columns', async () => {
    const lines = [
      'Klantnaam;Telefoon;Einddatum;;Klant;Leverancier;Geldig tot',
      'Jan;0612345678;31-12-2027;;Piet;Eneco;30-06-2028',
      ';;;;Kees;Engie;1-1-2029',
      'Totaal;;1;;Totaal;;2',
    ]
    const { contracts, left } = await readContractLines(...lines)
    expect(contracts).toMatchObject([
      { customerName: 'Jan', customerPhone: '06 12345678', metadata: { supplier: undefined } },
      { customerName: 'Piet', customerPhone: undefined, metadata: { supplier: 'Eneco' }, expiryDate: '2028-06-30' },
      { customerName: 'Kees', metadata: { supplier: 'Engie' } },
    ])
    expect(contracts[1]?.rawRow).toEqual({ Klant: 'Piet', Leverancier: 'Eneco', 'Geldig tot': '30-06-2028' })
    expect(left).toEqual(['4: is een totaalregel', '4: is een totaalregel'])
    const close = readContractLines('Klant;Einddatum;Klant;Einddatum', 'Jan;31-12-2027;Piet;30-06-2028')
    expect(await contractsOf(close)).toEqual(['Jan 2027-12-31', 'Piet 2028-06-30'])
  })

  it('below each other are all read, whatever their columns', async () => {
    const { contracts, left, said } = await readContractLines(
      'Klantnaam;Plaats;Geldig tot',
      'Jan;Venlo;31-12-2027',
      '',
      'Zakelijk',
      'Geldig tot;Bedrijfsnaam;Kleur;Leverancier',
      '30-06-2028;Bakkerij Bos;rood;Eneco',
    )
    expect(contracts).toMatchObject([
      { customerName: 'Jan', city: 'Venlo', expiryDate: '2027-12-31' },
      { customerName: 'Bakkerij Bos', expiryDate: '2028-06-30', metadata: { supplier: 'Eneco' } },
    ])
    expect(left).toEqual(['4: staat boven een tabel', 'Kleur: de kop is niet herkend'])
    expect(said.filter((text) => !text.includes('looptijd'))).toEqual([])
  })

  it('with an unknown header are reported, and none of their rows is read by the columns above', async () => {
    const { contracts, left } = await readContractLines(
      'Klantnaam;Telefoon;Geldig tot',
      'Jan;0612345678;31-12-2027',
      '',
      'Leverancier;Telefoon;E-mail',
      'Eneco;0800 1234;info@eneco.nl',
    )
    expect(contracts.map(({ customerName }) => customerName)).toEqual(['Jan'])
    expect(left).toEqual([
      '4: begint een tabel waarvan de kolomkoppen niet zijn herkend',
      '5: staat onder kolomkoppen die niet zijn herkend',
    ])
  })
})

describe('a row that does not belong to the list', () => {
  it.each([
    ['Gemaakt op;;23-11-2026', 'is een voetregel'],
    ['Peildatum;;31-12-2026', 'is een voetregel'],
    ['Laatst bijgewerkt: 23-11-2026', 'is een voetregel'],
    ['Bakkerij Totaal;;', 'is een totaalregel'],
    ['Subtotaal;;3', 'is een totaalregel'],
  ])('%s', async (line, reason) => {
    const { contracts, left, said } = await readContractLines(
      'Klantnaam;Plaats;Geldig tot',
      'Jan;Venlo;31-12-2027',
      line,
    )
    expect(contracts.map(({ customerName }) => customerName)).toEqual(['Jan'])
    expect(left).toEqual([`3: ${reason}`])
    expect(said.filter((text) => !text.includes('looptijd'))).toEqual([])
  })

  it('may be a line with the date of the export, after an empty row', async () => {
    const lines = ['Klantnaam;Plaats;Geldig tot', 'Jan;Venlo;31-12-2027', 'Export Totaal;;30-06-2028']
    expect(await contractsOf(readContractLines(...lines, '', 'Export;;23-11-2026'))).toEqual([
      'Jan 2027-12-31',
      'Export Totaal 2028-06-30',
    ])
  })
})

const merged: readonly Cell[][] = [
  ['Overzicht', null, null, null],
  ['Klantnaam', 'Postcode', 'EAN stroom', 'Geldig tot'],
  ['Bakkerij Bos', '6041 AB', eanOf(1), '31-12-2027'],
  [null, null, eanOf(2), '30-06-2028'],
  [null, null, eanOf(3), '1-1-2029'],
  ['Jan', '5911 AB', eanOf(4), '1-1-2030'],
]
const ranges = ['A1:D1', 'A3:A5', 'B3:B5']
const bySheetJs = (bookType: sheetjs.BookType) => () => {
  const sheet = sheetjs.utils.aoa_to_sheet(merged.map((row) => [...row]))
  sheet['!merges'] = ranges.map(sheetjs.utils.decode_range)
  const book = { SheetNames: ['Blad'], Sheets: { Blad: sheet } }
  return Promise.resolve(Buffer.from(sheetjs.write(book, { type: 'buffer', bookType })))
}
const byExcelJs = async () => {
  const workbook = new exceljs.Workbook()
  const sheet = workbook.addWorksheet('Blad')
  sheet.addRows(merged.map((row) => [...row]))
  for (const range of ranges) sheet.mergeCells(range)
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

describe('a customer whose cells are merged over their contracts', () => {
  it.each([
    ['.xlsx', byExcelJs],
    ['.xlsx by SheetJS', bySheetJs('xlsx')],
    ['.xls', bySheetJs('biff8')],
    ['XML of Excel 2003', bySheetJs('xlml')],
    ['page', bySheetJs('html')],
  ])('has all these contracts from an %s', async (_, made) => {
    const { contracts, said } = await readContractList(await made())
    expect(
      contracts.map(({ customerName, postalCode, metadata }) => [customerName, postalCode, metadata.eanElectricity]),
    ).toEqual([
      ['Bakkerij Bos', '6041 AB', eanOf(1)],
      ['Bakkerij Bos', '6041 AB', eanOf(2)],
      ['Bakkerij Bos', '6041 AB', eanOf(3)],
      ['Jan', '5911 AB', eanOf(4)],
    ])
    expect(said.filter((text) => !text.includes('looptijd'))).toEqual([])
  })
})

describe('a table in groups', () => {
  it('takes the heading above each group as the name of its rows', async () => {
    const { contracts, left } = await readContractLines(
      'Klantnaam;EAN stroom;Leverancier;Geldig tot',
      'Bakkerij Bos;;;',
      `;${eanOf(1)};Eneco;31-12-2027`,
      `;${eanOf(2)};Eneco;30-06-2028`,
      'Subtotaal Bakkerij Bos;;;2',
      'Klant: Slagerij Vos;;;',
      `;${eanOf(3)};Engie;31-12-2027`,
      'Totaal;;;3',
    )
    expect(contracts.map(({ customerName, metadata }) => [customerName, metadata.eanElectricity])).toEqual([
      ['Bakkerij Bos', eanOf(1)],
      ['Bakkerij Bos', eanOf(2)],
      ['Slagerij Vos', eanOf(3)],
    ])
    expect(left).toEqual([
      '2: is een tussenkop',
      '5: is een totaalregel',
      '6: is een tussenkop',
      '8: is een totaalregel',
    ])
  })

  it.each(['Subtotaal', 'Totaal Bakkerij Bos', 'Bakkerij Bos Totaal'])(
    'whose groups end with %s may name each customer once',
    async (total) => {
      const { contracts } = await readContractLines(
        'Klantnaam;Postcode;EAN stroom;Geldig tot',
        `Bakkerij Bos;6041 AB;${eanOf(1)};31-12-2027`,
        `;;${eanOf(2)};30-06-2028`,
        `${total};;;2`,
        `Slagerij Vos;5911 AB;${eanOf(3)};31-12-2027`,
        `;;${eanOf(4)};31-12-2027`,
      )
      expect(contracts.map(({ customerName, postalCode }) => `${customerName} ${postalCode}`)).toEqual([
        ...['Bakkerij Bos 6041 AB', 'Bakkerij Bos 6041 AB', 'Slagerij Vos 5911 AB', 'Slagerij Vos 5911 AB'],
      ])
    },
  )

  it('differs from a list in which a name was forgotten', async () => {
    const { contracts, said } = await readContractLines(
      'Klantnaam;Plaats;Geldig tot',
      'Jan;Venlo;31-12-2027',
      ';Roermond;31-12-2027',
      'Piet;;',
      'Totaal;;2',
    )
    expect(contracts.map(({ customerName }) => customerName)).toEqual(['Jan'])
    expect(said).toContain("Rij 3, kolom 'Klantnaam': de naam van de klant ontbreekt")
    expect(said).toContain("Rij 4, kolom 'Geldig tot': ontbreekt. Vul de einddatum in, of tekendatum en looptijd.")
  })
})

describe('texts that also hold for the rows below', () => {
  it('are those of a pivot table, whose labels each stand once, and of a cell that says idem', async () => {
    const { contracts, left } = await readContractLines(
      'Leverancier;Klantnaam;Plaats;Geldig tot',
      'Eneco;Jan;Venlo;31-12-2027',
      ';Piet;idem;31-12-2027',
      ';Kees;"""";30-06-2028',
      'Totaal Eneco;;3;',
      'Engie;Anna;Weert;31-12-2027',
      ';Els;Id.;31-12-2027',
    )
    expect(
      contracts.map(({ customerName, city, metadata: { supplier } }) => `${customerName} ${city} ${supplier}`),
    ).toEqual(['Jan Venlo Eneco', 'Piet Venlo Eneco', 'Kees Venlo Eneco', 'Anna Weert Engie', 'Els Weert Engie'])
    expect(left).toEqual(['5: is een totaalregel'])
  })

  it('are not those of a list in which a supplier was forgotten', async () => {
    const rows = ['Eneco;Jan;31-12-2027', 'Engie;Piet;31-12-2027', ';Kees;31-12-2027', 'Eneco;Els;31-12-2027']
    const { contracts } = await readContractLines('Leverancier;Klantnaam;Geldig tot', ...rows)
    expect(contracts.map(({ metadata: { supplier } }) => supplier)).toEqual(['Eneco', 'Engie', undefined, 'Eneco'])
  })
})

describe('a row that is no contract', () => {
  it('shows how to fill in the columns, or was cancelled; nobody calls somebody who died', async () => {
    const { contracts, left } = await readContractLines(
      'Klantnaam;Telefoon;Status;Geldig tot',
      'Voorbeeld: Jan Jansen;0612345678;;31-12-2027',
      'naam;nummer;;dd-mm-jjjj',
      'Jan;0612345671;Actief;31-12-2027',
      'Piet;0612345672;Overleden;31-12-2027',
      'Kees;0612345673;Geannuleerd;31-12-2027',
      'Els;0612345674;Gecanceld door klant;31-12-2027',
      'Mo;0612345675;Annulering;31-12-2027',
      'Totaal Installaties BV;0612345676;Actief;31-12-2027',
      'Totaal contracten: 5;;;31-12-2027',
      'Gemiddelde looptijd;;;30-06-2028',
      'Laatste update;;;28-11-2026',
    )
    expect(contracts.map(({ customerName, doNotCall }) => [customerName, doNotCall])).toEqual([
      ['Jan', false],
      ['Piet', true],
      ['Totaal Installaties BV', false],
    ])
    expect(left).toEqual([
      ...['2: is een voorbeeldregel', '3: is een voorbeeldregel', '6: heeft de status Geannuleerd'],
      ...['7: heeft de status Geannuleerd', '8: heeft de status Geannuleerd', '10: is een totaalregel'],
      ...['11: is een totaalregel', '12: is een voetregel'],
    ])
  })
})

describe('dates that can be read with the day or the month first', () => {
  const header = 'Klantnaam;Geldig tot'

  it('ask, with slashes or once a date with the month first follows others', async () => {
    await expect(readContractLines(header, 'Jan;03/04/2028')).rejects.toThrow('de dag of de maand voorop')
    const late = Array.from({ length: 30 }, (_, at) => `Klant ${at};03-04-2028`)
    await expect(readContractLines(header, ...late, 'Laat;12-31-2027')).rejects.toThrow('de dag of de maand voorop')
  })

  it('have the day first with dashes, and when one date proves it', async () => {
    expect(await contractsOf(readContractLines(header, 'Jan;03-04-2028'))).toEqual(['Jan 2028-04-03'])
    const period = await readContractLines('Klantnaam;Contractperiode', 'Jan;01/02/2025–31/01/2028')
    expect(period.contracts).toMatchObject([{ signedDate: '2025-02-01', expiryDate: '2028-01-31' }])
    expect(await contractsOf(readContractLines(header, 'Jan;03/04/2028', 'Piet;31/12/2027'))).toEqual([
      'Jan 2028-04-03',
      'Piet 2027-12-31',
    ])
  })
})

it('an amount may name its time, and thousands with a comma are those of the whole column', async () => {
  const header = 'Klantnaam;Termijnbedrag;Verbruik stroom;Geldig tot'
  const rows = ['Jan;"€ 125,00 p/m";3,500;31-12-2027', 'Piet;98 per maand;980;31-12-2027']
  const { contracts } = await readContractLines(header, ...rows)
  expect(contracts.map(({ metadata: { estimatedCosts, electricityUsage: used } }) => [estimatedCosts, used])).toEqual([
    [12_500, 3500],
    [9800, 980],
  ])
  const decimal = await readContractLines(header, 'A;;3,500;31-12-2027', 'B;;3,5;31-12-2027')
  expect(decimal.contracts.map(({ metadata }) => metadata.electricityUsage)).toEqual([3.5, 3.5])
  expect(decimal.said.filter((text) => text.includes('gelezen'))).toEqual([
    "Rij 2, kolom 'Verbruik stroom': '3,500' is gelezen als 3,5. Klopt dat niet? Pas de cel aan.",
  ])
  const late = await readContractLines(header, ...Array(25).fill('A;;3,500;31-12-2027'), 'B;;12,5;31-12-2027')
  expect(late.said.at(-2) + String(late.said.at(-1))).toContain("'12,5' is gelezen als 12,5")
  // The first rows have no comma: the first one further down decides, and is named.
  const further = await readContractLines(
    header,
    ...Array(25).fill('A;;980;31-12-2027'),
    'B;;3,500;31-12-2027',
    'C;;4,250;31-12-2027',
  )
  expect(further.contracts.slice(24).map(({ metadata }) => metadata.electricityUsage)).toEqual([980, 3500, 4250])
  expect(further.said.filter((text) => text.includes('gelezen'))).toEqual([
    expect.stringContaining("'3,500' is gelezen als 3.500. Klopt dat niet?"),
  ])
})

describe('two columns that say something equally well', () => {
  const header = 'Klantnaam;Einddatum contract;Einddatum levering'
  const unclear = 'Twee kolommen spreken elkaar tegen'

  it('but differ need a choice, and are never guessed', async () => {
    await expect(readContractLines(header, 'Jan;31-12-2027;30-06-2028')).rejects.toThrow(unclear)
    await expect(
      readContractLines('Klantnaam;Leverancier;Aanbieder;Geldig tot', 'Jan;Eneco;Engie;31-12-2027'),
    ).rejects.toThrow(unclear)
  })

  it('and agree, or are filled in turn, are read', async () => {
    expect(await contractsOf(readContractLines(header, 'Jan;31-12-2027;31-12-2027', 'Piet;;30-06-2028'))).toEqual([
      'Jan 2027-12-31',
      'Piet 2028-06-30',
    ])
  })
})

describe('a preview', () => {
  const glancesAt = async (lines: readonly string[]) => {
    const file = Buffer.from(lines.join('\r\n'))
    const options = { filename: 'lijst.csv', layoutsOf: noLayouts, looks: buildColumnLooks([]) }
    const wrong: WrongRow[] = []
    for await (const row of readContractRows(file, { filename: 'lijst.csv' })) {
      const result = contractFromRow(row, '2026-11-21' as LocalDate)
      if (!result.ok) wrong.push({ row, problems: result.problems })
    }
    const glances = await readFirstRows(contractList, file, options)
    return { glances, sheets: sheetRows(glances, wrong) }
  }

  it('has twenty rows below the header, and guesses a column of streets by its values', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `Klant ${at};Kerkstraat ${at} bis;31-12-2027`)
    const { glances, sheets } = await glancesAt(['Lijst;;', 'Klantnaam;Waar;Geldig tot', ...rows])
    expect(sheets[0]?.rows.map(({ number }) => number)).toEqual(Array.from({ length: 22 }, (_, at) => at + 1))
    expect(glances[0]?.likely?.header.fields).toEqual(['customerName', 'address', 'expiryDate'])
  })

  it('has a hundred refused rows below the first ones, fewer of a wide sheet', async () => {
    const rows = Array.from({ length: 150 }, () => ';0612345678;31-12-2027')
    const refusedIn = async (header: string) => (await glancesAt([header, ...rows])).sheets[0]?.wrong.length
    expect(await refusedIn('Klantnaam;Telefoon;Geldig tot')).toBe(100)
    expect(await refusedIn(`Klantnaam;Telefoon;Geldig tot${';Kleur'.repeat(97)}`)).toBe(20)
  })

  it('marks a missing name at its own cell, also in a table beside another one', async () => {
    const one = await glancesAt([
      'Telefoon;Bedrijfsnaam;Geldig tot',
      '0612345678;;31-12-2027',
      '0612345679;Bos;1-1-2028',
    ])
    expect(one.sheets[0]?.rows[1]?.problems).toEqual([{ column: 1, reason: 'de naam van de klant ontbreekt' }])
    const lines = ['Klantnaam;Geldig tot;;Telefoon;Klant;Geldig tot', 'Jan;31-12-2027;;0612345678;;31-12-2027']
    const two = await glancesAt(lines)
    expect(two.sheets[0]?.rows[1]?.problems).toEqual([{ column: 4, reason: 'de naam van de klant ontbreekt' }])
  })
})
