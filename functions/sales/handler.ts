import { sales } from '../../shared/api/sales.ts'
import { serve } from '../platform/http/serve.ts'
import { bulkHandlers } from '../records/bulk-handlers.ts'
import { listSales } from './sales/list.ts'

/** Loads bulk runs on demand, so that a cold start for a list does not load them. */
const saleBulk = async () => (await import('./sales/bulk.ts')).saleBulk

/** Loads the rates of revenue on demand, which only admins use. */
const rates = () => import('./revenue/revenue-rates.ts')

/** Loads registering on demand: a cold start is mostly for a list. */
const loadRegistering = () => import('./sales/registering.ts')

/** Loads one sale on demand: it also reads the appointment, lead and contract. */
const details = () => import('./sales/details.ts')

/** Loads withdrawals on demand, which are rare. */
const loadWithdrawing = () => import('./sales/withdrawing.ts')

/** Loads the import of agreements on demand, with the readers of spreadsheets. */
const agreements = () => import('./sales/agreement-import.ts')

/** Lambda function that answers the API requests about sales. */
export const handler = serve(sales, {
  list: ({ actor, query }) => listSales(actor, query),
  totals: async ({ actor, query }) => (await import('./sales/totals.ts')).totalSales(actor, query),
  export: async ({ actor, query }) => (await import('./sales/export.ts')).exportSales(actor, query),
  get: async ({ actor, params }) => (await details()).readSaleDetails(actor, params.id),
  history: async ({ actor, params }) => (await details()).readSaleHistory(actor, params.id),
  check: async ({ actor, body }) => (await loadRegistering()).checkSale(actor, body),
  create: async ({ actor, body }) => (await loadRegistering()).registerSale(actor, body),
  update: async ({ actor, params, body }) => (await import('./sales/changing.ts')).changeSale(actor, params.id, body),
  status: async ({ actor, params, body }) => (await import('./sales/steps.ts')).stepSale(actor, params.id, body),
  withdraw: async ({ actor, params, body }) => (await loadWithdrawing()).withdrawSale(actor, params.id, body),
  undoWithdrawal: async ({ actor, params }) => (await loadWithdrawing()).undoWithdrawal(actor, params.id),
  correctWithdrawal: async ({ actor, params }) => (await loadWithdrawing()).correctWithdrawal(actor, params.id),
  changeMany: async ({ actor, body: { rows, ...change } }) => (await saleBulk()).start(actor, { rows, change }),
  ...bulkHandlers(saleBulk),
  importAgreements: async ({ actor, file, query }) =>
    (await agreements()).importAgreements(actor, file, query.seenReading),
  checkAgreements: async ({ actor, file }) => (await agreements()).planAgreements(actor, file),
  commission: async ({ actor, params, body }) =>
    (await import('./commissions/commission-change.ts')).setCommission(actor, params.id, body),
  revenue: async ({ actor, params, body }) =>
    (await import('./revenue/revenue.ts')).setReceivedRevenue(actor, params.id, body),
  revenueRates: async ({ actor, query }) => (await rates()).listRevenueRates(actor, query),
  createRevenueRate: async ({ actor, body }) => (await rates()).createRevenueRate(actor, body),
  updateRevenueRate: async ({ actor, params, body }) => (await rates()).changeRevenueRate(actor, params.id, body),
  removeRevenueRate: async ({ actor, params }) => (await rates()).removeRevenueRate(actor, params.id),
  reveal: async ({ actor, params }) => (await details()).revealIban(actor, params.id),
})
