import { readdir } from 'node:fs/promises'
import * as z from 'zod'
import { routes } from '../../shared/api/index.ts'
import { type Endpoint, paramsOf } from '../../shared/api/parts/endpoint.ts'
import { inTypeCase, type Json } from './json.ts'

/** Requests (`input`) or replies (`output`), whose schemas differ in defaults, coercion and dropped fields. */
type Direction = 'input' | 'output'

/** Prefix of a reference to a schema in OpenAPI. */
export const COMPONENT = '#/components/schemas/'
const sharedFolder = new URL('../../shared/', import.meta.url)
/** Files whose exported schemas have a name in the document. */
const NAMING = /^(?:api\/.*(?<!\.test)|[\w-]+\/(?:record|schemas|choices))\.ts$/

/** Names the properties of each record whose keys are known and required, as clients with types need them. */
const withNamedKeys = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (_, value: Json) => {
    if (!Array.isArray(value?.['required']) || !value['propertyNames']) return value
    const { propertyNames: _names, additionalProperties, ...rest } = value
    const properties = Object.fromEntries(value['required'].map((key) => [key, additionalProperties]))
    return { ...rest, properties, additionalProperties: false }
  }) as Json

/** Returns the schemas that the API exports, each with its name, which begins with a capital. */
async function exportedSchemas(): Promise<Map<z.ZodType, string>> {
  const names = new Map<z.ZodType, string>()
  const files = await readdir(sharedFolder, { recursive: true })
  for (const file of files.filter((name) => NAMING.test(name)).sort()) {
    const exported = (await import(new URL(file, sharedFolder).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof z.ZodType) || names.has(value)) continue
      names.set(value, `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    }
  }
  return names
}

/** Returns every schema of an endpoint in one direction, by name: parameters and the body, or the result. */
const namedSchemasOf = (endpoint: Endpoint, io: Direction): [string, z.ZodType][] => {
  const { query, body, result } = endpoint
  if (io === 'output') return 'schema' in result ? [['Result', result.schema]] : []
  const parameters: Record<string, z.ZodType> = { ...paramsOf(endpoint)?.shape, ...query?.shape }
  return [...Object.entries(parameters), ...(body ? [['Body', body] as [string, z.ZodType]] : [])]
}

/**
 * Returns the schemas of the API as JSON Schema, with `$ref` for shared ones. Throws when two shared schemas have the
 * same name.
 */
async function jsonSchemas(io: Direction) {
  const names = await exportedSchemas()
  const registry = z.registry<{ id: string }>()
  const ids = new Map<z.ZodType, string>()
  const add = (schema: z.ZodType, id: string) => {
    if (ids.has(schema)) return
    ids.set(schema, id)
    registry.add(schema, { id })
  }
  for (const [schema, name] of names) add(schema, name)
  for (const { endpoint, domain, name } of routes) {
    for (const [part, schema] of namedSchemasOf(endpoint, io)) add(schema, inTypeCase(`${domain}.${name}.${part}`))
  }
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => `${COMPONENT}${id}` })
  const plain = Object.fromEntries(
    Object.entries(schemas as Record<string, Json>).map(([id, { $schema: _, $id: __, ...json }]) => [
      id,
      withNamedKeys(json),
    ]),
  )
  const shared = new Set(names.values())
  return {
    plain,
    /** Returns the schema of an endpoint: a reference when it is shared, else the schema itself. */
    of: (schema: z.ZodType): Json => {
      const id = ids.get(schema) ?? ''
      return shared.has(id) ? { $ref: `${COMPONENT}${id}` } : (plain[id] ?? {})
    },
  }
}

const refsIn = (json: unknown): string[] =>
  [...JSON.stringify(json).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)

/**
 * Returns the schemas of the API for OpenAPI: `schemaOf` gives a schema of an endpoint, and `components` has the shared
 * schemas that it refers to. Where requests and replies differ in a shared schema, `components` has it twice; the name
 * of the one for requests ends in `Input`.
 */
export async function buildContractSchemas() {
  const input = await jsonSchemas('input')
  const output = await jsonSchemas('output')
  const used: Record<Direction, Set<string>> = { input: new Set(), output: new Set() }
  const use = (io: Direction, names: readonly string[]) => {
    for (const name of names.filter((one) => !used[io].has(one))) {
      used[io].add(name)
      use(io, refsIn((io === 'input' ? input : output).plain[name]))
    }
  }
  for (const { endpoint } of routes) {
    for (const [, schema] of namedSchemasOf(endpoint, 'input')) use('input', refsIn(input.of(schema)))
    for (const [, schema] of namedSchemasOf(endpoint, 'output')) use('output', refsIn(output.of(schema)))
  }
  const isTwofold = (name: string): boolean =>
    used.output.has(name) &&
    (JSON.stringify(input.plain[name]) !== JSON.stringify(output.plain[name]) ||
      refsIn(input.plain[name]).some(isTwofold))
  /** Adds `Input` to each reference in a request whose schema differs between requests and replies. */
  const sent = (json: Json): Json =>
    JSON.parse(JSON.stringify(json), (key, value: unknown) => {
      const name = key === '$ref' && typeof value === 'string' ? value.slice(COMPONENT.length) : ''
      return isTwofold(name) ? `${value}Input` : value
    }) as Json
  return {
    schemaOf: (schema: z.ZodType, io: Direction): Json => (io === 'input' ? sent(input.of(schema)) : output.of(schema)),
    components: Object.fromEntries(
      [
        ...[...used.output].map((name) => [name, output.plain[name] ?? {}] as const),
        ...[...used.input]
          .filter((name) => !used.output.has(name) || isTwofold(name))
          .map((name) => [isTwofold(name) ? `${name}Input` : name, sent(input.plain[name] ?? {})] as const),
      ].sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  }
}
