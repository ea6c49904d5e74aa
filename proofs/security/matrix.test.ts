import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Role, roles } from '../../shared/access.ts'
import { type Route, routes } from '../../shared/contract/index.ts'
import { type Answer, type Person, startWorld, type World } from '../../testing/world.ts'
import { findAccessRow, matchesRow, namedRows } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeApiKey, makeCast, personOf, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { provenRoutes } from '../proven-routes.ts'

const askers = ['anonymous', 'restricted', 'deactivated', 'API key', ...roles] as const
type Asker = (typeof askers)[number]
type Verdict = 401 | 403 | 'admitted'

let world: World
let cast: Cast
let restricted: Person
let deactivated: Person
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
  restricted = await world.person({ role: 'admin', twoFactorEnabled: false })
  deactivated = await world.person({ role: 'admin', isActive: false })
})
afterAll(() => world.stop())

/** Returns the verdict that the access matrix expects. Throws for a route without a row. */
function expected(route: Route, asker: Asker): Verdict {
  const row = findAccessRow(route.endpoint)
  if (!row) throw new Error(`${route.key} is not in access.md`)
  if (row.cells.admin.scope === 'public') return 'admitted'
  switch (asker) {
    case 'anonymous':
    case 'deactivated':
      return 401
    case 'restricted':
      return row.restricted ? 'admitted' : 403
    case 'API key':
      return row.apiKey && route.endpoint.method === 'GET' ? 'admitted' : 403
    default:
      return row.cells[asker].scope === 'refused' ? 403 : 'admitted'
  }
}

/**
 * Returns the verdict of the server. A public endpoint admits everybody: its 401 or 403 is about what was sent, such as
 * a password.
 */
const verdictOf = (route: Route, { status }: Answer): Verdict =>
  route.endpoint.allow !== 'public' && (status === 401 || status === 403) ? status : 'admitted'

/** Calls a route as somebody. `sessionFor` replaces a session that an earlier call may have ended. */
async function ask(route: Route, asker: Asker): Promise<Answer> {
  const somebody = personOf(cast, roles.find((role) => role === asker) ?? 'admin')
  const hints = hintsFor(cast, somebody)
  switch (asker) {
    case 'anonymous':
      return callRoute(world, route, { hints })
    case 'API key':
      // Each route gets a new key, as one key may not call all routes within a minute.
      return callRoute(world, route, { hints, headers: { 'x-api-key': await makeApiKey(cast.admin) } })
    case 'restricted':
      return callRoute(world, route, {
        hints,
        as: await sessionFor(world, restricted),
      })
    case 'deactivated':
      return callRoute(world, route, {
        hints,
        as: await sessionFor(world, deactivated),
      })
    default:
      return callRoute(world, route, { hints, as: await sessionFor(world, somebody) })
  }
}

/**
 * Endpoints that refuse a session without a Cognito token. Only a real login gives that token; see two-factor.test.ts.
 */
const needsLogin = new Set(['POST /api/auth/user/2fa-setup', 'POST /api/auth/user/2fa-verify'])

/** Routes that also need a record, a code, a file or an address; reach.test.ts and the domains' tests call those. */
const takesMore =
  /\{(id|token)\}|^POST \/api\/(login|auth\/user\/2fa-\w+(-codes)?|(contracts|leads)\/upload|(time-entries|fixed-costs)\/import(\/check)?|self-billing\/(upload-attachment|send-invoice-email|payment-files|bank-statements|dispatches))$/
const mustWork = ({ key }: Route, asker: Asker) => roles.some((role) => role === asker) && !takesMore.test(key)

describe('the matrix of access.md', () => {
  it('names every endpoint of the contract', () => {
    const missing = routes.filter(({ endpoint }) => !findAccessRow(endpoint)).map(({ key }) => key)
    expect(missing).toEqual([])
  })

  it('matches the server, cell by cell', async () => {
    const differing: string[] = []
    let cells = 0
    for (const route of provenRoutes) {
      for (const asker of askers) {
        const reply = await ask(route, asker)
        const must = expected(route, asker)
        const is =
          must === 'admitted' && needsLogin.has(route.key) && reply.status === 401 ? must : verdictOf(route, reply)
        cells += 1
        // An admitted call must succeed, as otherwise another error could hide a refusal.
        if (mustWork(route, asker) && must === 'admitted' && reply.status >= 400) {
          differing.push(`${route.key} as ${asker}: ${reply.status} ${reply.text}`)
        }
        if (is !== must || reply.status >= 500) {
          differing.push(`${route.key} as ${asker}: ${must} expected, was ${reply.status} ${reply.text}`)
        }
      }
    }
    expect(cells).toBe(provenRoutes.length * askers.length)
    reportFigure('matrix', '0 cells differ', differing.length, 0, differing)
  })

  it('names no endpoint that the contract lacks', () => {
    const missing = namedRows.filter((row) => !routes.some(({ endpoint }) => matchesRow(row, endpoint)))
    expect(missing.map(({ method, path }) => `${method ?? '*'} ${path}`)).toEqual([])
  })
})

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

  it('do not help a role that is refused', async () => {
    const let_in: string[] = []
    for (const role of roles satisfies readonly Role[]) {
      const person = await world.person({ role, teamId: 1 })
      for (const route of provenRoutes) {
        if (findAccessRow(route.endpoint)?.cells[role].scope !== 'refused') continue
        const reply = await callRoute(world, route, {
          as: await sessionFor(world, person),
          hints: hintsFor(cast, person),
        })
        if (reply.status !== 403) let_in.push(`${route.key} as ${role}`)
      }
    }
    expect(let_in).toEqual([])
  })
})
