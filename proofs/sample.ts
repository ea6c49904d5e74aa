import * as z from 'zod'
import type { Endpoint } from '../shared/contract/endpoint.ts'

/** The part of JSON Schema that the contract's schemas come to. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly minItems?: number
}

/** A zod schema as what a caller may send. */
export const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** Values by field name, above all who and which record is meant. */
export type Hints = Readonly<Record<string, unknown>>

/** What a field of this name holds when its schema says no more than text. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/i, 'proef@example.nl'],
  [/phone/i, '0475 123456'],
  [/postalCode/i, '6041 AB'],
  [/^(bankAccount|iban)$/i, 'NL91ABNA0417164300'],
  [/kvk/i, '12345678'],
  [/vatNumber/i, 'NL123456789B01'],
  [/date|from|to$/i, '2026-12-01'],
  [/time/i, '10:00'],
  [/password/i, 'Zonnepaneel-7'],
  [/token|code$/i, '000000'],
  [/houseNumber/i, '12'],
]

/** The fields of a body's schema. */
export const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  Object.assign({}, ...[schema, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])].map((one) => one.properties ?? {}))

/** A body that the endpoint accepts as far as its schema can tell: required fields, and hinted ones that it knows. */
export function bodyOf(endpoint: Endpoint, hints: Hints = {}): unknown {
  return endpoint.body ? sampleOf(schemaOf(endpoint.body), hints) : undefined
}

/** The same with every field filled. */
export function fullBodyOf(endpoint: Endpoint, hints: Hints = {}): unknown {
  return endpoint.body ? sampleOf(schemaOf(endpoint.body), hints, { full: true }) : undefined
}

/** A value that fits a schema. */
export function sampleOf(schema: Schema, hints: Hints, { full = false, name = '' } = {}): unknown {
  if (name in hints) return hints[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.find((one) => one.type !== 'null')
  if (choice && !schema.properties) return sampleOf(choice, hints, { full, name })
  if (schema.properties) {
    const { properties, required = [] } = schema
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([field]) => full || required.includes(field) || field in hints)
        .map(([field, inner]) => [field, sampleOf(inner, hints, { full, name: field })]),
    )
  }
  if (schema.type === 'array') {
    return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () =>
      sampleOf(schema.items ?? {}, hints, { full, name: name.replace(/s$/, '') }),
    )
  }
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
  if (schema.format === 'date') return '2026-12-01'
  if (schema.format === 'date-time') return '2026-12-01T10:00:00.000Z'
  return texts.find(([pattern]) => pattern.test(name))?.[1] ?? 'Proef'.padEnd(schema.minLength ?? 0, 'x')
}

/** The query an endpoint asks for: required parameters, and hinted ones that it knows; empty when it asks none. */
export function queryOf(endpoint: Endpoint, hints: Hints = {}): string {
  if (!endpoint.query || !schemaOf(endpoint.query).required?.length) return ''
  const values = sampleOf(schemaOf(endpoint.query), hints) as Record<string, unknown>
  return `?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`
}

/** The path of an endpoint with its parameters filled in. */
export function pathOf(endpoint: Endpoint, id: string | number = 'bestaat-niet'): string {
  const params = endpoint.params ? fieldsOf(schemaOf(endpoint.params)) : {}
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const options = params[name]?.enum
    return encodeURIComponent(options ? String(options[0]) : String(id))
  })
}
