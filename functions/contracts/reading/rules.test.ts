import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, instantAt, type LocalDate, localDateOf } from '../../../shared/time.ts'
import { eanOf, formatProblem } from '../../../testing/spreadsheets.ts'
import { headerFrom } from './recognise.ts'
import { contractFromRow, type ImportedContract } from './rules.ts'

const today = '2026-11-21' as LocalDate

const read = (cells: Record<string, string>, number = 12) => {
  const row = { Klantnaam: 'Jan Jansen', ...cells }
  return contractFromRow({ number, header: headerFrom(Object.keys(row), 1), cells: Object.values(row) }, today)
}
const contractOf = (cells: Record<string, string>): ImportedContract => {
  const result = read(cells)
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'))
  return result.contract
}
const warningsOf = (cells: Record<string, string>) => {
  const result = read(cells)
  return result.ok ? result.warnings.map(formatProblem) : null
}
const problemsOf = (cells: Record<string, string>) => {
  const result = read(cells)
  return result.ok ? null : result.problems.map(formatProblem)
}
const dutch = (date: LocalDate) => date.split('-').reverse().join('-')

const anyDate = fc
  .integer({ min: Date.UTC(1990, 0), max: Date.UTC(2060, 0) })
  .map((epoch) => localDateOf(instantAt(epoch)))
const anyMonths = fc.integer({ min: 1, max: 120 })

describe('the term of a contract', () => {
  it('computes the end, with month ends clamped', () => {
    expect(contractOf({ Tekendatum: '31-01-2026', Looptijd: '1 maand' }).expiryDate).toBe('2026-02-28')
    expect(contractOf({ Tekendatum: '29-02-2024', Looptijd: '3 jaar' })).toMatchObject({
      signedDate: '2024-02-29',
      durationValue: 3,
      durationUnit: 'years',
      expiryDate: '2027-02-28',
    })
  })

  it('computes the day of signing', () => {
    expect(contractOf({ 'Geldig tot': '31-03-2027', Looptijd: '1' }).signedDate).toBe('2027-02-28')
  })

  it('computes the duration', () => {
    const term = { durationValue: 36, durationUnit: 'months' }
    expect(contractOf({ Tekendatum: '15-01-2024', 'Geldig tot': '15-01-2027' })).toMatchObject(term)
    expect(contractOf({ Tekendatum: '15-01-2024', 'Geldig tot': '14-01-2027' })).toMatchObject(term)
    expect(contractOf({ Tekendatum: '15-01-2024', 'Geldig tot': '01-02-2024' }).durationValue).toBe(1)
  })

  it('is consistent whichever of the three parts is left out', () => {
    fc.assert(
      fc.property(anyDate, anyMonths, (signed, months) => {
        const expiry = addMonths(signed, months)
        const given = { Tekendatum: dutch(signed), Looptijd: `${months} maanden`, 'Geldig tot': dutch(expiry) }
        const { Tekendatum, Looptijd, 'Geldig tot': end } = given
        expect(warningsOf(given)).toEqual([])
        expect(contractOf({ Tekendatum, Looptijd }).expiryDate).toBe(expiry)
        expect(contractOf({ Tekendatum, 'Geldig tot': end }).durationValue).toBe(months)
        expect(contractOf({ Looptijd, 'Geldig tot': end }).signedDate).toBe(addMonths(expiry, -months))
      }),
    )
  })

  it("keeps 'Geldig tot' in every contradiction, with a warning", () => {
    fc.assert(
      fc.property(anyDate, anyMonths, fc.integer({ min: 2, max: 27 }), (signed, months, off) => {
        const expiry = addDays(addMonths(signed, months), off)
        const cells = { Tekendatum: dutch(signed), Looptijd: `${months} maanden`, 'Geldig tot': dutch(expiry) }
        expect(contractOf(cells)).toMatchObject({ signedDate: signed, expiryDate: expiry })
        expect(warningsOf(cells)).toHaveLength(1)
      }),
    )
    expect(warningsOf({ Tekendatum: '01-01-2024', Looptijd: '12', 'Geldig tot': '01-06-2026' })).toEqual([
      "Rij 12, kolom 'Geldig tot': 01-06-2026 is aangehouden, hoewel 12 maanden vanaf 01-01-2024 eindigt op 01-01-2025",
    ])
  })

  it('reads a bare number as months, unless the dates or the header mean years', () => {
    expect(contractOf({ Tekendatum: '01-01-2024', Looptijd: '3' }).expiryDate).toBe('2024-04-01')
    expect(contractOf({ Tekendatum: '01-01-2024', 'Looptijd (jaren)': '3' }).expiryDate).toBe('2027-01-01')
    expect(contractOf({ Tekendatum: '01-01-2024', Looptijd: '3', Eenheid: 'jaar' }).expiryDate).toBe('2027-01-01')
    const years = { Tekendatum: '01-01-2024', Looptijd: '3', 'Geldig tot': '31-12-2026' }
    expect(contractOf(years)).toMatchObject({ durationValue: 3, durationUnit: 'years' })
    expect(warningsOf(years)).toEqual([])
  })

  it('is assumed to be a year when a row only gives its end', () => {
    const cells = { Tekendatum: '', Looptijd: 'n.v.t.', 'Geldig tot': '01-06-2027' }
    expect(contractOf(cells)).toMatchObject({ signedDate: '2026-06-01', durationValue: 12, durationUnit: 'months' })
    const assumed = ['Rij 12: geen looptijd of tekendatum: 12 maanden aangenomen']
    expect(warningsOf(cells)).toEqual(assumed)
    expect(warningsOf({ Contractperiode: '', 'Geldig tot': '01-06-2027' })).toEqual(assumed)
  })

  it('cannot start on or after its end, unless the duration gives the start', () => {
    expect(problemsOf({ Tekendatum: '01-06-2027', 'Geldig tot': '01-06-2027' })).toEqual([
      "Rij 12, kolom 'Tekendatum': 01-06-2027 ligt niet voor 'Geldig tot' (01-06-2027)",
    ])
    const cells = { Tekendatum: '01-07-2027', Looptijd: '1 jaar', 'Geldig tot': '01-06-2027' }
    expect(contractOf(cells).signedDate).toBe('2026-06-01')
    expect(warningsOf(cells)).toHaveLength(1)
  })
})

describe('a row is refused', () => {
  it('for a date that does not exist, naming row, column and reason', () => {
    expect(problemsOf({ 'Geldig tot': '31-02-2027' })).toEqual([
      "Rij 12, kolom 'Geldig tot': '31-02-2027' is geen geldige datum",
    ])
    expect(problemsOf({ 'Contract einddatum': '01-01-1905' })).toEqual([
      "Rij 12, kolom 'Contract einddatum': '01-01-1905' ligt meer dan 50 jaar van vandaag",
    ])
  })

  it('for an end that is missing and cannot be computed', () => {
    expect(problemsOf({ 'Geldig tot': '', Tekendatum: '01-01-2026' })).toEqual([
      "Rij 12, kolom 'Geldig tot': ontbreekt. Vul de einddatum in, of tekendatum en looptijd.",
    ])
    expect(problemsOf({ Tekendatum: '01-01-2026', Looptijd: 'onbepaald' })).toEqual([
      "Rij 12, kolom 'Looptijd': 'onbepaald' is geen looptijd in maanden of jaren",
    ])
  })

  it('for an EAN that lost its digits', () => {
    for (const ean of ['8,71687E+17', '871687112345679000', '871687112345679000,00']) {
      expect(problemsOf({ 'Geldig tot': '01-01-2027', 'EAN stroom': ean })?.[0]).toContain(
        `Rij 12, kolom 'EAN stroom': '${ean}' is afgerond door de spreadsheet`,
      )
    }
    const whole = { 'Geldig tot': '01-01-2027', 'EAN stroom': '871687112345678000' }
    expect(warningsOf(whole)?.[0]).toContain('is misschien door de spreadsheet afgerond')
  })

  it('for a customer without any name, an overlong cell and an unreadable date, all at once', () => {
    const problems = problemsOf({ Klantnaam: '', Extra: 'x'.repeat(10_001), 'Geldig tot': 'morgen' })
    expect(problems).toEqual([
      "Rij 12, kolom 'Extra': de tekst is langer dan 10000 tekens",
      "Rij 12, kolom 'Geldig tot': 'morgen' is geen geldige datum",
      "Rij 12, kolom 'Klantnaam': de naam van de klant ontbreekt",
    ])
  })
})

describe('the cells of a row', () => {
  const end = { 'Geldig tot': '01-06-2027' }

  it('are normalised into the contract', () => {
    const contract = contractOf({
      ...end,
      Bedrijfsnaam: 'Bakkerij De Korenaar',
      'E-mail': ' Info@Korenaar.NL',
      Telefoon: '+31 6 12345678',
      Adres: 'Dorpsstraat',
      Huisnummer: '12',
      Toevoeging: 'A',
      Postcode: '6041ab',
      Plaats: 'Roermond',
      Leverancier: 'Eneco',
      Energietype: 'Gas en stroom',
      'Verbruik (kWh)': '3.500',
      'Geschatte kosten': '€ 1.234,56',
      'EAN stroom': eanOf(1),
      IBAN: 'nl91 abna 0417 1643 00',
      'KVK nummer': '12 34 56 78',
      Zakelijk: 'ja',
    })
    expect(contract).toMatchObject({
      customerName: 'Jan Jansen',
      companyName: 'Bakkerij De Korenaar',
      customerEmail: 'info@korenaar.nl',
      customerPhone: '06 12345678',
      address: 'Dorpsstraat',
      houseNumber: '12 A',
      postalCode: '6041 AB',
      city: 'Roermond',
      metadata: {
        supplier: 'Eneco',
        energyType: 'gas_stroom',
        electricityUsage: 3500,
        estimatedCosts: 123456,
        eanElectricity: eanOf(1),
        iban: 'NL91ABNA0417164300',
        kvkNumber: '12345678',
        isBusiness: true,
      },
    })
  })

  it.each([
    [{ Adres: 'Markt 4' }, 'Markt', '4'],
    [{ Adres: 'Markt 4', Huisnummer: '4' }, 'Markt', '4'],
    [{ Adres: 'Markt 4a', Huisnummer: '4A' }, 'Markt', '4a'],
    [{ Adres: 'Markt 12 A', Huisnummer: '12' }, 'Markt', '12 A'],
    [{ Adres: 'Markt 12', Huisnummer: '1' }, 'Markt 12', '1'],
    [{ Adres: 'Plein 1944', Huisnummer: '12' }, 'Plein 1944', '12'],
    [{ Straat: 'Markt', Huisnummer: '4', Toevoeging: 'B' }, 'Markt', '4 B'],
    [{ Straat: 'Markt', Huisnummer: '2026-02-01' }, 'Markt', undefined],
    [{ Straat: 'Markt', Huisnummer: '1-feb' }, 'Markt', undefined],
  ])('%o is the street alone, and its number', (cells, address, houseNumber) => {
    expect(contractOf({ ...end, ...cells } as Record<string, string>)).toMatchObject({ address, houseNumber })
  })

  it('explain how to fix a house number that became a date', () => {
    expect(warningsOf({ ...end, Straat: 'Markt', Huisnummer: '2026-02-01' })).toContain(
      "Rij 12, kolom 'Huisnummer': '2026-02-01' is door de spreadsheet een datum geworden en weggelaten: maak de kolom op als tekst",
    )
  })

  it('are left out with a warning when they must be wrong, and stay in rawRow', () => {
    const cells = { ...end, 'E-mail': 'jan@', IBAN: 'NL91ABNA0417164301', 'Verbruik gas': 'veel', Kosten: '?!' }
    const { customerEmail, metadata, rawRow } = contractOf(cells)
    expect([customerEmail, metadata.iban, metadata.gasUsage, metadata.estimatedCosts]).toEqual(Array(4).fill(undefined))
    expect(rawRow).toMatchObject(cells)
    expect(warningsOf(cells)).toEqual([
      "Rij 12, kolom 'Verbruik gas': 'veel' is geen verbruik",
      "Rij 12, kolom 'Kosten': '?!' is geen bedrag",
      "Rij 12, kolom 'IBAN': 'NL•• •••• •••• ••43 01' is geen geldig IBAN",
      "Rij 12, kolom 'E-mail': 'jan@' is geen geldig e-mailadres",
    ])
  })

  it('of unknown columns go to rawRow under their own header', () => {
    const { rawRow } = contractOf({ ...end, Kleur: 'blauw', Leeg: '' })
    expect(rawRow).toEqual({ Klantnaam: 'Jan Jansen', 'Geldig tot': '01-06-2027', Kleur: 'blauw' })
  })

  it('give a name from whatever is filled', () => {
    const name = (cells: Record<string, string>) => contractOf({ Klantnaam: '', ...end, ...cells }).customerName
    expect(name({ Voornaam: 'Jan', Tussenvoegsel: 'de', Achternaam: 'Vries' })).toBe('Jan de Vries')
    expect(name({ Contactpersoon: 'P. Post', Bedrijfsnaam: 'Post B.V.' })).toBe('P. Post')
    expect(name({ Bedrijfsnaam: 'Post B.V.' })).toBe('Post B.V.')
  })
})

describe('the import key', () => {
  const end = { 'Geldig tot': '01-06-2027' }
  const key = (cells: Record<string, string>) => contractOf({ ...end, ...cells }).importKey

  it('is the Sale ID when there is one', () => {
    expect(key({ 'Sale ID': 'S-17', 'EAN stroom': eanOf(1) })).toBe('sale:s-17')
    expect(key({ 'Sale ID': 's-17' })).toBe('sale:s-17')
  })

  it('is otherwise the set of EANs, in any order and place', () => {
    const both = key({ 'Sale ID': 'n.v.t.', 'EAN stroom': eanOf(1), 'EAN gas': eanOf(2) })
    expect(key({ 'EAN gas': eanOf(1), 'EAN stroom': `${eanOf(2)}` })).toBe(both)
    expect(key({ EAN: `${eanOf(2)} / ${eanOf(1)}` })).toBe(both)
    expect(key({ EAN: eanOf(1) })).not.toBe(both)
  })

  it('is otherwise name, postcode, house number and end, in any spelling', () => {
    const one = key({ Klantnaam: 'Café ’t Hóékje', Adres: 'Markt 3a', Postcode: '6041 AB' })
    expect(key({ Klantnaam: 'CAFE T HOEKJE', Adres: 'Markt', Huisnummer: '3A', Postcode: '6041ab' })).toBe(one)
    expect(key({ Klantnaam: 'Café ’t Hóékje', Adres: 'Markt 5', Postcode: '6041 AB' })).not.toBe(one)
    const at = (Huisnummer: string, Toevoeging: string, Postcode = '6041 AB') =>
      key({ Klantnaam: 'Jansen', Adres: 'Kerkstraat', Huisnummer, Toevoeging, Postcode })
    expect(at('100', 'tweede verdieping links')).not.toBe(at('102', 'begane grond rechts'))
    expect(at('1', '', '6041 AB Roermond')).not.toBe(at('1', '', '5911 AC Venlo'))
  })

  it('is never a contract number alone, but with the EAN or the address of its row', () => {
    const one = key({ Contractnummer: 'C-1', EAN: eanOf(1) })
    expect(key({ Contractnummer: 'c-1', EAN: eanOf(1), Klantnaam: 'Anders' })).toBe(one)
    expect(key({ Contractnummer: 'C-1', EAN: eanOf(2) })).not.toBe(one)
    expect(key({ EAN: eanOf(1) })).not.toBe(one)
    const placed = key({ Ordernummer: '17', Postcode: '6041 AB', Huisnummer: '3' })
    expect(key({ Ordernummer: '17', Postcode: '6041ab', Huisnummer: '3', Klantnaam: 'Anders' })).toBe(placed)
    expect(key({ Ordernummer: '17', Postcode: '6041 AB', Huisnummer: '4' })).not.toBe(placed)
    expect(key({ Ordernummer: '17' })).toBe(key({}))
  })

  it('is never an EAN with a wrong check digit or one that a spreadsheet rounded', () => {
    for (const ean of ['871687112345678902', '871687112345678000']) {
      expect(key({ EAN: ean, Postcode: '6041 AB', Huisnummer: '3' })).toMatch(/^name:/)
    }
  })

  it('distinguishes namesakes without a postcode by phone, e-mail and address', () => {
    const rows: Record<string, string>[] = [
      { Telefoon: '0612345678' },
      { Telefoon: '0612345679' },
      { 'E-mail': 'jan@jansen.nl' },
      { Adres: 'Markt 1' },
      {},
    ]
    expect(new Set(rows.map(key)).size).toBe(5)
    expect(key({ Postcode: '6041 AB', Telefoon: '0612345678' })).toBe(key({ Postcode: '6041 AB' }))
    // Older imports stored street and house number as one text, and gave this key. It must stay the same.
    expect(key({ Adres: 'Markt 1' })).toBe('name:janjansen::1:2027-06-01:::markt1')
  })

  it('is never a placeholder that many rows share', () => {
    const first = key({ Klantnaam: 'A', 'EAN stroom': '000000000000000000', 'Sale ID': '-' })
    expect(key({ Klantnaam: 'B', 'EAN stroom': '000000000000000000', 'Sale ID': '-' })).not.toBe(first)
  })
})

it('no row makes the rules throw', () => {
  const anyCell = fc.oneof(fc.string(), fc.constantFrom('31-12-2027', '12', '-', '1e400', '\u0000', '=1+1'))
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.constantFrom('Geldig tot', 'Looptijd', 'EAN', 'IBAN', 'Adres', 'Kosten', 'Tel', 'Zakelijk'),
          anyCell,
        ),
      ),
      (cells) => {
        const result = read(Object.fromEntries(cells))
        expect(result.ok ? result.contract.rawRow : result.problems.length).toBeTruthy()
      },
    ),
  )
})
