import { inTypeCase, type Json } from './json.ts'
import { COMPONENT } from './schemas.ts'

/** Number of characters above which a schema is long; a shorter schema is written in each place. */
const LONG = 150

interface Found {
  readonly text: string
  /** Name for the schema, made of the names of the schema and field that contain it. */
  readonly called: string
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the JSON of a long object or choice schema; null for anything else. */
function longText(part: unknown): string | null {
  const text = isRecord(part) && ('properties' in part || 'enum' in part) ? JSON.stringify(part) : ''
  return text.length > LONG ? text : null
}

/** Returns the long schemas within a part of the document; `called` names that part. */
function longWithin(part: unknown, called: string): Found[] {
  if (Array.isArray(part)) return part.flatMap((one) => longSchemasIn(one, called))
  if (!isRecord(part)) return []
  return Object.entries(part).flatMap(([name, one]) =>
    name === 'properties' && isRecord(one)
      ? Object.entries(one).flatMap(([field, schema]) => longSchemasIn(schema, called + inTypeCase(field)))
      : longSchemasIn(one, called),
  )
}
const longSchemasIn = (part: unknown, called: string): Found[] => {
  const text = longText(part)
  return [...(text === null ? [] : [{ text, called }]), ...longWithin(part, called)]
}

/** Returns a schema in which a reference replaces each part whose JSON is `text`. */
const referringWithin = (part: Json, text: string, reference: Json): Json =>
  Object.fromEntries(Object.entries(part).map(([name, one]) => [name, replaceSchema(one, text, reference)]))
function replaceSchema(part: unknown, text: string, reference: Json): unknown {
  if (Array.isArray(part)) return part.map((one) => replaceSchema(one, text, reference))
  if (!isRecord(part)) return part
  return longText(part) === text ? reference : referringWithin(part, text, reference)
}

type Calls = Readonly<Record<string, Readonly<Record<string, Json>>>>
/** Finds the schemas of bodies and replies that are long enough to be written once, each with a name for references. */
const longInCalls = (paths: Calls): Found[] =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, requestBody, responses }) => {
      const name = inTypeCase(String(operationId))
      return [...longWithin(requestBody, `${name}Input`), ...longWithin(responses, name)]
    })

/**
 * Shortens the schemas and calls of an OpenAPI document: writes each repeated long schema once, and references in its
 * other places. Names the schema after its first place. Throws when two schemas would get the same name.
 */
export function shareRepeatedSchemas(schemas: Readonly<Record<string, Json>>, paths: Calls) {
  const named = new Map(Object.entries(schemas))
  let calls = paths
  for (;;) {
    const all = [...[...named].flatMap(([name, schema]) => longWithin(schema, name)), ...longInCalls(calls)]
    const nameOf = new Map([...named].map(([name, schema]) => [JSON.stringify(schema), name]))
    const repeated = all.filter(
      ({ text }, index) => nameOf.has(text) || all.findIndex((other) => other.text === text) < index,
    )
    const longest = repeated.sort((one, other) => other.text.length - one.text.length)[0]
    if (!longest) break
    const { text } = longest
    const name = nameOf.get(text) ?? all.find((one) => one.text === text)?.called ?? ''
    if (!nameOf.has(text)) {
      if (named.has(name)) throw new Error(`Two schemas would be called ${name}`)
      named.set(name, JSON.parse(text))
    }
    const reference = { $ref: `${COMPONENT}${name}` }
    for (const [other, schema] of named) named.set(other, referringWithin(schema, text, reference))
    calls = referringWithin(calls, text, reference) as Calls
  }
  return { schemas: Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))), paths: calls }
}
