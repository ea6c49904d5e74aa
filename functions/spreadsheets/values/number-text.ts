const SIGNIFICANT_DIGITS = 15

/**
 * Returns a number as a Dutch Excel shows it: a decimal comma and at most 15 digits. A number too large to be exact is
 * in scientific notation (`8,71687112345679E+17`), so that a damaged EAN can be recognised.
 */
export function numberText(value: number): string {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : scientific(value)
  if (!Number.isFinite(value)) return ''
  const text = String(value)
  const shown = text.length <= SIGNIFICANT_DIGITS ? text : String(Number(value.toPrecision(SIGNIFICANT_DIGITS)))
  return shown.replace('.', ',').replace('e', 'E')
}

/** Returns the date of a moment in UTC as `yyyy-mm-dd`; '' for an invalid moment. */
export function isoDateOf(value: Date): string {
  return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
}

const DAYS_TO_1970 = 25_569
const MILLISECONDS_PER_DAY = 86_400_000
const DAYS_FROM_1900_TO_1904 = 1462

/** Returns the date of an Excel day number as `yyyy-mm-dd`; '' when it is out of range. */
export function serialDateText(serial: number, from1904 = false): string {
  const days = serial - DAYS_TO_1970 + (from1904 ? DAYS_FROM_1900_TO_1904 : 0)
  return isoDateOf(new Date(Math.round(days * MILLISECONDS_PER_DAY)))
}

function scientific(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  return `${Number(Number(mantissa).toPrecision(SIGNIFICANT_DIGITS))}E${exponent}`.replace('.', ',')
}
