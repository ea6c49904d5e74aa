import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Action, Role } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/api/auth.ts'
import type { api, DomainName } from '../../shared/api/index.ts'
import type { CallInput, Endpoint } from '../../shared/api/parts/endpoint.ts'
import type { Ahead } from '../lib/freshness.ts'
import { pages, query } from '../lib/query.ts'
import type { Code } from '../ui/on-demand.tsx'

/** Sections of the sidebar, top to bottom. */
export const sections = ['Vandaag', 'Klanten', 'Verkoop', 'Geld', 'Organisatie'] as const
export type Section = (typeof sections)[number]

/** Visit of a screen: who visits it, and the id of the record in the address, '' when it names none. */
export interface Visit {
  readonly user: CurrentUser
  readonly id: string
}

export interface Route {
  readonly path: string
  readonly title: string
  /** Name in menus, where it is shorter than the title. */
  readonly label?: string
  /** Name and description for everybody but an admin, where they see only their own records. */
  readonly own?: { readonly title: string; readonly text: string }
  /** Permission that opens the screen. Menus also list the screen only for users who have it (rulings 18). */
  readonly allow: Action
  /** Roles that may open the screen, where the spec allows fewer roles than the permission does. */
  readonly roles?: readonly Role[]
  /** Message for a user who may not open the screen (rulings 19), where it says more than that it is refused. */
  readonly denied?: string
  readonly screen: Code<ComponentType>
  /** Returns the queries of what the screen shows first at its address without filters; fetched beside its code. */
  readonly first: (visit: Visit) => readonly Ahead[]
  readonly icon: LucideIcon
  /** Other search words for the screen, by the permission that they require. */
  readonly words?: Partial<Record<Action, readonly string[]>>
  /** Section of the sidebar; absent for a screen that is reached in another way. */
  readonly section?: Section
  /** Path of the screen that menus mark as current while this one, a tab of it, is shown. */
  readonly within?: string
  /** Set when menus list the screen only for people employed as a zzp'er; others reach it by a link or the palette. */
  readonly isForZzp?: true
  /** Set when the screen is in the bar at the bottom of a phone. */
  readonly tab?: true
  /**
   * Roles for which 'Meer opties' on a phone lists the screen. `text` is its description there (spec §2), `title` its
   * title, where that differs. `place` is set where the order differs from that of the sidebar; higher numbers come
   * later.
   */
  readonly more?: {
    readonly roles: readonly Role[]
    readonly title?: string
    readonly text: string
    readonly place?: number
  }
}

/** Route to the page of one record, such as a customer. */
export interface DetailRoute extends Pick<Route, 'title' | 'own' | 'allow' | 'roles' | 'denied' | 'screen' | 'first'> {
  /** Addresses of the page without the id of the record, which follows as `/{id}`. */
  readonly paths: readonly string[]
  /** Addresses of the screens that menus mark as current while the page is open. */
  readonly under: readonly string[]
}

type EndpointsOf<D> = D[keyof D]
type Get = Extract<{ [D in DomainName]: EndpointsOf<(typeof api)[D]> }[DomainName], { method: 'GET' }>
type List = Extract<Get, { result: { kind: 'page' } }>
type One = Exclude<Get, List>
/** Endpoint at a path that is in the API. */
type At<All extends Endpoint, P extends All['path']> = Extract<All, { path: P }>
type Input<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/**
 * Returns an endpoint as the client reads it. The route table names endpoints by their paths, because the API
 * itself is too large for the first screen; the compiler compares both.
 */
const endpointAt = (path: string, kind: 'json' | 'page') =>
  ({ method: 'GET', path, allow: 'account:manage', result: { kind } }) as unknown as List

/** Returns the query of one record or of figures, with the key of the screen's own query. */
export const one = <const P extends One['path']>(path: P, ...[input]: Input<At<One, P>>): Ahead =>
  query(endpointAt(path, 'json'), input as never)

/** Returns the query of the first page of a list, with the key of the screen's own query. */
export const list = <const P extends List['path']>(path: P, ...[input]: Input<At<List, P>>): Ahead =>
  pages(endpointAt(path, 'page'), input as never)

/** Returns the query of a short list that is one page, with the key of the screen's own query. */
export const whole = <const P extends List['path']>(path: P, limit = '500'): Ahead =>
  query(endpointAt(path, 'page'), { query: { limit } } as never)
