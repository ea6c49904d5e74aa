import { type Action, can } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/contract/auth.ts'
import { paths } from '../domains/paths.ts'
import { actorOf } from '../lib/session.ts'
import { detailRoutes, type Route, routes, type Section, sections } from './routes.ts'

/** Whether this user may see a screen: role and flag by the access table, a flag only when strictly true (spec §2). */
export const mayVisit = (user: CurrentUser, { allow, roles }: Pick<Route, 'allow' | 'roles'>): boolean =>
  can(actorOf(user), allow) && (roles?.includes(user.role) ?? true)

/** Returns the name of a screen for this user, and its shorter one for menus. */
export function namesOf(user: CurrentUser, { title, label, own }: Pick<Route, 'title' | 'label' | 'own'>) {
  return user.role !== 'admin' && own ? { title: own.title, label: own.title } : { title, label: label ?? title }
}

/** The words by which this user finds a screen besides its title: of what they may do there. */
export const wordsOf = (user: CurrentUser, { words }: Route): string[] =>
  Object.entries(words).flatMap(([action, found]) => (can(actorOf(user), action as Action) ? found : []))

/** The screens of the sidebar for this user, by section; empty sections are left out. */
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

/** The screens that the sidebar lists under another, for this user. */
export const submenuOf = (user: CurrentUser, { path }: Route): Route[] =>
  routes.filter((route) => route.under === path && isListed(user, route))

/** The screens of the bar at the bottom of a phone. */
export const tabsOf = (user: CurrentUser): Route[] => routes.filter((route) => route.tab && mayVisit(user, route))

/** The cards of 'Meer opties' for this user, in the order of spec §2. */
export const moreOf = (user: CurrentUser): Route[] =>
  routes
    .filter((route) => route.more?.roles.includes(user.role) && isListed(user, route))
    .sort((one, other) => (one.more?.place ?? 0) - (other.more?.place ?? 0))

/** Whether the address is that of a screen, lies below it or is of one of its records; the dashboard is also at `/`. */
export function isCurrent({ path }: Route, pathname: string): boolean {
  const records = detailRoutes.filter(({ under }) => under.includes(path)).flatMap((route) => route.paths)
  // What the sidebar lists under it says so itself.
  if (routes.some((route) => route.under === path && route.path === pathname)) return false
  return (
    pathname === path ||
    records.includes(pathname) ||
    [path, ...records].some((start) => pathname.startsWith(`${start}/`)) ||
    (path === paths.dashboard && pathname === paths.home)
  )
}
