import { hasVatCheckDigits, isEan, isIban } from '../shared/identifiers.ts'
import type { Chance } from './random.ts'

const banks = ['INGB', 'RABO', 'ABNA', 'KNAB', 'ASNB'] as const

/** Returns a random IBAN with valid check digits. */
export function drawIban(chance: Chance): string {
  const rest = `${chance.pick(banks)}${String(chance.below(10_000_000_000)).padStart(10, '0')}`
  const candidates = Array.from({ length: 97 }, (_, check) => `NL${String(check + 2).padStart(2, '0')}${rest}`)
  return candidates.find(isIban) ?? 'NL91ABNA0417164300'
}

/** Returns a random EAN with a valid check digit. */
export function drawEan(chance: Chance): string {
  const rest = `8716870${String(chance.below(10_000_000_000)).padStart(10, '0')}`
  return Array.from({ length: 10 }, (_, check) => `${rest}${check}`).find(isEan) ?? '871687000000123456'
}

/** Returns a random VAT number with valid check digits. */
export function drawVatNumber(chance: Chance): string {
  const digits = String(chance.below(1_000_000_000)).padStart(9, '0')
  const candidates = Array.from({ length: 100 }, (_, end) => `NL${digits}B${String(end).padStart(2, '0')}`)
  return candidates.find(hasVatCheckDigits) ?? 'NL123456782B90'
}
