import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type Guard, signerOf } from '../infra/local/rights/guard.ts'
import { accessesOf } from '../infra/local/rights/table-access.ts'
import { type Note, noteRequestedWork, watchWork } from './touches/recorder.ts'

/** A function of the manifest that runs, and what notes the table calls of its work. */
interface Running {
  readonly name: string
  readonly note?: Note | undefined
}

/**
 * Holds the context that names the running function, as tests run all functions in one process with one access key. A
 * header passes the name to the stand-ins.
 */
const held = globalThis as { [key: symbol]: AsyncLocalStorage<Running> | undefined }
const contextKey = Symbol.for('partnerview.function')
const SENDER = 'x-test-function'

function context(): AsyncLocalStorage<Running> {
  const known = held[contextKey]
  if (known) return known
  const made = new AsyncLocalStorage<Running>()
  held[contextKey] = made
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest }
    const name = made.getStore()?.name
    if (name && !request.headersSent) request.setHeader(SENDER, name)
  })
  return made
}

/**
 * Runs work as a function of the manifest, with only the rights of that function. The work of the outbox may change
 * only the kinds of record that `changedByWork` names.
 */
export const runAsFunction = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  watchWork(name, (note) => context().run({ name, note }, work))

/** Runs the handler of a request as a function of the manifest; `note` gets its table calls. */
export const runRequest = <T>(name: string, work: () => Promise<T>, note: Note): Promise<T> =>
  context().run({ name, note }, work)

/** Runs work with the rights of the test, which may do everything, also while a function of the manifest runs. */
export const runAsTest = <T>(work: () => Promise<T>): Promise<T> => context().exit(work)

/**
 * Returns the name of the Lambda function that sent a request, whose rights are then checked. Returns the test's access
 * key when no function did; the test may do everything.
 */
export const testSenderOf: Guard['senderOf'] = (request) => String(request.headers[SENDER] ?? signerOf(request))

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

const decoder = new TextDecoder()
const textOf = (body: string | Uint8Array) => (typeof body === 'string' ? body : decoder.decode(body))

/**
 * Check of the running function's rights to a table operation with this body; throws when a right is missing. Returns a
 * function to call once the operation has succeeded.
 */
export type Check = (operation: string, body: object) => () => void

/**
 * Returns a check that throws when the running function may not make a table call. The test itself may make every call.
 */
export const tableCheckOf =
  (guard: Guard): Check =>
  (operation, body) => {
    const { name, note } = context().getStore() ?? {}
    noteRequestedWork(body)
    if (!name) return () => undefined
    const accesses = accessesOf(operation, body, guard.arns)
    const message = guard.refusal(name, accesses)
    if (message) throw Object.assign(new Error(message), { name: 'AccessDeniedException', $fault: 'client' })
    return () => note?.(accesses)
  }

/** Makes the table client refuse calls beyond the rights of the running function, before they are sent. */
export function guardTable(documents: DynamoDBDocumentClient, check: Check): void {
  documents.middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as Sent
      const succeeded = check(headers['x-amz-target']?.split('.')[1] ?? '', JSON.parse(textOf(body)))
      const reply = await next(args)
      succeeded()
      return reply
    },
    { step: 'build', name: 'guardTable', override: true },
  )
}
