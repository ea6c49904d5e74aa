import { ledger } from '../../shared/api/ledger.ts'
import { serve } from '../platform/http/serve.ts'
import { readBalance } from './balance.ts'

/** Loads the code that reads whole periods of the book, closes months and makes files, which few calls need. */
const loadBookkeeping = () => import('./bookkeeping.ts')

/**
 * Lambda function that answers the API requests about balances, statements, the reconciliation, closed months and files.
 */
export const handler = serve(ledger, {
  balance: ({ actor, query }) => readBalance(actor, query),
  openItems: async ({ actor, query }) => (await import('./statement.ts')).listOpenItems(actor, query),
  statement: async ({ actor, query }) => (await import('./statement.ts')).readLedgerStatement(actor, query),
  reconciliation: async ({ query }) => (await import('./reconciliation.ts')).reconcileMonth(query.month),
  openDocuments: async ({ query }) => (await loadBookkeeping()).readOpenDocuments(query),
  exportOpenDocuments: async ({ actor, query }) => (await loadBookkeeping()).exportOpenDocuments(actor, query),
  cutOff: async ({ query }) => (await loadBookkeeping()).readCutOff(query),
  vat: async ({ query }) => (await loadBookkeeping()).readVat(query),
  exportVat: async ({ actor, query }) => (await loadBookkeeping()).exportVat(actor, query),
  journal: async ({ query }) => (await loadBookkeeping()).readJournalSums(query),
  exportJournal: async ({ actor, query }) => (await loadBookkeeping()).exportJournal(actor, query),
  exportAuditFile: async ({ actor, query }) => (await loadBookkeeping()).exportAuditFile(actor, query),
  exportRegister: async ({ actor, query }) => (await loadBookkeeping()).exportRegister(actor, query),
  yearly: async ({ query }) => (await loadBookkeeping()).readYearly(query),
  exportYearly: async ({ actor, query }) => (await loadBookkeeping()).exportYearly(actor, query),
  exportThirdParties: async ({ actor, query }) => (await loadBookkeeping()).exportThirdParties(actor, query),
  yearlyStatement: async ({ actor, query }) =>
    (await import('./yearly/statement-pdf.ts')).readYearlyStatement(actor, query),
  mailYearly: async ({ actor, body }) => (await loadBookkeeping()).mailYearlyStatements(actor, body),
  periods: async ({ actor }) => (await loadBookkeeping()).listPeriods(actor),
  period: async ({ actor, params }) => (await loadBookkeeping()).findPeriod(actor, params.month),
  changePeriod: async ({ actor, params, body }) => (await loadBookkeeping()).changePeriod(actor, params.month, body),
})
