/**
 * Reads a number in Dutch notation, such as `1.234,50`, `1234,5`, `1234.5` and `€ 12`; null for another text. A single
 * dot separates thousands in numbers such as `1.000` and `12.500`, and decimals in others, such as `0.125`.
 */
export function parseTypedNumber(text: string): number | null {
  const bare = text.replace(/[€\s\u00a0]/g, '')
  if (!/^-?[\d.,]*\d[\d.,]*$/.test(bare)) return null
  const decimalDot = !bare.includes(',') && /^-?\d*\.\d*$/.test(bare) && !/^-?[1-9]\d{0,2}\.\d{3}$/.test(bare)
  const plain = decimalDot ? bare : bare.replaceAll('.', '').replace(',', '.')
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/**
 * Formats a number with a decimal comma, `1234,50`, and exactly `decimals` decimals where given. Returns '' for null,
 * undefined and NaN.
 */
export function formatTypedNumber(value: number | null | undefined, decimals?: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return ''
  return (decimals === undefined ? String(value) : value.toFixed(decimals)).replace('.', ',')
}
