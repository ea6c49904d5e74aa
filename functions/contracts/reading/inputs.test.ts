import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readContractList } from '../../../testing/spreadsheets.ts'
import { noLayouts } from '../../spreadsheets/recognition/first-rows.ts'
import { readFirstRows } from '../../spreadsheets/recognition/read.ts'
import { contractList } from './recognise.ts'
import type { ImportedContract } from './rules.ts'

/** Files as other programs write them. */
const INPUTS = new URL('../../../testing/inputs/', import.meta.url)

const placeOf = ({ address, houseNumber, postalCode, city }: ImportedContract) =>
  [address, houseNumber, postalCode, city].map((part) => part ?? '').join(' | ')

interface Right {
  readonly file: string
  /** Names the values of a contract that are compared. */
  readonly of: (contract: ImportedContract) => unknown
  readonly is: readonly unknown[]
  /** Remarks about assumed terms are left out. */
  readonly said?: readonly string[]
  readonly left?: readonly string[]
}

const streetOf = ({ address, houseNumber }: ImportedContract) => [address, houseNumber]

const rights: readonly Right[] = [
  {
    file: 'addresses.csv',
    of: streetOf,
    is: [
      ...[
        ['Plein 1944', '12'],
        ['Plein', '1944'],
        ['2e Hugo de Grootstraat', '5-2'],
        ['Laan 1940-1945', '3'],
      ],
      ...[
        ['1e Jan van der Heijdenstraat', '12 A'],
        ["'s-Gravenweg", '4 hs'],
        ['Kerkstraat', '12'],
      ],
      ...[
        ['Kerkstraat', '12-14'],
        ['Markt', '4 bis II'],
        ['Straat van Magelhaes', '7'],
        ['Weg', '3 / 5'],
      ],
      ...[
        ['Kerkstraat', '12'],
        ['Dorpsstraat', '5 to 7'],
        ['Rijksweg A2', '14'],
        ['Kade 1e verdieping', '9'],
      ],
      ...[
        ['Postbus', '123'],
        ['Hoofdweg', '8a-b'],
        ['Burg. 3 Meilaan', '21'],
        ['Loods 5, Havenweg', '3'],
      ],
      ['Wilhelminastraat', '10 zw'],
    ],
  },
  {
    file: 'c35-adressen.xlsx',
    of: streetOf,
    is: [
      ...[
        ['Plein 1945', '12'],
        ['Laan van 1940', '5'],
        ['2e Dwarsstraat', '10 II'],
        ['Straatweg', '12 t/m 16'],
      ],
      ...[
        ['Kade', '8 hs'],
        ["'s-Gravenweg", '100-B'],
        ['Postbus', '12'],
        ['De Hoeve', '3, unit 4'],
      ],
      ['Rijksweg A2 km 12.3', undefined],
    ],
  },
  {
    file: 'c03-twee-adressen-tweeregelig.xlsx',
    of: placeOf,
    is: ['Fabrieksweg | 7 | 6041 LK | Roermond', 'Stadionweg | 101 | 6045 BB | Roermond'],
    left: ['Straat', 'Nr', 'Postcode', 'Plaats'].map(
      (column) => `Correspondentieadres ${column}: de kop is niet herkend`,
    ),
  },
  {
    file: 'd01-portaal-rowspan.xls',
    of: ({ customerName, customerEmail, expiryDate, metadata: { supplier, eanElectricity } }) =>
      [customerName, customerEmail, expiryDate, supplier, eanElectricity].join(),
    is: [
      'Span 0,s0@span.example,2027-12-31,Eneco,871687120900005017',
      'Span 1,s1@span.example,2027-12-31,Eneco,871687120900005024',
      'Span 2,s2@span.example,2027-12-31,Eneco,871687120900005031',
    ],
  },
  {
    file: 'd03-verbruik-komma-duizend.csv',
    of: ({ metadata: { electricityUsage, gasUsage } }) => [electricityUsage, gasUsage],
    is: [
      [3200, 1100],
      [12_500, 2300],
      [104_250, 9875],
    ],
  },
  {
    file: 'd12-totaal-met-datum.xlsx',
    of: ({ customerName }) => customerName,
    is: ['Tot A', 'Tot B'],
    left: ['4: is een totaalregel', '5: is een totaalregel', '6: is een voetregel', '7: is een voetregel'],
  },
  {
    file: 'd13-maand-eerst.csv',
    of: ({ customerName, expiryDate }) => [customerName, expiryDate],
    is: [
      ['MF A', '2027-12-31'],
      ['MF B', '2028-03-04'],
      ['MF C', '2028-06-30'],
      ['MF D', '2027-11-12'],
    ],
  },
  {
    file: 'd14-teken-ingang-duur.csv',
    of: ({ signedDate, metadata, expiryDate }) => ({ start: signedDate, signed: metadata.signedDate, end: expiryDate }),
    is: [
      { start: '2025-06-01', signed: '2025-01-10', end: '2028-05-31' },
      { start: '2026-07-01', signed: '2025-12-01', end: '2027-06-30' },
    ],
  },
  {
    file: 'd04-foutwaarden.xlsx',
    of: ({ customerName, customerPhone, city, metadata: { supplier, electricityUsage } }) =>
      [customerName, customerPhone, city, supplier, electricityUsage].join(),
    is: ['Fout A,06 63000001,,,', 'Fout B,06 63000002,,,', 'Fout D,,,,'],
    said: [
      "Rij 4, kolom 'Klantnaam': de naam van de klant ontbreekt",
      "Rij 6, kolom 'Einddatum': ontbreekt. Vul de einddatum in, of tekendatum en looptijd.",
    ],
  },
  {
    file: 'd07-cdata.xlsx',
    of: ({ customerName, metadata: { supplier } }) => [customerName, supplier],
    is: [['Cdata & Zn', 'Eneco']],
  },
  {
    file: 'c11-toestemming.csv',
    of: ({ customerName, doNotCall }) => [customerName, doNotCall],
    is: [
      ['Toestem Ja', false],
      ['Toestem Nee', false],
      ['Toestem Ingetrokken', true],
    ],
  },
]

it.each(rights)('$file is read right', async ({ file, of, is, said = [], left = [] }) => {
  const read = await readContractList(await readFile(new URL(file, INPUTS)))
  expect(read.contracts.map(of)).toEqual(is)
  expect(read.said.filter((text) => !text.includes('maanden aangenomen'))).toEqual(said)
  expect(read.left).toEqual(left)
})

it('finds the texts of a workbook whose parts have other names', async () => {
  const file = await readFile(new URL('shared-strings-other-name.xlsx', INPUTS))
  const [sheet] = await readFirstRows(contractList, file, { filename: 'lorem.xlsx', layoutsOf: noLayouts })
  expect(sheet?.rows[0]?.cells).toContain('Lorem')
})
