import * as z from 'zod'

/** The part of JSON Schema that the schemas of the API use, with the marks that `parts/fields.ts` explains. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly 'x-refers-to'?: string
  readonly 'x-multi-line'?: boolean
  readonly 'x-not-stored'?: boolean
  readonly 'x-unique'?: boolean
  readonly 'x-instead-of'?: string
  readonly 'x-masked'?: boolean
  readonly 'x-shown-once'?: boolean
  readonly 'x-of-the-change'?: boolean
}

const schemas = { input: new WeakMap<z.ZodType, Schema>(), output: new WeakMap<z.ZodType, Schema>() }

/** Returns a zod schema as JSON Schema: what a request may hold (`input`), or what a reply holds (`output`). */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Schema {
  const known = schemas[io].get(schema) ?? (z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema)
  schemas[io].set(schema, known)
  return known
}

/** Returns the fields of a schema by name, including those of its parts (`allOf`) and of all its alternatives. */
export const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  Object.assign({}, ...partsOfSchema(schema).map((one) => (one === schema ? one.properties : fieldsOf(one))))

/** Returns a list: the schema itself, its parts (`allOf`), and its alternatives (`anyOf`, `oneOf`) other than null. */
export const partsOfSchema = (schema: Schema) => [
  schema,
  ...(schema.allOf ?? []),
  ...(schema.anyOf ?? []).filter(isThere),
  ...(schema.oneOf ?? []).filter(isThere),
]

const isThere = ({ type }: Schema) => type !== 'null'

/** Returns the alternatives of a schema (`anyOf`, `oneOf`) without null; empty when there are none. */
export const alternativesOf = (schema: Schema): readonly Schema[] =>
  [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isThere)

/**
 * Returns a schema without its `null` alternative, keeping its own metadata. Returns it unchanged unless exactly one
 * alternative remains.
 */
export function unwrapNullable(schema: Schema): Schema {
  const forms = alternativesOf(schema)
  if (forms.length !== 1) return schema
  const { anyOf: _any, oneOf: _one, ...said } = schema
  return { ...unwrapNullable(forms[0] as Schema), ...said }
}

/** Returns the names of a body's text fields without choices, format or pattern; ids are among them. */
export const textFieldsOf = (body: Schema): string[] =>
  Object.entries(fieldsOf(body))
    .filter(([, field]) => {
      const meaning = unwrapNullable(field)
      return meaning.type === 'string' && !meaning.enum && !meaning.format && !meaning.pattern && !meaning.const
    })
    .map(([name]) => name)
