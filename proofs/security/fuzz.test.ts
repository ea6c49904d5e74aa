import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../shared/access.ts'
import type { Route } from '../../shared/api/index.ts'
import { paramsOf, type Upload } from '../../shared/api/parts/endpoint.ts'
import { SEED } from '../../testing/seed.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { type Cast, hintsFor, makeCast, newIpAddress, personOf, sessionFor } from '../cast.ts'
import { reportFigure, size } from '../figures.ts'
import { anyHeaders, anyId, drawBody, drawQuery } from '../hostile-values.ts'
import { login, PASSWORD } from '../logins.ts'
import { createSentInvoice } from '../money-records.ts'
import { isAboutRecord, readRoutes, routeAt, writeRoutes } from '../proven-routes.ts'
import { putRaw } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'
import { buildUploadForm, fullBodyOf, pathOf } from '../sample.ts'

let world: World
let cast: Cast

/** Id of an invoice that can be sent; no generator finds it. */
let invoiceId: string
/** Ids of invoices that a payment file can pay; no generator finds them. */
let invoiceIds: string[]
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
  const sending = routeAt('POST /api/self-billing/send-invoice-email')
  invoiceIds = [await createSentInvoice(world, cast)]
  ;({ invoiceId } = (await prepareCall(world, cast, sending)).body as { invoiceId: string })
})
afterAll(() => world.stop())

let requests = 0
const allBroken: string[] = []

/**
 * Keys of the routes that accepted a body. At the end, all that take a body are here, except uploads and `secretive`.
 */
const accepted = new Set<string>()

/** Routes that need a secret, which no generator finds. */
const secretive = /\/login$|admin\/api-keys$|api\/erasures$|2fa-(verify|disable|backup-codes)$/

/** Number of calls before a session is replaced, as some calls end the session or use up its attempts. */
const USES = 8

/** Returns a function that gives a person's session for calls of the route. It replaces a session that is used up. */
function sessions({ endpoint }: Route) {
  const kept = new Map<string, { id: string; uses: number }>()
  if (/2fa-(setup|verify)$/.test(endpoint.path)) return setUpSession(endpoint.path.endsWith('verify'))
  return async (person: Person): Promise<string> => {
    const session = kept.get(person.id) ?? { id: await sessionFor(world, person), uses: 0 }
    const uses = session.uses + (endpoint.path === '/api/logout' ? USES : 1)
    if (uses < USES) kept.set(person.id, { ...session, uses })
    else kept.delete(person.id)
    return session.id
  }
}

/**
 * Returns a function that gives a session of a person without 2FA; if `isUnderWay`, in the middle of a 2FA set-up.
 * Before every use it resets the count of the person's failed attempts.
 */
function setUpSession(isUnderWay: boolean) {
  let session: { id: string; userId: string } | undefined
  return async (): Promise<string> => {
    if (!session) {
      const newcomer = await world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
      session = { id: String((await login(world, newcomer)).body.sessionId), userId: newcomer.id }
      if (isUnderWay) await world.call('POST', '/api/auth/user/2fa-setup', { as: session.id })
    }
    const row = { userId: session.userId, attempts: 0, __edb_e__: 'login', __edb_v__: '1' }
    await putRaw({ pk: `user#${session.userId}`, sk: 'login', ...row })
    return session.id
  }
}

/**
 * Returns how many requests a route gets: a twentieth if it reads no body, as the slow 2FA set-up is among those
 * routes.
 */
const runsOf = ({ endpoint }: Route) => (endpoint.body || endpoint.upload ? size.fuzz : Math.ceil(size.fuzz / 20))

/**
 * Number of bodies that every route gets first. The rest comes after the reads, as lists are slow once thousands of
 * rows exist.
 */
const FEW = 8
const few = (route: Route) => Math.min(FEW, runsOf(route))

/**
 * Keeps a record for each person to call a route with. `of` returns the same record until `spent` drops it, after a
 * request that may have changed it.
 */
function recordsFor(route: Route) {
  const kept = new Map<string, string | number>()
  return {
    async of(person: Person): Promise<string | number> {
      const id = kept.get(person.id) ?? (await createRecordFor(world, cast, route, person))
      kept.set(person.id, id)
      return id
    },
    spent: (person: Person) => kept.delete(person.id),
  }
}

const excerpt = (value: unknown) => String(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300)

/** Returns the seed of a route, so that every run makes the same requests. */
const seedOf = (route: Route) =>
  SEED + ([...route.key].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 1e6)

/** Draws a role, most often admin, whose requests are seldom refused and so reach further. */
const roleOf = fc.oneof(fc.constant('admin' as const), fc.constantFrom(...roles))

/** Draws odd values seldom, so that the rest of the request is tested too. */
const seldom = <T>(odd: fc.Arbitrary<T>, usual: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

/**
 * Sends a route odd bodies; fails when a reply has a status of 500 or above. With `isOpen`, the first body is valid, to
 * show that the route can succeed.
 */
async function writeOddly(route: Route, { seed, runs, isOpen }: { seed: number; runs: number; isOpen: boolean }) {
  const { endpoint } = route
  const sessionOf = sessions(route)
  const records = recordsFor(route)
  const broken: string[] = []
  let isRight = isOpen
  const property = fc.asyncProperty(
    roleOf,
    fc.gen(),
    seldom(anyHeaders, {}),
    seldom<string | null>(anyId, null),
    async (anyRole, gen, anyHeader, anyOddId) => {
      const [role, headers, oddId] = isRight ? (['admin', {}, null] as const) : [anyRole, anyHeader, anyOddId]
      const person = personOf(cast, role)
      const hints = { ...hintsFor(cast, person), invoiceId, invoiceIds }
      const isReady = isRight && paramsOf(endpoint) && endpoint.body && !endpoint.upload
      const ready = isReady ? await prepareCall(world, cast, route, { full: true, hints }) : null
      const usual = () => (isRight ? fullBodyOf(endpoint, hints) : gen(() => drawBody(endpoint, hints)))
      const body = ready ? { ...Object(ready.body), ...ready.once } : usual()
      isRight = false
      const known = isAboutRecord(route) && oddId === null
      const id = ready?.id ?? (known ? await records.of(person) : (oddId ?? 'x'))
      const sent = endpoint.upload ? oddForm(endpoint.upload, body) : { body, headers: {} }
      const reply = await world.call(endpoint.method, pathOf(endpoint, id), {
        as: await sessionOf(person),
        ip: newIpAddress(),
        body: sent.body,
        headers: { ...sent.headers, ...headers },
      })
      requests += 1
      if (reply.status < 400) {
        accepted.add(route.key)
        records.spent(person)
      }
      if (reply.status >= 500) {
        broken.push(
          `${route.key} as ${role}: ${reply.status} for ${id} ${JSON.stringify(headers)} ${excerpt(sent.body)}`,
        )
      }
    },
  )
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true })
  allBroken.push(...broken)
  expect(broken).toEqual([])
}

/** Calls a route as random people with random queries and ids; fails when a reply has a status of 500 or above. */
async function readOddly(route: Route, { seed, runs }: { seed: number; runs: number }) {
  const { endpoint } = route
  const sessionOf = sessions(route)
  const broken: string[] = []
  const property = fc.asyncProperty(roleOf, drawQuery(endpoint), anyId, async (role, query, id) => {
    const as = await sessionOf(personOf(cast, role))
    const reply = await world.call(endpoint.method, `${pathOf(endpoint, id)}?${query}`, { as })
    if (reply.status >= 500) broken.push(`${route.key} as ${role}: ${reply.status} for ${query}`)
  })
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true })
  allBroken.push(...broken)
  expect(broken).toEqual([])
}

const named = (routes: readonly Route[]) => routes.map((route) => [route.key, route] as const)

describe('requests that nobody would send', () => {
  it.each(named(writeRoutes))('%s survives the first odd bodies', (_, route) =>
    writeOddly(route, { seed: seedOf(route), runs: few(route), isOpen: true }),
  )

  it.each(named(readRoutes))('%s survives odd queries', (_, route) =>
    readOddly(route, {
      seed: seedOf(route),
      runs: route.endpoint.query ? size.fuzz : Math.ceil(size.fuzz / 10),
    }),
  )

  const longer = writeRoutes.filter((route) => runsOf(route) > few(route))
  it.each(named(longer))('%s survives the remaining odd bodies', (_, route) =>
    writeOddly(route, { seed: seedOf(route) + 1, runs: runsOf(route) - few(route), isOpen: false }),
  )

  it.each(named(longer.length > 0 ? readRoutes : []))('%s survives odd queries among many rows', (_, route) =>
    readOddly(route, { seed: seedOf(route) + 1, runs: FEW }),
  )

  it('cause no failure on any route, although some bodies are accepted', () => {
    expect(requests).toBe(writeRoutes.reduce((sum, route) => sum + runsOf(route), 0))
    // Routes that take a file are left out, as the generated files need not be valid.
    const open = writeRoutes.filter(({ endpoint }) => endpoint.body && !endpoint.upload)
    const closed = open.map(({ key }) => key).filter((key) => !accepted.has(key))
    expect(
      closed.filter((key) => !secretive.test(key)),
      'some of the bodies came all the way',
    ).toEqual([])
    reportFigure('fuzz', `0 × 5xx (${size.fuzz} bodies per write route)`, allBroken.length, 0, allBroken)
  })
})

/** Builds a form with one file from a generated body. */
function oddForm(upload: Upload, body: unknown) {
  const names = [
    'x.csv',
    'x.xlsx',
    'x.xls',
    'x.exe',
    '../x.csv',
    'é".csv',
    `${'💥'.repeat(900)}.csv`,
    '%zz.csv',
    '.csv',
  ]
  const content = excerpt(body)
  return buildUploadForm(upload, content, names[content.length % names.length])
}
