import { ledger } from '../../shared/api/ledger.ts'
import { serve } from '../platform/http/serve.ts'
import { listOpenItems, readBalance } from './balance.ts'

/** Loads the code of closed months, which few calls need. */
const loadPeriods = () => import('./periods.ts')

/** Lambda function that answers the API requests about balances, statements, the reconciliation and closed months. */
export const handler = serve(ledger, {
  balance: ({ actor, query }) => readBalance(actor, query),
  openItems: ({ actor, query }) => listOpenItems(actor, query),
  statement: async ({ actor, query }) => (await import('./statement.ts')).readLedgerStatement(actor, query),
  reconciliation: async ({ query }) => (await import('./reconciliation.ts')).reconcileMonth(query.month),
  periods: async ({ actor }) => (await loadPeriods()).listPeriods(actor),
  period: async ({ actor, params }) => (await loadPeriods()).findPeriod(actor, params.month),
  changePeriod: async ({ actor, params, body }) => (await loadPeriods()).changePeriod(actor, params.month, body),
})
