import * as z from 'zod'
import { API_KEY_CALLS_PER_MINUTE } from '../../shared/contract/admin.ts'
import { type Endpoint, paging } from '../../shared/contract/endpoint.ts'
import { type Route, routes } from '../../shared/contract/index.ts'
import { statusOf } from '../../shared/errors.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

const errorSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'Dutch, for the user' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
  required: ['message'],
}

/** The contract as OpenAPI 3.1. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const { path, method } = route.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Partnerview', version: '1', description: 'The API behind the Partnerview web application.' },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'sessionId' },
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  }
}

function operationOf({ domain, name, endpoint }: Route): Json {
  return {
    operationId: `${domain}.${name}`,
    summary: endpoint.summary,
    tags: [domain],
    parameters: [...parametersOf(endpoint, 'params'), ...parametersOf(endpoint, 'query'), ...headersOf(endpoint)],
    ...(bodyOf(endpoint) ? { requestBody: { required: true, content: bodyOf(endpoint) } } : {}),
    responses: {
      [endpoint.result.status]: responseOf(endpoint),
      default: {
        description: 'An error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    security: securityOf(endpoint),
  }
}

function parametersOf(endpoint: Endpoint, kind: 'params' | 'query'): Json[] {
  const schema = endpoint[kind]
  if (!schema) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: kind === 'params' ? 'path' : 'query',
    required: kind === 'params',
    schema: schemaOf(field, 'input'),
  }))
}

function headersOf(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
    description,
  })
  return [
    ...(endpoint.idempotent ? [header('Idempotency-Key', 'The same key within 24 hours gives the same reply')] : []),
    ...(endpoint.ifMatch ? [header('If-Match', 'The version last seen; a lost update is a 409')] : []),
  ]
}

function bodyOf({ body, upload }: Endpoint): Json | null {
  if (upload) {
    const schema = { type: 'object', properties: { [upload.field]: { type: 'string', format: 'binary' } } }
    return { 'multipart/form-data': { schema } }
  }
  return body ? { 'application/json': { schema: schemaOf(body, 'input') } } : null
}

function responseOf({ result }: Endpoint): Json {
  switch (result.kind) {
    case 'json':
      return { description: 'OK', content: { 'application/json': { schema: schemaOf(result.schema, 'output') } } }
    case 'page':
      return {
        description: 'A page; `Link: <…>; rel="next"` names the next one',
        content: { 'application/json': { schema: schemaOf(result.schema, 'output') } },
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

/** The contract for people. */
export function apiDocument(): string {
  const domains = [...new Set(routes.map((route) => route.domain))]
  return [
    '# The API',
    '',
    'Made from `shared/contract` by `npm run docs`; `docs/openapi.json` has every field.',
    '',
    'A call carries its session in the `sessionId` header, as `Authorization: Bearer`, or, for GET only, in the cookie.',
    'Errors are `{message, errors?: {field: [text]}}` in Dutch; a 500 carries a `requestId` and nothing else:',
    '',
    ...Object.entries(statusOf).map(([kind, status]) => `- ${status} ${kind}`),
    '',
    `Lists are JSON arrays of at most \`limit\` (default 100, at most 500) items; the next page is named by`,
    `\`Link: <…>; rel="next"\` (parameters ${Object.keys(paging).join(', ')}).`,
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

/** How another system reads with a key (rulings 61, 62). */
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

function rowOf({ key, endpoint }: Route): string {
  const marks = [endpoint.apiKey && 'API key', endpoint.idempotent && 'idempotent', endpoint.ifMatch && 'If-Match']
  return `| \`${key}\` | ${endpoint.summary} | ${endpoint.allow} | ${marks.filter(Boolean).join(', ')} |`
}
