import * as fc from 'fast-check'
import { type Endpoint, paramsOf, type Upload } from '../shared/api/parts/endpoint.ts'
import { SEED } from '../testing/seed.ts'
import { alternativesOf, fieldsOf, partsOfSchema, type Schema, schemaOf, unwrapNullable } from './json-schema.ts'

/**
 * Values that a sample uses for fields. A key is the name of a field, or the path of a list to whose records fields
 * refer. If the value for a list is an array, the fields that refer to that list take its elements in turn. If the
 * value for a field is a function, it gets the number of the variant and returns the value.
 */
export type Hints = Readonly<Record<string, unknown>>

export interface Sampling {
  /** Fills every field, not only the required ones. */
  readonly full?: boolean
  /** Number that selects the values. Another number gives other values, as far as the schema allows any. */
  readonly variant?: number
  /** Text for every field without a more specific format. */
  readonly text?: string
  /** Name of a field with `x-instead-of`, to send in place of the field that it excludes. */
  readonly instead?: string | undefined
}

/**
 * Returns a body that the endpoint accepts, with its required and hinted fields and those that the schema's other rules
 * require. Undefined when the endpoint takes no body.
 */
export function bodyOf(endpoint: Endpoint, hints: Hints = {}, sampling: Sampling = {}): unknown {
  if (!endpoint.body) return undefined
  const schema = schemaOf(endpoint.body)
  const wanted = new Set<string>()
  for (;;) {
    const body = sampleOf(schema, hints, sampling, wanted)
    const missing = (endpoint.body.safeParse(body).error?.issues ?? [])
      .map(({ path: [name] }) => String(name))
      .filter((name) => name in fieldsOf(schema) && !Object.hasOwn(Object(body), name))
    if (missing.length === 0) return body
    for (const name of missing) wanted.add(name)
  }
}

/**
 * Returns a body that the endpoint accepts, with every field filled. Another `variant` gives other values; `instead`
 * names a field to send in place of the field that it excludes.
 */
export const fullBodyOf = (endpoint: Endpoint, hints: Hints = {}, variant = 0, instead?: string): unknown =>
  bodyOf(endpoint, hints, { full: true, variant, instead })

/** Returns a valid body that differs from this one in a field that is stored; undefined when the schema allows none. */
export function otherBodyOf(endpoint: Endpoint, body: unknown, hints: Hints = {}): unknown {
  const fields = Object.entries(endpoint.body ? fieldsOf(schemaOf(endpoint.body)) : {})
    .filter(([, field]) => !field['x-not-stored'])
    .map(([name]) => name)
  const other = Object(fullBodyOf(endpoint, hints, 1))
  for (const name of fields) {
    const changed = { ...Object(body), [name]: other[name] }
    const isOther = JSON.stringify(changed) !== JSON.stringify(body)
    if (isOther && endpoint.body?.safeParse(changed).success) return changed
  }
  return undefined
}

/**
 * Returns a full body with this text in every free-text field, at any depth. A field that refuses the text keeps its
 * usual value.
 */
export function buildBodyWithText(endpoint: Endpoint, text: string, hints: Hints = {}): Record<string, unknown> {
  const plain = Object(fullBodyOf(endpoint, hints))
  const filled = Object(bodyOf(endpoint, hints, { full: true, text }))
  const refused = endpoint.body?.safeParse(filled).error?.issues.map(({ path: [name] }) => String(name)) ?? []
  return { ...filled, ...Object.fromEntries(refused.map((name) => [name, plain[name]])) }
}

let days = 0

/** Returns a new day each time: today, then yesterday, and so on. */
const uniqueDate = () => new Date(Date.now() - days++ * 86_400_000).toISOString().slice(0, 10)

/** Number of unique values made so far. */
let made = 0

/** Returns a value that fits a schema; `wanted` names optional fields of the body to fill as well. */
function sampleOf(schema: Schema, hints: Hints, sampling: Sampling = {}, wanted = new Set<string>()): unknown {
  const { full = false, variant = 0, text, instead } = sampling
  const referred = new Map<string, number>()
  const pick = <T>(values: readonly T[]) => values[variant % values.length] as T

  function value(schema: Schema, name = '', isBody = false): unknown {
    const hint = hints[name]
    if (name in hints) return typeof hint === 'function' ? hint(variant) : hint
    const meaning = unwrapNullable(schema)
    const list = meaning['x-refers-to']
    if (list !== undefined && list in hints) return reference(list, hints[list])
    if (meaning.const !== undefined) return meaning.const
    if (meaning.format === 'date' && meaning['x-unique']) return uniqueDate()
    if (meaning.examples && (text === undefined || meaning.type !== 'string' || meaning.pattern)) {
      return pick(meaning.examples)
    }
    if (meaning.enum) return pick(meaning.enum)
    if (meaning.properties || meaning.allOf) return fields(meaning, isBody)
    const forms = alternativesOf(meaning)
    if (forms.length > 0) return value(pick(forms), name, isBody)
    switch (meaning.type) {
      case 'object':
        return typeof meaning.additionalProperties === 'object' ? { proef: value(meaning.additionalProperties) } : {}
      case 'array':
        return Array.from({ length: Math.max(meaning.minItems ?? 0, 1) }, () => value(meaning.items ?? {}))
      case 'boolean':
        return variant % 2 === 0
      case 'integer':
      case 'number':
        return number(meaning)
      default:
        return meaning['x-unique'] ? uniqueOf(meaning) : textOf(meaning)
    }
  }

  function reference(list: string, values: unknown): unknown {
    if (!Array.isArray(values)) return values
    const before = referred.get(list) ?? 0
    referred.set(list, before + 1)
    return values[(before + variant) % values.length]
  }

  const isHinted = (field: string, schema: Schema) =>
    field in hints || (unwrapNullable(schema)['x-refers-to'] ?? '') in hints

  function fields(schema: Schema, isBody: boolean): unknown {
    const required = new Set(partsOfSchema(schema).flatMap((one) => one.required ?? []))
    const filled = Object.entries(fieldsOf(schema)).filter(
      ([field, inner]) => full || required.has(field) || isHinted(field, inner) || (isBody && wanted.has(field)),
    )
    const excludedBy = (schema: Schema) => unwrapNullable(schema)['x-instead-of'] ?? ''
    const left = instead === undefined ? '' : excludedBy(fieldsOf(schema)[instead] ?? {})
    const names = new Set(filled.map(([field]) => field).filter((field) => field !== left))
    return Object.fromEntries(
      filled
        .filter(([field, inner]) => names.has(field) && !names.has(excludedBy(inner)))
        .map(([field, inner]) => [field, value(inner, field)]),
    )
  }

  function number({ minimum, exclusiveMinimum, maximum, multipleOf = 1 }: Schema): number {
    const isBounded = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER
    const least = isBounded ? minimum : (exclusiveMinimum ?? 0) + multipleOf
    return Math.min(least + variant * multipleOf, maximum ?? Number.POSITIVE_INFINITY)
  }

  function uniqueOf(schema: Schema): string {
    const number = ` ${++made}`
    return `${textOf(schema).slice(0, (schema.maxLength ?? 100) - number.length)}${number}`
  }

  function textOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string {
    switch (format) {
      case 'date':
        return `2026-12-0${1 + (variant % 9)}`
      case 'date-time':
        return `2026-12-0${1 + (variant % 9)}T10:00:00.000Z`
      case 'email':
        return `proef-${++made}@example.nl`
      case 'password':
        return 'Zonnepaneel-7'.slice(0, maxLength)
      case 'uuid':
        return crypto.randomUUID()
      case 'uri':
        return `https://example.nl/${variant}`
    }
    if (pattern) return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: SEED + variant, numRuns: 1 })[0] ?? ''
    return (text ?? (variant === 0 ? 'Proef' : `Proef ${variant}`)).padEnd(minLength, 'x').slice(0, maxLength)
  }

  return value(schema, '', true)
}

/** Returns the query string of an endpoint with its required and hinted parameters; '' when none is required. */
export function queryOf(endpoint: Endpoint, hints: Hints = {}): string {
  if (!endpoint.query || !schemaOf(endpoint.query).required?.length) return ''
  const values = sampleOf(schemaOf(endpoint.query), hints) as Record<string, unknown>
  return `?${new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]))}`
}

/**
 * Returns the path of an endpoint with its parameters filled in. A parameter with choices or examples gets the first,
 * any other parameter the id.
 */
export function pathOf(endpoint: Endpoint, id: string | number = 'bestaat-niet'): string {
  const schema = paramsOf(endpoint)
  const params = schema ? fieldsOf(schemaOf(schema)) : {}
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const options = params[name]?.enum ?? params[name]?.examples
    return encodeURIComponent(options ? String(options[0]) : String(id))
  })
}

const BOUNDARY = 'grens'

/** Returns the text of one field in a multipart form. */
export const formField = (name: string, value: unknown) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Returns the body and the headers of a multipart form with one file, for the upload of an endpoint. */
export function buildUploadForm(
  { field, extensions }: Upload,
  content: string,
  filename = `proef${extensions.at(-1) ?? ''}`,
) {
  const head = `Content-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: text/csv`
  return {
    body: `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}
