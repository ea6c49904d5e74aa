import { ledger } from '../../shared/api/ledger.ts'
import { serve } from '../platform/http/serve.ts'
import { listOpenItems, readBalance } from './balance.ts'
import { changePeriod, findPeriod, listPeriods } from './periods.ts'
import { reconcileMonth } from './reconciliation.ts'
import { readLedgerStatement } from './statement.ts'

/** Lambda function that answers the API requests about balances, statements, the reconciliation and closed months. */
export const handler = serve(ledger, {
  balance: ({ actor, query }) => readBalance(actor, query),
  openItems: ({ actor, query }) => listOpenItems(actor, query),
  statement: ({ actor, query }) => readLedgerStatement(actor, query),
  reconciliation: ({ query }) => reconcileMonth(query.month),
  periods: ({ actor }) => listPeriods(actor),
  period: ({ actor, params }) => findPeriod(actor, params.month),
  changePeriod: ({ actor, params, body }) => changePeriod(actor, params.month, body),
})
