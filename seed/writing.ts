import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { splitIntoBatches } from '../functions/platform/data/rows.ts'
import { documents, type Operation, TABLE_NAME } from '../functions/platform/data/table.ts'

/**
 * Maximum number of rows stored in one request. In the local database, a transaction takes little longer than a single
 * row.
 */
const PUTS = 100
const SIDE_BY_SIDE = 4

/** Stores rows of any kind; of two with the same key, stores the last, as demo customers may share an address. */
export async function storeAll(writes: readonly Operation[]): Promise<void> {
  const items = writes.map((write) => (write.params() as { Item: { pk: string; sk: string } }).Item)
  await storeItems([...new Map(items.map((item) => [`${item.pk} ${item.sk}`, item])).values()])
}

/** Stores items as they are; no two may have the same key. */
export async function storeItems(items: readonly object[]): Promise<void> {
  for (const some of splitIntoBatches(splitIntoBatches(items, PUTS), SIDE_BY_SIDE)) await Promise.all(some.map(put))
}

async function put(items: readonly object[]): Promise<void> {
  const TransactItems = items.map((Item) => ({ Put: { TableName: TABLE_NAME, Item } }))
  await documents.send(new TransactWriteCommand({ TransactItems }))
}

/** Leaves out the values that a row may lack; so a new one needs no line in the demo. */
export const leaveOptional = <Row>() =>
  ({}) as { readonly [Name in keyof Row as undefined extends Row[Name] ? Name : never]: undefined }
