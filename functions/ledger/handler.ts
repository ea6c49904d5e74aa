import { ledger } from '../../shared/api/ledger.ts'
import { serve } from '../platform/http/serve.ts'
import { readBalance } from './balance.ts'

/** Loads the code that reads whole periods of the book, closes months and makes files, which few calls need. */
const bookkeeping = () => import('./bookkeeping.ts')

/**
 * Lambda function that answers the API requests about balances, statements, the reconciliation, closed months and files.
 */
export const handler = serve(ledger, {
  balance: ({ actor, query }) => readBalance(actor, query),
  openItems: async ({ actor, query }) => (await import('./statement.ts')).listOpenItems(actor, query),
  statement: async ({ actor, query }) => (await import('./statement.ts')).readLedgerStatement(actor, query),
  reconciliation: async ({ query }) => (await import('./reconciliation.ts')).reconcileMonth(query.month),
  openDocuments: async ({ query }) => (await bookkeeping()).readOpenDocuments(query),
  exportOpenDocuments: async ({ actor, query }) => (await bookkeeping()).exportOpenDocuments(actor, query),
  cutOff: async ({ query }) => (await bookkeeping()).readCutOff(query),
  vat: async ({ query }) => (await bookkeeping()).readVat(query),
  exportVat: async ({ actor, query }) => (await bookkeeping()).exportVat(actor, query),
  journal: async ({ query }) => (await bookkeeping()).readJournalSums(query),
  exportJournal: async ({ actor, query }) => (await bookkeeping()).exportJournal(actor, query),
  exportAuditFile: async ({ actor, query }) => (await bookkeeping()).exportAuditFile(actor, query),
  exportRegister: async ({ actor, query }) => (await bookkeeping()).exportRegister(actor, query),
  yearly: async ({ query }) => (await bookkeeping()).readYearly(query),
  exportYearly: async ({ actor, query }) => (await bookkeeping()).exportYearly(actor, query),
  exportThirdParties: async ({ actor, query }) => (await bookkeeping()).exportThirdParties(actor, query),
  yearlyStatement: async ({ actor, query }) =>
    (await import('./yearly/statement-pdf.ts')).readYearlyStatement(actor, query),
  mailYearly: async ({ actor, body }) => (await bookkeeping()).mailYearlyStatements(actor, body),
  periods: async ({ actor }) => (await bookkeeping()).listPeriods(actor),
  period: async ({ actor, params }) => (await bookkeeping()).findPeriod(actor, params.month),
  changePeriod: async ({ actor, params, body }) => (await bookkeeping()).changePeriod(actor, params.month, body),
})
