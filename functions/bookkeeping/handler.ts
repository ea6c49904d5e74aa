import { ledger } from '../../shared/contract/ledger.ts'
import { serve } from '../platform/http/serve.ts'
import { balanceOf, listOpenItems } from './balance.ts'
import { reconciliationOf } from './reconciliation.ts'
import { statementOf } from './statement.ts'

/** Lambda function that answers the API requests about balances, statements and the reconciliation. */
export const handler = serve(ledger, {
  balance: ({ actor, query }) => balanceOf(actor, query),
  openItems: ({ actor, query }) => listOpenItems(actor, query),
  statement: ({ actor, query }) => statementOf(actor, query),
  reconciliation: ({ query }) => reconciliationOf(query.month),
})
