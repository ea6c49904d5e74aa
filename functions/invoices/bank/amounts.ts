import { moneyText, wholeCents } from '../../../shared/money.ts'

/** Adds up the amounts of bookings or payments, in cents. */
export const sumCents = (parts: readonly { readonly amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** Returns cents as a Dutch text, such as '€ 12,50'. */
export const amountText = (amount: number) => moneyText(wholeCents(amount))
