/** Route with its key: `GET /api/teams/{id}`; `ANY` matches every method, `{proxy+}` the rest of the path. */
export interface Keyed {
  readonly key: string
}

export interface Match<R> {
  readonly route: R
  /** Values of the path's `{names}`. */
  readonly params: Readonly<Record<string, string>>
}

interface Pattern<R> {
  readonly route: R
  readonly method: string
  readonly segments: readonly string[]
  readonly isGreedy: boolean
}

const isParameter = (segment: string) => segment.startsWith('{')

/**
 * Returns a function that finds the route for a method and a decoded path, or null. As in API Gateway, routes
 * without `{proxy+}` win over those with it, fixed segments over parameters, named methods over `ANY`.
 */
export function createMatcher<R extends Keyed>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> | null {
  const patterns = routes.map(patternOf).sort(bySpecificity)
  return (method, path) => {
    const segments = path.split('/')
    const found = patterns.find((pattern) => isOfMethod(pattern, method) && isMatch(pattern, segments))
    return found ? { route: found.route, params: paramsOf(found, segments) } : null
  }
}

/** Returns the path of a route key such as `GET /api/teams/{id}`, with its parameters filled in. */
export const pathOf = (key: string, params: Readonly<Record<string, string | undefined>>): string =>
  key.slice(key.indexOf(' ') + 1).replaceAll(/\{(\w+)\+?\}/g, (_, name: string) => params[name] ?? '')

function patternOf<R extends Keyed>(route: R): Pattern<R> {
  const [method = '', path = ''] = route.key.split(' ')
  return { route, method, segments: path.split('/'), isGreedy: path.endsWith('+}') }
}

function bySpecificity(a: Pattern<Keyed>, b: Pattern<Keyed>): number {
  if (a.isGreedy !== b.isGreedy) return Number(a.isGreedy) - Number(b.isGreedy)
  if (a.segments.length !== b.segments.length) return b.segments.length - a.segments.length
  for (const [index, segment] of a.segments.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(b.segments[index] ?? ''))
    if (difference !== 0) return difference
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY')
}

const isOfMethod = ({ method }: Pattern<unknown>, requested: string) => method === requested || method === 'ANY'

function isMatch({ segments: wanted, isGreedy }: Pattern<unknown>, segments: readonly string[]): boolean {
  if (isGreedy ? segments.length < wanted.length : segments.length !== wanted.length) return false
  return wanted.every((one, index) => (isParameter(one) ? segments[index] !== '' : segments[index] === one))
}

const paramsOf = ({ segments: wanted, isGreedy }: Pattern<unknown>, segments: readonly string[]) =>
  Object.fromEntries(
    wanted.flatMap((one, index) => {
      if (!isParameter(one)) return []
      const isRest = isGreedy && index === wanted.length - 1
      return [[one.slice(1, isRest ? -2 : -1), isRest ? segments.slice(index).join('/') : (segments[index] ?? '')]]
    }),
  )
