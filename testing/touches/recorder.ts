import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutboxKind } from '../../functions/platform/data/outbox.ts'
import type { Access } from '../../infra/local/rights/policy.ts'
import { routes } from '../../shared/api/index.ts'
import type { Endpoint } from '../../shared/api/parts/endpoint.ts'
import type { RecordKind } from '../../shared/kinds.ts'
import { createMatcher } from '../../shared/routing.ts'
import { changedByStream, changedByWork, kindOf } from './declared.ts'

/** Kinds of record that some work wrote and read, and the work that it left to the outbox. */
interface Touched {
  readonly wrote: Set<RecordKind>
  readonly read: Set<RecordKind>
  readonly left: Set<OutboxKind>
  /** Outbox items that the work did itself. */
  readonly did: Set<OutboxKind>
  /** True when counters were read. */
  counts: boolean
}

/** Notes the accesses of a table call that succeeded. */
export type Note = (accesses: readonly Access[]) => void

const WRITES = /^dynamodb:(?:Put|Update|Delete|BatchWrite)/
const READS = /^dynamodb:(?:GetItem|BatchGetItem|Query)$/

/** Kinds of the work of outbox items, by the partition key of the item, as they were written in this process. */
const held = globalThis as { [key: symbol]: Map<string, OutboxKind> | undefined }
const workKey = Symbol.for('partnerview.requestedWork')
held[workKey] ??= new Map()
const requested = held[workKey]

interface Transaction {
  readonly TransactItems?: readonly { readonly Put?: { readonly Item?: Record<string, { readonly S?: string }> } }[]
}

/** Remembers the kind of each outbox item that a transaction writes. */
export function noteRequestedWork(body: object): void {
  for (const { Put } of (body as Transaction).TransactItems ?? []) {
    const key = Put?.Item?.['pk']?.S
    if (key?.startsWith('outbox#')) requested.set(key, Put?.Item?.['kind']?.S as OutboxKind)
  }
}

/** Returns an empty record of touched kinds, and the function that fills it. */
function startNoting(): { touched: Touched; note: Note } {
  const touched: Touched = { wrote: new Set(), read: new Set(), left: new Set(), did: new Set(), counts: false }
  const note: Note = (accesses) => {
    for (const access of accesses) noteAccess(touched, access)
  }
  return { touched, note }
}

function noteAccess(touched: Touched, { action, context = {} }: Access): void {
  const isWrite = WRITES.test(action)
  if (!isWrite && !READS.test(action)) return
  for (const key of context['dynamodb:LeadingKeys'] ?? []) {
    const partition = key.split('#', 1)[0] ?? ''
    const work = requested.get(key)
    if (work) touched[isWrite ? 'left' : 'did'].add(work)
    if (partition === 'count' || partition === 'counts') touched.counts ||= !isWrite
    const kind = kindOf[partition]
    if (kind === undefined) throw new Error(`${partition} has no kind of record in a functions/*/domain.ts`)
    // Every request reads the row of the person who asks.
    const isWhoAsks = partition === 'user' && action === 'dynamodb:GetItem'
    if (typeof kind === 'string' && !isWhoAsks) touched[isWrite ? 'wrote' : 'read'].add(kind)
  }
}

const match = createMatcher(routes)

/** Messages about what requests and work touched beyond their declarations. */
const undeclared = new Set<string>()

/**
 * Runs a request and compares the kinds of record that it touched with those that its endpoint declares; `run` gets
 * what notes its table calls. Leaves out an endpoint that only a test has.
 */
export async function watchRequest<Reply extends { readonly statusCode?: number | undefined }>(
  method: string,
  path: string,
  run: (note: Note) => Promise<Reply>,
): Promise<Reply> {
  const found = match(method, decodeURIComponent(path))
  const { touched, note } = startNoting()
  const reply = await run(found ? note : () => undefined)
  if (found) compareRequest(found.route.key, found.route.endpoint, touched, reply.statusCode ?? 200)
  return reply
}

/** Statuses of a refusal before anything was changed. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 422, 429])

function compareRequest(key: string, endpoint: Endpoint, touched: Touched, status: number): void {
  const { changes = [], later = [], shows, marksWhenRefused = false } = endpoint
  record({ key, status, touched })
  expectDeclared(key, 'changes', touched.wrote, [...changes, ...later])
  if (shows) expectDeclared(key, 'shows', touched.read, shows)
  if (shows?.length === 0 && touched.counts) undeclared.add(`${key} reads counters: shows what they count`)
  for (const kind of touched.left) expectDeclared(`${key} by ${kind}`, 'later', changedByWork[kind], later)
  if (!REFUSALS.has(status) || marksWhenRefused) return
  // A wrong code or password is counted in the partition of the person.
  const stored = [...touched.wrote].filter((kind) => kind !== 'user')
  expectDeclared(`${key} refused with ${status}`, 'marksWhenRefused, for', stored, [])
}

/** Notes the touched kinds that a declaration lacks. */
function expectDeclared(who: string, what: string, found: Iterable<RecordKind>, declared: readonly RecordKind[]): void {
  const missing = [...new Set(found)].filter((kind) => !declared.includes(kind))
  if (missing.length > 0) undeclared.add(`${who}: ${what} ${missing.sort().join(', ')}`)
}

/**
 * Runs the work of a function that is no request. Work of the outbox may change only what `changedByWork` names for the
 * items of its batch.
 */
export async function watchWork<T>(name: string, run: (note: Note) => Promise<T>): Promise<T> {
  const { touched, note } = startNoting()
  try {
    return await run(note)
  } finally {
    const kinds = [...touched.did]
    record({ key: `${name} ${kinds.sort().join()}`, status: 0, touched })
    const known = kinds.flatMap((kind) => changedByWork[kind])
    const streamed = name === 'later' ? changedByStream : []
    if (kinds.length > 0) {
      expectDeclared(`work ${kinds.join()}`, 'changes', touched.wrote, [...known, ...streamed])
      for (const kind of touched.left)
        expectDeclared(`work ${kinds.join()} by ${kind}`, 'changes', changedByWork[kind], known)
    }
  }
}

/** Environment variable with the folder where each process writes what was touched; unset: nothing is written. */
const SEEN_FOLDER = 'PARTNERVIEW_TOUCHED'

function record({ key, status, touched }: { key: string; status: number; touched: Touched }): void {
  const folder = process.env[SEEN_FOLDER]
  if (!folder) return
  const { wrote, read, left, counts } = touched
  const line = { key, status, wrote: [...wrote], read: [...read], left: [...left], counts }
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`)
}

/** Throws when a request or work touched more than it declares. */
export function failOnUndeclared(): void {
  const lines = [...undeclared].sort()
  undeclared.clear()
  if (lines.length === 0) return
  throw new Error(`Beyond their declarations (shared/api, work in functions/*/domain.ts):\n${lines.join('\n')}`)
}
