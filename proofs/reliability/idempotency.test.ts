import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes as contractRoutes, type Route } from '../../shared/api/index.ts'
import { type Answer, type Person, startWorld, type World } from '../../testing/world.ts'
import { type Cast, changePerson, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { reportFigure, sampleWays } from '../figures.ts'
import { schemaOf } from '../json-schema.ts'
import { routeAt, writeRoutes } from '../proven-routes.ts'
import { auditsIn, countWrites, differencesOf, followTable, type Item, isUntouched } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'
import { otherBodyOf } from '../sample.ts'

let world: World
let cast: Cast
let colleague: Person
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
  colleague = await world.person({ role: 'admin' })
})
afterAll(() => world.stop())

const routes = writeRoutes.filter(({ endpoint }) => endpoint.idempotent === true)
const shownOnce = writeRoutes.filter(({ endpoint }) => endpoint.idempotent === 'shown-once')
const day = 24 * 60 * 60 * 1000
const bytes = ({ status, text, headers }: Answer) => JSON.stringify({ status, text, headers })

async function prepare(route: Route) {
  const { body, once, person: maker, send: make } = await prepareCall(world, cast, route)
  // A code is of the person who was prepared for the call.
  const takesCode = 'token' in Object(body)
  const send = async (key: string, sent = body, person = takesCode ? maker : cast.admin) =>
    make({
      as: await sessionFor(world, person),
      headers: { 'idempotency-key': key },
      ...(sent === undefined ? {} : { body: sent }),
    })
  // Fields that work once are the same in each request, so a body of these alone has no other.
  const hasOther = Object.keys(Object(body)).some((name) => !Object.hasOwn(Object(once), name))
  const other = hasOther ? otherBodyOf(route.endpoint, body, hintsFor(cast, cast.admin)) : undefined
  return { body, takesCode, other, send }
}

/** Sends a request many times at once; one after the other where it has a code, which works once. */
async function sendOften(times: number, takesCode: boolean, send: () => Promise<Answer>): Promise<Answer[]> {
  if (!takesCode) return Promise.all(Array.from({ length: times }, send))
  const replies: Answer[] = []
  for (let sent = 0; sent < times; sent++) replies.push(await send())
  return replies
}

describe('the API', () => {
  it('takes an Idempotency-Key wherever something is created', () => {
    const creating = writeRoutes.filter(
      ({ endpoint }) => endpoint.result.kind === 'json' && endpoint.result.status === 201,
    )
    expect(creating.length).toBeGreaterThan(0)
    expect(creating.filter(({ endpoint }) => !endpoint.idempotent).map(({ key }) => key)).toEqual([])
  })

  it('marks exactly the calls whose reply has a secret as shown once, so that no secret is stored', () => {
    expect(contractRoutes.some(({ endpoint }) => endpoint.idempotent === 'shown-once')).toBe(true)
    for (const { key, endpoint } of [...routes, ...shownOnce]) {
      const { result } = endpoint
      const schema = JSON.stringify('schema' in result ? schemaOf(result.schema) : {})
      expect(schema.includes('"x-shown-once":true'), key).toBe(endpoint.idempotent === 'shown-once')
    }
  })
})

describe('an Idempotency-Key', () => {
  it.each(shownOnce)('gives a secret once, and to each repeat a 409 that names its record: $key', async (route) => {
    const { takesCode, other, send } = await prepare(route)
    const key = `geheim${route.endpoint.path}`
    const before = await followTable()
    const replies = await sendOften(20, takesCode, () => send(key))
    const after = await followTable()
    const again = await send(key)
    const [made, ...more] = replies.filter(({ status }) => status === 201)
    expect(more).toEqual([])
    const refused = [...replies.filter((reply) => reply !== made), again]
    expect(new Set(refused.map(bytes)).size).toBe(1)
    expect(again.status).toBe(409)
    const [audit, ...audits] = auditsIn(differencesOf(before, after).added)
    expect(audits).toEqual([])
    expect(again.body.id).toBe(audit?.['entityId'])
    expect(again.body.message).toContain(again.body.id)
    const secrets = Object.values(made?.body).filter((value) => /[\w-]{43}$/.test(String(value)))
    expect(secrets).toHaveLength(1)
    const kept = JSON.stringify(await followTable())
    for (const secret of secrets) expect(kept).not.toContain(String(secret).slice(-43))
    if (other !== undefined) expect((await send(key, other)).status).toBe(422)
  })

  it('turns twenty requests at once into one change with equal replies, of one person, for one day', async () => {
    const wrong: string[] = []
    for (const route of routes) {
      const say = (what: string) => wrong.push(`${route.key}: ${what}`)
      const { takesCode, other: otherBody, send } = await prepare(route)
      const key = `proef-1${route.endpoint.path}`
      for (const odd of ['é', 'a b', 'x'.repeat(129), '\u0000', ' ']) {
        const { status } = await send(odd)
        if (status !== 400) say(`${status} for the key ${JSON.stringify(odd)}`)
      }
      const start = Date.now()
      const before = await followTable()
      const replies = await sendOften(20, takesCode, () => send(key))
      const after = await followTable()
      const again = await send(key)
      // A call without a body cannot be repeated with another body.
      const other = otherBody === undefined ? null : await send(key, otherBody)
      const different = new Set([...replies, again].map(bytes))
      if (different.size !== 1) say([...different].join(' | '))
      if (again.status >= 300) say(`${again.status} ${again.text}`)
      const writes = countWrites(differencesOf(before, after).added)
      if (writes !== 1) say(`${writes} changes`)
      if (other && other.status !== 422) say(`another body ${other.status}`)
      const beside = (items: readonly Item[]) => items.filter(({ pk }) => !/^session(?:s|use)?#/.test(pk))
      const repeat = differencesOf(beside(after), beside(await followTable()))
      if (!isUntouched(repeat)) say(`a repeat wrote ${JSON.stringify(repeat)}`)
      if ((await send(key, undefined, colleague)).text === again.text) say('the same reply for somebody else')

      world.travel(start + day - 1)
      if (bytes(await send(key)) !== bytes(again)) say('another reply within a day')
      world.travel(start + day)
      const next = await send(key)
      if (bytes(next) === bytes(again)) say('the same reply after a day')
      if (next.status >= 500) say(`${next.status} ${next.text} after a day`)
    }
    expect(routes.length).toBeGreaterThan(0)
    reportFigure('idempotency', '1 record, equal replies; 422', wrong.length, 0, wrong)
  })

  it('belongs to one endpoint: the same key on another endpoint is refused', async () => {
    // The test above entered hours, and a day takes hours of one kind of work only once.
    world.travel(Date.now() + day)
    for (const [turn, route] of routes.entries()) {
      for (const other of sampleWays(
        routes.filter((one) => one !== route),
        turn,
      )) {
        const [first, second] = [await prepare(route), await prepare(other)]
        // A key is one person's, and a code is of the person who was prepared for its call.
        if (first.takesCode || second.takesCode) continue
        const key = crypto.randomUUID()
        await first.send(key)
        expect((await second.send(key)).status, `${route.key} then ${other.key}`).toBe(422)
      }
    }
  })

  it('of a request that failed is free to be used again', async () => {
    const { body, send } = await prepare(routeAt('POST /api/appointments'))
    expect((await send('mislukt', { ...Object(body), agentId: 'niemand' })).status).toBe(422)
    expect((await send('mislukt')).status).toBe(201)
  })

  it('gives no stored reply to somebody who lost the right to the call', async () => {
    const { body, send } = await prepare(routeAt('POST /api/appointments'))
    const person = await world.person({ role: 'agent', teamId: 1 })
    const own = { ...Object(body), agentId: person.id }
    expect((await send('recht', own, person)).status).toBe(201)
    await changePerson(person.id, { hasCalendarAccess: false })
    expect((await send('recht', own, person)).status).toBe(403)
  })
})
