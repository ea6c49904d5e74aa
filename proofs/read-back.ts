import * as z from 'zod'
import type { Endpoint } from '../shared/contract/parts/endpoint.ts'
import { maskIban } from '../shared/identifiers.ts'
import { type Instant, localDateOf } from '../shared/time.ts'
import { fieldsOf, fullBodyOf, type Hints, type Schema, schemaOf, unwrapNullable } from './sample.ts'

type Fields = Readonly<Record<string, unknown>>

/** Outcome of one call. */
export interface Outcome {
  readonly status: number
  /** The record that was answered. */
  readonly answer: Fields
  /** The replies of the endpoints that show such records, right after. */
  readonly shown: readonly unknown[]
  /** The rows that the call wrote, beside the audit's. */
  readonly stored: readonly unknown[]
}

/** Makes the call with a body, each time on a new record. */
export type Call = (body: unknown) => Promise<Outcome>

const isOf = ({ result }: Endpoint, schema: z.ZodType) => result.kind === 'json' && result.schema === schema

/** Tells whether an endpoint answers a record: something with an id, or the result of a GET of the same path. */
export function answersRecord({ result, path }: Endpoint, readers: readonly Endpoint[]): boolean {
  if (result.kind !== 'json') return false
  const { properties = {} } = schemaOf(result.schema, 'output')
  return 'id' in properties || readers.some((one) => one.path === path && isOf(one, result.schema))
}

/**
 * Returns the sent values that a write endpoint loses. Every field of a full body must come back as its schema shapes
 * it, masked where it is masked. A field that the result lacks must change the answer or the stored rows, unless marked
 * `x-not-stored`. The answer must equal a read right after it, except fields shown once. Runs twice with other values,
 * as a lost value may equal the stored one.
 */
export async function findLostValues(endpoint: Endpoint, call: Call, hints: Hints = {}): Promise<string[]> {
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
    const meant = Object(endpoint.body?.safeParse(body).data ?? {}) as Fields
    for (const name of Object.keys(fields)) {
      // The service decides the value of a field that another one replaces.
      if (meant[name] === undefined && standsInstead(fields[name])) continue
      const shown = isMarked(fields[name], 'x-masked') ? maskIban(String(meant[name])) : meant[name]
      if (name in results && !isSame(shown, outcome.answer[name])) {
        lost.push(`${name}: sent ${told(shown)}, answered ${told(outcome.answer[name])}`)
      }
    }
  }
  const unseen = Object.keys(fields).filter((name) => !(name in results) && !isMarked(fields[name], 'x-not-stored'))
  if (unseen.length > 0 && lost.length === 0) lost.push(...(await withoutEffect(endpoint, call, hints, unseen)))
  return lost
}

const standsInstead = (field: Schema | undefined) => unwrapNullable(field ?? {})['x-instead-of'] !== undefined

const told = (value: unknown) => JSON.stringify(value)?.slice(0, 100)

const isMarked = (field: Schema | undefined, mark: 'x-not-stored' | 'x-shown-once' | 'x-masked') =>
  field !== undefined && unwrapNullable(field)[mark] === true

/** Fields whose value appears neither in a reply nor in a row. */
async function withoutEffect(endpoint: Endpoint, call: Call, hints: Hints, names: readonly string[]) {
  const fields = endpoint.body ? fieldsOf(schemaOf(endpoint.body)) : {}
  const [instead, besides] = [
    names.filter((name) => standsInstead(fields[name])),
    names.filter((name) => !standsInstead(fields[name])),
  ]
  const lost: string[] = []
  for (const [group, sent] of [[besides, undefined], ...instead.map((name) => [[name], name] as const)] as const) {
    if (group.length === 0) continue
    const [body, other] = [0, 1].map((variant) => Object(fullBodyOf(endpoint, hints, variant, sent)) as Fields) as [
      Fields,
      Fields,
    ]
    const [one, same] = [traces(await call(body)), traces(await call(body))]
    const steady = [...one].filter(([path, value]) => same.get(path) === value)
    for (const name of group) {
      const changed = traces(await call({ ...body, [name]: other[name] }))
      if (steady.every(([path, value]) => changed.get(path) === value)) {
        lost.push(`${name}: neither answered nor stored; mark it x-not-stored if it only steers the call`)
      }
    }
  }
  return lost
}

/** Returns every value of an outcome by its path, with the record's own id replaced. */
function traces({ answer, stored }: Outcome): Map<string, string> {
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

/** Returns the differences between the answer and what is shown, and the fields that are not shown. */
function notShown({ answer, shown }: Outcome, results: Readonly<Record<string, Schema>>): string[] {
  const wrong: string[] = []
  const seen = new Set<string>()
  for (const reply of shown) {
    const record = sameIn(reply, answer)
    for (const [name, value] of Object.entries(record ?? {})) {
      if (!(name in answer)) continue
      seen.add(name)
      if (!agree(answer[name], value)) wrong.push(`${name}: answered ${told(answer[name])}, shown ${told(value)}`)
    }
  }
  if (seen.size === 0) return ['the record is shown nowhere']
  const missing = Object.keys(answer).filter((name) => !seen.has(name) && !isMarked(results[name], 'x-shown-once'))
  return [...wrong, ...missing.map((name) => `${name}: answered and shown nowhere`)]
}

/** Returns the record within a reply: the object with its id, or for a record without one the reply itself. */
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

/** Tells whether two replies agree on the fields they share; one may show less of a person or team. */
function agree(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other)
  return Object.keys(one).every((name) => !(name in other) || agree(one[name], other[name]))
}

const isObject = (value: unknown): value is Fields => value !== null && typeof value === 'object'

/** Tells whether a sent value came back. An absent value counts as null; a day may come back as a moment on it. */
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
