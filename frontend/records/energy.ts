import { formatMoney, formatNumber } from '../lib/format.ts'
import { parseNumber } from '../ui/fields/number-text.ts'

/** Formats the monthly amount of a customer: a number as an amount, other text as it was typed. */
export const monthlyText = (text: string | null): string | null => numeric(text, formatMoney)

/** Formats the yearly consumption of a customer: a number with its unit, other text as it was typed. */
export const usageText = (text: string | null): string | null => numeric(text, (kwh) => `${formatNumber(kwh)} kWh/jaar`)

function numeric(text: string | null, format: (value: number) => string): string | null {
  const value = text === null ? null : parseNumber(text.replace('€', ''))
  return value === null ? text : format(value)
}
