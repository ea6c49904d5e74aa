import { useEffect } from 'react'
import { Navigate, Route, Routes, useLocation, useMatch } from 'react-router-dom'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { paths } from '../domains/paths.ts'
import { LoginScreen } from '../features/auth/login-screen.tsx'
import { fetchAhead } from '../lib/freshness.ts'
import { useSession, useUser } from '../lib/session.ts'
import { codeFrom, onDemand } from '../ui/on-demand.tsx'
import { detailRoutes } from './detail-routes.ts'
import { reportEarlierErrors } from './errors/report-errors.ts'
import { Guarded } from './guarded.tsx'
import { Loaded } from './loaded.tsx'
import { canVisit } from './menu.ts'
import { MidnightLogout } from './midnight-logout.tsx'
import { onFirstUse } from './on-first-use.ts'
import { readReturnAddress } from './return-address.ts'
import type { DetailRoute, Route as ListedRoute } from './route.ts'
import { routes } from './routes.ts'
import { useSessionFlow } from './session-flow.ts'

const FirstPasswordScreen = onDemand(() =>
  import('../features/auth/first-password-screen.tsx').then((m) => m.FirstPasswordScreen),
)
const TwoFactorSetupScreen = onDemand(() =>
  import('../features/auth/two-factor-setup-screen.tsx').then((m) => m.TwoFactorSetupScreen),
)
const InvitationScreen = onDemand(() =>
  import('../features/auth/invitation-screen.tsx').then((m) => m.InvitationScreen),
)
const AcceptanceScreen = onDemand(() =>
  import('../features/invoice-acceptance/acceptance-screen.tsx').then((m) => m.AcceptanceScreen),
)
const loadShell = () => import('./shell.tsx').then((m) => m.Shell)
const Shell = onDemand(loadShell)
const moreScreen = codeFrom(() => import('./more-screen.tsx').then((m) => m.MoreScreen))
const notFoundScreen = codeFrom(() =>
  import('../features/not-found/not-found-screen.tsx').then((m) => m.NotFoundScreen),
)

/** Shows the public page of a mailed link at its address, else the app for the logged-in user or the login. */
export function Router() {
  const invoice = useMatch(`${paths.presentedInvoice}/:token`)?.params.token
  const invitation = useMatch(`${paths.invitation}/:token`)?.params.token
  if (invoice === undefined && invitation === undefined) return <WithSession />
  return (
    <>
      {invoice !== undefined && <AcceptanceScreen token={invoice} />}
      {invitation !== undefined && <InvitationScreen token={invitation} />}
    </>
  )
}

/**
 * Shows the screens of the route table (spec §2) to a logged-in user, else the login. A user with a temporary password
 * or without 2FA first gets the screen that solves this.
 */
function WithSession() {
  const { user } = useSession()
  useSessionFlow()
  useLoadedAhead(user)
  if (!user) return <LoginScreen />
  return (
    <>
      <MidnightLogout key={user.id} />
      <Admitted user={user} />
    </>
  )
}

/**
 * Loads code and data of the screen at the address at once, beside the code of the frame around it. While somebody logs
 * in, loads the frame and the first screen from the first key on.
 */
function useLoadedAhead(user: CurrentUser | null): void {
  const { pathname, search } = useLocation()
  const isLoggedIn = user !== null

  useEffect(() => {
    if (!isLoggedIn) return onFirstUse(() => Promise.all([loadShell(), routes[0]?.screen.load()]))
  }, [isLoggedIn])

  // Only an address that is opened loads ahead; a filter of the screen changes `search` too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const [route, id] = findRoute(pathname)
    if (!user || !route || !canVisit(user, route)) return
    route.screen.load().catch(() => undefined)
    if (search === '') fetchAhead(route.first({ user, id }))
  }, [pathname, user?.id])
}

/** Returns the route of an address, and the id of the record that the address names, else ''. */
function findRoute(pathname: string): [route: ListedRoute | DetailRoute | undefined, id: string] {
  const path = pathname === paths.home ? paths.dashboard : pathname
  const listed = routes.find((route) => route.path === path)
  if (listed) return [listed, '']
  const end = path.lastIndexOf('/')
  const detail = detailRoutes.find((route) => (route.paths as readonly string[]).includes(path.slice(0, end)))
  return [detail, decodeURIComponent(path.slice(end + 1))]
}

function Admitted({ user }: { readonly user: CurrentUser }) {
  if (user.mustChangePassword) return <FirstPasswordScreen />
  return user.twoFactorEnabled ? <Screens /> : <TwoFactorSetupScreen user={user} />
}

function Screens() {
  const [dashboard] = routes
  useEffect(reportEarlierErrors, [])
  return (
    <Routes>
      <Route element={<Shell />}>
        {dashboard && <Route index element={<Guarded route={dashboard} />} />}
        {routes.map((route) => (
          <Route key={route.path} path={route.path} element={<Guarded route={route} />} />
        ))}
        {detailRoutes.flatMap((route) =>
          route.paths.map((path) => <Route key={path} path={`${path}/:id`} element={<Guarded route={route} />} />),
        )}
        <Route path={paths.more} element={<Loaded title="Meer opties" screen={moreScreen} />} />
        <Route path={paths.login} element={<AfterLogin />} />
        <Route path="*" element={<Loaded title="Niet gevonden" screen={notFoundScreen} />} />
      </Route>
    </Routes>
  )
}

/** Redirects from the login screen after a login: to the address where the last session ended, else the home page. */
function AfterLogin() {
  const { state } = useLocation()
  return <Navigate to={readReturnAddress(state, useUser().id)} replace />
}
