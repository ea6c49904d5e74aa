import { describe, expect, it } from 'vitest'
import { sheetHeaders } from '../../../testing/spreadsheets.ts'
import { columnLetters } from '../../spreadsheets/recognition/header.ts'
import { countRecognised, hasExpiryColumns, headerFrom, recogniseHeader } from './recognise.ts'

describe('a header', () => {
  it.each([
    ['Geldig tot', 'expiryDate'],
    ['  GELDIG TOT ', 'expiryDate'],
    ['Contract einddatum', 'expiryDate'],
    ['Expiry Date', 'expiryDate'],
    ['Tekendatum', 'signedDate'],
    ['Looptijd (maanden)', 'duration'],
    ['KVK number', 'kvk'],
    ['E-mailadres', 'email'],
    ['EAN code stroom', 'eanElectricity'],
    ['EAN-gas', 'eanGas'],
    ['Vérbruik gas [m³]', 'gasUsage'],
    ['Naam\nklant', 'customerName'],
    ['contact', 'contactName'],
    ['Betaalmethode', 'paymentMethod'],
  ])('%s means %s', (header, field) => {
    expect(recogniseHeader(header)).toBe(field)
  })

  it.each(
    [
      'Contracteinde|Einddatum levering|Expiratiedatum|Loopt tot|Geldig t/m|Geldig tot en met|GeldigTot|Contract einddatum',
      'Eind datum contract|Einddatum leveringsovereenkomst|Contract loopt af op|Loopt af|Afloop contract|Afloopdatum',
      'Datum einde contract|Contract tot|Looptijd tot|Looptijd t/m|Einde looptijd|Einde levering|Leveringseinde',
      'Vervaldatum contract|Contract vervalt op|Verloopt op|Verloopdatum|Expiratie|Expiry|Expires on|contractEndDate',
      'CONTRACT_END_DATE|End of contract|Contract expiration date|Valid through|Valid till|Eindigt op|Exp. datum',
      'Contract eindigt op|Einddatum huidig contract|Einddatum vaste prijs|Vast tot|Prijs vast tot|T/m|Tot',
      'Beëindigingsdatum|Einddatum (dd-mm-jjjj)',
    ].flatMap((line) => line.split('|')),
  )('%s says when a contract ends', (header) => {
    expect(recogniseHeader(header)).toBe('expiryDate')
  })

  it.each([
    ['EAN-nummer', 'ean'],
    ['EAN (stroom)', 'eanElectricity'],
    ['EAN (gas)', 'eanGas'],
    ['EANcode gas', 'eanGas'],
    ['Telefoonnr.', 'phone'],
    ['Bel-me-niet', 'doNotCall'],
    ['Bel me niet register', 'doNotCall'],
    ['Niet bellen', 'doNotCall'],
    ['Wil niet gebeld worden', 'doNotCall'],
    ['BMNR', 'doNotCall'],
    ['Opt-out', 'doNotCall'],
    ['Do not call', 'doNotCall'],
    ['Opt-out mail', undefined],
    ['Mag gebeld worden', 'mayCall'],
    ['Mag bellen?', 'mayCall'],
    ['Bellen toegestaan', 'mayCall'],
    ['Mobiel nr', 'phone'],
    ['06-nummer', 'phone'],
    ['SJV', 'usage'],
    ['SJV (kWh)', 'electricityUsage'],
    ['Verbruik (m³)', 'gasUsage'],
    ['Verbruik gas (kWh)', undefined],
    ['Sjv gas (m³)', 'gasUsage'],
    ['Handelsnaam', 'companyName'],
    ['Energiemaatschappij', 'supplier'],
    ['Ingangsdatum contract', 'startDate'],
    ['Geldig vanaf', 'startDate'],
    ['Looptijd van', 'startDate'],
    ['Contractperiode', 'period'],
    ['Einddatum gas', 'expiryDateGas'],
    ['Leverancier (gas)', 'supplierGas'],
    ['Telefoon (adviseur)', undefined],
    ['Telefoon (intern)', undefined],
    ['Leverancier (oud)', undefined],
    ['Einddatum (korting)', undefined],
    ['Leverancier (nieuw)', 'supplier'],
    ['Nieuwe leverancier', 'supplier'],
    ['Telefoon [klant]', 'phone'],
    ['Zakelijk (ja/nee)', 'isBusiness'],
    ['Looptijd (dagen)', 'duration'],
    ['Verbruik stroom (MWh)', 'electricityUsage'],
    ['Verbruik (x1000 kWh)', 'electricityUsage'],
    ['Nr.', undefined],
    ['Postcode leveringsadres', 'postalCode'],
    ['KvK-nr.', 'kvk'],
    ['Getekend op', 'signedDate'],
    ['Einddatum korting', undefined],
    ['Vervaldatum factuur', undefined],
    ['Correspondentieadres', undefined],
    ['Vestigingsadres', 'address'],
    ['Adresregel 1', 'address'],
    ['Straat + nr', 'address'],
    ['Accountnaam', 'customerName'],
    ['Verlengd tot', 'expiryDate'],
    ['LEV_STRAAT', 'address'],
    ['LEV_HUISNR', 'houseNumber'],
    ['LEV_POSTCODE', 'postalCode'],
    ['LEV_PLAATS', 'city'],
    ['Status', 'status'],
    ['Aflopende contracten', undefined],
    ['Datum', undefined],
  ])('%s is known by its words: %s', (header, field) => {
    expect(recogniseHeader(header)).toBe(field)
  })

  it('of a number is that of the house only behind an address, and not of a connection', () => {
    const columnsOf = (...cells: string[]) => headerFrom(cells, 1).columns
    expect(columnsOf('Straat', 'Nr', 'Postcode')).toEqual({ address: 0, houseNumber: 1, postalCode: 2 })
    expect(columnsOf('Leveringsadres Straat', 'Leveringsadres Nr')).toEqual({ address: 0, houseNumber: 1 })
    expect(columnsOf('Postcode', 'Aansluitnummer')).toEqual({ postalCode: 0 })
  })

  it('with an unknown meaning gives no field', () => {
    expect(['', '   ', 'Kleur', 'Geldig', '€', '__proto__', 'constructor'].map(recogniseHeader)).toEqual(
      Array(7).fill(undefined),
    )
  })
})

describe('a header row', () => {
  it('recognises every column that suppliers send, except the remarks', () => {
    expect(countRecognised(sheetHeaders)).toBe(sheetHeaders.length - 1)
  })

  it('gives a field to the column with the best name, wherever it is', () => {
    const { columns } = headerFrom(['Ingangsdatum', 'Tekendatum', 'Naam', 'Klantnaam'], 1)
    expect(columns).toEqual({ startDate: 0, signedDate: 1, customerName: 3 })
  })

  it('takes a column Nr for the house number only after a street or postcode', () => {
    expect(headerFrom(['Nr', 'Klantnaam', 'Straat', 'Plaats', 'Geldig tot'], 1).columns.houseNumber).toBeUndefined()
    expect(headerFrom(['Klantnaam', 'Straat', 'Nr', 'Geldig tot'], 1).columns.houseNumber).toBe(2)
    expect(headerFrom(['Klantnaam', 'Postcode', 'Nr.', 'Geldig tot'], 1).columns.houseNumber).toBe(2)
  })

  it('gives each column a name of its own', () => {
    expect(headerFrom(['Naam', '', 'Naam', '__proto__', 'Extra   info'], 4).names).toEqual([
      'Naam',
      'Kolom B',
      'Naam (2)',
      '__proto__ (2)',
      'Extra info',
    ])
    expect(headerFrom(['constructor', 'toString', 'valueOf'], 1).names).toEqual([
      'constructor (2)',
      'toString (2)',
      'valueOf (2)',
    ])
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })

  it('knows the end of contracts by the date itself, or by signing and duration', () => {
    const hasExpiry = (...names: string[]) => hasExpiryColumns(headerFrom(names, 1))
    expect(hasExpiry('Geldig tot')).toBe(true)
    expect(hasExpiry('Tekendatum', 'Looptijd')).toBe(true)
    expect(hasExpiry('Tekendatum', 'Klant')).toBe(false)
    expect(hasExpiry('Looptijd', 'Klant')).toBe(false)
  })
})
