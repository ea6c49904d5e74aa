import { describe, expect, it } from 'vitest'
import { readContractLines as read } from '../../../testing/spreadsheets.ts'

const whole = { durationValue: 12, expiryDate: '2027-12-31' }

describe('a header', () => {
  it('may be below a row of groups, each over several columns', async () => {
    const { contracts, left } = await read(
      'Overzicht november;;;;;;',
      ';;;;;;',
      'Klant;;;Leverancier;;Contract;',
      'Naam;Plaats;Telefoon;Naam;Telefoon;Start;Einde',
      'Jan;Venlo;0612345678;Eneco;0800 1234;1-1-2027;31-12-2027',
    )
    expect(contracts).toMatchObject([
      { ...whole, customerName: 'Jan', customerPhone: '06 12345678', metadata: { supplier: 'Eneco' } },
    ])
    expect(left).toEqual(['Leverancier Telefoon: de kop is niet herkend'])
  })

  it('may be split over two rows, wholly or for some of its columns', async () => {
    const split = await read('Klant;Geldig;Looptijd', 'naam;tot;(jaar)', 'Jan;31-12-2027;1')
    expect(split.contracts).toMatchObject([{ customerName: 'Jan', expiryDate: '2027-12-31', durationUnit: 'years' }])
    const merged = await read('Klantnaam;Einddatum;Contact;', ';;Telefoon;E-mail', 'Jan;31-12-2027;0612345678;j@x.nl')
    expect(merged.contracts).toMatchObject([{ ...whole, customerPhone: '06 12345678', customerEmail: 'j@x.nl' }])
    expect(merged.contracts).toHaveLength(1)
  })

  it('may be repeated among the rows, with totals below them', async () => {
    const { contracts, left, said } = await read(
      'Klant;Verbruik;Einde contract',
      'Jan;1200;31-12-2027',
      'Klant;Verbruik;Einde contract',
      ';;',
      'Piet;800;31-12-2027',
      'Totaal;2000;',
    )
    expect(contracts.map(({ customerName }) => customerName)).toEqual(['Jan', 'Piet'])
    expect(left).toEqual(['3: herhaalt de kolomkoppen', '6: is een totaalregel'])
    expect(said.filter((text) => !text.includes('looptijd'))).toEqual([])
  })

  it('may give a field several columns, of which the first filled one counts', async () => {
    const { contracts, said } = await read(
      'Klant;Telefoon;Mobiel;Telefoon 2;Einddatum',
      'Jan;;0612345678;0475123456;31-12-2027',
      'Piet;0475123456;0612345678;;31-12-2027',
      'Kees;n.v.t.;onbekend;12;31-12-2027',
    )
    expect(contracts.map(({ customerPhone }) => customerPhone)).toEqual(['06 12345678', '0475 123456', '12'])
    expect(said).toContain("Rij 4, kolom 'Telefoon 2': '12' is geen telefoonnummer")
  })
})

describe('a value', () => {
  it.each([
    '31 - 12 - 2027',
    '31\u201112\u20112027',
    '31 – 12 – 2027',
    't/m 31-12-2027',
    'tot en met 31 december 2027',
    'vrijdag 31 december 2027',
    'vr. 31-12-27',
    'Friday 31 Dec 2027',
    '46752.0',
    '31. 12. 2027',
    'per 31 dec. 2027',
  ])('%s is a date', async (text) => {
    expect((await read('Klant;Einddatum', `Jan;${text}`)).contracts).toMatchObject([whole])
  })

  it('is corrected where people and programs often spoil it; a lost 0 is reported once per column', async () => {
    const { contracts, said } = await read(
      'Klant;Tel;Postcode;KvK;Tekendatum;Looptijd;Einddatum',
      'A;31612345678;1234-AB;1234567;31-12-2026;12;31-12-2027',
      'B;612345678;1234.ab;01234567;31-12-2026;12;31-12-2027',
      'C;06-12345678 / 0475-123456;1234ab;7654321;31-12-2026;12;31-12-2027',
      'D;06 12345678 (privé);1234  AB;;31-12-2026;12;31-12-2027',
      'E;0475 123456 of 06 12345678;1234AB;;31-12-2026;12;31-12-2027',
      'F;712345678;1234AB;;31-12-2026;12;31-12-2027',
    )
    expect(contracts.map(({ customerPhone }) => customerPhone)).toEqual([
      ...['06 12345678', '06 12345678', '06 12345678', '06 12345678', '0475 123456', '071 2345678'],
    ])
    expect(new Set(contracts.map(({ postalCode }) => postalCode))).toEqual(new Set(['1234 AB']))
    expect(contracts.slice(0, 3)).toMatchObject(
      ['01234567', '01234567', '07654321'].map((kvkNumber) => ({ metadata: { kvkNumber } })),
    )
    expect(said).toEqual([
      "Rij 2, kolom 'KvK': de eerste 0 ontbrak en is aangevuld, hier en in de rijen eronder",
      "Rij 3, kolom 'Tel': de eerste 0 ontbrak en is aangevuld, hier en in de rijen eronder",
      "Rij 4, kolom 'Tel': '06-12345678 / 0475-123456' zijn meer nummers; 06 12345678 is aangehouden",
      "Rij 6, kolom 'Tel': '0475 123456 of 06 12345678' zijn meer nummers; 0475 123456 is aangehouden",
    ])
  })
})
