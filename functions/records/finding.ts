import { folded } from '../../shared/folded.ts'

const unspaced = (text: string) => folded(text).replaceAll(/\s/g, '')
/** The digits of a number, a Dutch one as it is dialled at home however it was written. */
const dialled = (phone: string) => phone.replace(/^\s*(?:\+|00)31\s*(?:\(0\)|0)?\s*/, '0').replaceAll(/\D/g, '')

/** Fewer digits than these are in nearly every number. */
const MIN_DIGITS = 3

/** What of a row is searched: text, codes whose spaces do not count, and phone numbers. */
interface Searched {
  readonly texts: readonly (string | undefined)[]
  readonly codes: readonly (string | undefined)[]
  readonly phones: readonly (string | undefined)[]
}

/** Whether a row holds a text that somebody looks for, whatever its case, accents and formatting; nothing finds all. */
export function finder<Row>(asked: string, searched: (row: Row) => Searched): (row: Row) => boolean {
  const text = folded(asked.trim())
  if (text === '') return () => true
  const code = unspaced(text)
  const digits = /^[\d\s+().\-/]+$/.test(text) ? dialled(text) : ''
  return (row) => {
    const { texts, codes, phones } = searched(row)
    return (
      texts.some((one = '') => folded(one).includes(text)) ||
      codes.some((one = '') => unspaced(one).includes(code)) ||
      (digits.length >= MIN_DIGITS && phones.some((one = '') => dialled(one).includes(digits)))
    )
  }
}
