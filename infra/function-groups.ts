import { api, type DomainName } from '../shared/api/index.ts'
import type { Endpoint } from '../shared/api/parts/endpoint.ts'
import { functionSpecs } from './manifest.ts'

/**
 * One name or a list of names; each is of a function or of a group of functions. The groups:
 * - `api`: the function of every domain;
 * - `of-people`: those of `api` with an endpoint that identifies the caller;
 * - `repeating`: those of `api` that store replies, to send them again when a request is repeated;
 * - `changing`: all functions that change records, jobs included.
 */
export type Functions = string | readonly string[]

/** Tells whether a domain's function has an endpoint that satisfies a condition. */
const hasEndpoint = (name: string, isSo: (endpoint: Endpoint) => boolean) =>
  name.startsWith('api-') && Object.values<Endpoint>(api[name.slice('api-'.length) as DomainName]).some(isSo)

const groups: Readonly<Record<string, (name: string) => boolean>> = {
  api: (name) => name.startsWith('api-'),
  'of-people': (name) => hasEndpoint(name, ({ allow }) => allow !== 'public'),
  repeating: (name) => hasEndpoint(name, ({ idempotent }) => idempotent !== undefined),
  changing: (name) =>
    !['api-audit', 'api-client-errors', 'api-my-day', 'api-search', 'session-purge', 'search-mend'].includes(name),
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
