import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalDate } from '../../shared/time.ts'
import { commitPosted, ownInvoice } from '../../testing/ledger.ts'
import { startWorld, type World } from '../../testing/world.ts'
import type { TransactionRow } from './entity.ts'
import type { LedgerItem, Settlement } from './service.ts'

let world: World
let ledger: typeof import('./service.ts')

beforeAll(async () => {
  world = await startWorld()
  ledger = await import('./service.ts')
})
afterAll(() => world.stop())

const months = ['2026-10', '2026-11'] as const

/** State of an item in the model that the test keeps beside the book: open, on an invoice, or closed (`settled`). */
type Where = 'open' | `invoice#${string}` | 'settled'
interface Known {
  readonly amount: number
  where: Where
}
interface Invoice {
  readonly id: `invoice#${string}`
  readonly lines: readonly string[]
  readonly sum: number
  state: 'concept' | 'issued' | 'over'
}
/** Items and invoices of one person, as the model expects them in the book. */
interface Side {
  readonly userId: string
  readonly items: Map<string, Known>
  readonly invoices: Invoice[]
}

const steps = ['due', 'correct', 'claim', 'cancel', 'issue', 'credit', 'split', 'payroll', 'own', 'reverse'] as const
const step = fc.record({
  name: fc.constantFrom(...steps, 'due', 'correct', 'claim', 'issue'),
  who: fc.nat(1),
  month: fc.constantFrom(...months),
  pick: fc.nat(1000),
  amount: fc.integer({ min: 1, max: 400 }),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

let runs = 0
let serial = 0

/** Takes one step in the book and in the model; does nothing when the model has no item for it. */
async function take(side: Side, { name, month, pick, amount }: Step): Promise<void> {
  const { userId, items, invoices } = side
  const when = { date: `${month}-20` as LocalDate, by: 'sophie' }
  const open = await ledger.readOpenItems(userId)
  const chosen = (): LedgerItem | undefined => open[pick % (open.length || 1)]
  const invoiceIn = (state: Invoice['state']) => invoices.find((one) => one.state === state)
  const id = String(++serial)
  const closes = (settlement: Settlement, where: Where) => {
    if (settlement.split) splits(items, settlement.split.item, settlement.split.part)
    for (const line of ledger.settlementLines(settlement)) itemOf(items, line.id).where = where
  }
  const settlement = () =>
    ledger.settlementOf(open, new Set(open.filter((_, at) => (pick >> (at % 10)) % 2 === 0).map((one) => one.id)))
  const posting = (invoice: Invoice, sign: 1 | -1) =>
    ledger.postEntries({
      ...{ ...when, userId, cause: `issue#${sign}#${invoice.id}`, text: 'Factuur' },
      kind: sign === 1 ? 'issue' : 'credit',
      postings: [
        { account: 'payable', amount: sign * invoice.sum },
        { account: 'creditor', amount: -sign * invoice.sum },
      ],
    })

  switch (name) {
    case 'due': {
      const due = {
        ...when,
        userId,
        amount,
        commissionId: `sale-${id}`,
        version: 1,
        supplyDate: when.date,
        text: 'Sale',
      }
      await commitPosted(ledger.postDue(due))
      items.set(`due#sale-${id}#1#${userId}`, { amount, where: 'open' })
      return
    }
    case 'correct': {
      const signed = pick % 3 === 0 ? amount : -amount
      await commitPosted(ledger.postCorrection({ ...when, userId, id, amount: signed, text: 'Correctie' }))
      items.set(`correction#${id}`, { amount: signed, where: 'open' })
      return
    }
    case 'claim': {
      for (const one of ledger.divideOverDocuments(settlement(), 3)) {
        const invoice: Invoice = {
          ...{ id: `invoice#${++serial}`, state: 'concept', sum: ledger.settlementTotal(one) },
          lines: ledger.settlementLines(one).map((line) => line.id),
        }
        await commitPosted(ledger.claimItems(one, { by: invoice.id, number: 'YDS-2026-0001' }, when))
        closes(one, invoice.id)
        invoices.push(invoice)
      }
      return
    }
    case 'cancel': {
      const invoice = invoiceIn('concept')
      if (!invoice) return
      await commitPosted(ledger.releaseItems(await ledger.findItems(invoice.lines), invoice.id))
      for (const line of invoice.lines) itemOf(items, line).where = 'open'
      invoice.state = 'over'
      return
    }
    case 'issue': {
      const invoice = invoiceIn('concept')
      if (!invoice || invoice.sum === 0) return
      await commitPosted(posting(invoice, 1))
      for (const line of invoice.lines) itemOf(items, line).where = 'settled'
      invoice.state = 'issued'
      return
    }
    case 'credit': {
      const invoice = invoiceIn('issued')
      if (!invoice) return
      const lines = await ledger.findItems(invoice.lines)
      const isEarned = pick % 2 === 0
      const back = isEarned
        ? [ledger.releaseItems(lines, invoice.id)]
        : [ledger.reverseHeldItems(lines, { ...when, text: 'Vervallen', cause: id, from: invoice.id })]
      await commitPosted(posting(invoice, -1), ...back)
      for (const line of invoice.lines) itemOf(items, line).where = isEarned ? 'open' : 'settled'
      invoice.state = 'over'
      return
    }
    case 'split': {
      const item = chosen()
      const part = item ? Math.trunc(item.amount / 2) : 0
      if (!item || part === 0) return
      await commitPosted(ledger.splitItem({ item, part }, when))
      splits(items, item, part)
      return
    }
    case 'payroll':
    case 'own': {
      const settled = settlement()
      if (ledger.settlementLines(settled).length === 0) return
      await commitPosted(
        name === 'payroll'
          ? ledger.payByPayroll(settled, { ...when, month })
          : await ledger.recordOwnInvoice(settled, {
              ...when,
              invoice: ownInvoice(id, ledger.settlementTotal(settled), when.date),
            }),
      )
      closes(settled, 'settled')
      return
    }
    case 'reverse': {
      const item = chosen()
      if (!item) return
      await commitPosted(ledger.reverseItem(item, { ...when, text: 'Vervallen' }))
      itemOf(items, item.id).where = 'settled'
    }
  }
}

function itemOf(items: Map<string, Known>, id: string): Known {
  const one = items.get(id)
  if (!one) throw new Error(`The model does not know ${id}`)
  return one
}

function splits(items: Map<string, Known>, { id, amount }: LedgerItem, part: number): void {
  items.delete(id)
  items.set(`${id}/1`, { amount: part, where: 'open' })
  items.set(`${id}/2`, { amount: amount - part, where: 'open' })
}

async function journalIn(userId: string, month: string): Promise<TransactionRow[]> {
  const { iterateRows } = await import('../records/source.ts')
  const rows: TransactionRow[] = []
  for await (const row of iterateRows(ledger.journalOfPerson(userId, month))) rows.push(row)
  return rows
}

const on = (rows: readonly TransactionRow[], account: string) =>
  rows.reduce(
    (sum, row) => row.postings.reduce((part, one) => (one.account === account ? part + one.amount : part), sum),
    0,
  )

/** Checks the rules of money.md for a person, after each step. */
async function check({ userId, items }: Side): Promise<void> {
  const model = [...items].filter(([, { where }]) => where === 'open').map(([id, { amount }]) => [id, amount])
  const open = (await ledger.readOpenItems(userId)).map(({ id, amount }) => [id, amount])
  expect(new Map(open as [string, number][])).toEqual(new Map(model as [string, number][]))

  let openAmount = 0
  for (const month of months) {
    const rows = await journalIn(userId, month)
    for (const { postings } of rows) expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    const of = (...kinds: string[]) => rows.filter(({ kind }) => kinds.includes(kind))
    const balance = await ledger.readPersonBalance(userId, month)
    expect(balance).toEqual({
      ...{ openBefore: openAmount, openAfter: openAmount - on(rows, 'payable') },
      ...{ earned: on(of('due'), 'commissions'), corrected: on(of('correction', 'reversal'), 'commissions') },
      ...{ payroll: -on(rows, 'payroll') + 0, ownInvoices: -on(rows, 'own-invoices') + 0 },
      ...{ invoiced: on(of('issue'), 'payable'), credited: -on(of('credit'), 'payable') + 0 },
    })
    const { openBefore, earned, corrected, payroll, invoiced, credited, ownInvoices, openAfter } = balance
    expect(openBefore + earned + corrected).toBe(payroll + invoiced - credited + ownInvoices + openAfter)
    openAmount = openAfter
  }
  const unsettled = [...items.values()].filter(({ where }) => where !== 'settled')
  expect(unsettled.reduce((sum, { amount }) => sum + amount, 0)).toBe(openAmount)
}

test('the book and its counters add up after any steps in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 18 }), async (plan) => {
      runs += 1
      const sides = [0, 1].map((who): Side => ({ userId: `run-${runs}-${who}`, items: new Map(), invoices: [] }))
      for (const one of plan) {
        const side = sides[one.who] as Side
        await take(side, one)
        await check(side)
      }
      for (const side of sides) await check(side)
    }),
    { numRuns: 12 },
  )
  const { recount } = await import('../records/recount.ts')
  const { countedLedger } = await import('./journal.ts')
  const found = await recount([countedLedger], { from: 2026, to: 2026, repair: false }, () => undefined)
  expect(found.wrong).toBe(0)
  expect(found.counters).toBeGreaterThan(0)
})
