import { readFileSync } from 'node:fs'
import type { Flag, Role } from '../shared/access.ts'
import type { Endpoint } from '../shared/api/parts/endpoint.ts'

/** Scope in a cell of the matrix: all records, those of one's team, one's own, oneself, none, or open to anybody. */
export type Scope = 'all' | 'team' | 'own' | 'self' | 'refused' | 'public'
export interface Cell {
  readonly scope: Scope
  readonly flag: Flag | null
}

/**
 * Row of the access matrix: one endpoint, or all methods of a path when `method` is null. `path` may also be the first
 * words of a row that describes a group of endpoints (`groups`).
 */
export interface Row {
  readonly method: string | null
  readonly path: string
  readonly cells: Readonly<Record<Role, Cell>>
  /** True when an API key can make the call; a key can only read. */
  readonly apiKey: boolean
  /** True when somebody who must still set up 2FA can make the call. */
  readonly restricted: boolean
  readonly rule: string
}

const flagNames: Readonly<Record<string, Flag>> = {
  cal: 'hasCalendarAccess',
  leads: 'hasLeadsAccess',
  comm: 'hasCommissionsAccess',
  trans: 'hasTransactionsAccess',
  inv: 'hasInvoiceAccess',
  sales: 'hasSalesAccess',
  reports: 'hasSalesReportsAccess',
  personal: 'hasPersonalDataAccess',
}
const scopes: Readonly<Record<string, Scope>> = {
  A: 'all',
  T: 'team',
  O: 'own',
  self: 'self',
  '–': 'refused',
  public: 'public',
}

/** Calls that somebody who must still set up 2FA can make, although their row does not say so (rulings 3). */
const openToRestricted = new Set(['POST /api/logout', 'GET /api/logout', 'GET /api/auth/user'])

/** First words of each row that describes a group of endpoints, with the paths that the row covers. */
const groups: Readonly<Record<string, RegExp>> = {
  'self-billing': /^\/api\/self-billing\//,
  'time entries': /^\/api\/time-entries\b/,
  'commission rates, user rates': /^\/api\/(commission-rates|user-rates|cost-categories|fixed-costs)\b/,
}

const page = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Rows of the agreed access.md, and of additions.md, which gives the reason for each endpoint added since. */
const matrix: readonly Row[] = [...parse(page('access.md')), ...parse(page('additions.md'))]

/** Rows that describe a group of endpoints in words. */
const groupRows = matrix.filter((row) => row.path in groups)

/** Rows that name the path of an endpoint; the other rows describe a group of endpoints in words. */
export const namedRows = matrix.filter((row) => !(row.path in groups))

const shape = (path: string) => path.replace(/\{\w+\}/g, '{}')

type Called = Pick<Endpoint, 'method' | 'path'>

/** Tells whether a row of the access matrix names this endpoint; names of path parameters may differ. */
export const matchesRow = (row: Row, { method, path }: Called): boolean =>
  shape(row.path) === shape(path) && (row.method === null || row.method === method)

/** Returns the matrix row that names an endpoint. Without such a row, returns the row of its group or undefined. */
export const findAccessRow = (endpoint: Called): Row | undefined =>
  namedRows.find((row) => matchesRow(row, endpoint)) ?? groupRows.find((row) => groups[row.path]?.test(endpoint.path))

/** Returns the matrix row of an endpoint. Throws for an endpoint without one. */
export function requireAccessRow(endpoint: Called): Row {
  const row = findAccessRow(endpoint)
  if (row) return row
  const called = `${endpoint.method} ${endpoint.path}`
  throw new Error(
    `proofs/additions.md has no row for ${called}. Say who reaches what: | ${called} | admin | teamleader | agent | caller | reason |`,
  )
}

function parse(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => /^\| (?!Endpoint)/.test(line))
    .flatMap((line) => {
      const [endpoints = '', admin = '', teamleader = '', agent = '', caller = '', rule = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      const isPublic = admin === 'public'
      const cellOf = (text: string) => (isPublic ? cell('public') : cell(text))
      const cells = {
        admin: cellOf(admin),
        teamleader: cellOf(teamleader),
        agent: cellOf(agent),
        caller: cellOf(caller),
      }
      return endpointsOf(endpoints).map(({ method, path }) => ({
        method,
        path,
        cells,
        apiKey: allowsKey(rule, path),
        restricted: /also with a restricted session/.test(rule) || openToRestricted.has(`${method} ${path}`),
        rule,
      }))
    })
}

function cell(text: string): Cell {
  const [, letter = '', name] = /^(\S+?)(?:\[(\w+)\])?$/.exec(text) ?? []
  const scope = scopes[letter]
  const flag = name ? flagNames[name] : null
  if (!scope || flag === undefined) throw new Error(`A cell of access.md that says nothing: '${text}'`)
  return { scope, flag }
}

/**
 * Tells whether the rule of a row lets an API key call a path. `key` at its beginning allows all paths of the row; `key
 * on <word>` allows only paths with that word as a segment; `never with a key` allows none.
 */
function allowsKey(rule: string, path: string): boolean {
  if (/never with a key/.test(rule)) return false
  const only = /\bkey on ([\w-]+)/.exec(rule)?.[1]
  return only ? path.split('/').includes(only) : /^key\b/.test(rule)
}

/**
 * Returns the endpoints in the first cell of a row, such as `PATCH, DELETE /api/x/{id}; GET …/{id}/pdf` or `contracts:
 * uploads, upload`. Methods apply to all paths up to the next `;`. `…` repeats the previous path up to its first
 * parameter. A bare name is below `/api/auth/user`.
 */
function endpointsOf(text: string): { method: string | null; path: string }[] {
  const group = Object.keys(groups).find((words) => text.startsWith(words))
  if (group) return [{ method: null, path: group }]
  const [, domain, names] = /^(\w+): (.*)$/.exec(text) ?? []
  if (domain && names) return names.split(', ').map((name) => ({ method: null, path: `/api/${domain}/${name}` }))
  let last = ''
  return text.split('; ').flatMap((segment) => {
    const [, methods = '', paths = ''] = /^((?:[A-Z]+(?:, )?)+) (.*)$/.exec(segment) ?? []
    return paths.split(', ').flatMap((written) => {
      const path = absolute(written, last)
      last = path
      return methods.split(', ').map((method) => ({ method, path }))
    })
  })
}

function absolute(written: string, last: string): string {
  if (written.startsWith('/')) return written
  if (written.startsWith('…')) return last.replace(/\/\{\w+\}.*$/, '') + written.slice(1)
  return `/api/auth/user/${written}`
}
