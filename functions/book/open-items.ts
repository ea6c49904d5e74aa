import { readAll } from '../platform/data/rows.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import { inOrder, isText, type Partition, type Source } from '../records/source.ts'
import { type LedgerItem, LedgerItems } from './item-entity.ts'
import { findItems, isOpen } from './items.ts'

/** Number of people whose open items are read at the same time. */
const PEOPLE_TOGETHER = 20

const openPartition = (userId: string) => LedgerItems.query.open({ userId }) as unknown as Partition<LedgerItem>

/**
 * Returns the open items of a person by day of supply, as the source of a list. Items that were claimed a moment ago
 * may still be among them.
 */
export const openItemList = (userId: string): Source<LedgerItem> =>
  inOrder<LedgerItem>({ supplyDate: isText, id: isText }, [openPartition(userId)])

/**
 * Reads the open items of a person by day of supply. Leaves out items claimed a moment ago; items opened a moment ago
 * may be missing.
 */
export async function readOpenItems(userId: string): Promise<LedgerItem[]> {
  const found = await readAll<LedgerItem>(openPartition(userId))
  return (await findItems(found.map(({ id }) => id))).filter(isOpen)
}

/** Reads the open items of several people from the index, eventually consistent. */
export async function readOpenItemsOfPeople(userIds: readonly string[]): Promise<LedgerItem[]> {
  const found: LedgerItem[] = []
  await runInParallel(
    userIds,
    async (userId) => {
      found.push(...(await readAll<LedgerItem>(openPartition(userId))))
    },
    PEOPLE_TOGETHER,
  )
  return found
}
