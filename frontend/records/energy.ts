import { formatMoney, formatNumber } from '../lib/format.ts'
import { parseTypedNumber } from '../ui/fields/number-text.ts'

/** Formats a customer's monthly amount: a number as an amount in euros, other text as it was typed. */
export const formatMonthlyAmount = (text: string | null): string | null => numeric(text, formatMoney)

/** Formats a customer's yearly consumption: a number with `kWh/jaar`, other text as it was typed. */
export const formatUsage = (text: string | null): string | null =>
  numeric(text, (kwh) => `${formatNumber(kwh)} kWh/jaar`)

function numeric(text: string | null, format: (value: number) => string): string | null {
  const value = text === null ? null : parseTypedNumber(text.replace('€', ''))
  return value === null ? text : format(value)
}
