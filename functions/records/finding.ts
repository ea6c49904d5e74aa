import { foldText } from '../../shared/folded.ts'

const removeSpaces = (text: string) => foldText(text).replaceAll(/\s/g, '')
/** Returns the digits of a phone number; a Dutch one in national form, however it was written. */
const nationalDigitsOf = (phone: string) =>
  phone.replace(/^\s*(?:\+|00)31\s*(?:\(0\)|0)?\s*/, '0').replaceAll(/\D/g, '')

/** Minimum number of digits with which phone numbers are searched; fewer match nearly every number. */
const MIN_DIGITS = 3

/** Searched values of a row: texts, codes whose spaces are ignored, and phone numbers. */
interface Searched {
  readonly texts: readonly (string | undefined)[]
  readonly codes: readonly (string | undefined)[]
  readonly phones: readonly (string | undefined)[]
}

/**
 * Returns a predicate that tells whether the `searched` values of a row contain the text `sought`. Ignores case,
 * accents and formatting; an empty text matches every row.
 */
export function buildTextMatcher<Row>(sought: string, searched: (row: Row) => Searched): (row: Row) => boolean {
  const text = foldText(sought.trim())
  if (text === '') return () => true
  const code = removeSpaces(text)
  const digits = /^[\d\s+().\-/]+$/.test(text) ? nationalDigitsOf(text) : ''
  return (row) => {
    const { texts, codes, phones } = searched(row)
    return (
      texts.some((one = '') => foldText(one).includes(text)) ||
      codes.some((one = '') => removeSpaces(one).includes(code)) ||
      (digits.length >= MIN_DIGITS && phones.some((one = '') => nationalDigitsOf(one).includes(digits)))
    )
  }
}
