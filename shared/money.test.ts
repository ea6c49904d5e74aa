import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, cents, euros, isEuros, percentOf, roundHalfUp, sumOf, timesOf, wholeCents } from './money.ts'

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(wholeCents)
const twoDecimals = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)

/** Half away from zero, on whole numbers only. */
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

  it('refuse a third decimal, drift and what is no amount', () => {
    for (const value of [0.001, 1.005, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 1e15]) {
      expect(isEuros(value)).toBe(false)
      expect(() => cents(value)).toThrow(RangeError)
    }
    expect(() => wholeCents(1.5)).toThrow(RangeError)
  })

  it('have no minus zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true)
    expect(Object.is(roundHalfUp(-0.2), 0)).toBe(true)
    expect(Object.is(percentOf(wholeCents(-1), 10), 0)).toBe(true)
  })
})

describe('rounding', () => {
  it('takes halves away from zero', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, 2.49].map(roundHalfUp)).toEqual([1, 2, 3, -1, -2, 2])
  })

  it('is exact for percentages and quantities', () => {
    fc.assert(
      fc.property(amount, twoDecimals, (value, factor) => {
        const hundredths = BigInt(Math.round(factor * 100))
        expect(percentOf(value, factor)).toBe(exactly(BigInt(value) * hundredths, 10_000n))
        expect(timesOf(value, factor)).toBe(exactly(BigInt(value) * hundredths, 100n))
      }),
    )
  })

  it('mirrors a credit note', () => {
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

describe('the worked invoices of rulings 41', () => {
  const total = (lines: [quantity: number, price: number, vat: number][]) => {
    const nets = lines.map(([quantity, price]) => timesOf(cents(price), quantity))
    const taxes = lines.map(([, , vat], line) => percentOf(nets[line] as Cents, vat))
    const gross = sumOf([...nets, ...taxes])
    const discount = percentOf(gross, 3)
    const fee = percentOf(wholeCents(gross - discount), 5)
    return [gross, discount, fee, wholeCents(gross - discount - fee)].map(euros)
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
