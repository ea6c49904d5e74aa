/** Units of the table that a key got. */
export interface Units {
  readonly read: number
  readonly write: number
}

/** Units of each key, by `<table or index> <key>`. */
export type KeyLoad = Map<string, Units>

/** A call of DynamoDB with its reply, as far as the keys and units are concerned. */
interface Request {
  readonly IndexName?: string
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>
  readonly Key?: Readonly<Record<string, unknown>>
  readonly Item?: Readonly<Record<string, unknown>>
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly object[] } | readonly object[]>>
  readonly TransactItems?: readonly Readonly<Record<string, Request>>[]
}

interface Reply {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number } | readonly { readonly CapacityUnits?: number }[]
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'S' in value ? String(value.S) : String(value)

/** Returns the keys of the table and of its indexes that an item is stored under. */
const keysOfItem = (item: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(item).flatMap(([name, value]) => {
    const [, index = 'table'] = /^(gsi\d+)?pk$/.exec(name) ?? []
    return /^(gsi\d+)?pk$/.test(name) ? [`${index} ${textOf(value)}`] : []
  })

/** Returns the keys that a call reads or writes; a query has one. */
function keysOf(input: Request): string[] {
  const { IndexName = 'table', KeyConditionExpression, ExpressionAttributeValues = {} } = input
  if (KeyConditionExpression) {
    const [, name = ''] = /=\s*(:\w+)/.exec(KeyConditionExpression) ?? []
    return [`${IndexName} ${textOf(ExpressionAttributeValues[name])}`]
  }
  const batch = Object.values(input.RequestItems ?? {}).flatMap((part) =>
    'Keys' in part
      ? (part.Keys ?? []).map((Key) => ({ Key: Key as Request['Key'] }))
      : (part as readonly { readonly PutRequest?: Request; readonly DeleteRequest?: Request }[]).map(
          ({ PutRequest, DeleteRequest }) => PutRequest ?? DeleteRequest ?? {},
        ),
  )
  const parts = (input.TransactItems ?? []).flatMap((part) => Object.values(part))
  if (batch.length + parts.length > 0) return [...batch, ...parts].flatMap((part) => keysOf(part as Request))
  return keysOfItem(input.Item ?? input.Key ?? {})
}

const reading = /^(Get|BatchGet|Query|TransactGet)/

/**
 * Counts the units of each key of the table and its indexes while `work` runs; the units of a call are divided among the
 * keys that it names.
 */
export async function measureKeys(work: () => Promise<void>): Promise<KeyLoad> {
  const { documents } = await import('../functions/platform/data/table.ts')
  const load: KeyLoad = new Map()
  documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const reply = await next(args)
        const { ConsumedCapacity } = reply.output as Reply
        const total = [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
        const keys = keysOf(args.input as Request)
        for (const key of keys) {
          const { read, write } = load.get(key) ?? { read: 0, write: 0 }
          const units = total / keys.length
          load.set(key, {
            read: read + (reading.test(commandName) ? units : 0),
            write: write + (reading.test(commandName) ? 0 : units),
          })
        }
        return reply
      },
    { step: 'initialize', name: 'measureKeys', override: true },
  )
  await work()
  documents.middlewareStack.remove('measureKeys')
  return load
}
