import type * as z from 'zod'
import { API_KEY_CALLS_PER_MINUTE } from '../../shared/contract/api-keys.ts'
import { type Route, routes } from '../../shared/contract/index.ts'
import { BODY_BYTES, type Endpoint, paging } from '../../shared/contract/parts/endpoint.ts'
import { statusOf } from '../../shared/errors.ts'
import { buildContractSchemas, type Json } from './schemas.ts'
import { shareRepeatedSchemas } from './shared-schemas.ts'

const errorSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'Dutch, for the user' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
  required: ['message'],
}

const contentOf = (schema: Json) => ({ 'application/json': { schema } })

/** Returns the contract as an OpenAPI 3.1 document, in which a shared schema, parameter or reply is written once. */
export async function buildOpenApi(): Promise<Json> {
  const { schemaOf, components } = await buildContractSchemas()
  const operations = routes.map((route) => ({ route, parameters: parametersOf(route.endpoint, schemaOf) }))
  const shared = sharedParameters(operations.flatMap(({ parameters }) => parameters))
  const paths: Record<string, Record<string, Json>> = {}
  for (const { route, parameters } of operations) {
    const { path, method } = route.endpoint
    const operation = operationOf(route, parameters.map(shared.refer), schemaOf)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  const once = shareRepeatedSchemas(components, paths)
  return {
    openapi: '3.1.0',
    info: { title: 'Partnerview', version: '1', description: 'The API behind the Partnerview web application.' },
    paths: once.paths,
    components: {
      schemas: { ...once.schemas, Error: errorSchema },
      parameters: shared.parameters,
      responses: {
        Error: { description: 'An error', content: contentOf({ $ref: '#/components/schemas/Error' }) },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'sessionId' },
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  }
}

type SchemaOf = Awaited<ReturnType<typeof buildContractSchemas>>['schemaOf']

interface Parameter extends Json {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
}

/**
 * Returns the parameters that several calls share, by name, and a function that refers to one. Of two different
 * parameters with the same name, only the first is shared.
 */
function sharedParameters(all: readonly Parameter[]) {
  const parameters: Record<string, Parameter> = {}
  for (const one of all) {
    const isShared = all.filter((other) => JSON.stringify(other) === JSON.stringify(one)).length > 1
    if (isShared) parameters[one.name] ??= one
  }
  const refer = (one: Parameter): Json =>
    JSON.stringify(parameters[one.name]) === JSON.stringify(one) ? { $ref: `#/components/parameters/${one.name}` } : one
  return { parameters, refer }
}

function operationOf({ domain, name, endpoint }: Route, parameters: readonly Json[], schemaOf: SchemaOf): Json {
  const body = bodyOf(endpoint, schemaOf)
  return {
    operationId: `${domain}.${name}`,
    summary: endpoint.summary,
    tags: [domain],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [endpoint.result.status]: responseOf(endpoint, schemaOf),
      default: { $ref: '#/components/responses/Error' },
    },
    security: securityOf(endpoint),
  }
}

function parametersOf(endpoint: Endpoint, schemaOf: SchemaOf): Parameter[] {
  const fields = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      schema: schemaOf(field, 'input'),
    }))
  return [...fields(endpoint.params, 'path'), ...fields(endpoint.query, 'query'), ...headersOf(endpoint)]
}

function headersOf(endpoint: Endpoint): Parameter[] {
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    schema: { type: 'string' },
    description,
  })
  return [
    ...(endpoint.idempotent ? [header('Idempotency-Key', repeated[String(endpoint.idempotent)] ?? '')] : []),
    ...(endpoint.ifMatch ? [header('If-Match', 'The version last seen; a lost update is a 409')] : []),
  ]
}

function bodyOf({ body, upload }: Endpoint, schemaOf: SchemaOf): Json | null {
  if (upload) {
    const form = { type: 'object', properties: { [upload.field]: { type: 'string', format: 'binary' } } }
    const schema = body ? { allOf: [schemaOf(body, 'input'), form] } : form
    return { 'multipart/form-data': { schema } }
  }
  return body ? contentOf(schemaOf(body, 'input')) : null
}

function responseOf({ result }: Endpoint, schemaOf: SchemaOf): Json {
  switch (result.kind) {
    case 'json':
      return { description: 'OK', content: contentOf(schemaOf(result.schema, 'output')) }
    case 'page':
      return {
        description: 'A page; `Link: <…>; rel="next"` names the next one',
        content: contentOf(schemaOf(result.schema, 'output')),
      }
    case 'file':
      return { description: 'A file', content: { [result.contentType]: {} } }
    default:
      return { description: result.kind === 'redirect' ? 'Elsewhere' : 'Done' }
  }
}

function securityOf({ allow, apiKey, method }: Endpoint): Json[] {
  if (allow === 'public') return []
  const session: Json[] = [{ session: [] }, { bearer: [] }]
  return [...session, ...(method === 'GET' ? [{ cookie: [] }] : []), ...(apiKey ? [{ key: [] }] : [])]
}

/** Returns docs/api.md: the contract as a page for people. */
export function buildApiDocument(): string {
  const domains = [...new Set(routes.map((route) => route.domain))]
  return [
    '# The API',
    '',
    'Made from `shared/contract` by `npm run docs`; `docs/openapi.json` has every field.',
    '',
    'A call carries its session in the `sessionId` header, as `Authorization: Bearer`, or, for GET only, in the cookie.',
    'Errors are `{message, errors?: {field: [text]}}` in Dutch; a 500 carries a `requestId` and nothing else, a 503 one too:',
    '',
    ...Object.entries(statusOf).map(([kind, status]) => `- ${status} ${kind}`),
    '',
    `Lists are JSON arrays of at most \`limit\` (default 100, at most 500) items; the next page is named by`,
    `\`Link: <…>; rel="next"\` (parameters ${Object.keys(paging).join(', ')}).`,
    `A body has at most ${BODY_BYTES / 1024} kB unless its call says otherwise; a larger one is a 413.`,
    'Creating calls marked *idempotent* honour `Idempotency-Key`; changing calls marked *If-Match* honour the `ETag`.',
    '',
    ...apiKeySection(),
    ...domains.flatMap((domain) => [
      '',
      `## ${domain}`,
      '',
      '| Call | What it does | Who | |',
      '|---|---|---|---|',
      ...routes.filter((route) => route.domain === domain).map(rowOf),
    ]),
    '',
  ].join('\n')
}

/** Returns the section about reading with an API key (rulings 61, 62). */
const apiKeySection = () => [
  '## With an API key',
  '',
  'An admin makes keys on the security page; each is shown once. A key goes in the `x-api-key` header and reads:',
  '',
  ...routes.filter(({ endpoint }) => endpoint.apiKey).map(({ key }) => `- \`${key}\``),
  '',
  '```sh',
  'curl -H "x-api-key: $KEY" "https://partnerview.example/api/appointments?from=2026-11-01&to=2026-11-30&limit=100"',
  '```',
  '',
  'It reads all records, without the personal data that need a right of their own. An unknown, expired or switched off',
  `key is a 401, any other call a 403, more than ${API_KEY_CALLS_PER_MINUTE} calls within a minute a 429 with \`Retry-After\`.`,
]

/** Sentence about a repeated idempotency key, by the value of `idempotent` of the endpoint. */
const repeated: Readonly<Record<string, string>> = {
  true: 'The same key within 24 hours gives the same reply',
  'shown-once': 'The same key within 24 hours is a 409 that names the record, as its secret is shown once',
}

function rowOf({ key, endpoint }: Route): string {
  const marks = [
    endpoint.apiKey && 'API key',
    endpoint.idempotent && (endpoint.idempotent === true ? 'idempotent' : 'idempotent, shown once'),
    endpoint.ifMatch && 'If-Match',
    endpoint.bodyBytes && `≤ ${endpoint.bodyBytes / 1024} kB`,
  ]
  return `| \`${key}\` | ${endpoint.summary} | ${endpoint.allow} | ${marks.filter(Boolean).join(', ')} |`
}
