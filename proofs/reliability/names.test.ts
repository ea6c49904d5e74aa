import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../../shared/api/index.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { buildChangingCall, type Cast, callRoute, changePerson, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { reportFigure, sampleRoutes } from '../figures.ts'
import { isProven, writeRoutes } from '../proven-routes.ts'
import { type Item, keyOf, readRawTable } from '../raw-table.ts'
import { callerFor, prepareCall } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'

let world: World
let cast: Cast
let people: Person[]
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
  people = [cast.admin, ...cast.lead, ...cast.agent, ...cast.caller, cast.colleague]
})
afterAll(() => world.stop())

const [OLD, NEW] = ['Voorheen', 'Nadien']

/** Tells whether a row records a moment and so keeps the old name: audit, queued work, a stored reply. */
const isMoment = ({ pk, __edb_e__: entity }: Item) =>
  entity === 'audit' || entity === 'outbox' || pk.startsWith('idempotency')

const withOldName = async () =>
  (await readRawTable()).filter((item) => !isMoment(item) && JSON.stringify(item).includes(OLD))
const nameAll = async (firstName: string) => {
  for (const { id } of people) await changePerson(id, { firstName })
}

/**
 * Renames everybody. Updates copies of names only for people whom rows or requests name, as each such update takes a
 * thousand queries.
 */
async function renameAll(): Promise<void> {
  const { refreshPersonName } = await import('../../events/names.ts')
  const rows = (await withOldName()).filter(({ __edb_e__: entity }) => entity !== 'user')
  const named = JSON.stringify([rows, hintsFor(cast, cast.admin)])
  await nameAll(NEW)
  for (const { id } of people) if (named.includes(id)) await runAsFunction('outbox', () => refreshPersonName(id))
}
async function provenNone(what: string): Promise<void> {
  const kept = (await withOldName()).map((item) => `${item['__edb_e__']}: ${keyOf(item)}`)
  reportFigure(what, '0 rows with a former name', kept.length, 0, kept)
}

it('a person’s new name reaches every kind of row', async () => {
  await nameAll(OLD)
  for (const route of writeRoutes.filter(({ endpoint }) => endpoint.result.status === 201)) {
    const { send } = await prepareCall(world, cast, route)
    expect((await send()).status, route.key).toBe(201)
  }
  expect((await withOldName()).length, 'rows besides the people').toBeGreaterThan(people.length)
  await renameAll()
  await provenNone('names that follow')
})

/** Returns a body that changes one text and names no record; an empty object where the endpoint has none. */
function littleOf({ endpoint }: (typeof writeRoutes)[number]): { body?: object } {
  const bodies = ['notes', 'description', 'contactPerson'].map((name) => ({ [name]: 'Tegelijk' }))
  const body = bodies.find((one) => {
    const parsed = endpoint.body?.safeParse(one)
    return parsed?.success && Object.keys(Object(parsed.data)).length > 0
  })
  return body ? { body } : {}
}

it('a change that read the old name does not restore it', async () => {
  const changes = routes.filter(({ endpoint }) => endpoint.method === 'PATCH' && endpoint.ifMatch)
  for (const route of sampleRoutes(changes).filter(isProven)) {
    await nameAll(OLD)
    const id = await createRecordFor(world, cast, route, cast.agent[0])
    const as = await sessionFor(world, callerFor(cast, route))
    const sent = { ...buildChangingCall(route, hintsFor(cast, cast.agent[0])), ...littleOf(route) }
    await meanwhile(renameAll)
    expect((await callRoute(world, route, { id, as, ...sent })).status, route.key).toBe(200)
  }
  await provenNone('names that do not come back')
})
