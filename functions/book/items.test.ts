import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalDate, now } from '../../shared/time.ts'
import {
  commitPosted,
  createPayee,
  invoice,
  type Ledger,
  ownInvoice,
  startLedger,
  supplyDate,
  takeOnlyItem,
  when,
} from '../../testing/ledger.ts'
import { startWorld, type World } from '../../testing/world.ts'
import type { LedgerItem } from './service.ts'

let world: World
let ledger: Ledger

beforeAll(async () => {
  world = await startWorld()
  ledger = await startLedger()
})
afterAll(() => world.stop())

describe('a posted item', () => {
  it('is open, has its posting and counts in the balance; posting it again is refused', async () => {
    const payee = createPayee()
    await commitPosted(ledger.dueOf(payee, 9500))
    const id = `due#sale-1#3#${payee.userId}`
    expect(await ledger.readOpenItems(payee.userId)).toEqual([
      {
        ...{
          id,
          userId: payee.userId,
          amount: 9500,
          kind: 'due',
          date: when.date,
          supplyDate,
        },
        ...{ text: 'Sale S-1', commissionId: 'sale-1', createdAt: now() },
      },
    ])
    expect(await ledger.findTransaction(id)).toMatchObject({
      ...{ kind: 'due', supplyDate, userId: payee.userId, text: 'Sale S-1', postedBy: 'sophie' },
      postings: [
        { account: 'commissions', amount: 9500 },
        { account: 'payable', amount: -9500 },
      ],
    })
    await expect(commitPosted(ledger.dueOf(payee, 9500))).rejects.toThrow('Dit is al geboekt')
    await expect(commitPosted(ledger.dueOf(payee, 100))).rejects.toThrow('Dit is al geboekt')
    expect(await ledger.payable(payee)).toBe(9500)
    await commitPosted(ledger.dueOf(payee, 500, 'sale-1', 4))
    expect(await ledger.payable(payee)).toBe(10_000)
  })

  it('is above 0 for a commission; a correction has either sign and the supply date of its item', async () => {
    const payee = createPayee()
    for (const amount of [0, -1, 0.5]) expect(() => ledger.dueOf(payee, amount)).toThrow(RangeError)
    for (const amount of [0, 0.5]) expect(() => ledger.correctionOf(payee, amount)).toThrow(RangeError)
    await commitPosted(ledger.correctionOf(payee, -2000), ledger.correctionOf(payee, 100, 'favour'))
    const of = {
      ...when,
      userId: payee.userId,
      supplyDate,
      commissionId: 'sale-1',
      correctsId: 'due#1',
      text: 'Correctie',
    }
    await commitPosted(ledger.postCorrection({ ...of, id: 'dated', amount: -30 }))
    const items = await ledger.readOpenItems(payee.userId)
    expect(items.map((item) => [item.amount, item.supplyDate, item.commissionId, item.correctsId])).toEqual([
      [-30, supplyDate, 'sale-1', 'due#1'],
      [-2000, when.date, undefined, undefined],
      [100, when.date, undefined, undefined],
    ])
    expect(await ledger.readPersonBalance(payee.userId, '2026-11')).toMatchObject({
      earned: 0,
      corrected: -1930,
      openAfter: -1930,
    })
    expect(await ledger.readPersonBalance(payee.userId, '2026-12')).toMatchObject({ openBefore: -1930, corrected: 0 })
  })

  it('cannot be posted twice for one cause, whatever its content', async () => {
    const entry = (amount: number) =>
      ledger.postEntries({
        ...{ ...when, kind: 'issue', cause: 'issue#twice', text: 'Factuur' },
        postings: [
          { account: 'other-costs', amount },
          { account: 'creditor', amount: -amount },
        ],
      })
    await commitPosted(entry(100))
    await expect(commitPosted(entry(200))).rejects.toThrow('Dit is al geboekt')
    expect((await ledger.findTransaction('issue#twice')).postings[0]?.amount).toBe(100)
  })

  it('on payable needs a person, and a kind of transaction that may post there', () => {
    const postings = [
      { account: 'payable', amount: 5 },
      { account: 'bank', amount: -5 },
    ] as const
    const entry = { ...when, cause: 'x', text: 'x', postings }
    expect(() => ledger.postEntries({ ...entry, kind: 'payroll' })).toThrow(RangeError)
    expect(() => ledger.postEntries({ ...entry, kind: 'booking', userId: 'piet' })).toThrow(RangeError)
    expect(ledger.postEntries({ ...entry, kind: 'payroll', userId: 'piet' }).write).toHaveLength(1)
  })
})

describe('a reversal', () => {
  it('closes an open item with the exact reversal, once', async () => {
    const item = await ledger.dueItem()
    await commitPosted(ledger.reversalOf(item))
    expect(await ledger.openOf(item)).toEqual([])
    expect(await ledger.findTransaction(`reverse#${item.id}`)).toMatchObject({
      ...{ kind: 'reversal', reverses: item.id, supplyDate, text: 'Sale S-1 vervallen' },
      postings: [
        { account: 'commissions', amount: -9500 },
        { account: 'payable', amount: 9500 },
      ],
    })
    expect(await ledger.readPersonBalance(item.userId, '2026-11')).toMatchObject({
      earned: 9500,
      corrected: -9500,
      openAfter: 0,
    })
    const closed = await ledger.again(item)
    expect(() => ledger.reversalOf(closed)).toThrow('Deze commissie is al teruggedraaid')
  })

  it('is refused with the number of the document that claims the item', async () => {
    const [held, paid] = [await ledger.dueItem(), await ledger.dueItem()]
    await commitPosted(ledger.claimOf(held))
    await commitPosted(ledger.payrollOf(paid))
    const text = 'Deze commissie staat op factuur YDS-2026-0012. Annuleer of crediteer die eerst.'
    const claimed = await ledger.again(held)
    expect(ledger.explainClaim(claimed)).toBe(text)
    expect(() => ledger.reversalOf(claimed)).toThrow(text)
    const settled = await ledger.again(paid)
    expect(() => ledger.reversalOf(settled)).toThrow('Deze commissie is al uitbetaald')
    expect(ledger.explainClaim(held)).toBeUndefined()
  })

  it('reverses an item of the invoice that is credited, and of no other', async () => {
    const item = await ledger.dueItem()
    await commitPosted(ledger.claimOf(item))
    const held = await ledger.again(item)
    expect(() => ledger.creditOf(held, 'invoice#2')).toThrow('staat op factuur YDS-2026-0012')
    await commitPosted(ledger.creditOf(held, 'invoice#1'))
    expect((await ledger.again(item)).claimedBy?.by).toBe('reversal#note')
  })

  it('of a part refers to the posting of the split item', async () => {
    const item = await ledger.dueItem(100)
    await commitPosted(ledger.splitItem({ item, part: 40 }, when))
    const [first] = await ledger.readOpenItems(item.userId)
    await commitPosted(ledger.reversalOf(first as LedgerItem))
    expect(await ledger.findTransaction(`reverse#${item.id}/1`)).toMatchObject({ reverses: item.id })
    expect(await ledger.openOf(item)).toEqual([[`${item.id}/2`, 60]])
  })
})

describe('claims', () => {
  it('remove items from the open ones, and only their own document releases them', async () => {
    const item = await ledger.dueItem()
    await commitPosted(ledger.claimOf(item))
    expect(await ledger.openOf(item)).toEqual([])
    expect((await ledger.again(item)).claimedBy).toEqual(invoice)
    const held = await ledger.again(item)
    expect(() => ledger.claimOf(held)).toThrow('staat op factuur YDS-2026-0012')
    expect(ledger.releaseItems([held], 'invoice#2').write).toEqual([])
    await commitPosted(ledger.releaseItems([held], 'invoice#1'))
    expect(await ledger.openOf(item)).toEqual([[item.id, 9500]])
    expect(await ledger.payable(item)).toBe(9500)
    await commitPosted(ledger.payrollOf(await ledger.again(item)))
    expect(ledger.releaseItems([await ledger.again(item)], 'invoice#1').write).toEqual([])
  })

  it('of missing items are refused and write nothing', async () => {
    const item = { ...(await ledger.dueItem()), id: 'due#never#1#x' }
    await expect(commitPosted(ledger.claimOf(item))).rejects.toThrow('intussen')
    expect(await ledger.findItems([item.id])).toEqual([])
  })

  it('remove items from the open ones, also when claimed between the reads of index and items', async () => {
    const item = await ledger.dueItem()
    const { documents } = await import('../platform/data/table.ts')
    let isAwaited = true
    documents.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (isAwaited && commandName === 'BatchGetItemCommand') {
            isAwaited = false
            await commitPosted(ledger.claimOf(item))
          }
          return next(args)
        },
      { step: 'initialize', name: 'claimed-between', override: true },
    )
    expect(await ledger.readOpenItems(item.userId)).toEqual([])
    expect(isAwaited).toBe(false)
  })
})

describe('a split', () => {
  it('closes an item and opens two with the same sum, which can be split again', async () => {
    const payee = createPayee()
    await commitPosted(ledger.correctionOf(payee, -250_000))
    const item = takeOnlyItem(await ledger.readOpenItems(payee.userId))
    await commitPosted(ledger.splitItem({ item, part: -30_000 }, when))
    expect(await ledger.openOf(payee)).toEqual([
      [`${item.id}/1`, -30_000],
      [`${item.id}/2`, -220_000],
    ])
    expect(await ledger.payable(payee)).toBe(-250_000)
    expect(await ledger.findTransaction(`split#${item.id}`)).toMatchObject({
      ...{ kind: 'split', text: 'Gesplitst: Correctie' },
      postings: [-250_000, 30_000, 220_000].map((amount) => ({ account: 'payable', amount })),
    })
    const closed = await ledger.again(item)
    expect(() => ledger.splitItem({ item: closed, part: -1 }, when)).toThrow('Deze correctie is intussen gesplitst')
    const [, rest] = await ledger.readOpenItems(payee.userId)
    await commitPosted(ledger.splitItem({ item: rest as LedgerItem, part: -1 }, when))
    expect(await ledger.openOf(payee)).toEqual([
      [`${item.id}/1`, -30_000],
      [`${item.id}/2/1`, -1],
      [`${item.id}/2/2`, -219_999],
    ])
  })

  it('claims its first part in the same transaction, and an invoice releases only that part', async () => {
    const payee = createPayee()
    await commitPosted(ledger.dueOf(payee, 300), ledger.correctionOf(payee, -2500))
    const open = await ledger.readOpenItems(payee.userId)
    const settlement = ledger.settlementOf(open, new Set([`due#sale-1#3#${payee.userId}`]))
    await commitPosted(ledger.claimItems(settlement, invoice, when))
    const id = `correction#c-${payee.userId}`
    expect(await ledger.openOf(payee)).toEqual([[`${id}/2`, -2200]])
    const held = await ledger.findItems(ledger.settlementLines(settlement).map((line) => line.id))
    expect(held.map((line) => [line.amount, line.claimedBy])).toEqual([
      [300, invoice],
      [-300, invoice],
    ])
    await commitPosted(ledger.releaseItems(held, 'invoice#1'))
    expect((await ledger.openOf(payee)).map(([, amount]) => amount).toSorted()).toEqual([-2200, -300, 300])
  })
})

describe('payroll and own invoices', () => {
  it('settle items in one transaction, with separate postings for debts and corrections', async () => {
    const payee = createPayee()
    await commitPosted(ledger.dueOf(payee, 9500), ledger.correctionOf(payee, -2000))
    const items = await ledger.readOpenItems(payee.userId)
    await commitPosted(ledger.payrollOf(...items))
    expect(await ledger.findTransaction(`payroll#correction#c-${payee.userId}`)).toMatchObject({
      ...{ kind: 'payroll', userId: payee.userId, text: 'Uitbetaald met het loon van november 2026' },
      postings: [
        { account: 'payable', amount: 9500 },
        { account: 'payable', amount: -2000 },
        { account: 'payroll', amount: -7500 },
      ],
    })
    expect((await ledger.findItems(items.map(({ id }) => id))).map(({ claimedBy }) => claimedBy?.by)).toEqual([
      'payroll#2026-11',
      'payroll#2026-11',
    ])
    expect(await ledger.readPersonBalance(payee.userId, '2026-11')).toMatchObject({ payroll: 7500, openAfter: 0 })
  })

  it('of a zzp-er keep the number, also with a sum of 0', async () => {
    const payee = createPayee()
    await commitPosted(ledger.dueOf(payee, 300), ledger.correctionOf(payee, -2500))
    const settlement = ledger.settlementOf(
      await ledger.readOpenItems(payee.userId),
      new Set([`due#sale-1#3#${payee.userId}`]),
    )
    await commitPosted(await ledger.recordOwnInvoice(settlement, { ...when, invoice: ownInvoice('F-2026-7', 300) }))
    expect(await ledger.findTransaction(`own-invoice#correction#c-${payee.userId}/1`)).toMatchObject({
      text: 'Uitbetaald op eigen factuur F-2026-7 van 20-11-2026, €\u00a00,00 van €\u00a03,00',
      postings: [
        { account: 'payable', amount: 300 },
        { account: 'payable', amount: -300 },
      ],
    })
    expect((await ledger.findItems([`due#sale-1#3#${payee.userId}`]))[0]?.claimedBy).toEqual({
      by: 'own-invoice#F-2026-7',
      number: 'F-2026-7',
    })
    await commitPosted(ledger.dueOf(payee, 5000, 'sale-2'))
    const [due] = await ledger.findItems([`due#sale-2#3#${payee.userId}`])
    await commitPosted(
      await ledger.recordOwnInvoice({ items: [due as LedgerItem] }, { ...when, invoice: ownInvoice('F-2026-8', 5000) }),
    )
    expect(await ledger.readPersonBalance(payee.userId, '2026-11')).toMatchObject({
      ownInvoices: 5000,
      openAfter: -2200,
    })
  })

  it('have one person, at least one item, and a sum of 0 or more', async () => {
    const [one, other] = [await ledger.dueItem(), await ledger.dueItem()]
    const payee = createPayee()
    await commitPosted(ledger.correctionOf(payee, -1))
    const below = await ledger.readOpenItems(payee.userId)
    expect(() => ledger.payrollOf(one, other)).toThrow(RangeError)
    expect(() => ledger.payrollOf(...below)).toThrow(RangeError)
    expect(() => ledger.payrollOf()).toThrow(RangeError)
  })

  it('fit in one transaction with the most lines, a split and a document', async () => {
    const payee = createPayee()
    for (let at = 0; at < ledger.MOST_LINES - 1; at++) await commitPosted(ledger.dueOf(payee, 100, `sale-${at}`))
    await commitPosted(ledger.correctionOf(payee, -100_000))
    const open = await ledger.readOpenItems(payee.userId)
    const settlement = ledger.settlementOf(open, new Set(open.map(({ id }) => id)))
    expect(ledger.settlementLines(settlement)).toHaveLength(ledger.MOST_LINES)
    const beside = Array.from({ length: 10 }, (_, at) =>
      ledger.correctionOf(createPayee(), 100, `beside-${at}`).write.slice(0, 1),
    )
    await commitPosted(ledger.payByPayroll(settlement, { ...when, month: '2026-11' }), {
      write: beside.flat(),
      count: [],
    })
    expect(await ledger.openOf(payee)).toEqual([[`correction#c-${payee.userId}/2`, -92_600]])
  })
})

describe('the balance of a month', () => {
  it('is right for a past month, and the journal of the person lists its postings', async () => {
    const payee = createPayee()
    const october = { date: '2026-10-20' as LocalDate, by: 'sophie' }
    await commitPosted(
      ledger.postDue({
        ...october,
        userId: payee.userId,
        amount: 700,
        commissionId: 's',
        version: 1,
        supplyDate,
        text: 'S',
      }),
    )
    await commitPosted(ledger.dueOf(payee, 300))
    await commitPosted(ledger.payrollOf(...(await ledger.readOpenItems(payee.userId))))
    const none = {
      openBefore: 0,
      earned: 0,
      corrected: 0,
      payroll: 0,
      invoiced: 0,
      credited: 0,
      ownInvoices: 0,
      openAfter: 0,
    }
    expect(await ledger.readPersonBalance(payee.userId, '2026-09')).toEqual(none)
    expect(await ledger.readPersonBalance(payee.userId, '2026-10')).toEqual({ ...none, earned: 700, openAfter: 700 })
    expect(await ledger.readPersonBalance(payee.userId, '2026-11')).toEqual({
      ...none,
      ...{ openBefore: 700, earned: 300, payroll: 1000 },
    })
    expect(await ledger.readPersonBalance(payee.userId, '2027-06')).toEqual(none)
    const { iterateRows } = await import('../records/source.ts')
    const kinds: string[] = []
    for await (const row of iterateRows(ledger.journalOfPerson(payee.userId, '2026-11'))) kinds.push(row.kind)
    expect(kinds.toSorted()).toEqual(['due', 'payroll'])
  })
})
