import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Route, routes } from '../../shared/api/index.ts'
import { creation, domain, type Endpoint } from '../../shared/api/parts/endpoint.ts'
import { instant, localDate, orNull, requireText, text } from '../../shared/api/parts/fields.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { type Cast, callRoute, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { schemaOf } from '../json-schema.ts'
import { isProven, isWrite } from '../proven-routes.ts'
import { type Item, takeChanges } from '../raw-table.ts'
import { type Call, findLostValues, hasRecordResult, type Outcome } from '../read-back.ts'
import { prepareCall } from '../ready-calls.ts'

const reading = routes.filter((route) => !isWrite(route))
const readers = reading.map(({ endpoint }) => endpoint)
const writing = routes.filter(isWrite)
const answering = writing.filter(({ endpoint }) => hasRecordResult(endpoint, readers))
/** Tells whether a proof makes more admins. It comes last, as with two of them a new IBAN waits for the other. */
const makesAdmins = ({ key }: Route) => key === 'POST /api/admin/api-keys' || key.includes('/payment-approver')
const proven = answering
  .filter(isProven)
  .toSorted((one, other) => Number(makesAdmins(one)) - Number(makesAdmins(other)))

/** Tells whether the first endpoint lists or shows the kind of record that the second one returns. */
const lists = ({ result: list }: Endpoint, { result }: Endpoint) =>
  result.kind === 'json' &&
  ((list.kind === 'page' && list.schema.element === result.schema) ||
    (list.kind === 'json' && list.schema === result.schema))

describe('the reply to a write', () => {
  let world: World
  let cast: Cast
  beforeAll(async () => {
    world = await startWorld()
    cast = await makeCast(world)
  })
  afterAll(() => world.stop())

  /**
   * Returns the replies of the endpoints that may show the record: those of the same domain, or of the domain that
   * lists such records.
   */
  async function readings(
    route: Route,
    person: Person,
    id: unknown,
    answer: Readonly<Record<string, unknown>> | undefined,
  ): Promise<unknown[]> {
    const as = await sessionFor(world, person)
    // A login is read with the session that it gives.
    const session = answer?.['sessionId']
    if (typeof session === 'string') return [(await world.call('GET', '/api/auth/user', { as: session })).body]
    const answered = answer?.['id']
    const day = answer?.['date']
    const listing = reading.filter(({ endpoint }) => lists(endpoint, route.endpoint))
    const home = listing.find(({ domain }) => domain === route.domain) ?? listing[0] ?? route
    const isHome = home.domain === route.domain
    const isOwnPath = isHome && !home.endpoint.path.endsWith('/{id}')
    const collection = (isOwnPath ? route : home).endpoint.path.split('/{')[0] ?? ''
    const replies: unknown[] = []
    const readers = reading.filter(({ domain }) => domain === home.domain)
    // For a record that is a file, other endpoints show its parts.
    const isFile = readers.some(
      ({ endpoint: { path, result } }) => path === `${collection}/{id}` && result.kind === 'file',
    )
    for (const reader of readers) {
      const { path, result, query, allow } = reader.endpoint
      const isRecord = path === `${collection}/{id}` || (isFile && path.startsWith(`${collection}/{id}/`))
      // The audit log lists changes, not records.
      if (result.kind === 'file' || allow === 'audit:read' || (path.includes('{') && !isRecord)) continue
      const hints = {
        ...hintsFor(cast, cast.admin),
        ...(query && 'limit' in query.shape ? { limit: '500' } : {}),
        // A list of a phone number is called for the number of the record.
        ...(answer?.['number'] ? { number: answer['number'] } : {}),
      }
      // A list by period is called for the day of the record.
      const isByDay = query && 'from' in query.shape && 'to' in query.shape && typeof day === 'string'
      const reply = isByDay
        ? await world.call('GET', `${path}?from=${day}&to=${day}`, { as })
        : await callRoute(world, reader, { as, hints, id: String((isHome ? id : answered) ?? '') })
      if (reply.status === 200) replies.push(reply.body)
    }
    return replies
  }

  const isOwn = ({ pk, __edb_e__: entity }: Item) => entity !== 'audit' && !/^(session|idempotency)/.test(pk)

  const callOf =
    (route: Route): Call =>
    async (body): Promise<Outcome> => {
      const { id, person, send } = await prepareCall(world, cast, route)
      await takeChanges()
      const { status, body: answer } = await send(body === undefined ? {} : { body })
      const { added, changed } = await takeChanges()
      const stored = [...added, ...changed.map(({ after }) => after)].filter(isOwn)
      // A call that creates a record answers with the new one, also where its path names another record.
      const record = status === 201 ? (answer?.id ?? id) : (id ?? answer?.id)
      return { status, answer, stored, shown: await readings(route, person, record, answer) }
    }

  it.each(proven.map((route) => [route.key, route] as const))('%s is what is stored and shown', async (_, route) => {
    const lost = await findLostValues(route.endpoint, callOf(route), hintsFor(cast, cast.admin))
    reportFigure(`read back: ${route.key}`, '0 fields lost', lost.length, 0, lost)
  })

  it('is tested for every endpoint that takes a body and returns something with an id', () => {
    const withId = ({ endpoint: { body, result } }: Route) =>
      body !== undefined && result.kind === 'json' && 'id' in (schemaOf(result.schema, 'output').properties ?? {})
    expect(answering).toEqual(expect.arrayContaining(writing.filter(withId)))
    expect(answering.length).toBeGreaterThan(7)
  })
})

describe('a service that forgets', () => {
  const Record = z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['klein', 'groot']),
    amount: orNull(z.number()),
    day: orNull(z.iso.date()),
    remark: orNull(z.string()),
    lines: z.array(z.object({ label: z.string(), amount: z.number() })),
    createdAt: instant,
  })
  const { create } = domain({
    create: {
      summary: '',
      method: 'POST',
      path: '/api/made-up',
      allow: 'restricted',
      changes: [],
      body: z.object({
        name: requireText('Naam is verplicht'),
        kind: z.enum(['klein', 'groot']).default('klein'),
        amount: z.number().multipleOf(0.01).min(0).nullish(),
        day: localDate().nullish(),
        remark: text(),
        lines: z.array(z.object({ label: z.string(), amount: z.number() })),
        hour: z.int().min(0).max(23),
        notify: z.boolean().meta({ 'x-not-stored': true }),
      }),
      result: creation(Record),
    },
  }) satisfies Readonly<{ create: Endpoint }>

  type Row = Readonly<Record<string, unknown>>
  interface Faults {
    readonly stores?: (row: Row) => Row
    readonly answers?: (row: Row) => Row
  }
  const same = (row: Row) => row

  /** Keeps records in memory; stores and answers what was sent, unless a fault in `Faults` changes it. */
  const service =
    ({ stores = same, answers = same }: Faults): Call =>
    async (sent) => {
      const { hour, notify: _, ...body } = create.body.parse(sent)
      const given = { id: crypto.randomUUID(), createdAt: '2026-11-21T09:00:00Z', ...body, startsAt: `${hour}:00` }
      const row = stores(given)
      const shown = (of: Row) => Record.parse({ kind: 'klein', lines: [], ...of })
      return { status: 201, answer: answers(shown(given)), shown: [[shown(row)]], stored: [row] }
    }
  const without = (name: string) => (row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => key !== name))
  const lost = async (faults: Faults) => (await findLostValues(create, service(faults))).map((one) => one.split(':')[0])

  it('is not found when it forgets nothing', async () => {
    expect(await lost({})).toEqual([])
  })

  it.each(['amount', 'day', 'remark', 'kind', 'lines'])('is found when only the row lacks %s', async (name) => {
    expect(await lost({ stores: without(name) })).toContain(name)
  })

  it('is found by the rows when it loses a field that no reply has', async () => {
    expect(await lost({ stores: without('startsAt') })).toEqual(['hour'])
  })

  it('is found when only the reply lacks a field', async () => {
    expect(await lost({ answers: (row) => ({ ...row, remark: null }) })).toContain('remark')
  })

  it('is found when it loses a part of a line', async () => {
    const halves = (row: Row) => ({ ...row, lines: (row['lines'] as Row[]).map((line) => ({ ...line, amount: 0 })) })
    expect(await lost({ stores: halves })).toContain('lines')
  })

  it('is found when no later read shows the record', async () => {
    const nowhere: Call = async (sent) => ({ ...(await service({})(sent)), shown: [[]] })
    expect(await findLostValues(create, nowhere)).toContain('the record is shown nowhere')
  })
})
