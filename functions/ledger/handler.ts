import { ledger } from '../../shared/api/ledger.ts'
import { serve } from '../platform/http/serve.ts'
import { listOpenItems, readBalance } from './balance.ts'
import { changePeriod, findPeriod, listPeriods } from './periods.ts'
import { reconcileMonth } from './reconciliation.ts'
import { readLedgerStatement } from './statement.ts'

/** Loads what reads whole periods of the book and makes files of them, which few calls do. */
const bookkeeping = () => import('./bookkeeping.ts')

/** Lambda function that answers the API requests about balances, statements, the reconciliation, closed months and files. */
export const handler = serve(ledger, {
  balance: ({ actor, query }) => readBalance(actor, query),
  openItems: ({ actor, query }) => listOpenItems(actor, query),
  statement: ({ actor, query }) => readLedgerStatement(actor, query),
  reconciliation: ({ query }) => reconcileMonth(query.month),
  openDocuments: async ({ query }) => (await bookkeeping()).readOpenDocuments(query),
  exportOpenDocuments: async ({ actor, query }) => (await bookkeeping()).exportOpenDocuments(actor, query),
  vat: async ({ query }) => (await bookkeeping()).readVat(query),
  exportVat: async ({ actor, query }) => (await bookkeeping()).exportVat(actor, query),
  journal: async ({ query }) => (await bookkeeping()).readJournalSums(query),
  exportJournal: async ({ actor, query }) => (await bookkeeping()).exportJournal(actor, query),
  exportAuditFile: async ({ actor, query }) => (await bookkeeping()).exportAuditFile(actor, query),
  exportRegister: async ({ actor, query }) => (await bookkeeping()).exportRegister(actor, query),
  periods: ({ actor }) => listPeriods(actor),
  period: ({ actor, params }) => findPeriod(actor, params.month),
  changePeriod: ({ actor, params, body }) => changePeriod(actor, params.month, body),
})
