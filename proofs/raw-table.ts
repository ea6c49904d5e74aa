import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { postToDatabase, SIGNED } from '../testing/database/direct-table.ts'

/** An item as it is stored in the table. */
export type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string }

const documents = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } })
let open: DynamoDBDocumentClient | undefined

/** A value in DynamoDB's own JSON: its type and content. */
type Raw = { readonly [type: string]: unknown }
type RawItem = Readonly<Record<string, Raw>>
interface Page {
  readonly Items?: readonly RawItem[]
  readonly LastEvaluatedKey?: RawItem
}

async function callTable<T>(operation: string, body: object): Promise<T> {
  const { hostname, port } = new URL(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']))
  const reply = await postToDatabase(Number(port), {
    hostname,
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': '20261121T090000Z',
      authorization: SIGNED,
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    },
    body: JSON.stringify(body),
  })
  const text = reply.body.toString('utf8')
  if (reply.statusCode !== 200) throw new Error(`The table refused a call: ${reply.statusCode} ${text}`)
  return JSON.parse(text)
}

const tableName = () => String(process.env['TABLE_NAME'])

function contentOf(raw: Raw): unknown {
  const [[type, value] = []] = Object.entries(raw)
  switch (type) {
    case 'NULL':
      return null
    case 'N':
      return Number(value)
    case 'SS':
      return new Set(value as string[])
    case 'L':
      return (value as Raw[]).map(contentOf)
    case 'M':
      return itemOf(value as RawItem)
    case 'S':
    case 'B':
    case 'BOOL':
      return value
    default:
      throw new Error(`A value of type ${type} in the table`)
  }
}

const itemOf = (raw: RawItem) =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, contentOf(value)]))

/**
 * Returns all items in the table of the running world (the back end of one test file), sorted by key. For proofs only:
 * reads without entities, schemas and the SDK, as these make it four times as slow.
 */
export async function readRawTable(): Promise<Item[]> {
  const items: Item[] = []
  let ExclusiveStartKey: RawItem | undefined
  do {
    const page: Page = await callTable('Scan', { TableName: tableName(), ConsistentRead: true, ExclusiveStartKey })
    items.push(...(page.Items ?? []).map((raw) => itemOf(raw) as Item))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Number of reads after which a followed table is read in full, as a check. */
const READS_PER_CHECK = 200
/** Number of keys that one request may read. */
const KEYS_PER_READ = 100
/** Number of keys that one request may write. */
const KEYS_PER_WRITE = 25

type Key = Pick<Item, 'pk' | 'sk'>
interface Followed {
  readonly items: Map<string, Item>
  /** Keys written since the last read. */
  readonly touched: Map<string, Key>
  reads: number
}
let followed: Followed | undefined

/** Remembers a key that was written, to be read again. */
const touch = (key: Key) => followed?.touched.set(keyOf(key), key)

/**
 * Returns all items of the table; made for reads before and after many calls. Reads again only the items that this
 * process wrote since the last read; the other items stay the same objects. Every 200th time it reads everything, and
 * throws if that shows other contents.
 */
export async function followTable(): Promise<Item[]> {
  await takeChanges()
  return [...(followed?.items.values() ?? [])]
}

/**
 * Returns what changed in the table since it was last followed; at first, nothing. Reads only the items that this
 * process wrote, and checks that as `followTable` does.
 */
export async function takeChanges(): Promise<Differences> {
  if (!followed) {
    followed = { items: new Map(), touched: new Map(), reads: 0 }
    await noteWrites()
    for (const item of await readRawTable()) followed.items.set(keyOf(item), item)
  }
  const { items, touched } = followed
  const keys = [...touched.values()]
  touched.clear()
  const before = keys.flatMap((key) => items.get(keyOf(key)) ?? [])
  for (let at = 0; at < keys.length; at += KEYS_PER_READ) await readAgain(items, keys.slice(at, at + KEYS_PER_READ))
  const after = keys.flatMap((key) => items.get(keyOf(key)) ?? [])
  if (++followed.reads % READS_PER_CHECK === 0) {
    const whole = await readRawTable()
    if (!isUntouched(differencesOf([...items.values()], whole))) throw new Error('Somebody else writes to the table')
  }
  return differencesOf(before, after)
}

async function readAgain(items: Map<string, Item>, keys: readonly Key[]): Promise<void> {
  const Keys = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }))
  const { Responses, UnprocessedKeys } = await callTable<{
    Responses: { readonly [table: string]: readonly RawItem[] }
    UnprocessedKeys?: object
  }>('BatchGetItem', { RequestItems: { [tableName()]: { Keys, ConsistentRead: true } } })
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error('Too much was written to be read at once')
  for (const key of keys) items.delete(keyOf(key))
  for (const raw of Responses[tableName()] ?? []) {
    const item = itemOf(raw) as Item
    items.set(keyOf(item), item)
  }
}

/**
 * Remembers the keys that the functions write, before each write is sent and again when it has ended. A read in between
 * forgets the keys, and may miss the write.
 */
async function noteWrites(): Promise<void> {
  const { documents: functions } = await import('../functions/platform/data/table.ts')
  functions.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!/Put|Update|Delete|Write/.test(commandName)) return next(args)
        const keys = keysIn(args.input)
        keys.forEach(touch)
        return next(args).finally(() => keys.forEach(touch))
      },
    { step: 'initialize', name: 'noteWrites', override: true },
  )
}

/** Returns the keys in a writing request, whose values may be in DynamoDB's JSON already. */
function keysIn(request: unknown): Key[] {
  if (typeof request !== 'object' || request === null) return []
  const { pk, sk } = request as Record<string, string | { readonly S: string } | undefined>
  const text = (value: string | { readonly S: string }) => (typeof value === 'string' ? value : value.S)
  return pk && sk ? [{ pk: text(pk), sk: text(sk) }] : Object.values(request).flatMap(keysIn)
}

/** Stores an item unchanged. */
export async function putRaw(item: Item): Promise<void> {
  open ??= documents()
  await open.send(new PutCommand({ TableName: process.env['TABLE_NAME'], Item: item }))
  touch(item)
}

/** Deletes items from the table directly, without the entities and checks of the application. */
export async function removeRaw(items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += KEYS_PER_WRITE) {
    const some = items.slice(at, at + KEYS_PER_WRITE)
    const deletions = some.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk: { S: pk }, sk: { S: sk } } } }))
    await callTable('BatchWriteItem', { RequestItems: { [tableName()]: deletions } })
    some.forEach(touch)
  }
}

/** Returns the key of an item as one text. */
export const keyOf = ({ pk, sk }: Pick<Item, 'pk' | 'sk'>) => `${pk} / ${sk}`

/** Returns the items of one entity, by the name in its model. */
export const itemsOfEntity = (items: readonly Item[], entity: string) =>
  items.filter((item) => item['__edb_e__'] === entity)

/** Fields that every request changes in the use of its session. */
const seen = new Set(['lastSeen', 'idleUntil'])

/** Returns a value in a form that can be compared as JSON: the fields of objects and the elements of sets sorted. */
export function toComparable(value: unknown): unknown {
  if (value instanceof Set) return [...value].sort()
  if (Array.isArray(value)) return value.map(toComparable)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .map(([name, inner]) => [name, toComparable(inner)])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
}

const serialise = (item: Item) =>
  JSON.stringify(
    toComparable(
      Object.fromEntries(
        Object.entries(item).filter(([name]) => !(item.pk.startsWith('sessionuse#') && seen.has(name))),
      ),
    ),
  )

export interface Differences {
  readonly added: Item[]
  readonly removed: Item[]
  readonly changed: { before: Item; after: Item }[]
}

/**
 * Returns the items added, removed and changed between two states of the table. Ignores the fields that every request
 * changes in the use of its session.
 */
export function differencesOf(before: readonly Item[], after: readonly Item[]): Differences {
  const old = new Map(before.map((item) => [keyOf(item), item]))
  const added: Item[] = []
  const changed: { before: Item; after: Item }[] = []
  for (const item of after) {
    const earlier = old.get(keyOf(item))
    old.delete(keyOf(item))
    if (!earlier) added.push(item)
    else if (earlier !== item && serialise(earlier) !== serialise(item)) changed.push({ before: earlier, after: item })
  }
  return { added, removed: [...old.values()], changed }
}

/** Tells whether two states of the table are equal: nothing was added, removed or changed. */
export const isUntouched = ({ added, removed, changed }: Differences) =>
  added.length + removed.length + changed.length === 0

/** Returns the audit rows among items. */
export const auditsIn = (items: readonly Item[]) => itemsOfEntity(items, 'audit')

/**
 * Counts the requests that wrote the audit rows among these items. A request that changes several records writes
 * several audit rows with the same request id.
 */
export const countWrites = (items: readonly Item[]) => new Set(auditsIn(items).map((row) => row['requestId'])).size
