import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTransaction } from '../../testing/ledger.ts'
import { startWorld, type World } from '../../testing/world.ts'
import type { Entry } from './posting.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
})
afterAll(() => world.stop())

const invoice = (cause: string, more: Partial<Entry> = {}): Entry => ({
  cause,
  kind: 'issue',
  date: '2026-11-20' as Entry['date'],
  partnerId: 'bos',
  documentId: 'document',
  postings: [
    { account: 'other-costs', amount: 10_000 },
    { account: 'vat', amount: 2_100, rate: 21, base: 10_000 },
    { account: 'creditor', amount: -12_100, documentId: 'document' },
  ],
  text: 'Factuur YDS-2026-0001 uitgereikt',
  by: 'ada',
  ...more,
})

async function posted(...entries: Entry[]) {
  const { postEntries } = await import('./posting.ts')
  const { commit } = await import('../platform/data/commit.ts')
  const { asSystem } = await import('../platform/actor.ts')
  const change = { action: 'test.post' as const, entity: { type: 'test', id: 'x' }, ...postEntries(...entries) }
  await commit(asSystem('test'), change, undefined)
}

/** Reads the balances of a partner in a period of the book. */
async function balances(period: string, partnerId: string) {
  const { readCounters } = await import('../platform/data/counters.ts')
  return (await readCounters(period)).find(({ userId }) => userId === `partner#${partnerId}`)?.counts
}

describe('a transaction', () => {
  it('is posted once, whatever comes again', async () => {
    await posted(invoice('once'))
    await expect(posted(invoice('once'))).rejects.toThrow('Dit is al geboekt')
    await expect(posted(invoice('once', { date: '2026-11-21' as Entry['date'] }))).rejects.toThrow('Dit is al geboekt')
    expect(await findTransaction('once')).toMatchObject({ date: '2026-11-20', month: '2026-11', postedBy: 'ada' })
  })

  it.each<[string, Entry['postings']]>([
    [
      'does not add up',
      [
        { account: 'bank', amount: 1 },
        { account: 'transit', amount: -2 },
      ],
    ],
    ['has one posting alone', [{ account: 'vat', amount: 0, base: 10 }]],
    [
      'has a posting of nothing',
      [
        { account: 'bank', amount: 0 },
        { account: 'transit', amount: 0 },
      ],
    ],
    [
      'has parts of a cent',
      [
        { account: 'bank', amount: 0.5 },
        { account: 'transit', amount: -0.5 },
      ],
    ],
  ])('is refused where it %s', async (_, postings) => {
    await expect(posted(invoice('wrong', { postings }))).rejects.toThrow(RangeError)
  })

  it('keeps the taxable amount at a rate of 0, and reverses it', async () => {
    const postings: Entry['postings'] = [
      { account: 'other-costs', amount: 10_000 },
      { account: 'vat', amount: 0, rate: 0, base: 10_000 },
      { account: 'creditor', amount: -10_000, documentId: 'exempt' },
    ]
    const exempt = invoice('exempt', { postings, documentId: 'exempt' })
    await posted(exempt)
    const { reversalOf } = await import('./posting.ts')
    const reversal = reversalOf(exempt, {
      ...{ kind: 'return', date: '2026-12-01' as Entry['date'], text: 'Terug', by: 'ada' },
    })
    await posted(reversal)
    await expect(posted(reversal)).rejects.toThrow('Dit is al geboekt')
    const { readDocumentHistory } = await import('./journal.ts')
    const rows = await readDocumentHistory('exempt')
    expect(rows.map(({ reverses, date }) => [reverses, date])).toEqual([
      [undefined, '2026-11-20'],
      ['exempt', '2026-12-01'],
    ])
    expect(rows[1]?.postings[1]).toEqual({ account: 'vat', amount: 0, rate: 0, base: -10_000 })
  })
})

describe('balances', () => {
  it('count a month and the present debt, and equal a recount', async () => {
    const of = { partnerId: 'van dijk', documentId: 'one' }
    const pay: Entry['postings'] = [
      { account: 'creditor', amount: 12_100, documentId: 'one' },
      { account: 'transit', amount: -11_000 },
      { account: 'discount', amount: -909 },
      { account: 'vat', amount: -191, rate: 21, base: -909 },
    ]
    await posted(invoice('one', of))
    await posted(invoice('pay', { ...of, kind: 'payment', date: '2026-12-02' as Entry['date'], postings: pay }))
    expect(await balances('book-2026-11', 'van dijk')).toEqual({ bookInvoiced: 12_100 })
    expect(await balances('book-2026-12', 'van dijk')).toEqual({ bookPaid: 11_000, bookDiscount: 1_100 })
    expect(await balances('book-now', 'van dijk')).toEqual({
      ...{ bookOwed: 0, 'account-other-costs': 10_000, 'account-vat': 1_909 },
      ...{ 'account-transit': -11_000, 'account-discount': -909 },
    })

    const { recount } = await import('../records/recount.ts')
    const { countedLedger } = await import('./journal.ts')
    const years = { from: 2026, to: 2026, repair: false }
    expect(await recount([countedLedger], years, () => {})).toMatchObject({ wrong: 0, records: expect.any(Number) })
    const { counterWrite } = await import('../platform/data/counters.ts')
    const { documents } = await import('../platform/data/table.ts')
    const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb')
    for (const [period, measure] of [
      ['book-2026-12', 'bookPaid'],
      ['book-now', 'bookOwed'],
    ] as const) {
      const key = { period, teamId: 0, userId: 'partner#van dijk' }
      await documents.send(new UpdateCommand(counterWrite({ key, name: '', by: { [measure]: 7 } }).params() as never))
    }
    expect(await recount([countedLedger], { ...years, repair: true }, () => {})).toMatchObject({
      wrong: 2,
      repaired: 2,
    })
    expect(await balances('book-2026-12', 'van dijk')).toMatchObject({ bookPaid: 11_000 })
  })
})
