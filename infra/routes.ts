import { api } from '../shared/api/index.ts'
import type { Domain } from '../shared/api/parts/endpoint.ts'

/** A route of the API: API Gateway's key, such as `ANY /api/teams/{proxy+}`, and the function that answers it. */
export interface ApiRoute {
  readonly key: string
  readonly function: string
}

/** An endpoint: its domain, and the segments of its path that are not yet grouped. */
interface End {
  readonly domain: string
  readonly rest: readonly string[]
}

/**
 * Returns as few API Gateway routes as possible, which lead each endpoint to its domain's function
 * (docs/decisions/0075). Paths of one domain share a route of any method; the function refuses unknown paths. Throws an
 * Error when two domains have the same path.
 */
export function routesTo(domains: Readonly<Record<string, Domain>>): ApiRoute[] {
  const ends = Object.entries(domains).flatMap(([domain, endpoints]) =>
    Object.values(endpoints).map(({ path }) => ({ domain, rest: path.split('/').slice(2) })),
  )
  return childrenOf(ends).flatMap(([segment, below]) => routesBelow(`/api/${segment}`, below, null))
}

/**
 * Returns the routes to a path and to the paths below it. A route made before leads all of these paths to the domain
 * `holder`; null when there is no such route.
 */
function routesBelow(path: string, ends: readonly End[], holder: string | null): ApiRoute[] {
  const here = new Set(ends.flatMap(({ domain, rest }) => (rest.length === 0 ? [domain] : [])))
  if (here.size > 1) throw new Error(`${path} is of several domains: ${[...here].join(', ')}`)
  const children = childrenOf(ends)
  const next = holder ?? holderOf(ends, children)
  const own = [...here].filter((domain) => domain !== holder).map((domain) => routeTo(path, domain))
  const greedy = next !== holder && next !== null && children.length > 0 ? [routeTo(`${path}/{proxy+}`, next)] : []
  return [...own, ...greedy, ...children.flatMap(([segment, below]) => routesBelow(`${path}/${segment}`, below, next))]
}

/**
 * Returns the domain that gets the route `{proxy+}` of a path, which leads to it all paths below without a route of
 * their own. It is the only domain with endpoints at or below the path. If endpoints of several domains follow the same
 * path parameter, it is the domain with most endpoints. Returns null when fixed segments tell several domains apart.
 */
function holderOf(ends: readonly End[], children: readonly (readonly [string, readonly End[]])[]): string | null {
  const byDomain = [...Map.groupBy(ends, ({ domain }) => domain)].sort(([, a], [, b]) => b.length - a.length)
  const isDecidedByName = children.every(([segment, below]) => !isParameter(segment) || domainsOf(below).size === 1)
  return byDomain.length === 1 || !isDecidedByName ? (byDomain[0]?.[0] ?? null) : null
}

const isParameter = (segment: string) => segment.startsWith('{')
const domainsOf = (ends: readonly End[]) => new Set(ends.map(({ domain }) => domain))

/** Groups endpoints by their next path segment; all parameters count as one segment. */
function childrenOf(ends: readonly End[]): (readonly [string, readonly End[]])[] {
  const further = ends.filter(({ rest }) => rest.length > 0)
  const nameOf = ([segment = '']: readonly string[]) => (isParameter(segment) ? '{id}' : segment)
  return [...Map.groupBy(further, ({ rest }) => nameOf(rest))].map(([segment, below]) => [
    segment,
    below.map(({ domain, rest }) => ({ domain, rest: rest.slice(1) })),
  ])
}

const routeTo = (path: string, domain: string): ApiRoute => ({ key: `ANY ${path}`, function: `api-${domain}` })

/** The API Gateway routes of the product. */
export const apiRoutes: readonly ApiRoute[] = routesTo(api)
