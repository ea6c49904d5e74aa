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

function scientific(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  return `${Number(Number(mantissa).toPrecision(SIGNIFICANT_DIGITS))}E${exponent}`.replace('.', ',')
}
