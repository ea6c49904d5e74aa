import { type Action, can } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { paths } from '../domains/paths.ts'
import { actorOf } from '../lib/session.ts'
import { detailRoutes } from './detail-routes.ts'
import { type Route, type Section, sections } from './route.ts'
import { routes } from './routes.ts'

/**
 * Tells whether a user may visit a screen, by the access table and the roles of its route. A flag that the access table
 * requires must be exactly `true` in the user (spec §2).
 */
export const canVisit = (user: CurrentUser, { allow, roles }: Pick<Route, 'allow' | 'roles'>): boolean =>
  can(actorOf(user), allow) && (roles?.includes(user.role) ?? true)

/**
 * Returns the title of a screen and its label for menus. The label is the title, unless the route has a shorter one. If
 * the route has `own`, users other than admins get its title as both, because they see only their own records there.
 */
export function titlesOf(user: CurrentUser, { title, label, own }: Pick<Route, 'title' | 'label' | 'own'>) {
  return user.role !== 'admin' && own ? { title: own.title, label: own.title } : { title, label: label ?? title }
}

/**
 * Returns the words, other than the title, by which the command palette finds a screen. Leaves out the words of actions
 * that the user may not do.
 */
export const searchWordsOf = (user: CurrentUser, { words }: Route): string[] =>
  Object.entries(words ?? {}).flatMap(([action, found]) => (can(actorOf(user), action as Action) ? found : []))

/** Returns the screens that the sidebar lists for a user, by section; leaves out empty sections. */
export function sidebarOf(user: CurrentUser): { section: Section; items: Route[] }[] {
  return sections
    .map((section) => ({
      section,
      items: routes.filter((route) => route.section === section && isListed(user, route)),
    }))
    .filter(({ items }) => items.length > 0)
}

/** Tells whether menus list a screen for a user. */
const isListed = (user: CurrentUser, route: Route) =>
  canVisit(user, route) && (!route.isForZzp || user.employmentType === 'zzp')

/** Returns the screens that a user may visit from the bar at the bottom of a phone. */
export const tabsOf = (user: CurrentUser): Route[] => routes.filter((route) => route.tab && canVisit(user, route))

/**
 * Returns the screens that 'Meer opties' lists for a user, in the order of `routes`; those with a `place` come last
 * (spec §2).
 */
export const moreOptionsOf = (user: CurrentUser): Route[] =>
  routes
    .filter((route) => route.more?.roles.includes(user.role) && isListed(user, route))
    .sort((one, other) => (one.more?.place ?? 0) - (other.more?.place ?? 0))

/**
 * Tells whether menus mark a screen as the current one: at its address, at an address below that, or on the page of one
 * of its records. The dashboard is also at `/`. An address of another screen in the sidebar does not count.
 */
export function isCurrent({ path }: Route, pathname: string): boolean {
  const records = detailRoutes.filter(({ under }) => under.includes(path)).flatMap((route) => route.paths)
  if (routes.some((one) => one.section && one.path.startsWith(`${path}/`) && isCurrent(one, pathname))) return false
  return (
    pathname === path ||
    records.includes(pathname) ||
    routes.some((route) => route.within === path && route.path === pathname) ||
    [path, ...records].some((start) => pathname.startsWith(`${start}/`)) ||
    (path === paths.dashboard && pathname === paths.home)
  )
}
