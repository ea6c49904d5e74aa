import { expect, test } from 'vitest'
import * as z from 'zod'
import { routes } from '../../shared/contract/index.ts'
import { buildOpenApi } from './api.ts'

const document = await buildOpenApi()

const Ref = z.strictObject({ $ref: z.string() })
const Content = z.record(z.string(), z.strictObject({ schema: z.looseObject({}).optional() }))
const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: z.looseObject({}),
})
const Reply = z.strictObject({ description: z.string(), content: Content.optional() })
const Operation = z.strictObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.union([Ref, Parameter])).optional(),
  requestBody: z.strictObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(z.string().regex(/^(\d{3}|default)$/), z.union([Ref, Reply])),
  security: z.array(z.record(z.string(), z.array(z.string()))),
})
/** Parts of OpenAPI 3.1 that our document uses. */
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), z.looseObject({})),
    parameters: z.record(z.string().regex(/^[\w.-]+$/), Parameter),
    responses: z.record(z.string(), Reply),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['apiKey', 'http']) })),
  }),
})

const references = (json: unknown) => [...JSON.stringify(json).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to)

const at = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((json, name) => (json as Record<string, unknown> | undefined)?.[name], document)

test('the document is of OpenAPI 3.1 and has each endpoint of the contract once', () => {
  const { paths } = Document.parse(document)
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(new Set(operations.map(({ operationId }) => operationId))).toEqual(
    new Set(routes.map(({ domain, name }) => `${domain}.${name}`)),
  )
  expect(operations).toHaveLength(routes.length)
})

test('every reference leads to a component, and every schema, parameter and reply is referred to', () => {
  const used = new Set(references(document))
  for (const one of used) expect(at(one), one).toBeDefined()
  const { schemas, parameters, responses } = Document.parse(document).components
  const held = Object.entries({ schemas, parameters, responses }).flatMap(([kind, components]) =>
    Object.keys(components).map((name) => `#/components/${kind}/${name}`),
  )
  expect(held.filter((one) => !used.has(one))).toEqual([])
})

test('each placeholder of a path is a parameter of its calls', () => {
  const { paths, components } = Document.parse(document)
  for (const [path, methods] of Object.entries(paths)) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters = [] } of Object.values(methods)) {
      const resolved = parameters.map((one) =>
        '$ref' in one ? components.parameters[String(one.$ref).split('/').at(-1) ?? ''] : one,
      )
      expect(resolved.filter((one) => one?.in === 'path').map((one) => one?.name)).toEqual(placeholders)
    }
  }
})

test('a schema that several calls share is written once', () => {
  const { schemas } = document['components'] as Record<string, unknown>
  const seen = new Map<string, number>()
  JSON.stringify(document, function (this: unknown, _, value: unknown) {
    const isSchema = typeof value === 'object' && value !== null && ('properties' in value || 'enum' in value)
    const isNamed = this === schemas
    const text = isSchema && !isNamed ? JSON.stringify(value) : ''
    if (text.length > 150) seen.set(text, (seen.get(text) ?? 0) + 1)
    return value
  })
  expect([...seen].filter(([, times]) => times > 1).map(([text]) => text.slice(0, 80))).toEqual([])
})
