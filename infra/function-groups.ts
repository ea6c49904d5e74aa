import { contract, type DomainName } from '../shared/contract/index.ts'
import type { Endpoint } from '../shared/contract/parts/endpoint.ts'
import { functionSpecs } from './manifest.ts'

/**
 * Names of functions or of groups of them. `api`: every domain's function; `of-people`: those of them that identify the
 * caller; `repeating`: those that store replies for repeated requests; `changing`: functions, jobs included, that
 * change records.
 */
export type Functions = string | readonly string[]

/** Tells whether a domain's function has an endpoint that satisfies a condition. */
const hasEndpoint = (name: string, isSo: (endpoint: Endpoint) => boolean) =>
  name.startsWith('api-') && Object.values<Endpoint>(contract[name.slice('api-'.length) as DomainName]).some(isSo)

const groups: Readonly<Record<string, (name: string) => boolean>> = {
  api: (name) => name.startsWith('api-'),
  'of-people': (name) => hasEndpoint(name, ({ allow }) => allow !== 'public'),
  repeating: (name) => hasEndpoint(name, ({ idempotent }) => idempotent !== undefined),
  changing: (name) =>
    !['api-admin', 'api-ledger', 'api-my-day', 'api-search', 'session-purge', 'search-mend'].includes(name),
}

/** Tells whether a list of function names and groups includes a function. */
export const isAmong = (these: Functions, name: string): boolean =>
  [these].flat().some((one) => one === name || groups[one]?.(name) === true)

/**
 * Returns the keys under which a table of rights, such as `writersOf`, lists a function. Throws when no function has
 * that name.
 */
export function keysFor(table: Readonly<Record<string, Functions>>, name: string): string[] {
  if (!functionSpecs[name]) throw new Error(`The manifest has no function ${name}`)
  return Object.entries(table).flatMap(([key, these]) => (isAmong(these, name) ? [key] : []))
}
