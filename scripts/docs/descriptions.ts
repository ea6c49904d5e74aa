import { globSync, readFileSync } from 'node:fs'
import { type Fields, fieldsIn } from '../../shared/values/field.ts'
import { cards } from './cards.ts'
import { inTypeCase, type Json } from './json.ts'

/** Fields of each kind of record, by the words that the names of its schemas contain. */
const labelled: readonly (readonly [RegExp, Fields])[] = [
  ...Object.entries(cards).map(
    ([name, { fields }]) => [new RegExp(`${inTypeCase(name)}(?!Settings)`), fields] as const,
  ),
]

/** Removes citations of our rules, which a stranger cannot look up. */
export const withoutCitations = (text: string): string =>
  text
    .replaceAll(/\s*\((?:spec §|rulings?|decisions?|docs\/|access\.md)[^)]*\)/g, '')
    .replaceAll(/\s*;?\s*(?:see )?(?:spec §|rulings?|decisions?) ?\d+[a-z]?(?:(?:,| and) \d+[a-z]?)*/g, '')
    .trim()

const textOf = (comment: string) => withoutCitations(comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim())

/** Comments on the values of a record's card, as `Record.value`. */
function readCardComments(source: string): [name: string, text: string][] {
  const name = inTypeCase(/^export const (\w+) = record\(/m.exec(source)?.[1] ?? '')
  const pattern = /^( {2}| {4})\/\*\* ?([\s\S]*?)\s*\*\/\n\1(\w+): /gm
  return [...source.matchAll(pattern)].map(([, , comment = '', value = '']) => [`${name}.${value}`, textOf(comment)])
}

/** Comments of a file of the API: of each schema, and of its fields as `Schema.field`. */
function readComments(source: string): [name: string, text: string][] {
  const pattern = /^( *)\/\*\* ?([\s\S]*?)\s*\*\/\n\1(?:export )?(?:const )?(\w+)(?: = |: )/gm
  const schemas = [...source.matchAll(/^(?:export )?const (\w+) = /gm)]
  return [...source.matchAll(pattern)].flatMap(({ index, 1: indent = '', 2: comment = '', 3: name = '' }) => {
    if (indent === '') return [[inTypeCase(name), textOf(comment)]]
    const schema = schemas.findLast((one) => one.index < index)?.[1]
    return indent === '  ' && schema ? [[`${inTypeCase(schema)}.${name}`, textOf(comment)]] : []
  })
}

const comments = new Map([
  ...globSync('shared/{api/**/*,*/schemas,*/choices,*/record}.ts').flatMap((file) =>
    readComments(readFileSync(file, 'utf8')),
  ),
  ...globSync('shared/*/record.ts').flatMap((file) => readCardComments(readFileSync(file, 'utf8'))),
])

const fieldsOf = (name: string) => labelled.find(([pattern]) => pattern.test(name))?.[1] ?? {}
const labelIn = (fields: Fields, name: string) => {
  const [, field] = fieldsIn(fields).find(([one]) => one === name) ?? []
  return field && `On screen: '${field.label}'${field.sees ? '. Null for readers who may not see it' : ''}`
}

/** Returns the description of a field by its label in any kind of record; undefined when no kind has it. */
export const describeByLabel = (name: string): string | undefined =>
  labelled.map(([, fields]) => labelIn(fields, name)).find((text) => text !== undefined)

/** Returns the description of a parameter of a domain's lists, from its filter or its records; undefined without one. */
export function describeParameter(domain: string, name: string): string | undefined {
  const record = inTypeCase(domain).replace(/s$/, '')
  return comments.get(`${record}Filter.${name}`) ?? labelIn(fieldsOf(record), name)
}

/**
 * Describes a schema and its fields: by their docstrings in the API, else by the Dutch label that the field has on
 * the screens. A schema for requests, whose name ends in `Input`, has the texts of the schema for replies.
 */
export function describeSchema(name: string, schema: Json): Json {
  const known = comments.has(name) ? name : name.replace(/Input$/, '')
  const own = comments.get(known)
  const fields = fieldsOf(known)
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([field, value]) => {
    const text =
      comments.get(`${known}.${field}`) ??
      comments.get(`${known.replace(/^New|(?:Change|Details)$/, '')}.${field}`) ??
      labelIn(fields, field)
    return [field, text && !('description' in value) ? { ...value, description: text } : value]
  })
  return {
    ...(own && !('description' in schema) ? { description: own } : {}),
    ...schema,
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
  }
}
