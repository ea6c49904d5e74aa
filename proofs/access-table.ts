import { readFileSync } from 'node:fs'
import type { Flag, Role } from '../shared/access.ts'
import type { Endpoint } from '../shared/contract/parts/endpoint.ts'

/** A cell of the matrix: all, own team, own record or oneself, refused, or open to anybody. */
export type Scope = 'all' | 'team' | 'own' | 'self' | 'refused' | 'public'
export interface Cell {
  readonly scope: Scope
  readonly flag: Flag | null
}

/** Row of the access matrix about one path; `method` is null where it names none. */
export interface Row {
  readonly method: string | null
  readonly path: string
  readonly cells: Readonly<Record<Role, Cell>>
  /** A read API key may call it. */
  readonly apiKey: boolean
  /** Also with a session without 2FA. */
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
}
const scopes: Readonly<Record<string, Scope>> = {
  A: 'all',
  T: 'team',
  O: 'own',
  self: 'self',
  '–': 'refused',
  public: 'public',
}

/** Calls open to a restricted session beyond those the matrix names (rulings 3). */
const openToRestricted = new Set(['POST /api/logout', 'GET /api/logout', 'GET /api/auth/user'])

/** Rows that describe a group of endpoints in words, with the paths they mean. */
const groups: Readonly<Record<string, RegExp>> = {
  'self-billing': /^\/api\/self-billing\//,
  'time entries': /^\/api\/time-entries\b/,
  'commission rates, user rates': /^\/api\/(commission-rates|user-rates|cost-categories|fixed-costs)\b/,
}

const page = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Every endpoint that access.md names (a copy of the page that was agreed), and the additions with their reasons. */
export const matrix: readonly Row[] = [...parse(page('access.md')), ...parse(page('additions.md'))]

/** The rows of groups described in words. */
const groupRows = matrix.filter((row) => row.path in groups)

/** Returns the rows that name a path. */
export const namedRows = matrix.filter((row) => !(row.path in groups))

const shape = (path: string) => path.replace(/\{\w+\}/g, '{}')

type Called = Pick<Endpoint, 'method' | 'path'>

/** Tells whether a row names an endpoint. */
export const isOf = (row: Row, { method, path }: Called): boolean =>
  shape(row.path) === shape(path) && (row.method === null || row.method === method)

/** Returns the row for an endpoint: one that names it, else the group it belongs to, else none. */
export const rowOf = (endpoint: Called): Row | undefined =>
  namedRows.find((row) => isOf(row, endpoint)) ?? groupRows.find((row) => groups[row.path]?.test(endpoint.path))

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
        apiKey: keyed(rule, path),
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

/** Reads `key`, or `key on <part of the path>`; 'never with a key' is the opposite. */
function keyed(rule: string, path: string): boolean {
  if (/never with a key/.test(rule)) return false
  const only = /\bkey on ([\w-]+)/.exec(rule)?.[1]
  return only ? path.split('/').includes(only) : /^key\b/.test(rule)
}

/**
 * Returns the endpoints of a first cell such as `PATCH, DELETE /api/x/{id}; GET …/{id}/pdf` or `contracts: uploads,
 * upload`. Methods carry over within a segment, `…` repeats the path before it, and a bare name is the sibling of one.
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
