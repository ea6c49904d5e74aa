import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../shared/contract/index.ts'
import { type Answer, startWorld, type World } from '../../testing/world.ts'
import {
  type Cast,
  callRoute,
  changePerson,
  hintsFor,
  isAboutRecord,
  makeCast,
  sessionFor,
  writeRoutes,
} from '../cast.ts'
import { figure } from '../figures.ts'
import { auditsIn, differencesOf, type Item, isUntouched, rawTable } from '../raw-table.ts'
import { recordOf } from '../records.ts'
import { bodyOf, fieldsOf, schemaOf } from '../sample.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const routes = writeRoutes.filter(({ endpoint }) => endpoint.idempotent)
const bytes = ({ status, text, headers }: Answer) => JSON.stringify({ status, text, headers })

async function prepare(route: Route) {
  const id = isAboutRecord(route) ? await recordOf(world, cast, route, cast.agent[0]) : undefined
  const hints = { ...hintsFor(cast, cast.admin), email: `${crypto.randomUUID()}@example.nl` }
  const body = bodyOf(route.endpoint, hints) as Record<string, unknown>
  const send = async (key: string, changes: object = {}, person = cast.admin) =>
    callRoute(world, route, {
      id,
      as: await sessionFor(world, person),
      body: { ...body, ...changes },
      headers: { 'idempotency-key': key },
    })
  return { body, send }
}

/** The same body but for one text. */
function otherThan(route: Route, body: Record<string, unknown>): object {
  const fields = route.endpoint.body ? fieldsOf(schemaOf(route.endpoint.body)) : {}
  const text = Object.entries(body).find(
    ([name, value]) => typeof value === 'string' && /name|notes|description/i.test(name) && name in fields,
  )
  if (!text) throw new Error(`${route.key} has no text to change`)
  return { [text[0]]: `${text[1]} anders` }
}

describe('an Idempotency-Key', () => {
  it('makes twenty requests at once into one, with equal replies, and refuses another body', async () => {
    const wrong: string[] = []
    for (const route of routes) {
      const { body, send } = await prepare(route)
      const before = await rawTable()
      const replies = await Promise.all(Array.from({ length: 20 }, () => send(`proef-1${route.endpoint.path}`)))
      const after = await rawTable()
      const again = await send(`proef-1${route.endpoint.path}`)
      const other = await send(`proef-1${route.endpoint.path}`, otherThan(route, body))
      const different = new Set([...replies, again].map(bytes))
      if (different.size !== 1) wrong.push(`${route.key}: ${[...different].join(' | ')}`)
      if ((replies[0]?.status ?? 500) >= 300) wrong.push(`${route.key}: ${replies[0]?.status} ${replies[0]?.text}`)
      const audits = auditsIn(differencesOf(before, after).added)
      if (audits.length !== 1) wrong.push(`${route.key}: ${audits.length} changes`)
      if (other.status !== 422) wrong.push(`${route.key}: another body ${other.status}`)
      const beside = (items: readonly Item[]) => items.filter(({ pk }) => !/^sessions?#/.test(pk))
      const repeat = differencesOf(beside(after), beside(await rawTable()))
      if (!isUntouched(repeat)) wrong.push(`${route.key}: a repeat wrote ${JSON.stringify(repeat)}`)
    }
    expect(routes.length).toBeGreaterThan(0)
    figure('idempotency', '1 record, equal replies; 422', wrong.length, 0, wrong)
  })

  it('is one’s own: another person’s same key is another request', async () => {
    for (const route of routes) {
      const { send } = await prepare(route)
      const key = `gedeeld${route.endpoint.path}`
      const [one, other] = [await send(key), await send(key, {}, await world.person({ role: 'admin' }))]
      expect(one.status, route.key).toBeLessThan(300)
      expect(other.text, route.key).not.toBe(one.text)
    }
  })

  it('is of one endpoint: the same key elsewhere is refused, not answered with the first’s reply', async () => {
    for (const route of routes) {
      for (const other of routes) {
        if (route === other) continue
        const [first, second] = [await prepare(route), await prepare(other)]
        const key = crypto.randomUUID()
        await first.send(key)
        expect((await second.send(key)).status, `${route.key} then ${other.key}`).toBe(422)
      }
    }
  })

  it('is forgotten after a day, and not before', async () => {
    for (const route of routes) {
      const { send } = await prepare(route)
      const start = Date.now()
      const key = `een-dag${route.endpoint.path}`
      const first = await send(key)
      world.travel(start + 24 * 60 * 60 * 1000 - 1)
      expect(bytes(await send(key)), route.key).toBe(bytes(first))
      world.travel(start + 24 * 60 * 60 * 1000)
      const next = await send(key)
      expect(bytes(next), route.key).not.toBe(bytes(first))
      expect(next.status, next.text).toBeLessThan(500)
    }
  })

  it('of a request that failed is free to be used again', async () => {
    const route = routes.find(({ key }) => key === 'POST /api/appointments')
    if (!route) throw new Error('No such route')
    const { send } = await prepare(route)
    expect((await send('mislukt', { agentId: 'niemand' })).status).toBe(422)
    expect((await send('mislukt')).status).toBe(201)
  })

  it('does not outlive the right to ask', async () => {
    const route = routes.find(({ key }) => key === 'POST /api/appointments')
    if (!route) throw new Error('No such route')
    const { send } = await prepare(route)
    const person = await world.person({ role: 'agent', teamId: 1 })
    const own = { agentId: person.id }
    expect((await send('recht', own, person)).status).toBe(201)
    await changePerson(person.id, { hasCalendarAccess: false })
    expect((await send('recht', own, person)).status).toBe(403)
  })

  it('is text without spaces of at most 128 characters', async () => {
    for (const route of routes) {
      const { send } = await prepare(route)
      for (const odd of ['é', 'a b', 'x'.repeat(129), '\u0000', ' ']) expect((await send(odd)).status, odd).toBe(400)
    }
  })
})
