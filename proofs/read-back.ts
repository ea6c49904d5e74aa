import * as z from 'zod'
import type { Endpoint } from '../shared/api/parts/endpoint.ts'
import { maskIban } from '../shared/identifiers.ts'
import { type Instant, localDateOf } from '../shared/time.ts'
import { fieldsOf, type Schema, schemaOf, unwrapNullable } from './json-schema.ts'
import { fullBodyOf, type Hints } from './sample.ts'

type Fields = Readonly<Record<string, unknown>>

/** Outcome of one call: the reply, the later reads, and the stored rows. */
export interface Outcome {
  readonly status: number
  /** The record in the reply. */
  readonly answer: Fields
  /** Replies of the endpoints that show this kind of record, read right after the call. */
  readonly shown: readonly unknown[]
  /** Rows that the call wrote, without audit, session and idempotency rows. */
  readonly stored: readonly unknown[]
}

/** Function that makes a call with a body, each time on a new record. */
export type Call = (body: unknown) => Promise<Outcome>

const isOf = ({ result }: Endpoint, schema: z.ZodType) => result.kind === 'json' && result.schema === schema

/**
 * Tells whether an endpoint returns a record: its result has an id, or the same schema as a GET on the same path.
 * `readers` are the GET endpoints.
 */
export function hasRecordResult({ result, path }: Endpoint, readers: readonly Endpoint[]): boolean {
  if (result.kind !== 'json') return false
  const { properties = {} } = schemaOf(result.schema, 'output')
  return 'id' in properties || readers.some((one) => one.path === path && isOf(one, result.schema))
}

/**
 * Calls a write endpoint by `call`. Returns a text for each sent value that is lost, each difference between its reply
 * and later reads, and each refusal. Runs twice with different values, as a lost value may happen to equal the stored
 * one.
 */
export async function findLostValues(endpoint: Endpoint, call: Call, hints: Hints = {}): Promise<string[]> {
  // Each sent value must come back in the reply as its schema parses it, or masked if its field is marked `x-masked`. A
  // field that the reply lacks must change the reply or a stored row, unless the field is marked `x-not-stored`. The
  // reply must equal a read right after it, except for fields marked `x-shown-once` or `x-of-the-change`.
  const lost: string[] = []
  const fields = endpoint.body ? fieldsOf(schemaOf(endpoint.body)) : {}
  const results = endpoint.result.kind === 'json' ? fieldsOf(schemaOf(endpoint.result.schema, 'output')) : {}
  for (const variant of [0, 1]) {
    const body = Object(fullBodyOf(endpoint, hints, variant)) as Fields
    const outcome = await call(endpoint.body ? body : undefined)
    if (outcome.status >= 300) {
      lost.push(`${outcome.status} for ${JSON.stringify(body)}: ${JSON.stringify(outcome.answer)}`)
      continue
    }
    lost.push(...notShown(outcome, results))
    const parsed = Object(endpoint.body?.safeParse(body).data ?? {}) as Fields
    for (const name of Object.keys(fields)) {
      // This field (`x-instead-of`) can be sent instead of another. When it is not sent, the service decides its value.
      if (parsed[name] === undefined && replacesAnother(fields[name])) continue
      const shown = isMarked(fields[name], 'x-masked') ? maskIban(String(parsed[name])) : parsed[name]
      if (name in results && !isSame(shown, outcome.answer[name])) {
        lost.push(`${name}: sent ${shorten(shown)}, answered ${shorten(outcome.answer[name])}`)
      }
    }
  }
  const unseen = Object.keys(fields).filter((name) => !(name in results) && !isMarked(fields[name], 'x-not-stored'))
  if (unseen.length > 0 && lost.length === 0) lost.push(...(await withoutEffect(endpoint, call, hints, unseen)))
  return lost
}

const replacesAnother = (field: Schema | undefined) => unwrapNullable(field ?? {})['x-instead-of'] !== undefined

const shorten = (value: unknown) => JSON.stringify(value)?.slice(0, 100)

const isMarked = (field: Schema | undefined, mark: `x-${'not-stored' | 'shown-once' | 'of-the-change' | 'masked'}`) =>
  field !== undefined && unwrapNullable(field)[mark] === true

/** Returns a text for each of these fields whose value changes neither the reply nor a stored row. */
async function withoutEffect(endpoint: Endpoint, call: Call, hints: Hints, names: readonly string[]) {
  const fields = endpoint.body ? fieldsOf(schemaOf(endpoint.body)) : {}
  const [instead, besides] = [
    names.filter((name) => replacesAnother(fields[name])),
    names.filter((name) => !replacesAnother(fields[name])),
  ]
  const lost: string[] = []
  for (const [group, sent] of [[besides, undefined], ...instead.map((name) => [[name], name] as const)] as const) {
    if (group.length === 0) continue
    const [body, other] = [0, 1].map((variant) => Object(fullBodyOf(endpoint, hints, variant, sent)) as Fields) as [
      Fields,
      Fields,
    ]
    const [one, same] = [valuesByPath(await call(body)), valuesByPath(await call(body))]
    const steady = [...one].filter(([path, value]) => same.get(path) === value)
    for (const name of group) {
      const changed = valuesByPath(await call({ ...body, [name]: other[name] }))
      if (steady.every(([path, value]) => changed.get(path) === value)) {
        lost.push(`${name}: neither answered nor stored; mark it x-not-stored if it only steers the call`)
      }
    }
  }
  return lost
}

/**
 * Returns every value of an outcome by its path. The record's own id becomes `<id>`, so that outcomes can be compared.
 */
function valuesByPath({ answer, stored }: Outcome): Map<string, string> {
  const found = new Map<string, string>()
  const id = String(answer['id'] ?? '-')
  const walk = (value: unknown, path: string) => {
    if (value !== null && typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${name.replaceAll(id, '<id>')}`)
    } else found.set(path, String(value).replaceAll(id, '<id>'))
  }
  walk(answer, 'answer')
  for (const row of stored) walk(row, `row ${String(Object(row)['pk']).replaceAll(id, '<id>')}`)
  return found
}

/** Returns the differences between the reply and the later reads, and the fields that no read shows. */
function notShown({ answer, shown }: Outcome, results: Readonly<Record<string, Schema>>): string[] {
  const wrong: string[] = []
  const seen = new Set<string>()
  for (const reply of shown) {
    const record = sameIn(reply, answer)
    for (const [name, value] of Object.entries(record ?? {})) {
      if (!(name in answer)) continue
      seen.add(name)
      if (!agree(answer[name], value)) wrong.push(`${name}: answered ${shorten(answer[name])}, shown ${shorten(value)}`)
    }
  }
  if (seen.size === 0) return ['the record is shown nowhere']
  const isOnlyAnswered = (name: string) =>
    isMarked(results[name], 'x-shown-once') || isMarked(results[name], 'x-of-the-change')
  const missing = Object.keys(answer).filter((name) => !seen.has(name) && !isOnlyAnswered(name))
  return [...wrong, ...missing.map((name) => `${name}: answered and shown nowhere`)]
}

/**
 * Finds the record of `answer` in a later reply. Of the objects with the id of the answer, returns the one that has
 * most of its fields; undefined if there is none. If the answer has no id, returns the whole reply; undefined for a
 * list.
 */
function sameIn(reply: unknown, answer: Fields): Fields | undefined {
  if (!('id' in answer)) return Array.isArray(reply) ? undefined : (reply as Fields)
  const alike = objectsIn(reply).filter(({ id }) => id === answer['id'])
  const common = (one: Fields) => Object.keys(one).filter((name) => name in answer).length
  return alike.sort((one, other) => common(other) - common(one))[0]
}

function objectsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (value === null || typeof value !== 'object') return []
  return [value as Fields, ...Object.values(value).flatMap(objectsIn)]
}

/** Tells whether two replies agree on the fields that both have; one may show fewer fields of a person or team. */
function agree(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other)
  return Object.keys(one).every((name) => !(name in other) || agree(one[name], other[name]))
}

const isObject = (value: unknown): value is Fields => value !== null && typeof value === 'object'

/**
 * Tells whether a sent value came back. An absent value counts as null. An object may come back with more fields, and a
 * day as a moment on that day.
 */
function isSame(sent: unknown, back: unknown): boolean {
  if (sent === undefined || sent === null || back === undefined || back === null)
    return (sent ?? null) === (back ?? null)
  if (Array.isArray(sent)) {
    return Array.isArray(back) && sent.length === back.length && sent.every((one, index) => isSame(one, back[index]))
  }
  if (isObject(sent)) return isObject(back) && Object.entries(sent).every(([name, one]) => isSame(one, back[name]))
  if (z.iso.date().safeParse(sent).success && z.iso.datetime().safeParse(back).success) {
    return localDateOf(back as Instant) === sent
  }
  return sent === back
}
