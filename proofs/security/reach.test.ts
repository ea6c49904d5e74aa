import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Role, roles } from '../../shared/access.ts'
import type { Route } from '../../shared/contract/index.ts'
import { type Answer, type CallOptions, type Person, startWorld, type World } from '../../testing/world.ts'
import { findAccessRow, type Scope } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeCast, personOf, sessionFor } from '../cast.ts'
import { reportFigure, sampleWays } from '../figures.ts'
import { isAboutRecord, provenRoutes, readRoutes } from '../proven-routes.ts'
import { createRecordFor } from '../records.ts'
import { fullBodyOf, type Hints } from '../sample.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const distances = ['own', 'team', 'foreign'] as const
type Distance = (typeof distances)[number]

/**
 * Returns the owner of the record: for `own` the person of the cast with this role, for `team` an agent in team 1, and
 * for `foreign` an agent in team 2.
 */
const ownerAt = (role: Role, distance: Distance): Person =>
  distance === 'own' ? personOf(cast, role) : distance === 'team' ? cast.colleague : cast.agent[1]

const covers: Record<Scope, readonly Distance[]> = {
  all: distances,
  team: ['own', 'team'],
  own: ['own'],
  self: ['own'],
  refused: [],
  public: distances,
}

const bytes = ({ status, text, headers, cookies }: Answer) => JSON.stringify({ status, text, headers, cookies })

/** Ways to call a route. In each of them the reply could betray that a record exists. */
const variations = (route: Route, person: Person): readonly (CallOptions & { hints?: Hints })[] => [
  { hints: hintsFor(cast, person) },
  { hints: hintsFor(cast, person), headers: { 'if-match': '"99"' } },
  { body: fullBodyOf(route.endpoint, hintsFor(cast, person)) },
  { body: fullBodyOf(route.endpoint, hintsFor(cast, cast.agent[1])) },
  { hints: hintsFor(cast, person), headers: { 'idempotency-key': crypto.randomUUID() } },
]

describe('an endpoint about one record', () => {
  const aboutRecords = provenRoutes.filter(isAboutRecord)

  it('reaches the records of its cell and answers 404 for the rest', async () => {
    expect(aboutRecords.length).toBeGreaterThan(0)
    const leaks: string[] = []
    const refusals: string[] = []
    let turn = 0
    for (const [index, route] of aboutRecords.entries()) {
      for (const [place, role] of roles.entries()) {
        const scope = findAccessRow(route.endpoint)?.cells[role].scope ?? 'refused'
        const person = personOf(cast, role)
        const isWithin = (distance: Distance) => covers[scope].includes(distance)
        const [within, beyond] = [distances.filter(isWithin), distances.filter((one) => !isWithin(one))]
        // The short form tries one record within reach and one beyond it, where there are such records. `npm run proof`
        // tries all.
        for (const distance of [within, beyond].flatMap((some) => sampleWays(some, index + place))) {
          const label = `${route.key} as ${role}, ${distance}`
          if (isWithin(distance)) {
            const owner = ownerAt(role, distance)
            const id = await createRecordFor(world, cast, route, owner, person)
            // The call uses hints of the owner. So no record changes its owner, and the lists below stay the same.
            const reply = await callRoute(world, route, {
              id,
              as: await sessionFor(world, person),
              hints: hintsFor(cast, owner),
            })
            const isRefused = [401, 403, 404].includes(reply.status) || reply.status >= 500
            // A refusal about one's own money shows that the record is within reach (decision 78).
            const isOwnMoney =
              reply.status === 403 && reply.body.message === 'Laat een collega je eigen commissie afhandelen'
            if (isRefused && !isOwnMoney) refusals.push(`${label}: ${reply.status} ${reply.text}`)
            continue
          }
          const id = await createRecordFor(world, cast, route, ownerAt(role, distance), person)
          for (const options of sampleWays(variations(route, person), turn++)) {
            const as = await sessionFor(world, person)
            const there = bytes(await callRoute(world, route, { ...options, id, as }))
            const nothing = bytes(await callRoute(world, route, { ...options, id: 'bestaat-niet', as }))
            if (there !== nothing) leaks.push(`${label}: ${there} instead of ${nothing}`)
            if (!/"status":(403|404|400)/.test(there)) leaks.push(`${label}: ${there}`)
          }
        }
      }
    }
    expect(refusals, 'a record within reach is refused').toEqual([])
    reportFigure('reach', '0 leaks; foreign answers byte-equal to nonexistent', leaks.length, 0, leaks)
  })
})

describe('a list', () => {
  it('never names a record out of reach', async () => {
    const foreign: string[] = [cast.lead[1], cast.agent[1], cast.caller[1]].map(({ id }) => id)
    for (const route of provenRoutes.filter(isAboutRecord)) {
      for (const owner of [cast.agent[1], cast.caller[1], cast.lead[1]]) {
        if (findAccessRow(route.endpoint)?.cells[owner.role].scope === 'refused') continue
        foreign.push(String(await createRecordFor(world, cast, route, owner)))
      }
    }
    const leaks: string[] = []
    const shown = new Set<string>()
    for (const route of readRoutes.filter((one) => !isAboutRecord(one))) {
      for (const role of roles) {
        const scope = findAccessRow(route.endpoint)?.cells[role].scope
        if (scope === 'public' || (scope === 'all' && role !== 'admin')) continue
        const reply = await callRoute(world, route, { as: await sessionFor(world, personOf(cast, role)) })
        const named = foreign.filter((id) => id.length > 8 && reply.text.includes(id))
        if (role === 'admin') for (const id of named) shown.add(id)
        else if (named.length > 0) leaks.push(`${route.key} as ${role}: ${named}`)
      }
    }
    // An admin's lists do show these people, so that their absence from other lists proves something.
    const people = [cast.lead[1], cast.agent[1], cast.caller[1]]
    for (const { id } of people) expect([...shown], id).toContain(id)
    expect(shown.size).toBeGreaterThan(people.length + 2)
    reportFigure('reach: lists', '0 records out of reach', leaks.length, 0, leaks)
  })

  it('of appointments, teams or people is empty for people without a team', async () => {
    const loose = await Promise.all((['teamleader', 'agent', 'caller'] as const).map((role) => world.person({ role })))
    for (const person of loose) {
      const as = await sessionFor(world, person)
      for (const path of ['/api/appointments', '/api/teams', '/api/users', '/api/users/agents']) {
        expect((await world.call('GET', path, { as })).body, `${path} as ${person.role}`).toEqual([])
      }
    }
  })
})
