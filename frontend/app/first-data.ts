import type { contract, DomainName } from '../../shared/contract/index.ts'
import type { CallInput, Endpoint } from '../../shared/contract/parts/endpoint.ts'
import type { Ahead } from '../lib/freshness.ts'
import { pages, query } from '../lib/query.ts'

type EndpointsOf<D> = D[keyof D]
type Get = Extract<{ [D in DomainName]: EndpointsOf<(typeof contract)[D]> }[DomainName], { method: 'GET' }>
type List = Extract<Get, { result: { kind: 'page' } }>
/** Endpoint at a path that is in the contract. */
type At<All extends Endpoint, P extends All['path']> = Extract<All, { path: P }>
type Input<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/**
 * Returns an endpoint as the client reads it. The route table names endpoints by their paths, because the contract
 * itself is too large for the first screen; the compiler compares both.
 */
const endpointAt = (path: string, kind: 'json' | 'page') =>
  ({ method: 'GET', path, allow: 'account:manage', result: { kind } }) as unknown as List

/** Returns the query of one record or of figures, with the key of the screen's own query. */
export const one = <const P extends Get['path']>(path: P, ...[input]: Input<At<Get, P>>): Ahead =>
  query(endpointAt(path, 'json'), input as never)

/** Returns the query of the first page of a list, with the key of the screen's own query. */
export const list = <const P extends List['path']>(path: P, ...[input]: Input<At<List, P>>): Ahead =>
  pages(endpointAt(path, 'page'), input as never)

/** Returns the query of a short list that is one page, with the key of the screen's own query. */
export const whole = <const P extends List['path']>(path: P): Ahead =>
  query(endpointAt(path, 'page'), { query: { limit: '500' } } as never)
