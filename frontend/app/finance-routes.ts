import {
  Banknote,
  CalendarSync,
  ChartColumn,
  Clock,
  FileCheck,
  FileClock,
  FilePen,
  FileText,
  Hourglass,
  Landmark,
  ReceiptEuro,
  Scale,
  Wallet,
} from 'lucide-react'
import { oversees, roles } from '../../shared/access.ts'
import { paths } from '../domains/paths.ts'
import { addDays, addMonths, thisMonth, today, weekdayOf } from '../ui/dates/calendar-days.ts'
import { codeFrom } from '../ui/on-demand.tsx'
import { list, one, type Route, type Visit, whole } from './route.ts'

/** Returns the present week, from Monday. */
function makeThisWeek() {
  const monday = addDays(today(), -weekdayOf(today()))
  return { from: monday, to: addDays(monday, 6) }
}

const firstCommissions = () => [
  list('/api/commissions', { query: {} }),
  one('/api/commissions/totals', { query: {} }),
  one('/api/commissions/summary'),
]
const firstWorkflow = ({ user }: Visit) => [
  ...firstCommissions(),
  whole('/api/commissions/advance', '5'),
  ...(user.role === 'admin' ? [one('/api/commissions/first-payments')] : []),
]
const firstInvoices = (status: 'concept' | 'in_behandeling' | 'betaald') => () => [
  one('/api/self-billing/invoices/totals', { query: { status } }),
  list('/api/self-billing/invoices/status/{status}', { params: { status } }),
]

/** The screen 'Commissies Beheer', which has two addresses: that of admins, and that of who moves commissions on. */
const commissionList = codeFrom(() =>
  import('../features/commissions/commissions-screen.tsx').then((m) => m.CommissionsScreen),
)

/** The screen 'Boekhouding', which has two addresses: that of its first tab, and that of the reconciliation. */
const bookkeeping = codeFrom(() => import('../features/ledger/bookkeeping-screen.tsx').then((m) => m.BookkeepingScreen))

/** Screens of sales, commissions, contracts, invoices and costs. */
export const financeRoutes: readonly Route[] = [
  {
    path: paths.transactions,
    title: 'Sales',
    allow: 'sale:list',
    screen: codeFrom(() => import('../features/sales/transactions-screen.tsx').then((m) => m.TransactionsScreen)),
    first: () => [list('/api/sales', { query: {} }), one('/api/sales/totals', { query: {} })],
    icon: ReceiptEuro,
    words: { 'sale:list': ['transacties', 'verkopen', 'omzet'] },
    section: 'Verkoop',
  },
  {
    path: paths.commissions,
    title: 'Commissies Beheer',
    label: 'Commissies',
    allow: 'commission:manage',
    denied: 'Alleen beheerders hebben toegang tot het commissies beheer.',
    screen: commissionList,
    first: firstWorkflow,
    icon: Banknote,
    words: {
      'commission:manage': ['vergoedingen', 'tarieven', 'correcties', 'vragen'],
      'commission:edit': ['workflow', 'uitbetalen', 'doorschuiven'],
    },
    section: 'Verkoop',
  },
  {
    path: paths.ownCommissions,
    title: 'Mijn Commissies',
    label: 'Commissies',
    allow: 'commission:read',
    roles: ['agent', 'caller'],
    denied: 'Alleen agenten en bellers met commissie toegang hebben eigen commissies.',
    screen: codeFrom(() =>
      import('../features/commissions/own-commissions-screen.tsx').then((m) => m.OwnCommissionsScreen),
    ),
    first: firstCommissions,
    icon: Banknote,
    words: { 'commission:read': ['vergoedingen', 'verdiend', 'vragen'] },
    section: 'Verkoop',
    more: { roles: ['agent', 'caller'], text: 'Wat je hebt verdiend' },
  },
  {
    path: paths.balance,
    title: 'Saldo',
    allow: 'commission:read',
    denied: 'Je hebt geen toegang tot commissies.',
    screen: codeFrom(() => import('../features/commissions/balance/balance-screen.tsx').then((m) => m.BalanceScreen)),
    first: ({ user: { id, role } }) =>
      oversees(role) ? [whole('/api/users')] : [one('/api/ledger/balance', { query: { userId: id } })],
    icon: Wallet,
    words: { 'commission:read': ['commissies', 'openstaand', 'boekingen', 'uitbetaling', 'maandoverzicht'] },
  },
  {
    path: paths.commissionWorkflow,
    title: 'Commissies Beheer',
    label: 'Commissies',
    allow: 'commission:edit',
    denied: 'Deze pagina is alleen beschikbaar voor admins en teamleiders met commissie toegang.',
    screen: commissionList,
    first: firstWorkflow,
    icon: Banknote,
    words: { 'commission:edit': ['workflow', 'uitbetalen', 'doorschuiven'] },
    within: paths.commissions,
  },
  {
    path: paths.teamCompensation,
    title: 'Team Vergoedingen Overzicht',
    label: 'Team Vergoedingen',
    allow: 'commission:oversee',
    roles: ['teamleader'],
    denied: 'Alleen teamleiders hebben toegang tot team vergoedingen.',
    screen: codeFrom(() =>
      import('../features/commissions/team-compensation-screen.tsx').then((m) => m.TeamCompensationScreen),
    ),
    first: () => [
      list('/api/team-sales/vergoedingen', { query: {} }),
      one('/api/commissions/totals', { query: { type: 'sale' } }),
    ],
    icon: Banknote,
    words: { 'commission:oversee': ['commissies', 'vergoedingen'] },
    section: 'Verkoop',
    more: { roles: ['teamleader'], text: 'Vergoedingen van het team' },
  },
  {
    path: paths.expiringContracts,
    title: 'Aflopende Contracten',
    label: 'Contracten',
    allow: 'contract:manage',
    denied: 'Alleen beheerders hebben toegang tot aflopende contracten.',
    screen: codeFrom(() =>
      import('../features/contracts/expiring-contracts-screen.tsx').then((m) => m.ExpiringContractsScreen),
    ),
    first: () => [
      list('/api/contracts/sales-status/{status}', {
        params: { status: 'nieuw' },
        query: { doNotCall: 'false', sort: 'soonest' },
      }),
      one('/api/contracts/counts', { query: { doNotCall: 'false' } }),
    ],
    icon: Hourglass,
    words: { 'contract:manage': ['verlopen', 'upload', 'import', 'excel', 'csv'] },
    section: 'Klanten',
    more: { roles: ['admin'], title: 'Aflopende Contracten', text: 'Contracten die binnenkort verlopen' },
  },
  {
    path: paths.selfBilling,
    title: 'Self-billing',
    label: 'Facturen',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: codeFrom(() => import('../features/invoices/invoices-screen.tsx').then((m) => m.InvoicesScreen)),
    first: () => [
      list('/api/self-billing/invoices', { query: { status: 'concept', limit: '200' } }),
      one('/api/self-billing/invoices/totals', { query: { status: 'concept' } }),
      one('/api/self-billing/invoices/counts', { query: {} }),
      list('/api/self-billing/partners', { query: { limit: '500' } }),
    ],
    icon: FileText,
    words: { 'self-billing:manage': ['partners', 'facturen', 'overeenkomsten', 'factuurnummer', 'kvk', 'btw'] },
    section: 'Geld',
    more: { roles: ['admin'], title: 'Self-billing Partners', text: 'Facturen, partners en overeenkomsten' },
  },
  {
    path: paths.conceptInvoices,
    title: 'Concept Facturen',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: codeFrom(() => import('../features/invoices/workflow-screen.tsx').then((m) => m.ConceptScreen)),
    first: firstInvoices('concept'),
    icon: FilePen,
    words: { 'self-billing:manage': ['facturen', 'workflow'] },
    within: paths.selfBilling,
    more: { roles: ['admin'], text: 'Nog te controleren' },
  },
  {
    path: paths.invoicesInProgress,
    title: 'In Behandeling',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: codeFrom(() => import('../features/invoices/workflow-screen.tsx').then((m) => m.InProgressScreen)),
    first: firstInvoices('in_behandeling'),
    icon: FileClock,
    words: { 'self-billing:manage': ['facturen', 'workflow', 'te betalen'] },
    within: paths.selfBilling,
    more: { roles: ['admin'], text: 'Facturen die op betaling wachten' },
  },
  {
    path: paths.paidInvoices,
    title: 'Betaalde Facturen',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: codeFrom(() => import('../features/invoices/workflow-screen.tsx').then((m) => m.PaidScreen)),
    first: firstInvoices('betaald'),
    icon: FileCheck,
    words: { 'self-billing:manage': ['facturen', 'workflow'] },
    within: paths.selfBilling,
    more: { roles: ['admin'], text: 'Facturen die zijn voldaan' },
  },
  {
    path: paths.monthlyRuns,
    title: 'Maandrun',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: codeFrom(() => import('../features/monthly-runs/monthly-screen.tsx').then((m) => m.MonthlyScreen)),
    first: () => [],
    icon: CalendarSync,
    words: { 'self-billing:manage': ['facturen maken', 'commissies', 'maand'] },
    section: 'Geld',
    more: { roles: ['admin'], text: 'Facturen maken van commissies' },
  },
  {
    path: paths.payments,
    title: 'Betalingen',
    allow: 'payment:approve',
    denied: 'Alleen beheerders en plaatsvervangers hebben toegang tot betalingen.',
    screen: codeFrom(() => import('../features/payments/payments-screen.tsx').then((m) => m.PaymentsScreen)),
    first: () => [
      list('/api/self-billing/invoices/status/{status}', {
        ...{ params: { status: 'in_behandeling' }, query: { isInPaymentFile: 'false' } },
      }),
      one('/api/self-billing/invoices/totals', { query: { status: 'in_behandeling' } }),
      one('/api/self-billing/invoices/counts', { query: { isInPaymentFile: 'false', status: 'in_behandeling' } }),
    ],
    icon: Landmark,
    words: {
      'payment:approve': ['betaalbestand', 'sepa', 'bank'],
      'self-billing:manage': ['facturen', 'bankafschrift'],
    },
    section: 'Geld',
    more: { roles, text: 'Betaalbestanden en bankafschriften' },
  },
  {
    path: paths.bookkeeping,
    title: 'Boekhouding',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: bookkeeping,
    first: () => [one('/api/ledger/periods/{month}', { params: { month: addMonths(today(), -1).slice(0, 7) } })],
    icon: Scale,
    words: { 'self-billing:manage': ['maand sluiten', 'afsluiten', 'facturen versturen', 'verzending', 'boekhouder'] },
    section: 'Geld',
    more: { roles: ['admin'], text: 'De maand afsluiten' },
  },
  {
    path: paths.reconciliation,
    title: 'Aansluiting',
    allow: 'self-billing:manage',
    denied: 'Alleen beheerders hebben toegang tot self-billing.',
    screen: bookkeeping,
    first: () => [one('/api/ledger/reconciliation', { query: { month: thisMonth() } })],
    icon: Scale,
    words: { 'self-billing:manage': ['saldo', 'verschillen', 'boekingen', 'maand'] },
    within: paths.bookkeeping,
  },
  {
    path: paths.ownInvoices,
    title: 'Mijn Facturen',
    label: 'Facturen',
    allow: 'invoice:assigned',
    roles: ['agent', 'teamleader'],
    denied: 'Alleen agenten en teamleiders met factuurtoegang hebben eigen facturen.',
    screen: codeFrom(() =>
      import('../features/invoices/invoice-list/own-invoices-screen.tsx').then((m) => m.OwnInvoicesScreen),
    ),
    first: () => [list('/api/self-billing/invoices/assigned')],
    icon: FileText,
    words: { 'invoice:assigned': ['self-billing', 'factuur'] },
    section: 'Geld',
    isForZzp: true,
    more: { roles: ['agent', 'teamleader'], text: 'Facturen die aan jou zijn toegewezen' },
  },
  {
    path: paths.costs,
    title: 'Uren & kosten',
    own: { title: 'Uren', text: 'Je gewerkte uren per week' },
    allow: 'hours:manage',
    denied: 'Je hebt geen toegang tot uren.',
    screen: codeFrom(() => import('../features/costs/costs-screen.tsx').then((m) => m.CostsScreen)),
    first: ({ user: { id, role } }) => [
      list('/api/time-entries', {
        query: { ...(role === 'admin' && { userId: id }), ...makeThisWeek(), limit: '500' },
      }),
    ],
    icon: Clock,
    words: {
      'hours:manage': ['uren', 'gewerkt', 'week', 'urenregistratie'],
      'cost:manage': ['tarieven', 'uurloon', 'vaste kosten', 'categorieën', 'licentie'],
    },
    section: 'Organisatie',
    more: { roles, text: 'Uren, tarieven en vaste kosten' },
  },
  {
    path: paths.reports,
    title: 'Rapport',
    allow: 'report:read',
    denied: 'Alleen beheerders en teamleiders met rapporttoegang hebben toegang tot het rapport.',
    screen: codeFrom(() => import('../features/reports/reports-screen.tsx').then((m) => m.ReportsScreen)),
    first: () => [
      one('/api/reports', { query: { month: addMonths(today(), -1).slice(0, 7), by: 'team', compare: 'previous' } }),
    ],
    icon: ChartColumn,
    words: {
      'report:read': ['omzet', 'marge', 'kosten', 'cijfers', 'grafieken', 'resultaat', 'conversie'],
      'revenue:manage': ['omzettarieven'],
    },
    section: 'Organisatie',
    more: { roles: ['admin', 'teamleader'], text: 'Omzet, kosten en marge per maand' },
  },
]
