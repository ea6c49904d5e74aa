import { formatMoney, formatNumber } from '../lib/format.ts'
import { parseNumber } from '../ui/number-text.ts'

/** What a customer pays a month, which is free text; a number as an amount. */
export const monthlyText = (text: string | null): string | null => numeric(text, formatMoney)

/** What a customer uses a year; a number with its unit. */
export const usageText = (text: string | null): string | null => numeric(text, (kwh) => `${formatNumber(kwh)} kWh/jaar`)

function numeric(text: string | null, format: (value: number) => string): string | null {
  const value = text === null ? null : parseNumber(text.replace('€', ''))
  return value === null ? text : format(value)
}
