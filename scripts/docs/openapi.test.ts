import { expect, test } from 'vitest'
import { describeApi } from '../../frontend/describe-api.ts'
import { routes } from '../../shared/api/index.ts'
import { appointmentFields } from '../../shared/appointments/record.ts'
import type { Json } from './json.ts'
import { findOpenApiProblems } from './lint-openapi.ts'
import { buildOpenApi, writeOpenApi } from './openapi.ts'

const document = await buildOpenApi()
const text = JSON.stringify(document)

interface Reply {
  readonly $ref?: string
  readonly headers?: Json
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, Reply>>
}
const paths = document['paths'] as Record<string, Record<string, Operation>>
const components = document['components'] as {
  schemas: Record<string, Json>
  parameters: Record<string, Json>
  responses: Record<string, Reply>
}
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))

test('the document has each endpoint of the API once, below a described tag', () => {
  expect(new Set(operations.map(({ operationId }) => operationId))).toEqual(
    new Set(routes.map(({ domain, name }) => `${domain}.${name}`)),
  )
  expect(operations).toHaveLength(routes.length)
  const described = (document['tags'] as { name: string }[]).map(({ name }) => name)
  for (const { tags } of operations) expect(described).toEqual(expect.arrayContaining([...tags]))
})

test('the linter finds nothing in it, and finds what is wrong', async () => {
  expect(await findOpenApiProblems(await writeOpenApi())).toEqual([])
  const broken = { ...document, paths: { '/api/{id}': { get: { responses: {} } } } }
  expect((await findOpenApiProblems(JSON.stringify(broken))).join('\n')).toContain('path-parameters-defined')
})

test('the build of the site adds exactly this document', async () => {
  const emitted: unknown[] = []
  const { generateBundle } = describeApi() as unknown as {
    generateBundle: (this: { emitFile: (file: unknown) => void }) => Promise<void>
  }
  await generateBundle.call({ emitFile: (file) => emitted.push(file) })
  expect(emitted).toEqual([{ type: 'asset', fileName: 'api/openapi.json', source: await writeOpenApi() }])
})

test('replies name their headers', () => {
  const namesOf = (reply?: Reply) => Object.keys(reply?.headers ?? {})
  expect(namesOf(paths['/api/appointments']?.['get']?.responses['200'])).toEqual(['Link'])
  expect(namesOf(paths['/api/appointments/{id}']?.['get']?.responses['200'])).toEqual(['ETag'])
  expect(namesOf(paths['/api/logout']?.['get']?.responses['303'])).toEqual(['Location'])
  expect(namesOf(components.responses['TooMany'])).toEqual(['Retry-After'])
  expect(namesOf(components.responses['Unavailable'])).toEqual(['Retry-After'])
})

test('each call names the errors that it answers', () => {
  for (const { operationId, responses } of operations) {
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['429', '503', 'default']))
  }
  const change = paths['/api/appointments/{id}']?.['patch'] ?? paths['/api/appointments/{id}']?.['put']
  expect(Object.keys(change?.responses ?? {})).toEqual(
    expect.arrayContaining(['400', '401', '403', '404', '409', '413', '415', '422']),
  )
})

test('fields are described by their docstring or by their label on the screens', () => {
  const { properties } = components.schemas['Appointment'] as { properties: Record<string, Json> }
  expect(properties['customerName']?.['description']).toBe(`On screen: '${appointmentFields.customerName.label}'`)
  expect(components.parameters['limit']?.['description']).toMatch(/^Maximum number of items/)
  expect(components.parameters['unregistered']?.['description']).toMatch(/^Only appointments with status 'Sale'/)
  const lead = components.schemas['NewLead'] as { properties: Record<string, Json> }
  expect(lead.properties['callBackAt']?.['description']).toBe('Moment to call the customer back; null without one.')
})

test('at least 95 % of all fields and parameters have a description', () => {
  const described: boolean[] = []
  const count = (part: unknown, isFields: boolean): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (isFields) described.push(typeof value.description === 'string')
      count(value, !isFields && !Array.isArray(part) && key === 'properties')
    }
  }
  count(components.schemas, false)
  count(paths, false)
  const parameters = JSON.stringify([paths, components.parameters]).match(/\{"name":"[^"]+","in":"[^}]*/g) ?? []
  described.push(...parameters.map((one) => one.includes('"description":"')))
  expect(described.length).toBeGreaterThan(2_500)
  expect(described.filter(Boolean).length / described.length).toBeGreaterThanOrEqual(0.95)
  const invoice = components.schemas['Invoice'] as { properties: Record<string, Json> }
  expect(invoice.properties['partnerCompanyId']?.['description']).toBe('Id of the partner company')
  expect(invoice.properties['vatAmount']?.['description']).toBe('Vat amount, in euros')
  expect(invoice.properties['paymentDate']?.['description']).toBe('Day of the payment; null without one')
})

test('no text cites a rule that only we have', () => {
  expect(text).not.toMatch(/rulings? \d|spec §|decisions? \d|docs\/|\.md\b/)
})

test('every schema is referred to, and one that several calls share is written once', () => {
  const used = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name))
  expect(Object.keys(components.schemas).filter((name) => !used.has(name))).toEqual([])
  const seen = new Map<string, number>()
  JSON.stringify(document, function (this: unknown, _, value: unknown) {
    const isSchema = typeof value === 'object' && value !== null && ('properties' in value || 'enum' in value)
    const isNamed = this === components.schemas
    const withoutText = (key: string, one: unknown) =>
      key === 'description' && typeof one === 'string' ? undefined : one
    const json = isSchema && !isNamed ? JSON.stringify(value, withoutText) : ''
    if (json.length > 150) seen.set(json, (seen.get(json) ?? 0) + 1)
    return value
  })
  expect([...seen].filter(([, times]) => times > 1).map(([json]) => json.slice(0, 80))).toEqual([])
})
