import { reports } from '../../shared/contract/reports.ts'
import { serve } from '../platform/http/serve.ts'
import { listCommissionTransactions } from './commissions.ts'
import { earningsOf } from './earnings.ts'
import { exportReport } from './export.ts'
import { reportOf } from './report.ts'

/** Lambda function that answers the API requests about reports. */
export const handler = serve(reports, {
  report: ({ actor, query }) => reportOf(actor, query),
  reportCommissions: ({ actor, query }) => listCommissionTransactions(actor, query),
  exportReport: ({ actor, query }) => exportReport(actor, query),
  earnings: ({ actor, query }) => earningsOf(actor, query),
})
