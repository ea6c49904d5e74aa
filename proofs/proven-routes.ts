import { type Route, routes } from '../shared/api/index.ts'

/**
 * Domains whose routes are proven; undefined means all. `npm test -- --changed` names them in `PROOF_DOMAINS` after a
 * change. Appointments are always among them, so that each proof has routes of every kind.
 */
const reached = process.env['PROOF_DOMAINS']?.split(',').concat('appointments')

/** Tells whether the proofs call a route. */
export const isProven = ({ domain }: Route) => reached?.includes(domain) ?? true

/** The routes that the proofs call, in the order of the API. */
export const provenRoutes = routes.filter(isProven)

/** Tells whether a route changes something: any method but GET. */
export const isWrite = ({ endpoint }: Route) => endpoint.method !== 'GET'

/** The routes that the proofs call and that change something. */
export const writeRoutes = provenRoutes.filter(isWrite)

/** The routes that the proofs call and that only read. */
export const readRoutes = provenRoutes.filter((route) => !isWrite(route))

/** Returns the route of a key such as `POST /api/appointments`. Throws when the API has none. */
export function routeAt(key: string): Route {
  const route = routes.find((one) => one.key === key)
  if (!route) throw new Error(`No endpoint ${key}`)
  return route
}

/** Tells whether a route is about one record, named in its path by id or secret token. */
export const isAboutRecord = ({ endpoint }: Route) => /\{(id|token)\}/.test(endpoint.path)
