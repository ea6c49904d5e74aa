import { Handshake, LayoutGrid } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useSearchParams } from 'react-router-dom'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { roleLabels } from '../../shared/api/parts/fields.ts'
import { hasAppointmentDialog, useAppointmentDialogs } from '../domains/appointment-dialogs.ts'
import { useClosing } from '../domains/closing/use-closing.ts'
import { UNDERWAY_DRAFT, useWorkCount } from '../domains/my-day.ts'
import { paths } from '../domains/paths.ts'
import { hasSaleDialog } from '../domains/sale-dialogs.ts'
import { loadDraft } from '../lib/drafts.ts'
import { fullNameOf } from '../lib/format.ts'
import { usePreference } from '../lib/preference.ts'
import { useRememberScreens } from '../lib/previous-screen.ts'
import { logout, useCan, useUser } from '../lib/session.ts'
import { undoLast } from '../records/undo.ts'
import { AppFrame } from '../ui/frame/app-frame.tsx'
import { BottomNav } from '../ui/frame/bottom-nav.tsx'
import { useCommandKey } from '../ui/frame/command-key.ts'
import type { NavItem } from '../ui/frame/nav.tsx'
import { Sidebar } from '../ui/frame/sidebar.tsx'
import { TopBar } from '../ui/frame/top-bar.tsx'
import { useKeys, useUndoKey } from '../ui/keys.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { useIsTablet } from '../ui/use-media.ts'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { isCurrent, sidebarOf, tabsOf, titlesOf } from './menu.ts'
import { NotificationBell } from './notification-bell.tsx'
import type { Route } from './route.ts'
import { UserButton } from './user-button.tsx'

const Palette = onDemand(() => import('./palette/palette.tsx').then((m) => m.Palette))
const Shortcuts = onDemand(() => import('./shortcuts.tsx').then((m) => m.Shortcuts))
const JustDone = onDemand(() => import('./just-done.tsx').then((m) => m.JustDone))
const PhoneMenu = onDemand(() => import('./phone-menu.tsx').then((m) => m.PhoneMenu))

const ClosingBar = onDemand(() => import('../domains/closing/closing-bar.tsx').then((m) => m.ClosingBar))

const AppointmentDialogs = onDemand(() =>
  import('../features/appointments/appointment-dialogs.tsx').then((m) => m.AppointmentDialogs),
)

const SaleDialogs = onDemand(() => import('../features/sales/sale-dialogs.tsx').then((m) => m.SaleDialogs))

/** State of a part over the page, such as a dialog, whose code is loaded at its first opening. */
type Layer = 'unused' | 'open' | 'closed'

/**
 * Shows the frame around every screen: sidebar, top bar and the bar at the bottom of a phone. Opens the dialogs that
 * work over any screen.
 */
export function Shell() {
  const user = useUser()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const [folded, setFolded] = usePreference('sidebar-collapsed')
  const isTablet = useIsTablet()
  const isRail = folded || isTablet
  const [menu, setMenu] = useState<Layer>('unused')
  const [palette, setPalette] = useState<Layer>('unused')
  useCommandKey(useCallback(() => setPalette((now) => (now === 'open' ? 'closed' : 'open')), []))
  const [shortcuts, setShortcuts] = useState<Layer>('unused')
  const [justDone, setJustDone] = useState<Layer>('unused')
  const showJustDone = () => setJustDone('open')
  const mayBook = useCan('appointment:create')
  const { openNew } = useAppointmentDialogs()
  useKeys({
    '?': () => setShortcuts('open'),
    '/': () => setPalette('open'),
    ...(mayBook ? { n: () => openNew() } : {}),
  })
  useUndoKey(undoLast)
  useFocusOnArrival(pathname)
  useRememberScreens()
  useUnsentTaps(user.id)
  const closing = useClosing()

  const item = navItem(user, pathname, { [paths.myDay]: useWorkCount() })
  const isPartners = pathname === paths.selfBilling && params.get('tab') === 'partners'
  const partners = { to: paths.partners, label: 'Partners', icon: <Handshake />, active: isPartners }
  // The tab of the partners is an item of its own, beside that of the invoices.
  const withPartners = (route: Route): NavItem[] => {
    const entry = item(route)
    if (route.path !== paths.selfBilling) return [entry]
    return [{ ...entry, active: entry.active && !partners.active }, partners]
  }
  const sections = sidebarOf(user).map(({ section, items }) => ({ title: section, items: items.flatMap(withPartners) }))
  const account = {
    user: { id: user.id, name: fullNameOf(user), role: roleLabels[user.role], image: user.profileImageUrl },
    settingsPath: paths.security,
    onLogout: logout,
  }
  const more = { to: paths.more, label: 'Meer', icon: <LayoutGrid />, active: pathname === paths.more }

  return (
    <>
      <AppFrame
        collapsed={isRail}
        sidebar={<Sidebar sections={sections} collapsed={isRail} {...account} />}
        topBar={(title) => (
          <TopBar
            title={title}
            collapsed={isRail}
            onToggleSidebar={isTablet ? null : () => setFolded(!folded)}
            onOpenMenu={() => setMenu('open')}
            onSearch={() => setPalette('open')}
          >
            <NotificationBell />
            <UserButton onShowChanges={showJustDone} />
          </TopBar>
        )}
        bottomNav={<BottomNav items={[...tabsOf(user).map(item), more]} />}
      >
        {closing && <ClosingBar {...closing} />}
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </AppFrame>
      {hasAppointmentDialog(params) && <AppointmentDialogs />}
      {hasSaleDialog(params) && <SaleDialogs />}
      {shortcuts !== 'unused' && <Shortcuts {...layer(shortcuts, setShortcuts)} />}
      {palette !== 'unused' && <Palette {...layer(palette, setPalette)} onShowChanges={showJustDone} />}
      {justDone !== 'unused' && <JustDone {...layer(justDone, setJustDone)} />}
      {menu !== 'unused' && <PhoneMenu {...layer(menu, setMenu)} sections={sections} account={account} />}
    </>
  )
}

const layer = (state: Layer, set: (state: Layer) => void) => ({
  open: state === 'open',
  onOpenChange: (open: boolean) => set(open ? 'open' : 'closed'),
})

/** Returns a function that turns a route into a menu item, with the number of waiting items if `counts` has one. */
const navItem =
  (user: CurrentUser, pathname: string, counts: Readonly<Record<string, NavItem['count']>>) =>
  (route: Route): NavItem => ({
    to: route.path,
    label: titlesOf(user, route).label,
    icon: <route.icon />,
    active: isCurrent(route, pathname),
    count: counts[route.path],
  })

/** Sends what was tapped under way while there was no network. */
function useUnsentTaps(userId: string): void {
  useEffect(() => {
    if (!loadDraft(userId, UNDERWAY_DRAFT)) return
    import('../features/my-day/underway/taps.ts').then(({ sendTaps }) => sendTaps()).catch(() => undefined)
  }, [userId])
}

/** Moves focus to the content of a new screen, so that keyboard and screen reader start there. */
function useFocusOnArrival(pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('inhoud')?.focus({ preventScroll: true })
  }, [pathname])
}
