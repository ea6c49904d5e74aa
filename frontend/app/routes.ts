import {
  Banknote,
  Bell,
  Building2,
  CalendarCheck,
  CalendarDays,
  CalendarSync,
  ChartColumn,
  Clock,
  FileCheck,
  FileClock,
  FilePen,
  FileText,
  Hourglass,
  Landmark,
  LayoutDashboard,
  ListChecks,
  ListTodo,
  type LucideIcon,
  PhoneCall,
  ReceiptEuro,
  Scale,
  Send,
  ShieldCheck,
  Users,
  Wallet,
} from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { type Action, type Role, roles } from '../../shared/access.ts'
import { paths } from '../domains/paths.ts'

/** Sections of the sidebar, top to bottom; the first has no heading. */
export const sections = ['', 'Financieel', 'Beheer'] as const
export type Section = (typeof sections)[number]

export interface Route {
  readonly path: string
  readonly title: string
  /** Name in menus, where it is shorter than the title. */
  readonly label?: string
  /** Name and description for everybody but an admin, where they see only their own records. */
  readonly own?: { readonly title: string; readonly text: string }
  /** Permission that opens the screen; decides both menu and screen (rulings 18). */
  readonly allow: Action
  /** Roles that may open the screen, where the spec limits them further. */
  readonly roles?: readonly Role[]
  /** Message for a user without permission (spec §2). */
  readonly denied: string
  readonly screen: LazyExoticComponent<ComponentType>
  readonly icon: LucideIcon
  /** Other search words for the screen, by the permission that they require. */
  readonly words: Partial<Record<Action, readonly string[]>>
  /** Section of the sidebar; absent for a screen that is reached in another way. */
  readonly section?: Section
  /** Path of the screen that it is listed under in the sidebar; it has no section of its own. */
  readonly under?: string
  /** Set when menus list it only for people employed as a zzp'er; others follow a link. */
  readonly isForZzp?: true
  /** Roles whose sidebar lists it; others follow a link. */
  readonly listedFor?: readonly Role[]
  /** Set when it is in the bar at the bottom of a phone. */
  readonly tab?: true
  /**
   * Roles whose 'Meer opties' on a phone lists the screen, with its description (spec §2) and, where it differs, a
   * title. A higher `place` comes later, where the order differs from that of the sidebar.
   */
  readonly more?: {
    readonly roles: readonly Role[]
    readonly title?: string
    readonly text: string
    readonly place?: number
  }
}

/** Screens behind the login. One entry gives a screen its address, its permission and its places in the menus. */
export const routes: readonly Route[] = [
  {
    path: paths.dashboard,
    title: 'Dashboard',
    allow: 'scoreboard:read',
    denied: 'Je hebt geen toegang tot het dashboard.',
    screen: lazy(() =>
      import('../features/dashboard/dashboard-screen.tsx').then((m) => ({ default: m.DashboardScreen })),
    ),
    icon: LayoutDashboard,
    words: { 'scoreboard:read': ['start', 'overzicht', 'scorebord', 'cijfers'] },
    section: '',
    tab: true,
  },
  {
    path: paths.myDay,
    title: 'Mijn dag',
    allow: 'day:read',
    denied: 'Je hebt geen toegang tot je dag.',
    screen: lazy(() => import('../features/my-day/my-day-screen.tsx').then((m) => ({ default: m.MyDayScreen }))),
    icon: ListTodo,
    words: { 'day:read': ['werk', 'taken', 'te doen', 'bellen', 'vandaag'] },
    section: '',
    more: { roles, text: 'Wat je nu te doen hebt' },
  },
  {
    path: paths.appointments,
    title: 'Afspraken',
    allow: 'appointment:read',
    denied: 'Je hebt geen toegang tot afspraken.',
    screen: lazy(() =>
      import('../features/appointments/appointments-screen.tsx').then((m) => ({ default: m.AppointmentsScreen })),
    ),
    icon: CalendarCheck,
    words: { 'appointment:read': ['klanten', 'lijst', 'boekingen'] },
    section: '',
    tab: true,
  },
  {
    path: paths.calendar,
    title: 'Kalender',
    allow: 'appointment:read',
    denied: 'Je hebt geen toegang tot de kalender.',
    screen: lazy(() => import('../features/calendar/calendar-screen.tsx').then((m) => ({ default: m.CalendarScreen }))),
    icon: CalendarDays,
    words: { 'appointment:read': ['agenda', 'planning', 'rooster', 'abonnement'] },
    section: '',
    tab: true,
  },
  {
    path: paths.leads,
    title: 'Leads',
    allow: 'lead:read',
    denied: 'Je hebt geen toegang tot leads.',
    screen: lazy(() => import('../features/leads/leads-screen.tsx').then((m) => ({ default: m.LeadsScreen }))),
    icon: PhoneCall,
    section: '',
    words: { 'lead:read': ['prospects', 'terugbellen', 'bellen', 'zakelijk', 'klanten'] },
    tab: true,
    more: { roles, text: 'Leads bellen en opvolgen' },
  },
  {
    path: paths.transactions,
    title: 'Transacties',
    allow: 'sale:list',
    denied: 'Je hebt geen toegang tot transacties.',
    screen: lazy(() =>
      import('../features/sales/transactions-screen.tsx').then((m) => ({ default: m.TransactionsScreen })),
    ),
    icon: ReceiptEuro,
    words: { 'sale:list': ['sales', 'verkopen', 'omzet'] },
    section: 'Financieel',
  },
  {
    path: paths.commissions,
    title: 'Commissies Beheer',
    label: 'Commissies',
    allow: 'commission:manage',
    denied: 'Alleen beheerders hebben toegang tot het commissies beheer.',
    screen: lazy(() =>
      import('../features/commissions/commissions-screen.tsx').then((m) => ({ default: m.CommissionsScreen })),
    ),
    icon: Banknote,
    words: { 'commission:manage': ['vergoedingen', 'tarieven', 'correcties', 'maandoverzicht', 'vragen'] },
    section: 'Financieel',
  },
  {
    path: paths.ownCommissions,
    title: 'Mijn Commissies',
    label: 'Commissies',
    allow: 'commission:read',
    roles: ['agent', 'caller'],
    denied: 'Alleen agenten en bellers met commissie toegang hebben eigen commissies.',
    screen: lazy(() =>
      import('../features/commissions/own-commissions-screen.tsx').then((m) => ({ default: m.OwnCommissionsScreen })),
    ),
    icon: Banknote,
    words: { 'commission:read': ['vergoedingen', 'verdiend', 'maandoverzicht', 'vragen'] },
    section: 'Financieel',
    more: { roles: ['agent', 'caller'], text: 'Wat je hebt verdiend' },
  },
  {
    path: paths.balance,
    title: 'Saldo',
    allow: 'commission:read',
    denied: 'Je hebt geen toegang tot commissies.',
    screen: lazy(() =>
      import('../features/commissions/balance/balance-screen.tsx').then((m) => ({ default: m.BalanceScreen })),
    ),
    icon: Wallet,
    words: { 'commission:read': ['commissies', 'openstaand', 'boekingen', 'uitbetaling'] },
  },
  {
    path: paths.commissionWorkflow,
    title: 'Commissie Beheer',
    allow: 'commission:edit',
    denied: 'Deze pagina is alleen beschikbaar voor admins en teamleiders met commissie toegang.',
    screen: lazy(() =>
      import('../features/commissions/workflow/workflow-screen.tsx').then((m) => ({ default: m.WorkflowScreen })),
    ),
    icon: ListChecks,
    words: { 'commission:edit': ['workflow', 'uitbetalen', 'doorschuiven'] },
    section: 'Financieel',
    listedFor: ['admin'],
  },
  {
    path: paths.teamCompensation,
    title: 'Team Vergoedingen Overzicht',
    label: 'Team Vergoedingen',
    allow: 'commission:oversee',
    roles: ['teamleader'],
    denied: 'Alleen teamleiders hebben toegang tot team vergoedingen.',
    screen: lazy(() =>
      import('../features/commissions/team-compensation-screen.tsx').then((m) => ({
        default: m.TeamCompensationScreen,
      })),
    ),
    icon: Banknote,
    words: { 'commission:oversee': ['commissies', 'vergoedingen'] },
    section: 'Financieel',
    more: { roles: ['teamleader'], text: 'Vergoedingen van het team' },
  },
  {
    path: paths.expiringContracts,
    title: 'Aflopende Contracten',
    allow: 'contract:manage',
    denied: 'Alleen beheerders hebben toegang tot aflopende contracten.',
    screen: lazy(() =>
      import('../features/contracts/expiring-contracts-screen.tsx').then((m) => ({
        default: m.ExpiringContractsScreen,
      })),
    ),
    icon: Hourglass,
    words: { 'contract:manage': ['verlopen', 'upload', 'import', 'excel', 'csv'] },
    section: 'Financieel',
    more: { roles: ['admin'], text: 'Contracten die binnenkort verlopen' },
  },
  {
    path: paths.selfBilling,
    title: 'Self-billing',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: lazy(() =>
      import('../features/self-billing/self-billing-screen.tsx').then((m) => ({ default: m.SelfBillingScreen })),
    ),
    icon: FileText,
    words: { 'self-billing:manage': ['partners', 'facturen', 'overeenkomsten', 'factuurnummer', 'kvk', 'btw'] },
    section: 'Financieel',
    more: { roles: ['admin'], title: 'Self-billing Partners', text: 'Facturen, partners en overeenkomsten' },
  },
  {
    path: paths.conceptInvoices,
    title: 'Concept Facturen',
    label: 'Concept',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: lazy(() =>
      import('../features/self-billing/workflow-screen.tsx').then((m) => ({ default: m.ConceptScreen })),
    ),
    icon: FilePen,
    words: { 'self-billing:manage': ['facturen', 'workflow'] },
    under: paths.selfBilling,
    more: { roles: ['admin'], title: 'Concept Facturen', text: 'Nog te controleren' },
  },
  {
    path: paths.invoicesInProgress,
    title: 'In Behandeling',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: lazy(() =>
      import('../features/self-billing/workflow-screen.tsx').then((m) => ({ default: m.InProgressScreen })),
    ),
    icon: FileClock,
    words: { 'self-billing:manage': ['facturen', 'workflow', 'te betalen'] },
    under: paths.selfBilling,
    more: { roles: ['admin'], text: 'Facturen die op betaling wachten' },
  },
  {
    path: paths.paidInvoices,
    title: 'Betaalde Facturen',
    label: 'Betaald',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: lazy(() => import('../features/self-billing/workflow-screen.tsx').then((m) => ({ default: m.PaidScreen }))),
    icon: FileCheck,
    words: { 'self-billing:manage': ['facturen', 'workflow'] },
    under: paths.selfBilling,
    more: { roles: ['admin'], title: 'Betaalde Facturen', text: 'Facturen die zijn voldaan' },
  },
  {
    path: paths.monthlyRuns,
    title: 'Maandrun',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: lazy(() =>
      import('../features/monthly-runs/monthly-screen.tsx').then((m) => ({ default: m.MonthlyScreen })),
    ),
    icon: CalendarSync,
    words: { 'self-billing:manage': ['facturen maken', 'commissies', 'maand'] },
    under: paths.selfBilling,
    more: { roles: ['admin'], text: 'Facturen maken van commissies' },
  },
  {
    path: paths.payments,
    title: 'Betalingen',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: lazy(() => import('../features/payments/payments-screen.tsx').then((m) => ({ default: m.PaymentsScreen }))),
    icon: Landmark,
    words: { 'self-billing:manage': ['facturen', 'betaalbestand', 'sepa', 'bank', 'bankafschrift'] },
    under: paths.selfBilling,
    more: { roles: ['admin'], text: 'Betaalbestanden en bankafschriften' },
  },
  {
    path: paths.dispatches,
    title: 'Boekhouding',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: lazy(() =>
      import('../features/dispatches/dispatches-screen.tsx').then((m) => ({ default: m.DispatchesScreen })),
    ),
    icon: Send,
    words: { 'self-billing:manage': ['facturen versturen', 'verzending', 'boekhouder'] },
    under: paths.selfBilling,
    more: { roles: ['admin'], text: 'Facturen naar de boekhouding' },
  },
  {
    path: paths.reconciliation,
    title: 'Aansluiting',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: lazy(() =>
      import('../features/reconciliation/reconciliation-screen.tsx').then((m) => ({ default: m.ReconciliationScreen })),
    ),
    icon: Scale,
    words: { 'self-billing:manage': ['saldo', 'verschillen', 'boekingen', 'maand'] },
    under: paths.selfBilling,
    more: { roles: ['admin'], text: 'De maand per partner en persoon' },
  },
  {
    path: paths.ownInvoices,
    title: 'Mijn Facturen',
    label: 'Facturen',
    allow: 'invoice:assigned',
    roles: ['agent', 'teamleader'],
    denied: 'Alleen agenten en teamleiders met factuurtoegang hebben eigen facturen.',
    screen: lazy(() =>
      import('../features/self-billing/invoice-list/own-invoices-screen.tsx').then((m) => ({
        default: m.OwnInvoicesScreen,
      })),
    ),
    icon: FileText,
    words: { 'invoice:assigned': ['self-billing', 'factuur'] },
    section: 'Financieel',
    isForZzp: true,
    more: { roles: ['agent', 'teamleader'], text: 'Facturen die aan jou zijn toegewezen' },
  },
  {
    path: paths.costs,
    title: 'Uren & kosten',
    own: { title: 'Uren', text: 'Je gewerkte uren per week' },
    allow: 'hours:manage',
    denied: 'Je hebt geen toegang tot uren.',
    screen: lazy(() => import('../features/costs/costs-screen.tsx').then((m) => ({ default: m.CostsScreen }))),
    icon: Clock,
    words: {
      'hours:manage': ['uren', 'gewerkt', 'week', 'urenregistratie'],
      'cost:manage': ['tarieven', 'uurloon', 'vaste kosten', 'categorieën', 'licentie'],
    },
    section: 'Financieel',
    more: { roles, text: 'Uren, tarieven en vaste kosten' },
  },
  {
    path: paths.reports,
    title: 'Rapport',
    allow: 'report:read',
    denied: 'Alleen beheerders en teamleiders met rapporttoegang hebben toegang tot het rapport.',
    screen: lazy(() => import('../features/reports/reports-screen.tsx').then((m) => ({ default: m.ReportsScreen }))),
    icon: ChartColumn,
    words: {
      'report:read': ['omzet', 'marge', 'kosten', 'cijfers', 'grafieken', 'resultaat', 'conversie'],
      'revenue:manage': ['omzettarieven'],
    },
    section: 'Financieel',
    more: { roles: ['admin', 'teamleader'], text: 'Omzet, kosten en marge per maand' },
  },
  {
    path: paths.teams,
    title: 'Teams',
    allow: 'team:manage',
    denied: 'Alleen beheerders hebben toegang tot het teams beheer.',
    screen: lazy(() => import('../features/teams/teams-screen.tsx').then((m) => ({ default: m.TeamsScreen }))),
    icon: Building2,
    words: { 'team:manage': ['kantoren', 'vestigingen'] },
    section: 'Beheer',
    more: { roles: ['admin'], text: 'Teams en kantoren beheren', place: 1 },
  },
  {
    path: paths.users,
    title: 'Gebruikers',
    allow: 'user:read',
    denied: 'Alleen beheerders en teamleiders hebben toegang tot gebruikersbeheer.',
    screen: lazy(() => import('../features/users/users-screen.tsx').then((m) => ({ default: m.UsersScreen }))),
    icon: Users,
    words: { 'user:read': ['medewerkers', 'collega’s', 'personeel', 'accounts', 'rechten'] },
    section: 'Beheer',
    more: { roles: ['admin'], text: 'Gebruikers en rechten beheren' },
  },
  {
    path: paths.notifications,
    title: 'Meldingen',
    allow: 'account:manage',
    denied: 'Je hebt geen toegang tot meldingen.',
    screen: lazy(() =>
      import('../features/notifications/notifications-screen.tsx').then((m) => ({ default: m.NotificationsScreen })),
    ),
    icon: Bell,
    words: { 'account:manage': ['ongelezen', 'nieuws'] },
  },
  {
    path: paths.security,
    title: 'Beveiliging',
    allow: 'account:manage',
    denied: 'Je hebt geen toegang tot beveiliging.',
    screen: lazy(() => import('../features/security/security-screen.tsx').then((m) => ({ default: m.SecurityScreen }))),
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
    section: 'Beheer',
  },
]

/** Page of one record. */
export interface DetailRoute extends Pick<Route, 'title' | 'own' | 'allow' | 'roles' | 'denied' | 'screen'> {
  /** Addresses of the page; each ends with the id. */
  readonly paths: readonly string[]
  /** Addresses of the screens in the menu to which the page belongs. */
  readonly under: readonly string[]
}

/** Pages of single records, which no menu lists. */
export const detailRoutes: readonly DetailRoute[] = [
  {
    paths: [paths.customer],
    under: [],
    title: 'Klant',
    allow: 'customer:read',
    denied: 'Je hebt geen toegang tot klanten.',
    screen: lazy(() => import('../features/customer/customer-screen.tsx').then((m) => ({ default: m.CustomerScreen }))),
  },
  {
    paths: [paths.sale, paths.saleDetail],
    under: [paths.transactions],
    title: 'Sale',
    allow: 'sale:read',
    denied: 'Je hebt geen toegang tot sales.',
    screen: lazy(() => import('../features/sales/sale-screen.tsx').then((m) => ({ default: m.SaleScreen }))),
  },
  {
    paths: [paths.invoice],
    under: [paths.selfBilling],
    title: 'Factuur',
    allow: 'invoice:read',
    denied: 'Je hebt geen toegang tot facturen.',
    screen: lazy(() =>
      import('../features/self-billing/invoice/invoice-screen.tsx').then((m) => ({ default: m.InvoiceScreen })),
    ),
  },
  {
    paths: [paths.balance],
    under: [paths.commissions, paths.ownCommissions, paths.teamCompensation],
    title: 'Saldo',
    allow: 'commission:read',
    denied: 'Je hebt geen toegang tot commissies.',
    screen: lazy(() =>
      import('../features/commissions/balance/balance-screen.tsx').then((m) => ({ default: m.BalanceScreen })),
    ),
  },
]
