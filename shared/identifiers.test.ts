import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  digitsOfPostcode,
  formatIban,
  hasVatCheckDigits,
  isEan,
  isEmail,
  isIban,
  isKvk,
  isPhone,
  isPostcode,
  isVat,
  maskIban,
  normaliseEan,
  normaliseEmail,
  normaliseIban,
  normaliseKvk,
  normalisePhone,
  normalisePostcode,
  normaliseVat,
  readPhones,
} from './identifiers.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))

/** A valid Dutch IBAN of a bank and account, its check digits worked out with BigInt. */
const dutchIban = fc.tuple(fc.constantFrom('ABNA', 'RABO', 'INGB', 'TRIO'), digits(10)).map(([bank, account]) => {
  const numeric = [...`${bank}${account}NL00`].map((character) => Number.parseInt(character, 36)).join('')
  return `NL${String(98n - (BigInt(numeric) % 97n)).padStart(2, '0')}${bank}${account}`
})

describe('IBAN', () => {
  it('is recognised however it is typed', () => {
    expect(normaliseIban(' nl91 abna 0417.1643-00 ')).toBe('NL91ABNA0417164300')
    expect(normaliseIban('NL91 ABNA 0417\u201316\u201143 00\u2060')).toBe('NL91ABNA0417164300')
    expect(normaliseKvk('１２３４\u2013５６７８')).toBe('12345678')
    expect(['NL91ABNA0417164300', 'BE68539007547034', 'DE89370400440532013000'].every(isIban)).toBe(true)
    expect(formatIban('NL91ABNA0417164300')).toBe('NL91 ABNA 0417 1643 00')
  })

  it('is refused with one wrong character', () => {
    expect(['NL92ABNA0417164300', 'NL91ABNA041716430', 'NL91 ABNA 0417 1643 00', 'NL', ''].some(isIban)).toBe(false)
    fc.assert(
      fc.property(dutchIban, fc.integer({ min: 8, max: 17 }), fc.integer({ min: 1, max: 9 }), (iban, place, step) => {
        expect(isIban(iban)).toBe(true)
        const wrong = (Number(iban[place]) + step) % 10
        expect(isIban(iban.slice(0, place) + wrong + iban.slice(place + 1))).toBe(false)
      }),
    )
  })

  it('shows only its country and last four characters when masked', () => {
    expect(maskIban('NL91ABNA0417161234')).toBe('NL•• •••• •••• ••12 34')
    expect(maskIban('nl91 abna 0417 1612 34')).toBe('NL•• •••• •••• ••12 34')
    expect(maskIban('12345')).toBe('•••• •')
    expect(maskIban('')).toBe('')
    fc.assert(
      fc.property(fc.string(), (text) => {
        const shown = maskIban(text).replace(/[• ]/g, '')
        expect(shown.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})

describe('company numbers', () => {
  it('KvK is eight digits', () => {
    expect(isKvk(normaliseKvk('12.34 56-78'))).toBe(true)
    expect(['1234567', '123456789', '1234567A'].some(isKvk)).toBe(false)
  })

  it('a VAT number with wrong check digits still has a valid form', () => {
    expect(normaliseVat('nl 1234.56.789.b01')).toBe('NL123456789B01')
    expect(isVat('NL123456789B01')).toBe(true)
    expect(['NL12345678B01', 'BE0123456789', '123456789B01'].some(isVat)).toBe(false)
    expect(hasVatCheckDigits('NL123456789B01')).toBe(false)
    expect(hasVatCheckDigits('NL000099998B57')).toBe(true)
    expect(hasVatCheckDigits('NL010000446B01')).toBe(true)
  })
})

describe('EAN', () => {
  it('has eighteen digits of which the last follows from the others', () => {
    // the examples of the GS1 standard: a serial shipping container code, and a padded article number
    expect(isEan(normaliseEan('1 0614141 234567890-8'))).toBe(true)
    expect(isEan(normaliseEan('1\u20130614141\u2013234567890\u20138'))).toBe(true)
    expect(isEan('000004006381333931')).toBe(true)
    expect(['106141412345678907', '87168711234567890', '8.71687112345678E+17', ''].some(isEan)).toBe(false)
    fc.assert(
      fc.property(digits(17), (start) => {
        const endings = [...'0123456789'].filter((last) => isEan(start + last))
        expect(endings).toHaveLength(1)
      }),
    )
  })
})

describe('postcode', () => {
  it('gets its space and capitals', () => {
    expect(['1234ab', ' 1234 AB', '1234  Ab '].map(normalisePostcode)).toEqual(['1234 AB', '1234 AB', '1234 AB'])
    expect(['6041\u2013AB', '６０４１ＡＢ', '6041\u00adAB'].map(normalisePostcode)).toEqual(Array(3).fill('6041 AB'))
    expect(normalisePostcode('b-3600')).toBe('B-3600')
    expect(isPostcode('6041 AB')).toBe(true)
    expect(['0123 AB', '1234 SS', '1234AB', '1234 A'].some(isPostcode)).toBe(false)
    const typed = ['604', ' 6041 e', '6041EL', '60415', null].map(digitsOfPostcode)
    expect(typed).toEqual([undefined, '6041', '6041', undefined, undefined])
  })
})

describe('phone', () => {
  const [mobile, other] = ['06 12345678', '06 87654321']
  it.each<[typed: string, ...shown: string[]]>([
    ['0612345678', mobile],
    ['+31 6 1234 5678', mobile],
    ['0031-6-12345678', mobile],
    ['31612345678', mobile],
    ['612345678', mobile],
    ['+31 (0)475 12 34 56', '0475 123456'],
    ['(020) 123 45 67', '020 1234567'],
    ['020/1234567', '020 1234567'],
    ['0800-1234', '0800 1234'],
    ['+32 470 12 34 56', '+32470123456'],
    ['0049 2162 123456', '+492162123456'],
    // Word writes an en dash, other programs a non-breaking hyphen, a minus sign or a soft hyphen.
    ['06\u201312345678', mobile],
    ['06\u20111234\u20115678', mobile],
    ['06\u221212345678', mobile],
    ['06\u00ad12345678', mobile],
    ['06_12345678', mobile],
    ['\u202a0612345678\u202c', mobile],
    ['０６１２３４５６７８', mobile],
    ["'0612345678", mobile],
    ['tel:+31612345678', mobile],
    ['Tel. 06-12345678', mobile],
    ['(+31) 6 12345678', mobile],
    ['06 12345678 (WhatsApp)', mobile],
    ['06 12345678, bellen na 18:00 uur', mobile],
    ['0475-123456 tst 12', '0475 123456'],
    ['0475 123456 #12', '0475 123456'],
    ['06 12345678 (2)', mobile],
    ['06 12345678 (9:00-17:00)', mobile],
    ['1) 06 12345678', mobile],
    ['31 06 12345678', mobile],
    ['612345678.0', mobile],
    ['="0612345678"', mobile],
    ['06 12345678 2e: 06 87654321', mobile, other],
    ['06\ufe0f12345678', mobile],
    ['06\u316412345678', mobile],
    ['+49 ( 0 ) 2162 123456', '+492162123456'],
    ['0612345678/0687654321', mobile, other],
    ['06 12345678 06 87654321', mobile, other],
    ['06 12345678 - 06 87654321', mobile, other],
    ['06-12345678-06-87654321', mobile, other],
    ['0612345678+0687654321', mobile, other],
    ['06 12345678 + 06 87654321', mobile, other],
    ['06 12345678 (06 87654321)', mobile, other],
    ['Jan 06 12345678 Piet 06 87654321', mobile, other],
    ['06 12345678 of 06 87654321', mobile, other],
    ['+49 2162 123456; 0800-1234', '+492162123456', '0800 1234'],
  ])('%s is read', (typed, ...shown) => {
    expect(readPhones(typed)).toEqual(shown)
    expect(normalisePhone(typed)).toBe(shown.join(' / '))
    expect(shown.every(isPhone)).toBe(true)
  })

  it('does not take digits behind a word for the end of a number', () => {
    expect(readPhones('0475-12345 tst 6')).toEqual([])
  })

  it('reads a long cell of digits in little processor time', () => {
    const before = process.cpuUsage()
    expect(readPhones('06 '.repeat(2000))).toEqual(['06 06060606'])
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })

  it('keeps text that is not a number, which is then refused', () => {
    expect(normalisePhone(' n.v.t. ')).toBe('n.v.t.')
    expect(['n.v.t.', '06 1234567', '+31', '00 12345678', ''].some(isPhone)).toBe(false)
  })

  it('does not change when it is normalised again', () => {
    fc.assert(
      fc.property(fc.oneof(digits(9), digits(10), fc.string()), (text) => {
        expect(normalisePhone(normalisePhone(text))).toBe(normalisePhone(text))
      }),
    )
  })
})

describe('e-mail', () => {
  it('is trimmed and in lower case', () => {
    expect(normaliseEmail(' Jan.Jansen@Voorbeeld.NL ')).toBe('jan.jansen@voorbeeld.nl')
    expect(['jan\u00adpiet@x.nl', 'mailto:janpiet@x.nl', '\u2060janpiet@ｘ.nl'].map(normaliseEmail)).toEqual(
      Array(3).fill('janpiet@x.nl'),
    )
    expect(normaliseEmail('jan@bedrijf\u2011x.nl')).toBe('jan@bedrijf-x.nl')
  })

  it('has one @, a domain with a dot and nothing that could forge a header', () => {
    expect(['jan@voorbeeld.nl', 'jan&piet@voorbeeld.nl', "o'neil+werk@sub.voorbeeld.co.uk"].every(isEmail)).toBe(true)
    expect(
      ['jan', 'jan@localhost', 'a@b@c.nl', 'jan@voorbeeld.nl\r\nBcc: x@y.nl', 'j an@voorbeeld.nl', '@b.nl'].some(
        isEmail,
      ),
    ).toBe(false)
  })
})
