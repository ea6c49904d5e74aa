/** A route of the API: API Gateway's key, such as `GET /api/teams/{id}`, and the function that answers it. */
export interface ApiRoute {
  readonly key: string
  readonly function: string
}

export interface Match {
  readonly route: ApiRoute
  readonly pathParameters: Readonly<Record<string, string>>
}

interface Pattern {
  readonly route: ApiRoute
  readonly method: string
  readonly segments: readonly string[]
}

const isParameter = (segment: string) => segment.startsWith('{')

/**
 * Returns API Gateway's choice of a route: method and path must match, and a fixed segment goes before a parameter.
 * It takes a decoded path and gives null when there is none.
 */
export function createMatcher(routes: readonly ApiRoute[]): (method: string, path: string) => Match | null {
  const patterns = routes.map(patternOf).sort(bySpecificity)
  return (method, path) => {
    const segments = path.split('/')
    const found = patterns.find((pattern) => pattern.method === method && matches(pattern, segments))
    return found ? { route: found.route, pathParameters: parametersOf(found, segments) } : null
  }
}

function patternOf(route: ApiRoute): Pattern {
  const [method = '', path = ''] = route.key.split(' ')
  return { route, method, segments: path.split('/') }
}

/** Where two patterns of a length differ first, the one with the fixed segment goes first; others go by length. */
function bySpecificity(a: Pattern, b: Pattern): number {
  if (a.segments.length !== b.segments.length) return a.segments.length - b.segments.length
  for (const [index, segment] of a.segments.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(b.segments[index] ?? ''))
    if (difference !== 0) return difference
  }
  return 0
}

function matches(pattern: Pattern, segments: readonly string[]): boolean {
  if (segments.length !== pattern.segments.length) return false
  return pattern.segments.every((wanted, index) =>
    isParameter(wanted) ? segments[index] !== '' : segments[index] === wanted,
  )
}

const parametersOf = (pattern: Pattern, segments: readonly string[]) =>
  Object.fromEntries(
    pattern.segments.flatMap((wanted, index) =>
      isParameter(wanted) ? [[wanted.slice(1, -1), segments[index] ?? '']] : [],
    ),
  )
