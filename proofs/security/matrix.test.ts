import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../shared/access.ts'
import { routes } from '../../shared/api/index.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { findAccessRow, matchesRow, namedRows } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { provenRoutes } from '../proven-routes.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

describe('the matrix of access.md', () => {
  it('names every endpoint of the API', () => {
    const missing = routes.filter(({ endpoint }) => !findAccessRow(endpoint)).map(({ key }) => key)
    expect(missing, 'Endpoints that lack a row in proofs/additions.md').toEqual([])
  })

  it('names no endpoint that the API lacks', () => {
    const missing = namedRows.filter((row) => !routes.some(({ endpoint }) => matchesRow(row, endpoint)))
    expect(missing.map(({ method, path }) => `${method ?? '*'} ${path}`)).toEqual([])
  })
})

describe('a stand-in', () => {
  const DAY_AGO = '2026-01-01T00:00:00.000Z'
  const standIn = { proposedBy: 'a', proposedAt: DAY_AGO, approvedBy: 'b', approvedAt: DAY_AGO }
  const opened = [
    'GET /api/self-billing/invoices/{id}',
    'GET /api/self-billing/invoices/{id}/attachments/{path}',
    'GET /api/self-billing/invoices/{id}/pdf',
    'GET /api/self-billing/invoices/{id}/ubl',
    'GET /api/self-billing/partners/{id}',
    'GET /api/self-billing/payment-files',
    'GET /api/self-billing/payment-files/{id}/payments',
    'POST /api/self-billing/partners/{id}/approve-bank-account',
    'POST /api/self-billing/payment-files/{id}/approve',
    'POST /api/self-billing/waiting-payments/{id}/approve',
  ]

  it('may read and approve payments, and nothing else that a caller may not (rulings 51b)', async () => {
    const closed = provenRoutes.filter(({ endpoint }) => findAccessRow(endpoint)?.cells.caller.scope === 'refused')
    const person = await world.person({ role: 'caller', teamId: 1, standIn })
    const open: string[] = []
    for (const route of closed) {
      const as = await sessionFor(world, person)
      const { status } = await callRoute(world, route, { as, hints: hintsFor(cast, person) })
      if (status !== 403) open.push(route.key)
    }
    // After a change, the proofs call the routes of affected domains only.
    const wanted = opened.filter((key) => closed.some((route) => route.key === key))
    reportFigure('stand-in', `${closed.length} closed`, open.sort(), wanted)
  })
})

// The walk (walk.test.ts) calls every endpoint by people with all flags: no flag helps a role that is refused.
describe('flags', () => {
  const flagged = provenRoutes.flatMap((route) =>
    roles.flatMap((role) => {
      const flag = findAccessRow(route.endpoint)?.cells[role].flag
      return flag ? [{ route, role, flag }] : []
    }),
  )

  it('close every flagged cell when they are off', async () => {
    const open: string[] = []
    const people = new Map<string, Person>()
    for (const { route, role, flag } of flagged) {
      const without = people.get(`${role} ${flag}`) ?? (await world.person({ role, teamId: 1, [flag]: false }))
      people.set(`${role} ${flag}`, without)
      const reply = await callRoute(world, route, {
        as: await sessionFor(world, without),
        hints: hintsFor(cast, without),
      })
      if (reply.status !== 403) open.push(`${route.key} as ${role} without ${flag}: ${reply.status}`)
    }
    expect(flagged.length).toBeGreaterThan(0)
    reportFigure('flags', 'every flagged cell is 403', open.length, 0, open)
  })

  it('never matter to an admin', async () => {
    const refused: string[] = []
    for (const route of new Set(flagged.map(({ route }) => route))) {
      const off = Object.fromEntries(flagged.map(({ flag }) => [flag, false]))
      const admin = await world.person({ role: 'admin', ...off })
      const reply = await callRoute(world, route, { as: await sessionFor(world, admin), hints: hintsFor(cast, admin) })
      if (reply.status === 403) refused.push(route.key)
    }
    expect(refused).toEqual([])
  })
})
