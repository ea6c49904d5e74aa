/** Whole euro cents; the only form in which money is stored and computed (rulings 14). */
export type Cents = number & { readonly __brand: 'Cents' }

/** Whether an amount in euros has at most 2 decimals and is small enough to be exact. */
export function isEuros(value: number): boolean {
  const amount = Math.round(value * 100)
  return Number.isSafeInteger(amount) && amount / 100 === value
}

/** Cents of an amount in euros. Throws a RangeError when `isEuros` does not hold. */
export function cents(euros: number): Cents {
  if (!isEuros(euros)) throw new RangeError(`Not an amount in euros: ${euros}`)
  return (Math.round(euros * 100) + 0) as Cents
}

/** The amount in euros, with at most 2 decimals, as it goes over the wire (rulings 14). */
export function euros(amount: Cents): number {
  return amount / 100
}

/** A number of cents already known to be whole. Throws a RangeError otherwise. */
export function wholeCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not whole cents: ${amount}`)
  return (amount + 0) as Cents
}

/** The nearest integer; halves go away from zero, so that a credit note mirrors its invoice (rulings 41). */
export function roundHalfUp(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) + 0
}

/** A percentage (21 is 21 %) with at most 2 decimals of an amount, rounded half up. Throws a RangeError otherwise. */
export function percentOf(amount: Cents, percent: number): Cents {
  return shareOf(amount, hundredths(percent), 10_000)
}

/** A quantity with at most 2 decimals times a price, rounded half up (rulings 41). Throws a RangeError otherwise. */
export function timesOf(price: Cents, quantity: number): Cents {
  return shareOf(price, hundredths(quantity), 100)
}

/** The sum; 0 of nothing. */
export function sumOf(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return wholeCents(total)
}

/** Multiplies before dividing, on whole numbers, so that an exact half is still one when it is rounded. */
function shareOf(amount: Cents, numerator: number, denominator: number): Cents {
  const product = amount * numerator
  if (!Number.isSafeInteger(product)) throw new RangeError(`Too large to be exact: ${amount} × ${numerator}`)
  return wholeCents(roundHalfUp(product / denominator))
}

function hundredths(value: number): number {
  if (!isEuros(value)) throw new RangeError(`More than 2 decimals: ${value}`)
  return Math.round(value * 100)
}

const inDutch = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' })

/** `€ 1.234,50` from euros; the space does not break. */
export function euroText(amount: number): string {
  return inDutch.format(amount + 0)
}

/** `€ 1.234,50` from cents. */
export function moneyText(amount: Cents): string {
  return euroText(euros(amount))
}
