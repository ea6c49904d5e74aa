import { admin } from '../../shared/contract/admin.ts'
import { serve } from '../platform/http/serve.ts'
import { listAuditLogs } from './audit-logs.ts'

/** Lambda function that answers the API requests about the audit log. */
export const handler = serve(admin, {
  auditLogs: ({ actor, query }) => listAuditLogs(actor, query),
})
