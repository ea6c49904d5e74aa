import { audit } from '../../shared/api/audit.ts'
import { serve } from '../platform/http/serve.ts'
import { listAuditLogs } from './audit-logs.ts'

/** Lambda function that answers the API requests about the audit log. */
export const handler = serve(audit, {
  auditLogs: ({ actor, query }) => listAuditLogs(actor, query),
})
