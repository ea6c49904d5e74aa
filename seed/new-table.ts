import { writeFile } from 'node:fs/promises'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'

type Item = Readonly<Record<string, unknown>>

/** Prefixes of the key attributes of the table and of its indexes. */
const prefixes = ['', 'gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'] as const

interface Query {
  readonly IndexName?: string
  readonly KeyConditionExpression: string
  readonly ExpressionAttributeValues: Item
  readonly ExclusiveStartKey?: Item
  readonly Limit?: number
  readonly ScanIndexForward?: boolean
}

interface Update {
  readonly Key: Item
  readonly UpdateExpression: string
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues: Item
}

interface Call {
  readonly Key?: Item
  readonly Item?: Item
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Item[] }>>
  readonly TransactItems?: readonly { readonly Put?: { readonly Item: Item } }[]
}

/**
 * Table in memory, which a new installation fills before its database starts. The database imports the rows at once,
 * at a fifth of the cost of writing them by its API.
 */
export interface NewTable {
  /** Makes a client use this table for all its calls. */
  serve(client: DynamoDBDocumentClient): void
  /** Writes all rows to a file, one DynamoDB JSON object per line, ordered by key. */
  save(file: string): Promise<void>
}

/**
 * Creates an empty table in memory. It answers the calls of the seed and throws at any other: puts, counters, reads by
 * key, and queries of a partition. It has one writer, so conditions of writes always hold.
 */
export function createNewTable(): NewTable {
  const items = new Map<string, Item>()
  /** The same items by partition of the table or an index. */
  const partitions = new Map<string, Map<string, Item>>()

  function put(item: Item): void {
    const key = keyOf(item)
    for (const partition of partitionsOf(items.get(key))) partitions.get(partition)?.delete(key)
    items.set(key, item)
    for (const partition of partitionsOf(item)) {
      const known = partitions.get(partition)
      if (known) known.set(key, item)
      else partitions.set(partition, new Map([[key, item]]))
    }
  }

  function query({ IndexName = '', ExpressionAttributeValues: values, ...asked }: Query) {
    const condition = asked.KeyConditionExpression
    const [, partition = '', after] = /^#pk = (:pk)(?: and #sk1 > (:sk1))?$/.exec(condition) ?? refuse(condition)
    const sortKey = (item: Item) => String(item[`${IndexName}sk`])
    const found = [...(partitions.get(`${IndexName} ${values[partition]}`)?.values() ?? [])]
      .filter((item) => after === undefined || sortKey(item) > String(values[after]))
      .sort((one, other) => compare(sortKey(one), sortKey(other)) || compare(keyOf(one), keyOf(other)))
    if (asked.ScanIndexForward === false) found.reverse()
    const start = asked.ExclusiveStartKey && keyOf(asked.ExclusiveStartKey)
    const left = start === undefined ? found : found.slice(found.findIndex((item) => keyOf(item) === start) + 1)
    const page = left.slice(0, asked.Limit)
    return { Items: page, LastEvaluatedKey: page.length < left.length ? pickKeys(page.at(-1), IndexName) : undefined }
  }

  /** Applies `SET`, `REMOVE` and `ADD` of an update, as those of counters. */
  function update({ Key, UpdateExpression: expression, ...given }: Update): void {
    const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = given
    const item: Record<string, unknown> = { ...Key, ...items.get(keyOf(Key)) }
    for (const [, action, parts = ''] of expression.matchAll(/(SET|REMOVE|ADD) (.*?)(?= SET | REMOVE | ADD |$)/g)) {
      for (const part of parts.split(', ')) {
        const [attribute = '', named = ''] = part.split(/ = | /)
        const name = names[attribute] ?? refuse(expression)
        if (action === 'REMOVE') delete item[name]
        else item[name] = action === 'ADD' ? Number(item[name] ?? 0) + Number(values[named]) : values[named]
      }
    }
    put(item)
  }

  function answer(command: string, input: never): object {
    const { Key, Item, RequestItems = {}, TransactItems = [] }: Call = input
    switch (command) {
      case 'GetItemCommand':
        return { Item: Key && items.get(keyOf(Key)) }
      case 'BatchGetItemCommand': {
        const found = Object.entries(RequestItems).map(([table, { Keys = [] }]) => [
          table,
          Keys.flatMap((key) => items.get(keyOf(key)) ?? []),
        ])
        return { Responses: Object.fromEntries(found) }
      }
      case 'QueryCommand':
        return query(input)
      case 'PutItemCommand':
        put(Item ?? refuse(command))
        return {}
      case 'TransactWriteItemsCommand':
        for (const { Put } of TransactItems) put(Put?.Item ?? refuse(command))
        return {}
      case 'UpdateItemCommand':
        update(input)
        return {}
      default:
        return refuse(command)
    }
  }

  return {
    serve(client) {
      client.middlewareStack.add(
        (_next, { commandName = '' }) =>
          async ({ input }) => ({ output: answer(commandName, input as never) as never, response: {} }),
        { step: 'initialize', name: 'newTable', priority: 'high' },
      )
    },
    async save(file) {
      const sorted = [...items].sort(([one], [other]) => compare(one, other))
      const lines = sorted.map(([, item]) => JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) }))
      await writeFile(
        file,
        lines.map((line) => `${line}\n`),
      )
    },
  }
}

/** Returns the primary key of an item as one text, which sorts as the key. */
const keyOf = ({ pk, sk }: Item) => `${pk}\0${sk}`

/** Lists the partitions of the table and of its indexes that hold an item. */
const partitionsOf = (item: Item = {}) =>
  prefixes.flatMap((prefix) => {
    const partition = item[`${prefix}pk`]
    return partition === undefined ? [] : `${prefix} ${partition}`
  })

const pickKeys = (item: Item = {}, index: string) =>
  Object.fromEntries(['pk', 'sk', `${index}pk`, `${index}sk`].map((name) => [name, item[name]]))

const compare = (one: string, other: string) => {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function refuse(what: string): never {
  throw new Error(`The table of a new installation does not know '${what}'`)
}
