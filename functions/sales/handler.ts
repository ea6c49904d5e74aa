import { sales } from '../../shared/contract/sales.ts'
import { serve } from '../platform/serve.ts'
import { changeSale } from './changing.ts'
import { setCommission } from './commission-change.ts'
import { revealIban, saleDetails, saleHistory } from './details.ts'
import { exportSales } from './export.ts'
import { listSales, totalSales } from './list.ts'
import { checkSale, registerSale } from './registering.ts'
import { receiveRevenue } from './revenue.ts'
import { changeRevenueRate, createRevenueRate, listRevenueRates, removeRevenueRate } from './revenue-rates.ts'
import { stepSale } from './steps.ts'

export const handler = serve(sales, {
  list: ({ actor, query }) => listSales(actor, query),
  totals: ({ actor, query }) => totalSales(actor, query),
  export: ({ actor, query }) => exportSales(actor, query),
  get: ({ actor, params }) => saleDetails(actor, params.id),
  history: ({ actor, params }) => saleHistory(actor, params.id),
  check: ({ actor, body }) => checkSale(actor, body),
  create: ({ actor, body }) => registerSale(actor, body),
  update: ({ actor, params, body }) => changeSale(actor, params.id, body),
  status: ({ actor, params, body }) => stepSale(actor, params.id, body),
  commission: ({ actor, params, body }) => setCommission(actor, params.id, body),
  revenue: ({ actor, params, body }) => receiveRevenue(actor, params.id, body),
  revenueRates: ({ actor, query }) => listRevenueRates(actor, query),
  createRevenueRate: ({ actor, body }) => createRevenueRate(actor, body),
  updateRevenueRate: ({ actor, params, body }) => changeRevenueRate(actor, params.id, body),
  removeRevenueRate: ({ actor, params }) => removeRevenueRate(actor, params.id),
  reveal: ({ actor, params }) => revealIban(actor, params.id),
})
