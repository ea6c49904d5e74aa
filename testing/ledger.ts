import { expect } from 'vitest'
import type { LedgerItem, Posted, TransactionRow } from '../functions/book/service.ts'
import { wholeCents } from '../shared/money.ts'
import type { LocalDate } from '../shared/time.ts'

/** Date and author of the postings of tests. */
export const when = { date: '2026-11-21' as LocalDate, by: 'sophie' }
/** Date on which the supply of tests' postings took place. */
export const supplyDate = '2026-10-14' as LocalDate

/** The concept (draft) invoice that claims (reserves) items in tests, in the form in which the ledger stores it. */
export const invoice = { by: 'invoice#1', number: 'YDS-2026-0012' } as const

/** Returns a zzp'er's own invoice without VAT, in cents. */
export const ownInvoice = (number: string, amount: number, date = '2026-11-20') => ({
  ...{ number, sums: { date, amount: wholeCents(amount), vat: wholeCents(0) } },
})

/** Commits the writes and counters that the ledger's functions prepared, in one transaction. */
export async function commitPosted(...parts: readonly Posted[]): Promise<void> {
  const { commit } = await import('../functions/platform/data/commit.ts')
  const { asSystem } = await import('../functions/platform/actor.ts')
  const write = parts.flatMap((part) => part.write)
  const count = parts.flatMap((part) => part.count)
  await commit(asSystem('test'), { action: 'test.post', entity: { type: 'test', id: '1' }, write, count }, undefined)
}

/** Returns the ledger transaction with this cause; throws when there is none. */
export async function findTransaction(cause: string): Promise<TransactionRow> {
  const { LedgerTransactions } = await import('../functions/book/entity.ts')
  const { data } = await LedgerTransactions.get({ id: cause }).go({ consistent: true })
  if (!data) throw new Error(`${cause} was never posted`)
  return data as TransactionRow
}

let people = 0

/** Returns a new payee for whom nothing was posted yet: an id and a name. */
export const createPayee = () => ({ userId: `person-${++people}`, name: 'Piet Jansen' })
export type Someone = ReturnType<typeof createPayee>

/** Returns the one element of a list; throws unless there is exactly one. */
export function takeOnlyItem<T>(all: readonly T[]): T {
  const [first] = all
  if (first === undefined || all.length > 1) throw new Error(`Not one but ${all.length}`)
  return first
}

/** Loads the ledger for a test file; returns its functions, and shorthands for what tests use most. */
export async function startLedger() {
  const ledger = await import('../functions/book/service.ts')
  const dueOf = ({ userId }: Someone, amount: number, commissionId = 'sale-1', version = 3) =>
    ledger.postDue({ ...when, userId, amount, commissionId, version, supplyDate, text: 'Sale S-1' })
  return {
    ...ledger,
    findTransaction,
    dueOf,
    correctionOf: ({ userId }: Someone, amount: number, id = `c-${userId}`) =>
      ledger.postCorrection({ ...when, userId, amount, id, text: 'Correctie' }),
    /** Posts an open amount in cents, due to a new person; returns the item. */
    dueItem: async (amount = 9500): Promise<LedgerItem> => {
      const payee = createPayee()
      await commitPosted(dueOf(payee, amount))
      return takeOnlyItem(await ledger.readOpenItems(payee.userId))
    },
    /** Returns an item as it is stored now. */
    again: async ({ id }: LedgerItem) => takeOnlyItem(await ledger.findItems([id])),
    openOf: async ({ userId }: Someone | LedgerItem) =>
      (await ledger.readOpenItems(userId)).map(({ id, amount }) => [id, amount]),
    payable: async ({ userId }: Someone | LedgerItem) => (await ledger.readPersonBalance(userId, '2026-11')).openAfter,
    claimOf: (item: LedgerItem, claim: Parameters<typeof ledger.claimItems>[1] = invoice) =>
      ledger.claimItems({ items: [item] }, claim, when),
    reversalOf: (item: LedgerItem) => ledger.reverseItem(item, { ...when, text: 'Sale S-1 vervallen' }),
    /** Prepares the reversal of an item by a credit note of the invoice that claims it. */
    creditOf: (item: LedgerItem, from: `invoice#${string}`) =>
      ledger.reverseHeldItems([item], { ...when, cause: 'note', from, text: 'Niet meer verdiend' }),
    payrollOf: (...items: LedgerItem[]) => ledger.payByPayroll({ items }, { ...when, month: '2026-11' }),
  }
}
export type Ledger = Awaited<ReturnType<typeof startLedger>>

/** Returns the contents of all XML elements with this name, in order. */
const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner)
const first = (xml: string, name: string) => all(xml, name)[0] ?? ''
const cents = (text: string) => Math.round(Number(text) * 100)

/** Elements that identify something in an audit file, with the element that must list each of them once. */
const lists = {
  ...{ accID: 'generalLedger', RGScode: 'generalLedger', custSupID: 'customersSuppliers' },
  ...{ vatID: 'vatCodes', periodNumber: 'periods' },
}

/** Adds up the debits and credits of lines, in cents. */
function sumsOf(lines: readonly string[]) {
  const sums = { D: 0, C: 0 }
  for (const line of lines) sums[first(line, 'amntTp') === 'D' ? 'D' : 'C'] += cents(first(line, 'amnt'))
  return sums
}

/**
 * Expects an audit file 4.0 to be right in what its schema cannot say: each transaction balances, totals are those of
 * the lines, and what lines name is listed once. Returns its transactions, and the closing balance of each account in
 * cents.
 */
export function readAuditFile(xml: string) {
  for (const [name, list] of Object.entries(lists)) {
    const listed = all(first(xml, list), name)
    expect(listed, `${name} is listed once`).toEqual([...new Set(listed)])
    const known = new Set(listed)
    const unknown = all(xml, name).filter((one) => !known.has(one))
    expect(unknown, `${name} is listed`).toEqual([])
  }
  const closing = new Map<string, number>()
  for (const [part, line] of [
    ['openingBalance', 'obLine'],
    ['transactions', 'trLine'],
  ] as const) {
    const text = first(xml, part)
    const lines = all(text, line)
    const { D, C } = sumsOf(lines)
    const totals = [
      Number(first(text, 'linesCount')),
      cents(first(text, 'totalDebit')),
      cents(first(text, 'totalCredit')),
    ]
    expect(totals, part).toEqual([lines.length, D, C])
    expect(D, `${part} adds up`).toBe(C)
    for (const one of lines) {
      const account = first(one, 'accID')
      const sums = sumsOf([one])
      closing.set(account, (closing.get(account) ?? 0) + sums.D - sums.C)
    }
  }
  const transactions = all(first(xml, 'transactions'), 'transaction')
  const numbers = transactions.map((one) => first(one, 'nr'))
  expect(numbers).toEqual([...new Set(numbers)])
  const unbalanced = transactions.filter((one) => {
    const { D, C } = sumsOf(all(one, 'trLine'))
    return D !== C
  })
  expect(unbalanced).toEqual([])
  return { transactions, closing }
}
