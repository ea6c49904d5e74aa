import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'

/** An item as it lies in the table. */
export type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string }

const documents = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } })
let open: DynamoDBDocumentClient | undefined

/** Everything in the table of the running world, past every entity and schema; for proofs only. */
export async function rawTable(): Promise<Item[]> {
  open ??= documents()
  const items: Item[] = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await open.send(
      new ScanCommand({ TableName: process.env['TABLE_NAME'], ConsistentRead: true, ExclusiveStartKey }),
    )
    items.push(...((page.Items ?? []) as Item[]))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Stores an item as it is. */
export async function putRaw(item: Item): Promise<void> {
  open ??= documents()
  await open.send(new PutCommand({ TableName: process.env['TABLE_NAME'], Item: item }))
}

/** Takes items out of the table. */
export async function removeRaw(items: readonly Item[]): Promise<void> {
  open ??= documents()
  for (const { pk, sk } of items) {
    await open.send(new DeleteCommand({ TableName: process.env['TABLE_NAME'], Key: { pk, sk } }))
  }
}

export const keyOf = ({ pk, sk }: Item) => `${pk} / ${sk}`

/** The items of one entity, by the name its model gives it. */
export const ofEntity = (items: readonly Item[], entity: string) => items.filter((item) => item['__edb_e__'] === entity)

/** What every request does to its own session: it was seen. */
const seen = new Set(['lastSeen', 'idleUntil'])

/** A value as text, whatever the order in which the table hands its parts over. */
export function frozenValue(value: unknown): unknown {
  if (value instanceof Set) return [...value].sort()
  if (Array.isArray(value)) return value.map(frozenValue)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .map(([name, inner]) => [name, frozenValue(inner)])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
}

const frozen = (item: Item) =>
  JSON.stringify(
    frozenValue(
      Object.fromEntries(Object.entries(item).filter(([name]) => !(item.pk.startsWith('session#') && seen.has(name)))),
    ),
  )

export interface Differences {
  readonly added: Item[]
  readonly removed: Item[]
  readonly changed: { before: Item; after: Item }[]
}

/** How the table changed, a session's having been seen apart. */
export function differencesOf(before: readonly Item[], after: readonly Item[]): Differences {
  const old = new Map(before.map((item) => [keyOf(item), item]))
  const added: Item[] = []
  const changed: { before: Item; after: Item }[] = []
  for (const item of after) {
    const earlier = old.get(keyOf(item))
    old.delete(keyOf(item))
    if (!earlier) added.push(item)
    else if (frozen(earlier) !== frozen(item)) changed.push({ before: earlier, after: item })
  }
  return { added, removed: [...old.values()], changed }
}

export const isUntouched = ({ added, removed, changed }: Differences) =>
  added.length + removed.length + changed.length === 0

/** The audit rows among items, by the moment they were written. */
export const auditsIn = (items: readonly Item[]) => ofEntity(items, 'audit')

/** How many writes the audit rows among items tell of: one that changes several records leaves a row for each. */
export const writesIn = (items: readonly Item[]) => new Set(auditsIn(items).map((row) => row['requestId'])).size
