import type { LedgerItem, Posted, TransactionRow } from '../functions/ledger/service.ts'
import type { LocalDate } from '../shared/time.ts'

/** When and by whom tests post. */
export const when = { date: '2026-11-21' as LocalDate, by: 'sophie' }
export const supplyDate = '2026-10-14' as LocalDate

/** The concept invoice that claims items in tests. */
export const invoice = { by: 'invoice#1', number: 'YDS-2026-0012' } as const

/** Writes what verbs of the book return, in one transaction. */
export async function commitPosted(...parts: readonly Posted[]): Promise<void> {
  const { commit } = await import('../functions/platform/data/commit.ts')
  const { asSystem } = await import('../functions/platform/actor.ts')
  const write = parts.flatMap((part) => part.write)
  const count = parts.flatMap((part) => part.count)
  await commit(asSystem('test'), { action: 'test.post', entity: { type: 'test', id: '1' }, write, count }, undefined)
}

/** Reads one transaction by its cause. */
export async function findTransaction(cause: string): Promise<TransactionRow> {
  const { LedgerTransactions } = await import('../functions/ledger/entity.ts')
  const { data } = await LedgerTransactions.get({ id: cause }).go({ consistent: true })
  if (!data) throw new Error(`${cause} was never posted`)
  return data as TransactionRow
}

let people = 0

/** Returns a payee who has nothing yet. */
export const someone = () => ({ userId: `person-${++people}`, name: 'Piet Jansen' })
export type Someone = ReturnType<typeof someone>

/** Returns the one element of a list; throws where there are others, or none. */
export function only<T>(all: readonly T[]): T {
  const [first] = all
  if (first === undefined || all.length > 1) throw new Error(`Not one but ${all.length}`)
  return first
}

/** Loads the book for a test file, with the verbs as its tests use them most. */
export async function startLedger() {
  const ledger = await import('../functions/ledger/service.ts')
  const dueOf = ({ userId }: Someone, amount: number, commissionId = 'sale-1', version = 3) =>
    ledger.postDue({ ...when, userId, amount, commissionId, version, supplyDate, text: 'Sale S-1' })
  return {
    ...ledger,
    findTransaction,
    dueOf,
    correctionOf: ({ userId }: Someone, amount: number, id = `c-${userId}`) =>
      ledger.postCorrection({ ...when, userId, amount, id, text: 'Correctie' }),
    /** One open due of a new person. */
    dueItem: async (amount = 9500): Promise<LedgerItem> => {
      const payee = someone()
      await commitPosted(dueOf(payee, amount))
      return only(await ledger.openItems(payee.userId))
    },
    /** An item as it stands now. */
    again: async ({ id }: LedgerItem) => only(await ledger.findItems([id])),
    openOf: async ({ userId }: Someone | LedgerItem) =>
      (await ledger.openItems(userId)).map(({ id, amount }) => [id, amount]),
    payable: async ({ userId }: Someone | LedgerItem) => (await ledger.balance(userId, '2026-11')).openAfter,
    claimOf: (item: LedgerItem, claim: Parameters<typeof ledger.claimItems>[1] = invoice) =>
      ledger.claimItems({ items: [item] }, claim, when),
    reversalOf: (item: LedgerItem) => ledger.reverseItem(item, { ...when, text: 'Sale S-1 vervallen' }),
    /** Takes an item back by a credit note of the invoice that holds it. */
    creditOf: (item: LedgerItem, from: `invoice#${string}`) =>
      ledger.reverseHeldItems([item], { ...when, cause: 'note', from, text: 'Niet meer verdiend' }),
    payrollOf: (...items: LedgerItem[]) => ledger.payByPayroll({ items }, { ...when, month: '2026-11' }),
  }
}
export type Ledger = Awaited<ReturnType<typeof startLedger>>
