import type * as z from 'zod'
import { groups } from '../../infra/domains.ts'
import { api, type Route, routes } from '../../shared/api/index.ts'
import { type Endpoint, paramsOf } from '../../shared/api/parts/endpoint.ts'
import { type ErrorKind, statusOf } from '../../shared/errors.ts'
import { composeDescription, describeFields } from './composed-descriptions.ts'
import { describeParameter, describeSchema, withoutCitations } from './descriptions.ts'
import type { Json } from './json.ts'
import { buildContractSchemas, COMPONENT } from './schemas.ts'
import { shareRepeatedSchemas } from './shared-schemas.ts'

/** Descriptions of the kinds of error, for clients. */
const errors: Record<ErrorKind, string> = {
  invalid: 'The input has the wrong form; `errors` has texts for each field',
  unauthenticated: 'No session or key, or one that has ended',
  forbidden: 'The caller may not do this',
  notFound: 'The record does not exist, or the caller may not read it',
  conflict: 'The present state does not allow this, such as a version that has changed since',
  tooLarge: 'The body is too large',
  unsupported: 'The body has another media type',
  unprocessable: 'A rule of the business refuses the input',
  tooMany: 'Too many requests; try again after `Retry-After`',
  unavailable: 'The service is busy; try again after `Retry-After`',
}

const errorSchema = {
  type: 'object',
  description: 'An error, with texts for the user',
  properties: {
    message: { type: 'string', description: 'Text for the user, in Dutch' },
    errors: {
      type: 'object',
      description: 'Texts by the name of the field, in Dutch',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    requestId: { type: 'string', description: 'Id of the request in the log, for a 500 or 503' },
  },
  required: ['message'],
}

const header = (description: string, type = 'string') => ({ description, schema: { type } })

const headers = {
  ETag: header('Version of the record, for `If-Match` of the next change'),
  Link: header('`<path>; rel="next"` with the path of the next page; absent on the last page'),
  Location: header('Address to go to'),
  'Retry-After': header('Seconds to wait before the next try', 'integer'),
}
type HeaderName = keyof typeof headers

const headersNamed = (...names: HeaderName[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
})

const contentOf = (schema: Json) => ({ 'application/json': { schema } })

const nameOfError = (kind: ErrorKind) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`

const errorReplies = Object.fromEntries(
  [...Object.entries(errors), ['default', 'Any other error']].map(([kind, description]) => [
    nameOfError(kind as ErrorKind),
    {
      description,
      ...(kind === 'tooMany' || kind === 'unavailable' ? headersNamed('Retry-After') : {}),
      content: contentOf({ $ref: '#/components/schemas/Error' }),
    },
  ]),
)

/** Returns the API as an OpenAPI 3.1 document, in which a shared schema, parameter or reply is written once. */
export async function buildOpenApi(): Promise<Json> {
  const { schemaOf, components } = await buildContractSchemas()
  const operations = routes.map((route) => ({ route, parameters: parametersOf(route, schemaOf) }))
  const shared = sharedParameters(operations.flatMap(({ parameters }) => parameters))
  const paths: Record<string, Record<string, Json>> = {}
  for (const { route, parameters } of operations) {
    const { path, method } = route.endpoint
    const hasVersion = isVersioned(route.endpoint, schemaOf, components)
    const operation = operationOf(route, parameters.map(shared.refer), schemaOf, hasVersion)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  const once = shareRepeatedSchemas(components, paths)
  const schemas = Object.entries(once.schemas).map(([name, schema]) => [name, describeSchema(name, schema as Json)])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Partnerview',
      version: '1',
      description: 'The API behind the Partnerview web application. Texts for the user are Dutch.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The address that serves this document' }],
    tags: Object.keys(api).map((name) => ({ name, description: groups[name]?.about })),
    paths: describeFields(once.paths),
    components: {
      schemas: { ...describeFields(Object.fromEntries(schemas)), Error: errorSchema },
      parameters: shared.parameters,
      headers,
      responses: errorReplies,
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'sessionId', description: 'Session of a login' },
        bearer: { type: 'http', scheme: 'bearer', description: 'Session of a login' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: 'Session of a browser, for GET only' },
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Key that an admin made; it only reads' },
      },
    },
  }
}

/** Returns the text of the document, as the site serves it at `/api/openapi.json`. */
export const writeOpenApi = async (): Promise<string> => JSON.stringify(await buildOpenApi())

type SchemaOf = Awaited<ReturnType<typeof buildContractSchemas>>['schemaOf']

/** Tells whether a reply is a record with a version, which its `ETag` names. */
function isVersioned({ result }: Endpoint, schemaOf: SchemaOf, components: Readonly<Record<string, Json>>): boolean {
  if (result.kind !== 'json') return false
  const schema = schemaOf(result.schema, 'output')
  const reference = String(schema['$ref'] ?? '').slice(COMPONENT.length)
  const { properties = {} } = (reference ? (components[reference] ?? {}) : schema) as { properties?: Json }
  return 'version' in properties
}

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

function operationOf(
  { domain, name, endpoint }: Route,
  parameters: readonly Json[],
  schemaOf: SchemaOf,
  hasVersion: boolean,
): Json {
  const body = bodyOf(endpoint, schemaOf)
  const failures = [...errorsOf(endpoint).map((kind) => [statusOf[kind], kind]), ['default', 'default']]
  return {
    operationId: `${domain}.${name}`,
    summary: withoutCitations(endpoint.summary),
    description: `Who may call it: ${whoCalls(endpoint)}.`,
    tags: [domain],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [endpoint.result.status]: replyOf(endpoint, schemaOf, hasVersion),
      ...Object.fromEntries(
        failures.map(([status, kind]) => [
          status,
          { $ref: `#/components/responses/${nameOfError(kind as ErrorKind)}` },
        ]),
      ),
    },
    security: securityOf(endpoint),
  }
}

function whoCalls({ allow, apiKey }: Endpoint): string {
  if (allow === 'public') return 'anybody, without a session'
  if (allow === 'restricted') return 'anybody with a session, also before two-factor authentication is set up'
  return `people with the right \`${allow}\`${apiKey ? ', and API keys' : ''}`
}

/** Returns the kinds of error that a call can answer, besides unexpected ones. */
function errorsOf(endpoint: Endpoint): ErrorKind[] {
  const { method, allow, query, body, upload } = endpoint
  const params = paramsOf(endpoint)
  const isOpen = allow === 'public'
  const hasBody = body !== undefined || upload !== undefined
  const reads = method === 'GET'
  const possible: Record<ErrorKind, boolean> = {
    invalid: hasBody || params !== undefined || query !== undefined,
    unauthenticated: !isOpen || !reads,
    forbidden: !isOpen,
    notFound: params !== undefined,
    conflict: !reads,
    tooLarge: hasBody,
    unsupported: hasBody,
    unprocessable: !reads,
    tooMany: true,
    unavailable: true,
  }
  return (Object.keys(possible) as ErrorKind[]).filter((kind) => possible[kind])
}

function parametersOf({ domain, endpoint }: Route, schemaOf: SchemaOf): Parameter[] {
  const fields = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>).map(([name, field]) => {
      const schema = schemaOf(field, 'input')
      const own = place === 'query' ? (describeParameter(domain, name) ?? common[name]) : undefined
      return {
        name,
        in: place,
        required: place === 'path' || !field.safeParse(undefined).success,
        description: own ?? composeDescription(name, schema),
        schema,
      }
    })
  return [...fields(paramsOf(endpoint), 'path'), ...fields(endpoint.query, 'query'), ...headersOf(endpoint)]
}

/** Words about parameters that many lists have. */
const common: Readonly<Record<string, string>> = {
  limit: 'Maximum number of items of the page: 100 without it, at most 500',
  from: 'First day or month of the period',
  to: 'Last day or month of the period',
  date: 'One day',
  month: 'Month, as `2026-11`',
  mine: '`true` for only the records of the caller',
  sort: 'Order of the list',
  q: 'Text to search for',
  teamId: 'Id of a team',
  agentId: 'Id of an agent',
  userId: 'Id of a person',
  assignedUserId: 'Id of the person to whom the record is assigned',
  ownerId: 'Id of the person to whom the record belongs',
  calledBy: 'Id of the person who called',
  partnerCompanyId: 'Id of a partner',
  office: 'Office of the team',
  status: 'Status of the records',
  search: 'Text to search for',
  format: 'Format of the file',
  cursor: 'Place of the next page, from the `Link` of the page before',
}

/** Sentence about a repeated idempotency key, by the value of `idempotent` of the endpoint. */
const repeated: Readonly<Record<string, string>> = {
  true: 'The same key within 24 hours gives the same reply',
  'shown-once': 'The same key within 24 hours is a 409 that names the record, as its secret is shown once',
}

function headersOf(endpoint: Endpoint): Parameter[] {
  const parameter = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    schema: { type: 'string' },
    description,
  })
  return [
    ...(endpoint.idempotent ? [parameter('Idempotency-Key', repeated[String(endpoint.idempotent)] ?? '')] : []),
    ...(endpoint.joinsAction
      ? [parameter('Action-Id', 'The same for all calls of one action, which the audit log then shows as one')]
      : []),
    ...(endpoint.ifMatch ? [parameter('If-Match', 'The `ETag` last seen; a lost update is a 409')] : []),
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

function replyOf({ result }: Endpoint, schemaOf: SchemaOf, hasVersion: boolean): Json {
  switch (result.kind) {
    case 'json':
      return {
        description: result.status === 201 ? 'The record that was created' : 'The result',
        ...(hasVersion ? headersNamed('ETag') : {}),
        content: contentOf(schemaOf(result.schema, 'output')),
      }
    case 'page':
      return {
        description: 'A page of the list',
        ...headersNamed('Link'),
        content: contentOf(schemaOf(result.schema, 'output')),
      }
    case 'file':
      return { description: 'A file', content: { [result.contentType]: {} } }
    case 'redirect':
      return { description: 'Go to another address', ...headersNamed('Location') }
    case 'none':
      return { description: 'Done' }
  }
}

function securityOf({ allow, apiKey, method }: Endpoint): Json[] {
  if (allow === 'public') return []
  const session: Json[] = [{ session: [] }, { bearer: [] }]
  return [...session, ...(method === 'GET' ? [{ cookie: [] }] : []), ...(apiKey ? [{ key: [] }] : [])]
}
