import { roles } from '../../shared/access.ts'
import type { Route } from '../../shared/api/index.ts'
import type { Answer } from '../../testing/world.ts'
import { requireAccessRow, type Scope } from '../access-table.ts'

/** Callers of the access matrix, one for each column. */
export const askers = ['anonymous', 'restricted', 'deactivated', 'API key', ...roles] as const
export type Asker = (typeof askers)[number]
export type Verdict = 401 | 403 | 'admitted'

/** Where a record is, as seen by the person who asks for it. */
export const distances = ['own', 'team', 'foreign'] as const
export type Distance = (typeof distances)[number]

/** Distances that a cell of the access matrix reaches. */
export const covers: Record<Scope, readonly Distance[]> = {
  all: distances,
  team: ['own', 'team'],
  own: ['own'],
  self: ['own'],
  refused: [],
  public: distances,
}

/** Returns all that a caller gets: status, body, headers and cookies. */
export const bytesOf = ({ status, text, headers, cookies }: Answer) =>
  JSON.stringify({ status, text, headers, cookies })

/** Returns the verdict that the access matrix expects. Throws for a route without a row. */
function verdictFor(route: Route, asker: Asker): Verdict {
  const row = requireAccessRow(route.endpoint)
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

/** Refusal of a call about one's own money, which shows that the record is within reach (decision 78). */
const OWN_MONEY = 'Laat een collega je eigen commissie afhandelen'

export const isAboutOwnMoney = ({ status, body }: Answer) => status === 403 && body.message === OWN_MONEY

/**
 * Endpoints that refuse a session without a Cognito token. Only a real login gives that token; see two-factor.test.ts.
 */
const needsLogin = new Set(['POST /api/auth/user/2fa-setup', 'POST /api/auth/user/2fa-verify'])

/** Routes that also need a record, a code, a file or an address; the walk and the domains' tests call those too. */
const takesMore =
  /\{(id|token)\}|^PUT \/api\/numbers\/|^POST \/api\/(login|admin\/api-keys|proofs|erasures|auth\/user\/2fa-\w+(-codes)?|(contracts|leads)\/upload|(time-entries|fixed-costs|sales\/agreements)\/import(\/check)?|self-billing\/(upload-attachment|send-invoice-email|payment-files|bank-statements|dispatches))$/
const mustWork = ({ key }: Route, asker: Asker) => roles.some((role) => role === asker) && !takesMore.test(key)

/**
 * Returns how a reply differs from its cell of the access matrix; null when it does not. A public endpoint admits
 * everybody: its 401 or 403 is about what was sent, such as a password.
 */
export function matrixFault(route: Route, asker: Asker, reply: Answer): string | null {
  const { status, text } = reply
  const must = verdictFor(route, asker)
  const isRefused = (status === 401 && !(must === 'admitted' && needsLogin.has(route.key))) || status === 403
  const is = route.endpoint.allow !== 'public' && isRefused && !isAboutOwnMoney(reply) ? status : 'admitted'
  // An admitted call must succeed, as otherwise another error could hide a refusal.
  if (is === must && must === 'admitted' && mustWork(route, asker) && status >= 400) return `${status} ${text}`
  return is === must && status < 500 ? null : `${must} expected, was ${status} ${text}`
}
