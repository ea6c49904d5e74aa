import { admin } from '../../shared/contract/admin.ts'
import { serve } from '../platform/http/serve.ts'
import { listAuditLogs } from './audit-logs.ts'

export const handler = serve(admin, {
  auditLogs: ({ actor, query }) => listAuditLogs(actor, query),
})
