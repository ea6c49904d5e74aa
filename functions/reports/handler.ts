import { reports } from '../../shared/api/reports.ts'
import { serve } from '../platform/http/serve.ts'
import { listCommissionTransactions } from './commissions.ts'
import { readEarnings } from './earnings.ts'
import { exportReport } from './export.ts'
import { makeReport } from './report.ts'

/** Lambda function that answers the API requests about reports. */
export const handler = serve(reports, {
  report: ({ actor, query }) => makeReport(actor, query),
  reportCommissions: ({ actor, query }) => listCommissionTransactions(actor, query),
  exportReport: ({ actor, query }) => exportReport(actor, query),
  earnings: ({ actor, query }) => readEarnings(actor, query),
})
