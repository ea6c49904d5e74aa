import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { required, settings } from './env.ts'
import { consumed } from './request.ts'

export const { TABLE_NAME } = settings({ TABLE_NAME: required })

const client = new DynamoDBClient({ maxAttempts: 5 })

const readCommands = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'TransactGetItemsCommand'])

interface Capacity {
  CapacityUnits?: number
}

client.middlewareStack.add(
  (next, context) => async (args) => {
    Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
    const reply = await next(args)
    const output = reply.output as { ConsumedCapacity?: Capacity | Capacity[] }
    const units = [output.ConsumedCapacity ?? []].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0)
    consumed(readCommands.has(context.commandName ?? '') ? 'read' : 'write', units)
    return reply
  },
  { step: 'initialize', name: 'consumedCapacity' },
)

export const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })

/** What every entity is made with. */
export const store = { client: documents, table: TABLE_NAME }

/** The model of an entity of the one table; keys are readable templates such as `user#<id>`. */
export const model = (entity: string) => ({ entity, service: 'partnerview', version: '1' })

/** Seconds since the epoch, for the TTL attribute `expires`. */
export const ttl = (epochMs: number): number => Math.ceil(epochMs / 1000)

/** The fields of the primary key or of one index; key values keep their case (ElectroDB lower-cases by default). */
const fields = <const I extends string>(index: I) => ({
  pk: { field: `${index}pk` as `${I}pk`, casing: 'none' as const },
  sk: { field: `${index}sk` as `${I}sk`, casing: 'none' as const },
})
export const key = {
  primary: fields(''),
  gsi1: fields('gsi1'),
  gsi2: fields('gsi2'),
  gsi3: fields('gsi3'),
  gsi4: fields('gsi4'),
}

/** Whether a single conditional write was accepted; other failures are thrown. */
export async function accepted(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isConditionFailed(error)) return false
    throw error
  }
}

/** Whether a single write was refused by its condition (ElectroDB wraps the SDK's error). */
function isConditionFailed(error: unknown): boolean {
  const isIt = (one: unknown) => one instanceof Error && one.name === 'ConditionalCheckFailedException'
  return isIt(error) || (error instanceof Error && isIt(error.cause))
}
