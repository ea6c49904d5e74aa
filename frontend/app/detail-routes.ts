import { paths } from '../domains/paths.ts'
import { codeFrom } from '../ui/on-demand.tsx'
import { type DetailRoute, one } from './route.ts'

/** Routes to the pages of single records, such as a customer; no menu lists them. */
export const detailRoutes: readonly DetailRoute[] = [
  {
    paths: [paths.customer],
    under: [],
    title: 'Klant',
    allow: 'customer:read',
    denied: 'Je hebt geen toegang tot klanten.',
    screen: codeFrom(() => import('../features/customers/customer-screen.tsx').then((m) => m.CustomerScreen)),
    first: ({ id }) => [one('/api/customers/{id}', { params: { id } })],
  },
  {
    paths: [paths.sale, paths.saleDetail],
    under: [paths.transactions],
    title: 'Sale',
    allow: 'sale:read',
    denied: 'Je hebt geen toegang tot sales.',
    screen: codeFrom(() => import('../features/sales/sale-screen.tsx').then((m) => m.SaleScreen)),
    first: ({ id }) => [one('/api/sales/{id}', { params: { id } })],
  },
  {
    paths: [paths.invoice],
    under: [paths.selfBilling],
    title: 'Factuur',
    allow: 'invoice:read',
    denied: 'Je hebt geen toegang tot facturen.',
    screen: codeFrom(() => import('../features/invoices/invoice/invoice-screen.tsx').then((m) => m.InvoiceScreen)),
    first: ({ id }) => [one('/api/self-billing/invoices/{id}', { params: { id } })],
  },
  {
    paths: [paths.balance],
    under: [paths.commissions, paths.ownCommissions, paths.teamCompensation],
    title: 'Saldo',
    allow: 'commission:read',
    denied: 'Je hebt geen toegang tot commissies.',
    screen: codeFrom(() => import('../features/commissions/balance/balance-screen.tsx').then((m) => m.BalanceScreen)),
    first: ({ id }) => [one('/api/ledger/balance', { query: { userId: id } })],
  },
]
