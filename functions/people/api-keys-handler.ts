import { apiKeys } from '../../shared/api/api-keys.ts'
import { serve } from '../platform/http/serve.ts'
import { createApiKey, deactivateApiKey, listApiKeys } from './api-keys.ts'

/** Lambda function that answers the API requests about API keys. */
export const handler = serve(apiKeys, {
  list: ({ actor, query }) => listApiKeys(actor, query),
  create: ({ actor, body }) => createApiKey(actor, body),
  deactivate: ({ actor, params }) => deactivateApiKey(actor, params.id),
})
