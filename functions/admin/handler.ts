import { admin } from '../../shared/contract/admin.ts'
import { serve } from '../platform/serve.ts'
import { createApiKey, deactivateApiKey, listApiKeys } from './api-keys.ts'
import { listAuditLogs } from './audit-logs.ts'

export const handler = serve(admin, {
  apiKeys: ({ actor, query }) => listApiKeys(actor, query),
  createApiKey: ({ actor, body }) => createApiKey(actor, body),
  deactivateApiKey: ({ actor, params }) => deactivateApiKey(actor, params.id),
  auditLogs: ({ actor, query }) => listAuditLogs(actor, query),
})
