import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  cents,
  computeInvoiceAmounts,
  divideAmount,
  euros,
  isEuros,
  moneyText,
  multiplyPrice,
  payableOn,
  percentOf,
  roundHalfAwayFromZero,
  splitDiscount,
  wholeCents,
} from './money.ts'

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(wholeCents)
const twoDecimals = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)

/** Divides whole numbers and rounds the result, halves away from zero. */
function exactly(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -rounded : rounded) + 0
}

describe('euros and cents', () => {
  it('convert both ways without drift', () => {
    expect([0.29, 1115.01, 19.99, -0.01].map(cents)).toEqual([29, 111501, 1999, -1])
    fc.assert(
      fc.property(amount, (value) => {
        expect(cents(euros(value))).toBe(value)
      }),
    )
  })

  it('refuse a third decimal, drift and values that are not amounts', () => {
    for (const value of [0.001, 1.005, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 1e15]) {
      expect(isEuros(value)).toBe(false)
      expect(() => cents(value)).toThrow(RangeError)
    }
    expect(() => wholeCents(1.5)).toThrow(RangeError)
  })

  it('have no minus zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true)
    expect(Object.is(roundHalfAwayFromZero(-0.2), 0)).toBe(true)
    expect(Object.is(percentOf(wholeCents(-1), 10), 0)).toBe(true)
  })
})

describe('the amount payable on a day', () => {
  const payable = (open: number, day: string) =>
    payableOn(
      {
        has48HourDiscount: true,
        dueDate: '2026-11-22',
        open: wholeCents(open),
        promptDiscount: wholeCents(8_050),
      },
      day,
    )

  it('is less the discount until the end of the due date', () => {
    expect([payable(102_548, '2026-11-22'), payable(102_548, '2026-11-23')]).toEqual([94_498, 102_548])
  })

  it('is 0 where only the discount is open, and the open amount of a credit note', () => {
    expect([0, 8_000, -12_100].map((open) => payable(open, '2026-11-22'))).toEqual([0, 0, -12_100])
  })
})

describe('a discount', () => {
  const taxed = (vatRate: number, base: number, vatAmount: number) => ({
    ...{ vatRate, vatScheme: 'normaal' },
    base: wholeCents(base),
    vatAmount: wholeCents(vatAmount),
  })

  it('is divided over the VAT rates, with its share of the VAT', () => {
    expect(splitDiscount([taxed(21, 84_750, 17_798)], wholeCents(8_050))).toEqual([taxed(21, 6_653, 1_397)])
    expect(splitDiscount([taxed(21, 1_000, 210), taxed(0, 1_000, 0)], wholeCents(101))).toEqual([
      taxed(21, 45, 10),
      taxed(0, 46, 0),
    ])
  })

  it('loses no cent, however many parts there are', () => {
    fc.assert(
      fc.property(amount, fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 }), (value, weights) => {
        expect(divideAmount(value, weights).reduce((sum, share) => sum + share, 0)).toBe(value)
      }),
    )
  })
})

describe('rounding', () => {
  it('takes halves away from zero', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, 2.49].map(roundHalfAwayFromZero)).toEqual([1, 2, 3, -1, -2, 2])
  })

  it('is exact for percentages and quantities', () => {
    fc.assert(
      fc.property(amount, twoDecimals, (value, factor) => {
        const hundredths = BigInt(Math.round(factor * 100))
        expect(percentOf(value, factor)).toBe(exactly(BigInt(value) * hundredths, 10_000n))
        expect(multiplyPrice(value, factor)).toBe(exactly(BigInt(value) * hundredths, 100n))
      }),
    )
  })

  it('gives a credit note the opposite amount', () => {
    fc.assert(
      fc.property(amount, twoDecimals, (value, percent) => {
        expect(percentOf(wholeCents(-value + 0), percent)).toBe(-percentOf(value, percent) + 0)
      }),
    )
  })

  it('refuses a percentage with a third decimal', () => {
    expect(() => percentOf(cents(10), 2.125)).toThrow(RangeError)
  })
})

describe('worked invoices (rulings 41)', () => {
  const total = (lines: [quantity: number, price: number, vat: number][]) => {
    const { totalAmount, discountAmount, creditRestrictionAmount, finalAmount } = computeInvoiceAmounts(
      lines.map(([quantity, price, vatRate]) => ({ quantity, unitPrice: cents(price), vatRate })),
      { discountPercentage: 3, creditRestrictionPercentage: 5 },
    )
    return [totalAmount, discountAmount, creditRestrictionAmount, finalAmount].map(euros)
  }

  it.each<[[number, number, number][], number[]]>([
    [[[1, 1000, 21]], [1210, 36.3, 58.69, 1115.01]],
    [
      [
        [3, 33.33, 21],
        [1, 12.5, 9],
        [1, 10, 0],
      ],
      [144.62, 4.34, 7.01, 133.27],
    ],
    [
      [
        [1, 99.99, 21],
        [1, 99.99, 21],
        [1, 99.99, 21],
      ],
      [362.97, 10.89, 17.6, 334.48],
    ],
    [
      [
        [1, 10.5, 21],
        [0.5, 0.25, 21],
      ],
      [12.87, 0.39, 0.62, 11.86],
    ],
    [[[1, 847.5, 21]], [1025.48, 30.76, 49.74, 944.98]],
  ])('%j', (lines, expected) => {
    expect(total(lines)).toEqual(expected)
  })
})

describe('an invoice of any lines', () => {
  const hundredths = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100)
  const line = fc.record({
    quantity: hundredths(1_000),
    unitPrice: fc.integer({ min: -10_000_000, max: 10_000_000 }).map(wholeCents),
    vatRate: fc.constantFrom(0, 9, 21),
  })
  const promptPayment = fc.record({ discountPercentage: hundredths(100), creditRestrictionPercentage: hundredths(100) })
  const exact = (value: number) => BigInt(Math.round(value * 100))
  const sum = (values: readonly number[]) => Number(values.reduce((total, value) => total + BigInt(value), 0n))

  /** Returns a percentage of an amount in cents, computed exactly and rounded to the nearest cent. */
  const share = (amount: number, percent: number) => exactly(BigInt(amount) * exact(percent), 10_000n)

  it('equals the result of exact fractions, 10,000 times', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.option(promptPayment), (lines, off) => {
        const nets = lines.map(({ quantity, unitPrice }) => exactly(BigInt(unitPrice) * exact(quantity), 100n))
        const taxes = lines.map(({ vatRate }, index) => exactly(BigInt(nets[index] ?? 0) * BigInt(vatRate), 100n))
        const totalAmount = sum([...nets, ...taxes])
        const discountAmount = off ? share(totalAmount, off.discountPercentage) : 0
        const left = totalAmount - discountAmount
        const creditRestrictionAmount = off ? share(left, off.creditRestrictionPercentage) : 0
        const { vatPerRate, ...amounts } = computeInvoiceAmounts(lines, off)
        expect(amounts).toEqual({
          amount: sum(nets),
          vatAmount: sum(taxes),
          totalAmount,
          discountAmount,
          creditRestrictionAmount,
          finalAmount: left - creditRestrictionAmount,
        })
        expect(sum(vatPerRate.flatMap(({ base, vatAmount }) => [base, vatAmount]))).toBe(totalAmount)
      }),
      { numRuns: 10_000 },
    )
  })

  it('returns its VAT per rate, the highest first', () => {
    const lines = [
      { quantity: 1, unitPrice: cents(10), vatRate: 0 },
      { quantity: 3, unitPrice: cents(33.33), vatRate: 21 },
      { quantity: 1, unitPrice: cents(0.03), vatRate: 21 },
    ]
    expect(computeInvoiceAmounts(lines, null).vatPerRate).toEqual([
      { vatRate: 21, base: 10_002, vatAmount: 2_101 },
      { vatRate: 0, base: 1_000, vatAmount: 0 },
    ])
  })

  it('has the opposite total as a credit note', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const turned = lines.map((one) => ({ ...one, unitPrice: wholeCents(-one.unitPrice) }))
        expect(computeInvoiceAmounts(turned, null).totalAmount).toBe(
          -computeInvoiceAmounts(lines, null).totalAmount + 0,
        )
      }),
    )
  })
})

test('an amount is written as it is read in Dutch', () => {
  expect([1234.5, 0, -36.3].map((value) => moneyText(cents(value)).replace('\u00a0', ' '))).toEqual([
    '€ 1.234,50',
    '€ 0,00',
    '€ -36,30',
  ])
})
