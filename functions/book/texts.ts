import { getRows } from '../platform/data/rows.ts'
import { LedgerTransactions, type TransactionRow } from './entity.ts'
import { type LedgerItem, LedgerItems } from './item-entity.ts'
import { causeOf, findItems } from './items.ts'

/** Items with the transactions that posted, split or reversed them. */
export interface PostedItems {
  readonly items: readonly LedgerItem[]
  readonly transactions: readonly TransactionRow[]
}

/** Reads items by their ids, whatever claims them, with the parts of split ones and their transactions. */
export async function readPostedItems(ids: readonly string[]): Promise<PostedItems> {
  const items = await readWithParts(ids)
  const causes = items.flatMap((item) => [causeOf(item), `split#${item.id}`, `reverse#${item.id}`])
  const transactions = await getRows(
    LedgerTransactions,
    [...new Set(causes)].map((id) => ({ id })),
  )
  return { items, transactions: transactions as TransactionRow[] }
}

async function readWithParts(ids: readonly string[]): Promise<LedgerItem[]> {
  const items = await findItems(ids)
  const split = items.filter(({ claimedBy }) => claimedBy?.by.startsWith('split#'))
  if (split.length === 0) return items
  return [...items, ...(await readWithParts(split.flatMap(({ id }) => [`${id}/1`, `${id}/2`])))]
}

/**
 * Rewrites the texts of items and their transactions, when a name has to go from them. Seals have no texts, so a closed
 * month stays intact. Repeating this changes nothing.
 */
export async function rewriteTexts({ items, transactions }: PostedItems, rewrite: (text: string) => string) {
  for (const { id, text } of items) {
    if (rewrite(text) !== text)
      await LedgerItems.patch({ id })
        .set({ text: rewrite(text) })
        .go()
  }
  for (const { id, text } of transactions) {
    if (rewrite(text) !== text)
      await LedgerTransactions.patch({ id })
        .set({ text: rewrite(text) })
        .go()
  }
}
