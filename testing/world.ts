import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context, S3Event } from 'aws-lambda'
import { Secret, TOTP } from 'otpauth'
import { inject, vi } from 'vitest'
import type { StandIn, User } from '../functions/platform/identity/user.ts'
import { startCognito } from '../infra/local/cognito/cognito.ts'
import { reserveFreePort } from '../infra/local/free-port.ts'
import { createRights } from '../infra/local/rights/rights.ts'
import { startS3 } from '../infra/local/s3/s3.ts'
import { startSes } from '../infra/local/ses/ses.ts'
import { functionSpecs, manifest } from '../infra/manifest.ts'
import { statementsOf } from '../infra/rights.ts'
import { type ApiRoute, apiRoutes, routesTo } from '../infra/routes.ts'
import { type Flag, flags, type Role } from '../shared/access.ts'
import type { Domain } from '../shared/api/parts/endpoint.ts'
import type { Office } from '../shared/api/parts/fields.ts'
import { createMatcher, type Match } from '../shared/routing.ts'
import { skipSdkMiddlewares } from './database/direct-send.ts'
import { sendOverSockets } from './database/direct-table.ts'
import { createTable } from './database/table.ts'
import { failOnRefusals } from './refusals.ts'
import { guardTable, runRequest, tableCheckOf, testSenderOf } from './rights.ts'
import { failOnUndeclared, watchRequest } from './touches/recorder.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into replies of every shape
  readonly body: any
  readonly text: string
  readonly headers: Record<string, string>
  readonly cookies: readonly string[]
}

export interface CallOptions {
  /** A session id, sent in the `sessionId` header. */
  readonly as?: string | undefined
  /** Sent as JSON; a string is sent unchanged, bytes in base64 as API Gateway does. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly cookies?: readonly string[]
  readonly ip?: string
}

export interface PersonOptions extends Partial<Record<Flag, boolean>> {
  readonly role?: Role
  readonly teamId?: number
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly phone?: string
  readonly isActive?: boolean
  readonly employmentType?: 'loondienst' | 'zzp'
  readonly twoFactorEnabled?: boolean
  /** Makes the person a stand-in, who approves payments in place of an admin. */
  readonly standIn?: StandIn
  /** Gives the person credentials in the user pool; needed for a real login only. */
  readonly password?: string
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>

/** Place of a world (the back end of one test file): the name of its table and the ports of its stand-ins. */
interface Place {
  readonly table: string
  readonly ports: { readonly cognito: number; readonly s3: number; readonly ses: number }
  isTaken: boolean
}

/**
 * Places (table names and ports) of this process. A world reuses the place of an ended world, because test files share
 * loaded modules, and these keep the addresses that they read first.
 */
const held = globalThis as { [key: symbol]: Place[] | undefined }
const placesKey = Symbol.for('partnerview.places')
held[placesKey] ??= []
const places = held[placesKey]

async function newPlace(): Promise<Place> {
  const ports = { cognito: await reserveFreePort(), s3: await reserveFreePort(), ses: await reserveFreePort() }
  const place = { table: `test-${randomUUID()}`, ports, isTaken: false }
  places.push(place)
  return place
}

/**
 * Starts the back end of one test file: a table, a user pool, buckets, mail, and a clock that stands at `now`. Returns
 * functions that create people, and that call the domains as API Gateway does. Call it before importing `functions/`.
 */
export async function startWorld({ now = '2026-11-21T09:00:00Z', database = inject('database') } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const folder = mkdtempSync(join(tmpdir(), 'partnerview-test-'))
  const place = places.find(({ isTaken }) => !isTaken) ?? (await newPlace())
  place.isTaken = true
  const { table, ports } = place
  const dropTable = await createTable(database, table)
  const { guard } = createRights({
    names: Object.keys(functionSpecs),
    statementsOf,
    tableName: table,
    now: () => Date.now(),
    senderOf: testSenderOf,
  })
  const cognito = await startCognito({
    folder: join(folder, 'cognito'),
    now: () => Date.now(),
    port: ports.cognito,
    guard,
  })
  const created: S3Event[] = []
  const s3 = await startS3({
    folder: join(folder, 'buckets'),
    now: () => Date.now(),
    port: ports.s3,
    buckets: manifest.buckets,
    guard,
    onCreated: (event) => {
      created.push(event)
    },
  })
  const ses = await startSes({ folder: join(folder, 'mail'), now: () => Date.now(), port: ports.ses, guard })
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ENDPOINT_URL_SES: ses.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: database,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
    TABLE_NAME: table,
    USER_POOL_ID: 'local_partnerview',
    USER_POOL_CLIENT_ID: 'partnerview-local',
    UPLOADS_BUCKET: 'uploads',
    DOCUMENTS_BUCKET: 'documents',
    MAIL_SENDER: 'noreply@partnerview.example',
    VIES_URL: 'http://127.0.0.1:9',
    APP_URL: 'http://localhost:3000',
    ORIGIN_SECRET_ID: '',
    POWERTOOLS_SERVICE_NAME: 'test',
    POWERTOOLS_LOG_LEVEL: process.env['POWERTOOLS_LOG_LEVEL'] ?? 'SILENT',
    POWERTOOLS_METRICS_NAMESPACE: 'Partnerview',
    POWERTOOLS_METRICS_DISABLED: process.env['POWERTOOLS_METRICS_DISABLED'] ?? 'true',
  })
  const { documents } = await import('../functions/platform/data/table.ts')
  const check = tableCheckOf(guard)
  guardTable(documents, check)
  sendOverSockets(documents, database)
  skipSdkMiddlewares(documents, database, check)
  const { Users, deriveFields } = await import('../functions/platform/identity/user.ts')
  const { Uniques } = await import('../functions/platform/data/unique.ts')
  const { Rosters, rosterNamesOf } = await import('../functions/people/roster.ts')
  const { newSession, sessionStartWrites } = await import('../functions/platform/identity/session.ts')
  const { Teams } = await import('../functions/people/team-entity.ts')

  async function team(id: number, name = `Team ${id}`, office: Office = 'roermond') {
    const at = new Date().toISOString()
    const row = { id, name, sortName: name.toLowerCase(), office, version: 1, createdAt: at, updatedAt: at }
    await Teams.put(row).go()
    return row
  }

  /** Stores a person, by default an active agent with every flag and 2FA, and without a team; returns the row. */
  async function person(options: PersonOptions = {}) {
    const { password, ...rest } = options
    const id = randomUUID()
    const at = new Date().toISOString()
    const person = {
      id,
      version: 1,
      email: `${id}@example.nl`,
      firstName: 'Test',
      lastName: id.slice(0, 8),
      role: 'agent' as Role,
      isLocalAccount: true,
      ...(Object.fromEntries(flags.map((flag) => [flag, true])) as Record<Flag, boolean>),
      employmentType: 'loondienst' as const,
      licenseFeeStatus: 'paid' as const,
      isActive: true,
      twoFactorEnabled: true,
      mustChangePassword: undefined,
      invitedAt: undefined,
      welcome: undefined,
      sessionEpoch: 1,
      keptSession: undefined,
      credentialEpoch: undefined,
      sessionTimeout: 7200,
      earningEpoch: undefined,
      // Long ago, so that an admin of a test may approve what other admins make (rulings 51b).
      adminSince: options.role === 'admin' ? '2020-01-01T00:00:00.000Z' : undefined,
      standIn: undefined,
      resetBy: undefined,
      createdBy: undefined,
      phone: undefined,
      profileImageUrl: undefined,
      teamId: undefined,
      lastLicensePayment: undefined,
      createdAt: at,
      updatedAt: at,
      ...rest,
    }
    const row: User = { ...person, ...deriveFields(person) }
    await Users.put(row).go()
    await Uniques.put({ kind: 'email', value: row.email, ownerId: id }).go()
    await Promise.all(rosterNamesOf(row).map((name) => Rosters.update({ name }).add({ members: 1 }).go()))
    if (password) {
      const { createCredentials } = await import('../functions/platform/aws/identity.ts')
      await createCredentials(id, password)
    }
    return row
  }

  /** Creates a live session of a person, without a login; returns its id. */
  async function session(of: Awaited<ReturnType<typeof person>>): Promise<string> {
    const { id, row } = newSession(of, { ip: '192.0.2.1', userAgent: 'test' })
    await Promise.all(sessionStartWrites(row, of).map((write) => write.go()))
    return id
  }

  /** Calls that are not answered yet. */
  const answers = new Set<Promise<Answer>>()

  return {
    cognito,
    s3,
    ses,
    /** Events of created objects that the buckets have sent, oldest first. */
    created,
    team,
    person,
    session,
    call: async (method: string, path: string, options: CallOptions = {}) => {
      const answering = call(method, path, options)
      answers.add(answering)
      const answer = await answering.finally(() => answers.delete(answering))
      if (mayEndSessions(method, path)) invalidateKeptSessions()
      return answer
    },
    /** Adds a domain that only the test has, to test the shared layers. */
    serve: (domain: Domain, handler: unknown) => {
      guests.push(...routesTo({ guest: domain }).map((route) => ({ ...route, handler: handler as Handler })))
      matchRoute = undefined
    },
    /** Returns the 2FA code of a person, `steps` × 30 s from now. Throws when the person has no TOTP secret. */
    code: (userId: string, steps = 0) => {
      const secret = cognito.totpSecretOf(userId)
      if (!secret) throw new Error('This person has no TOTP secret')
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
    },
    /** Moves the clock of the functions and of all stand-ins. */
    travel: (to: string | number) => {
      vi.setSystemTime(new Date(to))
      invalidateKeptSessions()
    },
    stop: async () => {
      vi.useRealTimers()
      // A screen may have sent requests at the end of a test. They must not reach the next world, which has the same
      // addresses.
      while (answers.size > 0) await Promise.allSettled(answers)
      await Promise.all([cognito.close(), s3.close(), ses.close()])
      await dropTable()
      rmSync(folder, { recursive: true, force: true })
      guests.length = 0
      matchRoute = undefined
      place.isTaken = false
      failOnRefusals(guard.refused())
      failOnUndeclared()
    },
  }
}

/** Tells whether a call may end a session: any call about logins or admin tasks, or a change of people or teams. */
const mayEndSessions = (method: string, path: string) =>
  /^\/api\/(log(in|out)|auth|admin)\b/.test(path) || (method !== 'GET' && /^\/api\/(users|teams)\b/.test(path))

let disturbances = 0

/**
 * Returns how often something happened that may have ended a session. While this number stays the same, a test may use
 * the sessions again that it has kept.
 */
export const countSessionInvalidations = (): number => disturbances

/** Notes that a session may have ended, so that tests renew the sessions that they have kept. */
export function invalidateKeptSessions(): void {
  disturbances += 1
}

export type World = Awaited<ReturnType<typeof startWorld>>
export type Person = Awaited<ReturnType<World['person']>>

/** A route of the API, with its handler where a test serves it instead of the manifest's function. */
interface Routed extends ApiRoute {
  readonly handler?: Handler
}

const guests: Routed[] = []

/** Matcher of the routes and guests of now, made at the first call, as making it for each call took a hundredth. */
let matchRoute: ReturnType<typeof createMatcher<Routed>> | undefined

/** Returns the route that API Gateway would choose. */
function routeOf(method: string, path: string) {
  matchRoute ??= createMatcher<Routed>([...apiRoutes, ...guests])
  return matchRoute(method, decodeURIComponent(path))
}

async function handlerOf({ function: name, handler }: Routed): Promise<Handler> {
  if (handler) return handler
  return (await import(/* @vite-ignore */ `../${functionSpecs[name]?.entry}`)).handler
}

/** Returns the reply of API Gateway to a path without a route. */
function refusedByGateway(): Answer {
  const body = { message: 'Not Found' }
  const headers = { 'content-type': 'application/json' }
  return { status: 404, body, text: JSON.stringify(body), headers, cookies: [] }
}

async function call(method: string, url: string, options: CallOptions): Promise<Answer> {
  const [path = '', query = ''] = url.split('?')
  const found = routeOf(method, path)
  if (!found) {
    // An id with a slash makes more segments, for which API Gateway may have no route.
    if (/%2f/i.test(path)) return refusedByGateway()
    throw new Error(`No route for ${method} ${path}`)
  }
  const handler = await handlerOf(found.route)
  const event = eventOf(method, path, query, found, options)
  const reply = await watchRequest(method, path, (note) =>
    runRequest(found.route.function, () => handler(event, context()), note),
  )
  const text = reply.isBase64Encoded ? Buffer.from(reply.body ?? '', 'base64').toString('latin1') : (reply.body ?? '')
  const headers = Object.fromEntries(Object.entries(reply.headers ?? {}).map(([name, value]) => [name, String(value)]))
  const isJson = headers['content-type']?.startsWith('application/json')
  const body = isJson && text ? JSON.parse(text) : undefined
  return { status: reply.statusCode ?? 200, body, text, headers, cookies: reply.cookies ?? [] }
}

function eventOf(
  method: string,
  path: string,
  query: string,
  { route, params }: Match<Routed>,
  { as, body, headers = {}, cookies, ip = '192.0.2.1' }: CallOptions,
): APIGatewayProxyEventV2 {
  const parameters = Object.fromEntries(new URLSearchParams(query))
  const binary = body instanceof Uint8Array
  const payload = binary ? Buffer.from(body).toString('base64') : textOf(body)
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString: query,
    headers: {
      host: 'localhost:3000',
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(as ? { sessionid: as } : {}),
      ...headers,
    },
    ...(cookies ? { cookies: [...cookies] } : {}),
    ...(query ? { queryStringParameters: parameters } : {}),
    pathParameters: { ...params },
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: ip, userAgent: 'test' },
      requestId: randomUUID(),
      routeKey: route.key,
      stage: '$default',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
    ...(payload === undefined ? {} : { body: payload }),
    isBase64Encoded: binary,
  }
}

const textOf = (body: unknown) => (body === undefined || typeof body === 'string' ? body : JSON.stringify(body))

const context = () =>
  ({
    functionName: 'test',
    awsRequestId: randomUUID(),
    // A function has less time. The longer time lets tests pass on a busy machine.
    getRemainingTimeInMillis: () => 600_000,
    callbackWaitsForEmptyEventLoop: false,
  }) as Context
