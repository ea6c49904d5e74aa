import { ledger } from '../../shared/api/ledger.ts'
import { serve } from '../platform/http/serve.ts'
import { listOpenItems, readBalance } from './balance.ts'
import { reconcileMonth } from './reconciliation.ts'
import { readLedgerStatement } from './statement.ts'

/** Lambda function that answers the API requests about balances, statements and the reconciliation. */
export const handler = serve(ledger, {
  balance: ({ actor, query }) => readBalance(actor, query),
  openItems: ({ actor, query }) => listOpenItems(actor, query),
  statement: ({ actor, query }) => readLedgerStatement(actor, query),
  reconciliation: ({ query }) => reconcileMonth(query.month),
})
