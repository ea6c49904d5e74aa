import type { Arns } from '../../rights.ts'
import { type Access, viaService } from './policy.ts'

type Value = { readonly S?: string; readonly N?: string; readonly B?: string }
type Item = Readonly<Record<string, Value>>
interface Named {
  readonly TableName?: string
}
interface Batched<T> {
  readonly RequestItems?: Readonly<Record<string, T>>
}
type Write = Named & { readonly Key?: Item; readonly Item?: Item }
interface Update extends Write {
  readonly UpdateExpression?: string
  readonly ConditionExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
}
interface Query extends Named {
  readonly IndexName?: string
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Item
}
type Transaction = { readonly TransactItems?: readonly Readonly<Record<string, Write>>[] }

/** Right needed for each kind of item in a transaction. */
const TRANSACTED: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
}

/**
 * Returns the rights that a DynamoDB call needs: those of the call itself, and use of the key that encrypts the table.
 */
export const accessesOf = (operation: string, body: object, arns: Arns): Access[] => [
  ...tableAccesses(operation, body, (table) => arns.table.replace(/[^/]*$/, table)),
  { action: 'kms:Decrypt', resource: arns.key, context: viaService('dynamodb', arns) },
]

/** Returns the table rights that a call needs; a transaction needs the rights of each of its parts. */
function tableAccesses(operation: string, body: object, arnOf: (table: string) => string): Access[] {
  const action = `dynamodb:${operation}`
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'DeleteItem':
      return [accessByKey(action, arnOf(tableOf(body)), partitionsIn([body]))]
    case 'UpdateItem':
      return [updateAccess(body, arnOf)]
    case 'Query':
      return [queryAccess(body, arnOf)]
    case 'BatchGetItem':
      return batchAccesses<{ readonly Keys?: readonly Item[] }>(action, body, arnOf, ({ Keys = [] }) =>
        partitionsIn(Keys.map((Key) => ({ Key }))),
      )
    case 'BatchWriteItem':
      return batchAccesses<readonly Readonly<Record<string, Write>>[]>(action, body, arnOf, (writes) =>
        partitionsIn(writes.flatMap((write) => Object.values(write))),
      )
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return ((body as Transaction).TransactItems ?? []).flatMap((item) =>
        Object.entries(item).map(([kind, write]) =>
          kind === 'Update'
            ? updateAccess(write, arnOf)
            : accessByKey(`dynamodb:${TRANSACTED[kind] ?? kind}`, arnOf(tableOf(write)), partitionsIn([write])),
        ),
      )
    default:
      return [{ action, resource: arnOf(tableOf(body)) }]
  }
}

const tableOf = ({ TableName = '' }: Named) => TableName

const accessByKey = (action: string, resource: string, partitions: readonly string[]): Access =>
  partitions.length > 0
    ? { action, resource, context: { 'dynamodb:LeadingKeys': [...new Set(partitions)] } }
    : { action, resource }

const partitionsIn = (writes: readonly Write[]) =>
  writes.flatMap(({ Key, Item }) => {
    const partition = (Key ?? Item)?.['pk']?.S
    return partition === undefined ? [] : [partition]
  })

const batchAccesses = <T>(
  action: string,
  body: Batched<T>,
  arnOf: (table: string) => string,
  of: (part: T) => string[],
) => Object.entries(body.RequestItems ?? {}).map(([table, part]) => accessByKey(action, arnOf(table), of(part)))

/**
 * Returns the right that a query needs: on the table or on the queried index, with the partition key in its condition.
 * For an index this is the index's own partition key, such as `gsi1pk`.
 */
function queryAccess(body: Query, arnOf: (table: string) => string): Access {
  const { IndexName, KeyConditionExpression = '', ExpressionAttributeNames: names = {} } = body
  const attribute = IndexName ? `${IndexName}pk` : 'pk'
  const resource = IndexName ? `${arnOf(tableOf(body))}/index/${IndexName}` : arnOf(tableOf(body))
  const partitions = [...KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)].flatMap(
    ([, name = '', value = '']) =>
      (names[name] ?? name) === attribute ? [body.ExpressionAttributeValues?.[value]?.S ?? ''] : [],
  )
  return accessByKey('dynamodb:Query', resource, partitions)
}

/** Words of expressions that name no attribute; a name before a bracket is that of a function. */
const NO_ATTRIBUTE = /^(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|BETWEEN|IN)$/i

/** Returns the right that an update needs, with the attributes that it names. */
function updateAccess(body: Update, arnOf: (table: string) => string): Access {
  const { UpdateExpression = '', ConditionExpression = '', ExpressionAttributeNames: names = {} } = body
  const words = `${UpdateExpression} ${ConditionExpression}`.matchAll(/(?<![:\w#.])(#?\w+)(?!\w|\s*\()/g)
  const attributes = [...words].flatMap(([, word = '']) =>
    NO_ATTRIBUTE.test(word) || /^\d/.test(word) ? [] : [names[word] ?? word],
  )
  const access = accessByKey('dynamodb:UpdateItem', arnOf(tableOf(body)), partitionsIn([body]))
  const named = [...new Set([...Object.keys(body.Key ?? {}), ...attributes])]
  return { ...access, context: { ...access.context, 'dynamodb:Attributes': named } }
}
