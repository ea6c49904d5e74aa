import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { Operation } from '../functions/platform/commit.ts'
import { documents, TABLE_NAME } from '../functions/platform/table.ts'
import { batchesOf } from './counts.ts'

const PUTS = 25
const SIDE_BY_SIDE = 8

/** Stores rows of any kind; of two with one key, as two demo customers at the same address make, the last. */
export async function storeAll(writes: readonly Operation[]): Promise<void> {
  const items = writes.map((write) => (write.params() as { Item: { pk: string; sk: string } }).Item)
  const distinct = [...new Map(items.map((item) => [`${item.pk} ${item.sk}`, item])).values()]
  for (const some of batchesOf(batchesOf(distinct, PUTS), SIDE_BY_SIDE)) await Promise.all(some.map(put))
}

async function put(items: readonly object[]): Promise<void> {
  const requests = items.map((Item) => ({ PutRequest: { Item } }))
  await documents.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }))
}
