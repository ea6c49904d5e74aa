import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantAt, localDateOf } from '../../../shared/time.ts'
import {
  isNothing,
  isScientific,
  parseCents,
  parseDate,
  parseDuration,
  parseEnergyType,
  parseIsBusiness,
  parseNumber,
} from './cell-values.ts'
import { serialDateText } from './date-text.ts'

const anyDate = fc
  .integer({ min: Date.UTC(1960, 0), max: Date.UTC(2079, 0) })
  .map((epoch) => localDateOf(instantAt(epoch)))

describe('a date', () => {
  it.each([
    ['31-12-2027', '2027-12-31'],
    ['1-2-2027', '2027-02-01'],
    ['31/12/2027', '2027-12-31'],
    ['31.12.27', '2027-12-31'],
    ['05-03-98', '1998-03-05'],
    ['2027-12-31', '2027-12-31'],
    ['2027-12-31 00:00:00', '2027-12-31'],
    ['2027-12-31T00:00:00', '2027-12-31'],
    ['2027-12-30T23:00:00.000Z', '2027-12-31'],
    ['2027/12/31', '2027-12-31'],
    ['20271231', '2027-12-31'],
    ['31 december 2027', '2027-12-31'],
    ['1 mrt. 2027', '2027-03-01'],
    ['31-okt-27', '2027-10-31'],
    ['31-12-2027 23:59', '2027-12-31'],
    ['46752', '2027-12-31'],
    ['46752,75', '2027-12-31'],
    ['29-02-2028', '2028-02-29'],
  ])('%s is %s', (text, date) => {
    expect(parseDate(text)).toBe(date)
  })

  it.each([
    '31-02-2027',
    '29-02-2027',
    '2027-13-01',
    '12/31/2027',
    '00-01-2027',
    '31 foober 2027',
    'volgend jaar',
    '2027',
    '12',
    '99999',
    '1-2-3-4',
    '',
    '#N/B',
  ])('%s is no date', (text) => {
    expect(parseDate(text)).toBeNull()
  })

  it('means the same in every notation', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const [year, month, day] = date.split('-')
        const serial = Date.parse(date) / 86_400_000 + 25_569
        const written = [`${day}-${month}-${year}`, `${Number(day)}/${Number(month)}/${year}`, `${year}${month}${day}`]
        expect([...written, date, String(serial)].map((text) => parseDate(text))).toEqual(Array(5).fill(date))
        expect(serialDateText(serial - 1462, true)).toBe(date)
      }),
    )
  })

  it('is a day that exists, or null, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d./ T:Z-]{4,24}$/)), (text) => {
        const date = parseDate(text)
        if (date) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
      }),
    )
  })
})

describe('a duration', () => {
  it.each([
    ['36', 36, 'months'],
    ['36 maanden', 36, 'months'],
    ['36 mnd', 36, 'months'],
    ['1 jaar', 1, 'years'],
    ['3-jarig', 3, 'years'],
    ['3_jaar', 3, 'years'],
    ['5 years', 5, 'years'],
    ['12,0', 12, 'months'],
  ])('%s is %i %s', (text, value, unit) => {
    expect(parseDuration(text)).toMatchObject({ value, unit })
  })

  it('is null for an empty text and any other text', () => {
    expect(['0', '-3', 'onbepaald', '', '3 weken', '1,5 jaar', '1000 jaar'].map((text) => parseDuration(text))).toEqual(
      Array(7).fill(null),
    )
  })
})

describe('a number', () => {
  it.each([
    ['1.234,56', 1234.56],
    ['1234,56', 1234.56],
    ['€ 1.234,56', 1234.56],
    ['1.234.567', 1234567],
    ['1.234', 1234],
    ['1234.5', 1234.5],
    ['1,234.56', 1234.56],
    ['3.500 kWh', 3500],
    ['1200 m³', 1200],
    ['75,-', 75],
    ['EUR 99', 99],
    ['-12,5', -12.5],
    ['0', 0],
  ])('%s is %d', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  it('is null for any other text', () => {
    expect(['1.23.4', '12,34,5', 'n.v.t.', '', '1e5', '--1', '1 of 2'].map(parseNumber)).toEqual(Array(7).fill(null))
  })

  it('in Dutch notation gives the same cents', () => {
    const dutch = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
        expect(parseCents(dutch.format(cents / 100))).toBe(cents)
        expect(parseCents(String(cents / 100).replace('.', ','))).toBe(cents)
      }),
    )
  })

  it('of more than two decimals is rounded half up to cents', () => {
    expect(['1,005', '0,125', '10,554999'].map((text) => parseCents(text))).toEqual([101, 13, 1055])
    expect(parseCents('-1')).toBeNull()
  })
})

describe('words', () => {
  it('mean business or private, or neither', () => {
    expect(['Ja', 'ZAKELIJK', 'WAAR', '1', 'x'].map(parseIsBusiness)).toEqual(Array(5).fill(true))
    expect(['nee', 'Particulier', 'ONWAAR', '0'].map(parseIsBusiness)).toEqual([false, false, false, undefined])
  })

  it('give the energy type of a contract', () => {
    expect(['Gas + stroom', 'gas_stroom', 'Dual fuel'].map(parseEnergyType)).toEqual(Array(3).fill('gas_stroom'))
    expect(['Elektra', 'GAS', 'warmte', ''].map(parseEnergyType)).toEqual(['stroom', 'gas', undefined, undefined])
  })

  it('such as n.v.t. count as an empty cell', () => {
    expect(['', '-', 'N.v.t.', 'geen', '#N/B', 'Onbekend'].every(isNothing)).toBe(true)
    expect(['x', 'nee', 'Nieuwegein', '00'].some(isNothing)).toBe(false)
  })

  it('in scientific notation reveal a number that lost digits', () => {
    expect(['8,71687E+17', '8.71687E+17', '8.71E17'].every(isScientific)).toBe(true)
    expect(['871687100000000001', 'E123', '12345E'].some(isScientific)).toBe(false)
  })
})
