import { contracts } from '../../shared/contract/contracts.ts'
import { serve } from '../platform/serve.ts'
import { listContracts, listUploads, uploadContracts } from './service.ts'

export const handler = serve(contracts, {
  bySalesStatus: ({ actor, params, query }) => listContracts(actor, params.status, query),
  uploads: ({ actor, query }) => listUploads(actor, query),
  upload: ({ actor, file }) => uploadContracts(actor, file),
})
