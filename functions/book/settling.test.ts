import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LedgerItem } from './item-entity.ts'
import {
  divideOverDocuments,
  partsOf,
  type Settlement,
  settlementLines,
  settlementOf,
  settlementTotal,
} from './settling.ts'

const item = (id: string, amount: number, more: Partial<LedgerItem> = {}): LedgerItem => ({
  ...{ id, amount, userId: 'piet', text: id, kind: amount > 0 ? 'due' : 'correction' },
  ...{ date: '2026-11-01', supplyDate: '2026-11-01', createdAt: '2026-11-01T09:00:00.000Z' },
  ...{ commissionId: undefined, correctsId: undefined, claimedBy: undefined },
  ...more,
})
const items = (...amounts: number[]) => amounts.map((amount, at) => item(`i${at}`, amount))
const all = (open: readonly LedgerItem[]) => new Set(open.map(({ id }) => id))
const amountsOf = (settlement: Settlement) => settlementLines(settlement).map(({ amount }) => amount)

/** Returns the open items after settlements; throws when one of them settles an item that is not open. */
function leftAfter(open: readonly LedgerItem[], settlements: readonly Settlement[]): LedgerItem[] {
  const left = new Map(open.map((one) => [one.id, one]))
  for (const { items: whole, split } of settlements) {
    for (const one of [...whole, ...(split ? [split.item] : [])]) {
      expect(left.get(one.id)).toEqual(one)
      left.delete(one.id)
    }
    if (split) {
      const [, rest] = partsOf(split)
      left.set(rest.id, rest)
    }
  }
  return [...left.values()]
}
const total = (rows: readonly LedgerItem[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

const openItems = fc
  .array(
    fc.record({
      amount: fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -100_000, max: 100_000 })),
      isDue: fc.boolean(),
      date: fc.constantFrom('2026-09-30', '2026-10-01', '2026-11-15'),
      supplyDate: fc.constantFrom('2025-12-31', '2026-01-01', '2026-11-14'),
    }),
    { maxLength: 60 },
  )
  .map((rows) =>
    rows
      .filter(({ amount }) => amount !== 0)
      .map(({ amount, isDue, ...dates }, at) =>
        item(`i${at}`, amount, { ...dates, kind: amount > 0 && isDue ? 'due' : 'correction' }),
      ),
  )

describe('a settlement', () => {
  it('includes the chosen dues, corrections in favour, and those against, oldest first', () => {
    const [chosen, other] = [item('a', 9500), item('b', 7000)]
    const favour = item('c', 500, { kind: 'correction' })
    const newest = item('d', -4000, { date: '2026-11-20' })
    const oldest = item('e', -7000, { date: '2026-10-01', supplyDate: '2026-11-19' })
    expect(settlementOf([newest, chosen, other, oldest, favour], new Set(['a']))).toEqual({
      items: [chosen, favour, oldest],
      split: { item: newest, part: -3000 },
    })
  })

  it('leaves the rest of larger corrections open, and splits none when the sum is 0 already', () => {
    const [due, clawback] = [item('a', 30_000), item('b', -250_000)]
    expect(settlementOf([due, clawback], new Set(['a']))).toEqual({
      items: [due],
      split: { item: clawback, part: -30_000 },
    })
    expect(settlementOf([due, item('b', -30_000), item('c', -1)], new Set(['a'])).split).toBeUndefined()
    expect(settlementOf([clawback], new Set())).toEqual({ items: [] })
  })

  it('excludes claimed items and dues that were not chosen', () => {
    const held = item('a', 100, { claimedBy: { by: 'invoice#1', number: 'YDS-2026-0001' } })
    expect(settlementOf([held, item('b', 200)], new Set(['a']))).toEqual({ items: [] })
  })

  it('is never below 0, leaves corrections open only at 0, and the rest adds up', () => {
    fc.assert(
      fc.property(openItems, fc.func(fc.boolean()), (open, isChosen) => {
        const chosen = all(open.filter(({ id }) => isChosen(id)))
        const settlement = settlementOf(open, chosen)
        const left = leftAfter(open, [settlement])
        expect(settlementTotal(settlement)).toBeGreaterThanOrEqual(0)
        expect(settlementTotal(settlement)).toBe(total(settlementLines(settlement)))
        expect(total(left) + settlementTotal(settlement)).toBe(total(open))
        const isOpen = left.some(({ amount }) => amount < 0)
        expect(isOpen && settlementTotal(settlement) > 0).toBe(false)
        expect(left.filter(({ amount }) => amount > 0).every(({ id, kind }) => kind === 'due' && !chosen.has(id))).toBe(
          true,
        )
      }),
    )
  })
})

describe('the parts of a split', () => {
  it('add up and keep all but id and amount; what is no part is refused', () => {
    const whole = item('x', -2500, { commissionId: 'sale-1', correctsId: 'y', supplyDate: '2025-12-31' })
    expect(partsOf({ item: whole, part: -300 })).toEqual([
      { ...whole, id: 'x/1', amount: -300 },
      { ...whole, id: 'x/2', amount: -2200 },
    ])
    for (const part of [0, 300, -2500, -2600, -0.5]) expect(() => partsOf({ item: whole, part })).toThrow(RangeError)
  })
})

describe('documents', () => {
  it('are one when the lines fit, also of 0,00 where a clawback exceeds the earned amounts', () => {
    const month = settlementOf(items(...Array<number>(45).fill(100), -2500), all(items(...Array<number>(45).fill(100))))
    expect(divideOverDocuments(month)).toEqual([month])
    expect(settlementTotal(month)).toBe(2000)
    const clawback = settlementOf(items(300, -2500), new Set(['i0']))
    expect(divideOverDocuments(clawback).map(amountsOf)).toEqual([[300, -300]])
    expect(divideOverDocuments({ items: [] })).toEqual([])
  })

  it('split an item that no document can hold, in either direction', () => {
    const small = { items: items(1, 1, 1, 1, -4) }
    expect(divideOverDocuments(small, 3).map(amountsOf)).toEqual([
      [1, 1, -2],
      [1, 1, -2],
    ])
    const large = { items: items(10, -2, -3, -5) }
    expect(divideOverDocuments(large, 3).map(amountsOf)).toEqual([
      [-2, -3, 5],
      [5, -5],
    ])
    expect(() => divideOverDocuments({ items: items(1) }, 1)).toThrow(RangeError)
    expect(() => divideOverDocuments({ items: items(-1) })).toThrow(RangeError)
  })

  it('settle the same with any limit, none below 0 or above the limit', () => {
    fc.assert(
      fc.property(openItems, fc.integer({ min: 2, max: 12 }), (open, most) => {
        const settlement = settlementOf(open, all(open))
        const documents = divideOverDocuments(settlement, most)
        for (const one of documents) {
          expect(settlementTotal(one)).toBeGreaterThanOrEqual(0)
          expect(settlementLines(one).length).toBeLessThanOrEqual(most)
          expect(settlementLines(one).length).toBeGreaterThan(0)
        }
        expect(documents.reduce((sum, one) => sum + settlementTotal(one), 0)).toBe(settlementTotal(settlement))
        // The documents leave the same amounts open as the settlement, also where a document holds a part of an item.
        const [left, must] = [leftAfter(open, documents), leftAfter(open, [settlement])]
        expect(left.map(({ amount }) => amount).toSorted()).toEqual(must.map(({ amount }) => amount).toSorted())
        if (settlementLines(settlement).length <= most) expect(documents.length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
