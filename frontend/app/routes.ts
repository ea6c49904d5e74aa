import {
  Bell,
  Building2,
  CalendarCheck,
  CalendarDays,
  LayoutDashboard,
  ListTodo,
  PhoneCall,
  ShieldCheck,
  Users,
} from 'lucide-react'
import { can, type Role, roles } from '../../shared/access.ts'
import { viewOf } from '../domains/calendar-view.ts'
import { paths } from '../domains/paths.ts'
import { makeComingPeriod } from '../features/appointments/filters/period.ts'
import { actorOf } from '../lib/session.ts'
import { today, weekOf, weeksOfMonth } from '../ui/dates/calendar-days.ts'
import { codeFrom } from '../ui/on-demand.tsx'
import { isPhone } from '../ui/use-media.ts'
import { financeRoutes } from './finance-routes.ts'
import { list, one, type Route, whole } from './route.ts'

/** Returns the days that the calendar shows first. */
function makeShownPeriod(role: Role) {
  const view = viewOf(undefined, isPhone(), role)
  const days = view === 'day' ? [today()] : view === 'week' ? weekOf(today()) : weeksOfMonth(today()).flat()
  return { from: days[0] ?? today(), to: days.at(-1) ?? today() }
}

/** Screens behind the login. One entry gives a screen its address, its permission and its places in the menus. */
export const routes: readonly Route[] = [
  {
    path: paths.dashboard,
    title: 'Dashboard',
    allow: 'scoreboard:read',
    denied: 'Je hebt geen toegang tot het dashboard.',
    screen: codeFrom(() => import('../features/dashboard/dashboard-screen.tsx').then((m) => m.DashboardScreen)),
    first: ({ user }) => [
      one('/api/appointments/stats', { query: { timeFilter: 'this-month' } }),
      one('/api/scoreboard', { query: { period: 'month' } }),
      ...(can(actorOf(user), 'performance:read')
        ? [one('/api/appointments/performance', { query: { timeFilter: 'this-month' } })]
        : []),
    ],
    icon: LayoutDashboard,
    words: { 'scoreboard:read': ['start', 'overzicht', 'scorebord', 'cijfers'] },
    section: 'Vandaag',
    more: { roles, text: 'Cijfers en scorebord' },
  },
  {
    path: paths.myDay,
    title: 'Mijn dag',
    allow: 'day:read',
    denied: 'Je hebt geen toegang tot je dag.',
    screen: codeFrom(() => import('../features/my-day/my-day-screen.tsx').then((m) => m.MyDayScreen)),
    first: () => [one('/api/my-day')],
    icon: ListTodo,
    words: { 'day:read': ['werk', 'taken', 'te doen', 'bellen', 'vandaag'] },
    section: 'Vandaag',
    tab: true,
  },
  {
    path: paths.underway,
    title: 'Onderweg',
    allow: 'appointment:edit',
    roles: ['agent', 'teamleader'],
    denied: 'Alleen agenten en teamleiders hebben dit scherm.',
    screen: codeFrom(() => import('../features/my-day/underway/underway-screen.tsx').then((m) => m.UnderwayScreen)),
    first: ({ user }) => [list('/api/appointments', { query: { date: today(), agentId: user.id } })],
    icon: CalendarCheck,
    words: { 'appointment:edit': ['route', 'volgende afspraak'] },
  },
  {
    path: paths.appointments,
    title: 'Afspraken',
    allow: 'appointment:read',
    screen: codeFrom(() =>
      import('../features/appointments/appointments-screen.tsx').then((m) => m.AppointmentsScreen),
    ),
    first: () => [list('/api/appointments', { query: makeComingPeriod() })],
    icon: CalendarCheck,
    words: { 'appointment:read': ['klanten', 'lijst', 'boekingen'] },
    section: 'Klanten',
    tab: true,
  },
  {
    path: paths.calendar,
    title: 'Kalender',
    allow: 'appointment:read',
    denied: 'Je hebt geen toegang tot de kalender.',
    screen: codeFrom(() => import('../features/calendar/calendar-screen.tsx').then((m) => m.CalendarScreen)),
    first: ({ user }) => [list('/api/appointments', { query: { ...makeShownPeriod(user.role), limit: '500' } })],
    icon: CalendarDays,
    words: { 'appointment:read': ['agenda', 'planning', 'rooster', 'abonnement'] },
    section: 'Klanten',
    tab: true,
  },
  {
    path: paths.leads,
    title: 'Leads',
    allow: 'lead:read',
    screen: codeFrom(() => import('../features/leads/leads-screen.tsx').then((m) => m.LeadsScreen)),
    first: () => [list('/api/leads', { query: { doNotCall: 'false' } }), one('/api/leads/counts')],
    icon: PhoneCall,
    section: 'Klanten',
    words: { 'lead:read': ['prospects', 'terugbellen', 'bellen', 'zakelijk', 'klanten'] },
    tab: true,
  },
  ...financeRoutes,
  {
    path: paths.teams,
    title: 'Teams',
    allow: 'team:manage',
    denied: 'Alleen beheerders hebben toegang tot het teams beheer.',
    screen: codeFrom(() => import('../features/teams/teams-screen.tsx').then((m) => m.TeamsScreen)),
    first: () => [whole('/api/teams')],
    icon: Building2,
    words: { 'team:manage': ['kantoren', 'vestigingen'] },
    section: 'Organisatie',
    more: { roles: ['admin'], text: 'Teams en kantoren beheren', place: 1 },
  },
  {
    path: paths.users,
    title: 'Gebruikers',
    allow: 'user:read',
    denied: 'Alleen beheerders en teamleiders hebben toegang tot gebruikersbeheer.',
    screen: codeFrom(() => import('../features/users/users-screen.tsx').then((m) => m.UsersScreen)),
    first: () => [list('/api/users/active', { query: { limit: '500' } })],
    icon: Users,
    words: { 'user:read': ['medewerkers', 'collega’s', 'personeel', 'accounts', 'rechten'] },
    section: 'Organisatie',
    more: { roles: ['admin'], text: 'Gebruikers en rechten beheren' },
  },
  {
    path: paths.calling,
    title: 'Wie mag gebeld worden',
    label: 'Toestemming',
    allow: 'calling:manage',
    denied: 'Alleen beheerders kiezen wie gebeld mag worden.',
    screen: codeFrom(() => import('../features/calling/calling-screen.tsx').then((m) => m.CallingScreen)),
    first: () => [
      one('/api/settings/calling'),
      one('/api/numbers/consented-closings'),
      one('/api/leads/counts'),
      one('/api/contracts/counts', { query: {} }),
      whole('/api/teams'),
    ],
    icon: PhoneCall,
    words: { 'calling:manage': ['belinstellingen'] },
    section: 'Organisatie',
    more: { roles: ['admin'], text: 'Toestemming en belinstellingen' },
  },
  {
    path: paths.notifications,
    title: 'Meldingen',
    allow: 'account:manage',
    screen: codeFrom(() =>
      import('../features/notifications/notifications-screen.tsx').then((m) => m.NotificationsScreen),
    ),
    first: () => [list('/api/notifications', { query: { limit: '50' } })],
    icon: Bell,
    words: { 'account:manage': ['ongelezen', 'nieuws'] },
  },
  {
    path: paths.security,
    title: 'Beveiliging',
    allow: 'account:manage',
    screen: codeFrom(() => import('../features/security/security-screen.tsx').then((m) => m.SecurityScreen)),
    first: () => [one('/api/auth/user/2fa-status')],
    icon: ShieldCheck,
    words: {
      'account:manage': [
        'wachtwoord',
        '2fa',
        'tweestapsverificatie',
        'backup codes',
        'instellingen',
        'account',
        'sessies',
      ],
      'api-key:manage': ['api keys'],
      'audit:read': ['auditlog', 'logboek'],
    },
    section: 'Organisatie',
  },
]
