import type { VatScheme } from './api/parts/billing.ts'
import { atFirstUse } from './at-first-use.ts'

/** Whole euro cents; the only form in which money is stored and computed (rulings 14). */
export type Cents = number & { readonly __brand: 'Cents' }

/** Tells whether an amount in euros has at most 2 decimals and is small enough to be exact in cents. */
export function isEuros(value: number): boolean {
  const amount = Math.round(value * 100)
  return Number.isSafeInteger(amount) && amount / 100 === value
}

/** Converts an amount in euros to cents. Throws a RangeError when `isEuros` does not hold. */
export function cents(euros: number): Cents {
  if (!isEuros(euros)) throw new RangeError(`Not an amount in euros: ${euros}`)
  return (Math.round(euros * 100) + 0) as Cents
}

/** Converts cents to an amount in euros with at most 2 decimals, as the API sends it (rulings 14). */
export function euros(amount: Cents): number {
  return amount / 100
}

/** Returns a number as cents. Throws a RangeError when it is not whole. */
export function wholeCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not whole cents: ${amount}`)
  return (amount + 0) as Cents
}

/** Converts a number of cents to an amount in euros. Throws a RangeError when it is not whole. */
export const inEuros = (amount: number): number => euros(wholeCents(amount))

/** Returns cents as euros; null stays null. */
export const inEurosOrNull = (amount: number | null): number | null => (amount === null ? null : inEuros(amount))

/** Returns the nearest integer; halves go away from zero, so that a credit note mirrors its invoice (rulings 41). */
export function roundHalfAwayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) + 0
}

/**
 * Returns a percentage of an amount, rounded half away from zero; `percent` 21 is 21 %. Throws a RangeError for a
 * percentage with more than 2 decimals.
 */
export function percentOf(amount: Cents, percent: number): Cents {
  return shareOf(amount, hundredths(percent), 10_000)
}

/** Cents by which the VAT of an invoice may differ from its rate, as each of its lines is rounded. */
const VAT_ROUNDING = 2

/** Returns the Dutch VAT rate in percent of an invoice that others made; null where its VAT fits no rate. */
export function vatRateOf(amount: Cents, vat: Cents): 0 | 9 | 21 | null {
  if (vat === 0) return 0
  return ([21, 9] as const).find((rate) => Math.abs(vat - percentOf(amount, rate)) <= VAT_ROUNDING) ?? null
}

/**
 * Returns a price times a quantity, rounded half away from zero (rulings 41). Throws a RangeError for a quantity with
 * more than 2 decimals.
 */
export function multiplyPrice(price: Cents, quantity: number): Cents {
  return shareOf(price, hundredths(quantity), 100)
}

/** Returns the sum of amounts; 0 for none. */
export function sumOf(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return wholeCents(total)
}

/** A line of an invoice as it is entered: a quantity with at most 2 decimals, a price and a percentage of VAT. */
export interface InvoiceLine {
  readonly quantity: number
  readonly unitPrice: Cents
  readonly vatRate: number
  readonly vatScheme?: VatScheme | undefined
}

/**
 * Returns the total of a line without VAT, and the VAT on that rounded total (rulings 41). Throws a RangeError for a
 * quantity or VAT rate with more than 2 decimals.
 */
export function computeLineAmounts({ quantity, unitPrice, vatRate }: InvoiceLine): {
  totalPrice: Cents
  vatAmount: Cents
} {
  const totalPrice = multiplyPrice(unitPrice, quantity)
  return { totalPrice, vatAmount: percentOf(totalPrice, vatRate) }
}

/**
 * Percentages deducted for payment within 48 hours, with at most 2 decimals (spec §9): a discount, then a credit
 * restriction, which is kept back.
 */
export interface PromptPayment {
  readonly discountPercentage: number
  readonly creditRestrictionPercentage: number
}

/**
 * Returns the sums of an invoice without and with VAT, its deductions for prompt payment, and VAT by scheme and rate
 * (rulings 41). `finalAmount` is what is paid within 48 hours; without `promptPayment` it equals the total.
 */
export function computeInvoiceAmounts(lines: readonly InvoiceLine[], promptPayment: PromptPayment | null) {
  const each = lines.map((line) => ({ vatRate: line.vatRate, vatScheme: line.vatScheme, ...computeLineAmounts(line) }))
  const amount = sumOf(each.map(({ totalPrice }) => totalPrice))
  const vatAmount = sumOf(each.map((line) => line.vatAmount))
  const totalAmount = sumOf([amount, vatAmount])
  return {
    amount,
    vatAmount,
    totalAmount,
    ...promptPaymentAmounts(totalAmount, promptPayment ?? NOTHING_OFF),
    vatPerRate: vatPerRateOf(each),
  }
}

/**
 * Deducts from a total, for payment within 48 hours, the discount and then the credit restriction (a percentage kept
 * back). Returns both deductions and the amount left to pay (`finalAmount`).
 */
export function promptPaymentAmounts(
  totalAmount: Cents,
  { discountPercentage, creditRestrictionPercentage }: PromptPayment,
): Record<'discountAmount' | 'creditRestrictionAmount' | 'finalAmount', Cents> {
  const discountAmount = percentOf(totalAmount, discountPercentage)
  const discounted = wholeCents(totalAmount - discountAmount)
  const creditRestrictionAmount = percentOf(discounted, creditRestrictionPercentage)
  return {
    discountAmount,
    creditRestrictionAmount,
    finalAmount: wholeCents(discounted - creditRestrictionAmount),
  }
}

/**
 * Divides an amount in proportion to weights, whose sum is not 0; the shares add up to the amount. Shares are rounded
 * down, and the largest remainders get the remaining cents.
 */
export function divideAmount(amount: Cents, weights: readonly number[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const exact = weights.map((weight) => (amount * weight) / total)
  const shares = exact.map(Math.floor)
  const rest = amount - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at)
  for (const { at } of byRemainder.slice(0, rest)) shares[at] = (shares[at] ?? 0) + 1
  return shares.map(wholeCents)
}

/** Amounts of a line with its VAT rate and, where the line has one, its VAT scheme. */
interface Computed<Rate extends number, Scheme extends string | undefined> {
  readonly vatRate: Rate
  readonly vatScheme?: Scheme
  readonly totalPrice: Cents
  readonly vatAmount: Cents
}

/** Amount without VAT (`base`) and VAT of one VAT scheme and rate. */
export interface VatShare<Rate extends number = number, Scheme = string | undefined> {
  readonly vatRate: Rate
  readonly vatScheme: Scheme
  readonly base: Cents
  readonly vatAmount: Cents
}

/**
 * Adds up lines by VAT scheme and rate, the highest rate first; returns the amount without VAT (`base`) and the VAT of
 * each.
 */
export const vatPerRateOf = <Rate extends number, Scheme extends string | undefined>(
  lines: readonly Computed<Rate, Scheme>[],
) =>
  addVatShares(
    lines.map(({ vatRate, vatScheme, totalPrice: base, vatAmount }) => ({
      ...{ vatRate, vatScheme: vatScheme as Scheme, base, vatAmount },
    })),
  )

/** Adds up amounts by VAT scheme and rate, the highest rate first. */
export const addVatShares = <Rate extends number, Scheme>(shares: readonly VatShare<Rate, Scheme>[]) =>
  [...Map.groupBy(shares, ({ vatRate, vatScheme }) => `${vatRate} ${vatScheme}`).values()]
    .map((ofRate): VatShare<Rate, Scheme> => {
      const { vatRate, vatScheme } = ofRate[0] as VatShare<Rate, Scheme>
      const base = sumOf(ofRate.map((one) => one.base))
      return { vatRate, vatScheme, base, vatAmount: sumOf(ofRate.map((one) => one.vatAmount)) }
    })
    .sort((one, other) => other.vatRate - one.vatRate)

/** Returns amounts by VAT scheme and rate less those of `taken`; leaves out what is 0 then. */
export const subtractVatShares = <Rate extends number, Scheme>(
  shares: readonly VatShare<Rate, Scheme>[],
  taken: readonly VatShare<Rate, Scheme>[],
) =>
  addVatShares([
    ...shares,
    ...taken.map((one) => ({ ...one, base: wholeCents(-one.base), vatAmount: wholeCents(-one.vatAmount) })),
  ]).filter(({ base, vatAmount }) => base !== 0 || vatAmount !== 0)

/** Returns the sum of amounts by VAT scheme and rate, VAT included. */
export const sumVatShares = (shares: readonly VatShare<number, unknown>[]): Cents =>
  sumOf(shares.flatMap(({ base, vatAmount }) => [base, vatAmount]))

/**
 * Splits a discount, VAT included, over VAT schemes and rates in proportion to their amounts, as it lowers the VAT too
 * (art. 29 Wet OB).
 */
export function splitDiscount<Rate extends number, Scheme>(
  rates: readonly VatShare<Rate, Scheme>[],
  discount: Cents,
): VatShare<Rate, Scheme>[] {
  if (discount === 0) return []
  const shares = divideAmount(
    discount,
    rates.map(({ base, vatAmount }) => base + vatAmount),
  )
  return rates.map(({ base, vatAmount, ...of }, at) => {
    const share = shares[at] ?? wholeCents(0)
    const gross = base + vatAmount
    const vat = gross === 0 ? 0 : roundHalfAwayFromZero((share * vatAmount) / gross)
    return { ...of, base: wholeCents(share - vat), vatAmount: wholeCents(vat) }
  })
}

const NOTHING_OFF: PromptPayment = { discountPercentage: 0, creditRestrictionPercentage: 0 }

/**
 * Returns a fraction of an amount, rounded. Multiplies before dividing, on whole numbers, so that an exact half stays
 * exact.
 */
function shareOf(amount: Cents, numerator: number, denominator: number): Cents {
  const product = amount * numerator
  if (!Number.isSafeInteger(product)) throw new RangeError(`Too large to be exact: ${amount} × ${numerator}`)
  return wholeCents(roundHalfAwayFromZero(product / denominator))
}

function hundredths(value: number): number {
  if (!isEuros(value)) throw new RangeError(`More than 2 decimals: ${value}`)
  return Math.round(value * 100)
}

const inDutch = atFirstUse(() => new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }))

/** Returns an amount in euros as a Dutch text, `€ 1.234,50`, with a space that does not break. */
export function euroText(amount: number): string {
  return inDutch().format(amount + 0)
}

/** Returns an amount in cents as a Dutch text, `€ 1.234,50`. */
export function moneyText(amount: Cents): string {
  return euroText(euros(amount))
}

interface Payable {
  readonly has48HourDiscount: boolean
  readonly dueDate: string
  /** Amount not settled yet. */
  readonly open: Cents
  /** Discount for payment within the 48 hours. */
  readonly promptDiscount: Cents
}

/**
 * Returns the cents that settle an invoice when paid on `day` (rulings 41). Up to the due date, the 48-hour discount is
 * taken off the open amount, but never more than that amount.
 */
export function payableOn({ has48HourDiscount, dueDate, open, promptDiscount }: Payable, day: string): Cents {
  const isPrompt = has48HourDiscount && day <= dueDate
  return wholeCents(open - (isPrompt ? Math.min(promptDiscount, Math.max(open, 0)) : 0))
}
