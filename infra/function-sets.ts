import { api, type DomainName } from '../shared/api/index.ts'
import type { Endpoint } from '../shared/api/parts/endpoint.ts'
import type { Folder, FunctionSettings, Functions } from '../shared/declaration.ts'
import { groups } from './domains.ts'
import { jobs } from './jobs.ts'

const settings: Readonly<Record<string, FunctionSettings>> = {
  ...jobs,
  ...Object.fromEntries(Object.entries(groups).map(([group, own]) => [`api-${group}`, own])),
}

/** Tells whether a domain's function has an endpoint that satisfies a condition. */
const hasEndpoint = (name: string, isSo: (endpoint: Endpoint) => boolean) =>
  name.startsWith('api-') && Object.values<Endpoint>(api[name.slice('api-'.length) as DomainName]).some(isSo)

/**
 * Sets of functions that a right may name:
 * - `api`: the function of every domain;
 * - `of-people`: those of `api` with an endpoint that identifies the caller;
 * - `repeating`: those of `api` that store replies, to send them again when a request is repeated;
 * - `telling`: those of `api` that show the history of a record, which they read from the audit log;
 * - `changing`: all functions that change records, jobs included.
 */
const sets: Readonly<Record<string, (name: string) => boolean>> = {
  api: (name) => name.startsWith('api-'),
  'of-people': (name) => hasEndpoint(name, ({ allow }) => allow !== 'public'),
  repeating: (name) => hasEndpoint(name, ({ idempotent }) => idempotent !== undefined),
  telling: (name) => hasEndpoint(name, ({ path }) => path.endsWith('/history')),
  changing: (name) => settings[name]?.commits !== false,
}

/** Tells whether a list of function names and sets includes a function. */
export const isAmong = (these: Functions, name: string): boolean =>
  [these].flat().some((one) => one === name || sets[one]?.(name) === true)

/** Tells whether a function has any right to the objects of a folder. */
export const usesFolder = ({ reads, writes, removes = [] }: Folder, name: string): boolean =>
  [reads, writes, removes].some((by) => isAmong(by, name))
