import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeIncomingEntry, makeOutgoingEntry, startBank, sumPostingsOf } from '../../../testing/bank.ts'

interface Invoice {
  readonly id: string
  readonly invoiceNumber: string
  readonly totalAmount: number
}

let bank: Awaited<ReturnType<typeof startBank>>
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.world.stop())

/** Returns a generator of numbers below a limit, the same in each run. */
function chanceFrom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * limit)
  }
}

/** Bookings of the bank for one invoice, by day: direction, day of November 2026, and share of the invoice's amount. */
const stories: readonly (readonly (readonly ['out' | 'in', day: number, share: number])[])[] = [
  [['out', 10, 1]],
  [
    ['out', 10, 0.5],
    ['out', 10, 0.5],
  ],
  [
    ['out', 10, 1],
    ['in', 12, 1],
  ],
  [
    ['out', 10, 1],
    ['in', 12, 1],
    ['out', 14, 1],
  ],
  [
    ['out', 10, 0.25],
    ['out', 11, 0.75],
    ['in', 13, 0.75],
  ],
]

it.each([1, 2, 3, 4])('ends in the state of the bank, with overlapping statements in any order: %s', async (seed) => {
  const below = chanceFrom(seed)
  const played = []
  for (const [at, story] of stories.entries()) {
    const invoice: Invoice = await bank.sent(400 + 20 * at + 100 * seed)
    played.push({ ...invoice, story })
  }
  const bookings = played.flatMap((invoice) =>
    invoice.story.map(([side, day, share]) => ({
      day,
      text: (side === 'out' ? makeOutgoingEntry : makeIncomingEntry)(invoice, day, invoice.totalAmount * share),
    })),
  )
  // Chance decides whether the first and the third invoice are marked paid by hand before any statement is read.
  for (const { id } of [...played.slice(0, 1), ...played.slice(2, 3)]) {
    if (below(2) === 0) await bank.paidOn(id, '2026-11-11')
  }
  const spans = [
    [10, 14],
    [10, 11],
    [12, 14],
    [11, 13],
    [10, 14],
  ].toSorted(() => below(3) - 1)
  for (let round = 0; round < 2; round++) {
    for (const [from = 0, to = 0] of spans) {
      const entries = bookings.filter(({ day }) => from <= day && day <= to).map(({ text }) => text)
      const statement = await bank.read(...entries, ' '.repeat(from + to + round))
      const ids = played.map(({ id }) => id)
      for (const kind of ['payment', 'return', 'payment', 'return', 'payment']) {
        await Promise.all([bank.confirm(statement, ids, kind), bank.confirm(statement, ids.toReversed(), kind)])
      }
    }
  }
  for (const { id, totalAmount, story } of played) {
    const sign = { out: 1, in: -1 }
    const paid = story.reduce((sum, [side, , share]) => sum + sign[side] * Math.round(totalAmount * share * 100), 0)
    expect(await sumPostingsOf(id)).toMatchObject({
      ...{ transit: 0, bank: -paid + 0, creditor: paid - totalAmount * 100 },
    })
    expect(await bank.find(id)).toMatchObject({ status: paid === totalAmount * 100 ? 'betaald' : 'in_behandeling' })
  }
  await bank.expectBook()
})
