import { describe, expect, it } from 'vitest'
import { buildXlsx, eanOf, readContractLines, readContractList } from '../../../testing/spreadsheets.ts'

describe('words in brackets belong to their header', () => {
  it('keep a phone, supplier or end of another subject out of the field', async () => {
    const { contracts, left } = await readContractLines(
      'Klantnaam;Telefoon (adviseur);Telefoon;Leverancier (oud);Leverancier (nieuw);Einddatum (korting);Einddatum',
      'Jan;0612345678;0475123456;Eneco;Engie;1-1-2026;31-12-2027',
    )
    expect(contracts).toMatchObject([
      { customerPhone: '0475 123456', expiryDate: '2027-12-31', metadata: { supplier: 'Engie' } },
    ])
    expect(left).toEqual(
      ['Telefoon (adviseur)', 'Leverancier (oud)', 'Einddatum (korting)'].map(
        (name) => `${name}: de kop is niet herkend`,
      ),
    )
  })

  it('leave the field empty without a column of its own', async () => {
    const { contracts } = await readContractLines('Klantnaam;Telefoon (intern);Geldig tot', 'Jan;0612345678;31-12-2027')
    expect(contracts).toMatchObject([{ customerName: 'Jan', customerPhone: undefined }])
  })

  it('make a column marked as new precede the others, which are reported', async () => {
    const { contracts, said } = await readContractLines(
      'Klantnaam;Leverancier;Leverancier (nieuw);Geldig tot',
      'Jan;Eneco;Engie;31-12-2027',
    )
    expect(contracts).toMatchObject([{ metadata: { supplier: 'Engie' } }])
    expect(said).toContain(
      "Rij 1, kolom 'Leverancier': is dubbel met 'Leverancier (nieuw)' en vult alleen lege cellen aan",
    )
  })
})

describe('units are converted', () => {
  it.each([
    ['Verbruik stroom (MWh)', '18,5', 18_500],
    ['Verbruik stroom (kWh x 1000)', '18,5', 18_500],
    ['Verbruik stroom (x1.000)', '18', 18_000],
    ['Verbruik stroom', '18,5 MWh', 18_500],
    ['Verbruik stroom (MWh)', '18500 kWh', 18_500],
    ['Verbruik in MWh', '1,234', 1234],
    ['Verbruik stroom (kWh/jaar)', '3.500', 3500],
  ])('%s: %s', async (header, text, electricityUsage) => {
    const { contracts } = await readContractLines(`Klantnaam;Geldig tot;${header}`, `Jan;31-12-2027;${text}`)
    expect(contracts).toMatchObject([{ metadata: { electricityUsage } }])
  })

  it.each([
    ['Looptijd (dagen)', '1095', 36],
    ['Looptijd (dagen)', '365', 12],
    ['Looptijd', '730 dagen', 24],
    ['Looptijd in jaren', '3', 36],
  ])('%s: %s', async (header, text, months) => {
    const { contracts } = await readContractLines(`Klantnaam;Ingangsdatum;${header}`, `Jan;1-1-2027;${text}`)
    const [{ durationValue = 0, durationUnit } = {}] = contracts
    expect(durationValue * (durationUnit === 'years' ? 12 : 1)).toBe(months)
  })

  it('ignores days that are no whole months', async () => {
    const { contracts, said } = await readContractLines('Klantnaam;Ingangsdatum;Looptijd (dagen)', 'Jan;1-1-2027;1000')
    expect(contracts).toEqual([])
    expect(said).toEqual(["Rij 2, kolom 'Looptijd (dagen)': '1000' is geen looptijd in maanden of jaren"])
  })
})

describe('the term', () => {
  it('is counted from Ingangsdatum and not from Tekendatum, up to the day before', async () => {
    const { contracts } = await readContractLines(
      'Klantnaam;Tekendatum;Ingangsdatum;Looptijd',
      'Jan;15-11-2026;1-1-2027;36 maanden',
      'Piet;15-11-2026;;36 maanden',
    )
    expect(contracts).toMatchObject([
      {
        signedDate: '2027-01-01',
        durationValue: 36,
        expiryDate: '2029-12-31',
        statedTermParts: ['startDate', 'duration'],
      },
      {
        signedDate: '2026-11-15',
        durationValue: 36,
        expiryDate: '2029-11-15',
        statedTermParts: ['signedDate', 'duration'],
      },
    ])
  })

  it.each([
    ['Contractperiode', '1 jan 2025 - 31 dec 2027'],
    ['Geldig tot', '1 jan 2025 - 31 dec 2027'],
    ['Geldig tot', '01-01-2025 t/m 31-12-2027'],
    ['Periode', 'van 1-1-2025 tot 31-12-2027'],
    ['Contractperiode', '01/01/2025–31/12/2027'],
    ['Contractperiode', '2025-01-01 / 2027-12-31'],
  ])('%s: %s is a period, whose end is the end of the contract', async (header, text) => {
    const { contracts } = await readContractLines(`Klantnaam;${header}`, `Jan;${text}`)
    expect(contracts).toMatchObject([
      { signedDate: '2025-01-01', durationValue: 36, durationUnit: 'months', expiryDate: '2027-12-31' },
    ])
  })

  it('is taken from a period below Looptijd, where a date is never read as one year', async () => {
    const { contracts } = await readContractLines(
      'Klantnaam;Tekendatum;Looptijd',
      'Jan;1-12-2024;1 jan 2025 - 31 dec 2027',
      'Piet;1-12-2024;1 jan 2025',
    )
    expect(contracts).toMatchObject([{ customerName: 'Jan', expiryDate: '2027-12-31' }])
    expect(contracts).toHaveLength(1)
  })

  it('is refused for two dates that form no period', async () => {
    const { contracts, said } = await readContractLines('Klantnaam;Geldig tot', 'Jan;31-12-2027 of 31-12-2028')
    expect(contracts).toEqual([])
    expect(said).toContain("Rij 2, kolom 'Geldig tot': '31-12-2027 of 31-12-2028' is geen geldige datum")
  })
})

describe('a customer', () => {
  it('is never a code', async () => {
    const { contracts, said } = await readContractLines(
      'Debiteur;Naam;Geldig tot',
      '10034;Bakkerij 2000;31-12-2027',
      'K-0042;Café 7;31-12-2027',
      'Slagerij Bos;;31-12-2027',
      '10035;;31-12-2027',
    )
    expect(contracts.map(({ customerName }) => customerName)).toEqual(['Bakkerij 2000', 'Café 7', 'Slagerij Bos'])
    expect(said).toContain("Rij 5, kolom 'Debiteur': de naam van de klant ontbreekt")
  })

  it('does not get the row number as house number', async () => {
    const { contracts } = await readContractLines(
      'Nr;Klantnaam;Straat;Plaats;Geldig tot',
      '1;Jan;Markt 4;Venlo;31-12-2027',
    )
    expect(contracts).toMatchObject([{ houseNumber: '4' }])
  })
})

describe('electricity and gas', () => {
  it('each get their own EAN and usage from columns of both', async () => {
    const { contracts } = await readContractLines(
      'Klantnaam;Energietype;EAN;Verbruik;Geldig tot',
      `Jan;Stroom;${eanOf(1)};3.500;31-12-2027`,
      `Jan;Gas;${eanOf(2)};1.200;31-12-2027`,
      `Piet;;${eanOf(3)};900 m³;31-12-2027`,
    )
    expect(contracts.map(({ metadata }) => metadata)).toMatchObject([
      { energyType: 'stroom', eanElectricity: eanOf(1), electricityUsage: 3500, eanGas: undefined },
      { energyType: 'gas', eanGas: eanOf(2), gasUsage: 1200, eanElectricity: undefined, electricityUsage: undefined },
      { eanElectricity: eanOf(3), gasUsage: 900, electricityUsage: undefined },
    ])
  })

  const columns = 'Klantnaam;EAN stroom;EAN gas;Leverancier stroom;Leverancier gas;Einddatum stroom;Einddatum gas'

  it('in columns of their own are one contract with both', async () => {
    const { contracts } = await readContractLines(
      columns,
      `Jan;${eanOf(1)};${eanOf(2)};Eneco;Eneco;31-12-2027;2027-12-31`,
      `Piet;${eanOf(3)};${eanOf(4)};Eneco;;31-12-2027;`,
      `Kees;;${eanOf(5)};;Engie;;1-1-2028`,
    )
    expect(contracts).toMatchObject([
      { expiryDate: '2027-12-31', metadata: { supplier: 'Eneco', eanElectricity: eanOf(1), eanGas: eanOf(2) } },
      { expiryDate: '2027-12-31', metadata: { supplier: 'Eneco', eanElectricity: eanOf(3), eanGas: eanOf(4) } },
      { expiryDate: '2028-01-01', metadata: { supplier: 'Engie', eanGas: eanOf(5) } },
    ])
  })

  it('are two contracts with keys of their own where supplier or end differ', async () => {
    const { contracts } = await readContractLines(
      `Sale ID;${columns}`,
      `S-1;Jan;${eanOf(1)};${eanOf(2)};Eneco;Engie;31-12-2027;31-12-2027`,
      `S-2;Piet;${eanOf(3)};${eanOf(4)};Eneco;Eneco;31-12-2027;30-06-2028`,
    )
    const of = (energyType: string, supplier: string, ean: object) => ({ metadata: { energyType, supplier, ...ean } })
    expect(contracts).toMatchObject([
      { expiryDate: '2027-12-31', ...of('stroom', 'Eneco', { eanElectricity: eanOf(1), eanGas: undefined }) },
      { expiryDate: '2027-12-31', ...of('gas', 'Engie', { eanGas: eanOf(2), eanElectricity: undefined }) },
      { expiryDate: '2027-12-31', ...of('stroom', 'Eneco', { eanElectricity: eanOf(3) }) },
      { expiryDate: '2028-06-30', ...of('gas', 'Eneco', { eanGas: eanOf(4) }) },
    ])
    expect(new Set(contracts.map(({ importKey }) => importKey)).size).toBe(4)
  })
})

describe('several EANs in a cell', () => {
  it('are assigned by the labels in the cell, and else kept together with a warning', async () => {
    const { contracts, said } = await readContractLines(
      'Klantnaam;EAN;Geldig tot',
      `Jan;E: ${eanOf(1)} G: ${eanOf(2)};31-12-2027`,
      `Piet;${eanOf(3)} (gas) / ${eanOf(4)} (stroom);31-12-2027`,
      `Kees;${eanOf(5)} / ${eanOf(6)};31-12-2027`,
    )
    expect(contracts.map(({ metadata }) => metadata)).toMatchObject([
      { eanElectricity: eanOf(1), eanGas: eanOf(2) },
      { eanElectricity: eanOf(4), eanGas: eanOf(3) },
      { eanElectricity: `${eanOf(5)} ${eanOf(6)}` },
    ])
    expect(said.filter((text) => text.includes('EAN-codes'))).toEqual([
      "Rij 4, kolom 'EAN': bevat 2 EAN-codes; ze zijn samen bewaard. Zet elke EAN in een eigen kolom of rij",
    ])
  })
})

it('a workbook with real numbers and dates is read as a CSV is', async () => {
  const header = ['Klantnaam', 'Ingangsdatum', 'Looptijd (dagen)', 'Verbruik stroom (MWh)']
  const file = await buildXlsx({ Blad: [header, ['Jan', new Date('2027-01-01'), 1095, 18.5]] })
  expect((await readContractList(file)).contracts).toMatchObject([
    { signedDate: '2027-01-01', expiryDate: '2029-12-31', metadata: { electricityUsage: 18_500 } },
  ])
})
