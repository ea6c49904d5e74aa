import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBClient, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { type CustomAttributeType, Entity as ElectroEntity, type EntityItem, type Schema } from 'electrodb'
import type { Whole } from '../../../shared/whole.ts'
import { readSetting } from '../env.ts'
import { addUsage } from '../request.ts'

export const TABLE_NAME = readSetting('TABLE_NAME')

/**
 * Client of the table, without the SDK's clock correction. When the clocks of SDK and table differ, the correction
 * also retries writes whose condition did not hold. Then too few retries are left for calls that the table throttles.
 * Lambda keeps its clock right.
 */
// Where one call in ten is throttled, six attempts fail once in a million calls, after eight seconds on average.
const dynamodb = new DynamoDBClient({ maxAttempts: 6, disableClockSkewCorrection: true })

const readCommands = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'TransactGetItemsCommand'])

interface Capacity {
  CapacityUnits?: number
}

// The SDK's log middleware masks every reply for a log that we do not keep. Without it, a page of a hundred rows takes
// a sixth less time.
dynamodb.middlewareStack.remove('loggerMiddleware')

dynamodb.middlewareStack.add(
  (next, context) => async (args) => {
    Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
    const reply = await next(args)
    const output = reply.output as { ConsumedCapacity?: Capacity | Capacity[] }
    const units = [output.ConsumedCapacity ?? []].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0)
    addUsage(readCommands.has(context.commandName ?? '') ? 'read' : 'write', units)
    return reply
  },
  { step: 'initialize', name: 'consumedCapacity' },
)

export const documents = DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } })

/** Adapts an SDK call to the form that ElectroDB expects of a client. */
const calls =
  <I>(send: (input: I) => Promise<unknown>) =>
  (input: I) => ({ promise: () => send(input) })
const never = () => {
  throw new Error('No scans, and transactions only by commit')
}

const MAX_ATTEMPTS = 8

/**
 * Reads the items of a batch, and repeats for keys that a busy table or a reply of over 16 MB left out. So an item that
 * is absent does not exist. Throws the error of a busy table when keys stay unread.
 */
export async function batchGet(input: BatchGetCommandInput): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  await untilWhole(input.RequestItems, async (RequestItems) => {
    const reply = await documents.send(new BatchGetCommand({ ...input, RequestItems }))
    items.push(...(reply.Responses?.[TABLE_NAME] ?? []))
    return { ...reply, left: reply.UnprocessedKeys }
  })
  return items
}

/**
 * Writes a whole batch; tries again with the items that a busy table left out. Throws the error of a busy table when
 * items stay unwritten.
 */
export const batchWrite = (input: BatchWriteCommandInput): Promise<void> =>
  untilWhole(input.RequestItems, async (RequestItems) => {
    const reply = await documents.send(new BatchWriteCommand({ ...input, RequestItems }))
    return { ...reply, left: reply.UnprocessedItems }
  })

async function untilWhole<T extends object>(
  all: T | undefined,
  ask: (part: T | undefined) => Promise<{ readonly left: T | undefined } & Pick<BatchGetCommandOutput, '$metadata'>>,
): Promise<void> {
  let part = all
  for (let attempt = 1; ; attempt++) {
    const { left, $metadata } = await ask(part)
    if (!left || !(TABLE_NAME in left)) return
    if (attempt === MAX_ATTEMPTS) {
      throw new ProvisionedThroughputExceededException({ message: 'Some of a batch stays unprocessed', $metadata })
    }
    await pause(randomInt(10, 25 * 2 ** Math.min(attempt, 5)))
    part = left
  }
}

/** Client for ElectroDB: every call it may make, by name. */
const client = {
  get: calls<GetCommandInput>((input) => documents.send(new GetCommand(input))),
  put: calls<PutCommandInput>((input) => documents.send(new PutCommand(input))),
  update: calls<UpdateCommandInput>((input) => documents.send(new UpdateCommand(input))),
  delete: calls<DeleteCommandInput>((input) => documents.send(new DeleteCommand(input))),
  batchGet: calls(async (input: BatchGetCommandInput) => ({
    Responses: { [TABLE_NAME]: await batchGet(input) },
    UnprocessedKeys: {},
  })),
  batchWrite: calls(async (input: BatchWriteCommandInput) => {
    await batchWrite(input)
    return { UnprocessedItems: {} }
  }),
  query: calls<QueryCommandInput>((input) => documents.send(new QueryCommand(input))),
  createSet: (values: unknown[]) => new Set(values),
  scan: never,
  transactGet: never,
  transactWrite: never,
}

/** Any ElectroDB put, update or delete; its parameters go into the transaction of `commit`. */
export interface Operation {
  params(): object
}

/** Client and table name for every entity. */
export const store = { client, table: TABLE_NAME }

/** Returns an object that is created at its first use. */
function lazily(make: () => object): object {
  let made: object | undefined
  return new Proxy(
    {},
    {
      get: (_, name) => {
        made ??= make()
        const value: unknown = Reflect.get(made, name)
        return typeof value === 'function' ? value.bind(made) : value
      },
    },
  )
}

type Call = (method: string, parameters: object, config?: object) => Promise<unknown>

/**
 * Makes an entity throw the error of a failed call itself. Otherwise ElectroDB creates an error with a stack trace at
 * each call, to wrap the one that a few of them throw.
 */
function throwOriginalErrors<T extends { go: Call }>(entity: T): T {
  const call = entity.go.bind(entity)
  return Object.assign(entity, {
    go: (method, parameters, config) => call(method, parameters, { ...config, originalErr: true }),
  } satisfies { go: Call })
}

/**
 * ElectroDB's entity, created at its first use: a function imports the entities of many services, and a request needs a
 * few of them.
 */
export const Entity = new Proxy(ElectroEntity, {
  construct: (entity, model) => lazily(() => throwOriginalErrors(Reflect.construct(entity, model))),
})

/** Returns ElectroDB's `model` of an entity: its name, and the service and version that all entities share. */
export const entityModel = (entity: string) => ({ entity, service: 'partnerview', version: '1' })

type Parts = Pick<Schema<string, string, string>, 'attributes' | 'indexes'>

/** Makes an entity of the table from its name, attributes and indexes. */
export const defineEntity = <A extends Parts['attributes'], I extends Parts['indexes']>(
  name: string,
  parts: { readonly attributes: A; readonly indexes: I },
) => new Entity({ model: entityModel(name), ...parts }, store)

// biome-ignore lint/suspicious/noExplicitAny: any entity, as in ElectroDB's own types
type AnyEntity = ElectroEntity<any, any, any, any>
type Values<T, Names> = { [Name in Names & PropertyKey]: Name extends keyof T ? T[Name] : never }

/**
 * Row of an entity. No attribute is optional, nor a part of one but of the attributes `Loose`. So a copy of a row that
 * forgets one does not compile.
 */
export type RowOf<E extends AnyEntity, Loose extends keyof EntityItem<E> = never> = Whole<Omit<EntityItem<E>, Loose>> &
  Values<EntityItem<E>, Loose>

/** Common attribute types: required text, optional text, required number and required boolean. */
export const must = { type: 'string', required: true } as const
export const text = { type: 'string' } as const
export const number = { type: 'number', required: true } as const
export const flag = { type: 'boolean', required: true } as const

/** Returns a required attribute of a type of ours, which ElectroDB stores as it is. Of ElectroDB only the type is used. */
export const mustBe = <T>(type: Parameters<typeof CustomAttributeType<T>>[0]) =>
  ({ type: type as ReturnType<typeof CustomAttributeType<T>>, required: true }) as const

/** Returns an optional attribute of a type of ours, which ElectroDB stores as it is. */
export const canBe = <T>() => ({ type: 'any' as unknown as ReturnType<typeof CustomAttributeType<T>> }) as const

/** Returns seconds since the epoch, rounded up, for the TTL attribute `expires`. */
export const ttlSeconds = (epochMs: number): number => Math.ceil(epochMs / 1000)

/** Names of the attributes in a template: of `team#${teamId}#${date}` they are `teamId` and `date`. */
type NamesIn<T extends string> = T extends `${string}\${${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** Returns one half of a key in ElectroDB's form. Values keep their case, which ElectroDB lowers by default. */
const half = <F extends string, const T extends string>(field: F, template: T) => ({
  field,
  template,
  composite: Array.from(template.matchAll(/\$\{(\w+)\}/g), ([, name]) => name) as NamesIn<T>[],
  casing: 'none' as const,
})

/**
 * Returns the primary key of an entity from the templates of its partition and sort key. Keys are readable, such as
 * `user#<id>`.
 */
export const primary = <const P extends string, const S extends string>(partition: P, sort: S) => ({
  pk: half('pk', partition),
  sk: half('sk', sort),
})

/**
 * Makes the function that returns an index of the table from the templates of its partition and sort key. The index has
 * the rows that `isIn` tells; without it, all.
 */
const buildIndex =
  <const I extends string>(index: I) =>
  <const P extends string, const S extends string>(
    partition: P,
    sort: S,
    isIn?: (row: Readonly<Record<string, unknown>>) => boolean,
  ) => ({
    index,
    pk: half(`${index}pk`, partition),
    sk: half(`${index}sk`, sort),
    ...(isIn && { condition: isIn }),
  })

/** Returns an index of an entity on GSI 1, from the templates of its partition and sort key. */
export const gsi1 = buildIndex('gsi1')
/** Returns an index of an entity on GSI 2, from the templates of its partition and sort key. */
export const gsi2 = buildIndex('gsi2')
/** Returns an index of an entity on GSI 3, from the templates of its partition and sort key. */
export const gsi3 = buildIndex('gsi3')
/** Returns an index of an entity on GSI 4, from the templates of its partition and sort key. */
export const gsi4 = buildIndex('gsi4')
/** Returns an index of an entity on GSI 5, from the templates of its partition and sort key. */
export const gsi5 = buildIndex('gsi5')

/** Runs a single conditional write and tells whether its condition held. Throws other failures. */
export async function tryWrite(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isConditionFailed(error)) return false
    throw error
  }
}

/** Tells whether a single write was refused by its condition. */
const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException'
