import { type Action, can } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/contract/auth.ts'
import { paths } from '../domains/paths.ts'
import { actorOf } from '../lib/session.ts'
import { detailRoutes } from './detail-routes.ts'
import { type Route, type Section, sections } from './route.ts'
import { routes } from './routes.ts'

/**
 * Tells whether a user may visit a screen, by role and flag of the access table; a flag counts only when strictly true
 * (spec §2).
 */
export const mayVisit = (user: CurrentUser, { allow, roles }: Pick<Route, 'allow' | 'roles'>): boolean =>
  can(actorOf(user), allow) && (roles?.includes(user.role) ?? true)

/** Returns the name of a screen for this user, and its shorter one for menus. */
export function namesOf(user: CurrentUser, { title, label, own }: Pick<Route, 'title' | 'label' | 'own'>) {
  return user.role !== 'admin' && own ? { title: own.title, label: own.title } : { title, label: label ?? title }
}

/**
 * Returns the words by which a user finds a screen in the palette, besides its title: those of actions the user may do.
 */
export const wordsOf = (user: CurrentUser, { words }: Route): string[] =>
  Object.entries(words).flatMap(([action, found]) => (can(actorOf(user), action as Action) ? found : []))

/** Returns the screens of the sidebar for a user, by section; leaves out empty sections. */
export function sidebarOf(user: CurrentUser): { section: Section; items: Route[] }[] {
  return sections
    .map((section) => ({
      section,
      items: routes.filter((route) => route.section === section && isListed(user, route)),
    }))
    .filter(({ items }) => items.length > 0)
}

const isListed = (user: CurrentUser, route: Route) =>
  mayVisit(user, route) &&
  (route.listedFor?.includes(user.role) ?? true) &&
  (!route.isForZzp || user.employmentType === 'zzp')

/** Returns the screens that the sidebar lists under another one, for a user. */
export const submenuOf = (user: CurrentUser, { path }: Route): Route[] =>
  routes.filter((route) => route.under === path && isListed(user, route))

/** Returns the screens of the bar at the bottom of a phone. */
export const tabsOf = (user: CurrentUser): Route[] => routes.filter((route) => route.tab && mayVisit(user, route))

/** Returns the cards of 'Meer opties' for a user, in the order of spec §2. */
export const moreOf = (user: CurrentUser): Route[] =>
  routes
    .filter((route) => route.more?.roles.includes(user.role) && isListed(user, route))
    .sort((one, other) => (one.more?.place ?? 0) - (other.more?.place ?? 0))

/**
 * Tells whether an address belongs to a screen: its own, one below it, or one of its records. The dashboard is also at
 * `/`.
 */
export function isCurrent({ path }: Route, pathname: string): boolean {
  const records = detailRoutes.filter(({ under }) => under.includes(path)).flatMap((route) => route.paths)
  // A screen listed under this one in the sidebar is marked itself.
  if (routes.some((route) => route.under === path && route.path === pathname)) return false
  return (
    pathname === path ||
    records.includes(pathname) ||
    [path, ...records].some((start) => pathname.startsWith(`${start}/`)) ||
    (path === paths.dashboard && pathname === paths.home)
  )
}
