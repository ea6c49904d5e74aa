import { DynamoDBClient, DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { Check } from '../rights.ts'
import { postToDatabase, SIGNED } from './direct-table.ts'

/**
 * Fields of a command whose values are converted to or from DynamoDB's form; all fields when none is named. `*` stands
 * for each key or element, null for a value to convert.
 */
interface Nodes {
  readonly [field: string]: Nodes | null
}

interface Command {
  readonly input: object
  readonly inputKeyNodes: Nodes
  readonly outputKeyNodes: Nodes
  readonly clientCommand: { readonly constructor: { readonly name: string } }
}

type Handler = (args: { input: object }) => Promise<{ output: object }>

/**
 * Names of the SDK's own middlewares, which a direct call skips. `identify` does not list `httpAuthSchemeMiddleware`,
 * because its place is relative to a middleware that only commands have.
 */
const ofSdk = [
  ...new DynamoDBClient({ region: 'eu-west-1' }).middlewareStack.identify().map(nameIn),
  'httpAuthSchemeMiddleware',
]

function nameIn(identified: string): string {
  return identified.split(' ')[0] ?? ''
}

/** Database and check of each client that calls the database itself: those of the latest world. */
const directs = new WeakMap<DynamoDBDocumentClient, { url: string; port: number; check: Check }>()

/** Removals of the middlewares that the tests of a file added to a client. */
const ofTests: (() => void)[] = []

/** Removes the middlewares of the last test file, as files share the client. */
export function removeTestMiddlewares(): void {
  for (const remove of ofTests.splice(0)) remove()
}

/**
 * Makes a client call the database at `url` without the SDK's own middlewares, which take half the time of a call.
 * Middlewares of the product and of tests still run, except `guardTable`: `check` replaces it. A call still goes
 * through the SDK in three cases: it has options, a middleware must see the request or reply as bytes, or the
 * environment names another database.
 */
export function skipSdkMiddlewares(documents: DynamoDBDocumentClient, url: string, check: Check): void {
  const known = directs.get(documents)
  const direct = Object.assign(known ?? {}, { url, port: Number(new URL(url).port), check })
  if (known) return
  directs.set(documents, direct)
  const stack = documents.middlewareStack
  const usual = documents.send.bind(documents)
  /** Handlers by name of command; emptied when a middleware is added or removed. Null while `hasLaterStep` is true. */
  let handlers: Map<string, Handler> | null = new Map()
  for (const name of ['add', 'addRelativeTo', 'remove'] as const) {
    const change = stack[name].bind(stack) as (...args: unknown[]) => never
    const changed = (...args: unknown[]) => {
      const result = change(...args)
      const { name: added } = (args[1] ?? {}) as { name?: string }
      if (added) ofTests.push(() => stack.remove(added))
      handlers = hasLaterStep(stack) ? null : new Map()
      return result
    }
    Object.assign(stack, { [name]: changed })
  }

  const handlerOf = (command: Command, made: Map<string, Handler>): Handler => {
    const commandName = command.clientCommand.constructor.name
    const known = made.get(commandName)
    if (known) return known
    const own = stack.clone()
    for (const name of [...ofSdk, 'guardTable']) own.remove(name)
    const operation = commandName.replace(/Command$/, '')
    const send: Handler = async ({ input }) => {
      const body = convert(input, command.inputKeyNodes, toAttribute)
      const succeeded = direct.check(operation, body)
      const reply = await post(direct.port, operation, body)
      succeeded()
      return { output: convert(reply, command.outputKeyNodes, fromAttribute) }
    }
    const handler = own.resolve(send as never, { commandName } as never) as unknown as Handler
    made.set(commandName, handler)
    return handler
  }
  const isTable = () => process.env['AWS_ENDPOINT_URL_DYNAMODB'] === direct.url
  const send = async (command: Command, ...rest: never[]) => {
    if (!handlers || rest.length > 0 || !isTable()) return usual(command as never, ...rest)
    return (await handlerOf(command, handlers)({ input: command.input })).output
  }
  Object.assign(documents, { send })
}

/** Tells whether a middleware of the product or of a test must see the request or the reply as bytes. */
const hasLaterStep = (stack: DynamoDBDocumentClient['middlewareStack']) =>
  stack
    .identify()
    .map((one) => ({ name: nameIn(one), step: one.split(' - ').at(-1) }))
    .some(({ name, step }) => step !== 'initialize' && name !== 'guardTable' && !ofSdk.includes(name))

/** Writes a value in DynamoDB's JSON as the SDK does, which takes longer; it still writes sets, bytes and the like. */
function toAttribute(value: unknown): unknown {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'boolean') return { BOOL: value }
  if (Number.isSafeInteger(value)) return { N: String(value) }
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(toAttribute) }
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  if (isPlain) return { M: convertEach(value, toAttribute) }
  return marshall(value, { removeUndefinedValues: true, convertTopLevelContainer: true } as never)
}

/**
 * Reads a value in DynamoDB's JSON, with bytes still in base64, as the SDK does; a function of the SDK would need bytes,
 * and another walk over the reply for them.
 */
function fromAttribute(raw: unknown): unknown {
  const attribute = raw as Readonly<Record<string, unknown>>
  const [type = ''] = Object.keys(attribute)
  const value = attribute[type]
  switch (type) {
    case 'S':
    case 'BOOL':
      return value
    case 'N':
      return Number(value)
    case 'NULL':
      return null
    case 'M':
      return convertEach(value as object, fromAttribute)
    case 'L':
      return (value as unknown[]).map(fromAttribute)
    case 'SS':
      return new Set(value as string[])
    case 'B':
      return new Uint8Array(Buffer.from(String(value), 'base64'))
    default:
      throw new Error(`The tests do not read values of type ${type}`)
  }
}

/** Returns a copy of an object or array with each value converted, without those that are undefined. */
function convertEach(object: object, leaf: (value: unknown) => unknown): object {
  if (Array.isArray(object)) return object.filter((one) => one !== undefined).map(leaf)
  const values = object as Readonly<Record<string, unknown>>
  const copy: Record<string, unknown> = {}
  // A loop over the names takes a third of the time of entries; it runs for each row that a test reads or writes.
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (value === undefined) continue
    if (name === '__proto__') Object.defineProperty(copy, name, { value: leaf(value), enumerable: true })
    else copy[name] = leaf(value)
  }
  return copy
}

/** Returns a copy of an object in which `leaf` has converted the values that the nodes name. */
function convert(object: object, nodes: Nodes, leaf: (value: unknown) => unknown): object {
  const { '*': each, ...named } = nodes
  const names = Object.keys(named)
  const converted = (value: unknown, node: Nodes | null) =>
    node === null ? leaf(value) : convert(Object(value), node, leaf)
  if (each) return convertEach(object, (value) => converted(value, each))
  if (each === null || names.length === 0) return convertEach(object, leaf)
  const copy: Record<string, unknown> = { ...object }
  for (const name of names) {
    if (copy[name] !== undefined) copy[name] = converted(copy[name], named[name] ?? null)
  }
  return copy
}

/** Returns a body as JSON, with bytes in base64. */
function textOf(body: object): string {
  const text = JSON.stringify(body)
  // Reads the value from the object that holds it. The given `value` is no Buffer any more, as its `toJSON` has run.
  function asBase64(this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
    const own = this[key]
    return own instanceof Uint8Array ? Buffer.from(own).toString('base64') : value
  }
  // `asBase64` looks at each value, which takes most of the time; few bodies hold bytes and need it.
  return text.includes('"B":{') ? JSON.stringify(body, asBase64) : text
}

/** Sends an operation to the database; returns its reply. Throws the exception that the reply names. */
async function post(port: number, operation: string, body: object): Promise<object> {
  const reply = await postToDatabase(port, {
    hostname: '127.0.0.1',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization: SIGNED,
    },
    body: textOf(body),
  })
  const $metadata = { httpStatusCode: reply.statusCode }
  const read = JSON.parse(reply.body.toString('utf8'))
  if (reply.statusCode === 200) return { ...read, $metadata }
  const { __type: type = '', message, Message, ...details } = read
  const name = String(type).split('#').at(-1) ?? ''
  const $fault = reply.statusCode < 500 ? 'client' : 'server'
  throw Object.assign(
    new DynamoDBServiceException({ name, $fault, $metadata, message: message ?? Message ?? name }),
    details,
  )
}
