import { contracts } from '../../shared/contract/contracts.ts'
import { serve } from '../platform/serve.ts'
import { listContracts, listUploads, uploadContracts } from './service.ts'

export const handler = serve(contracts, {
  bySalesStatus: ({ params, query }) => listContracts(params.status, query),
  uploads: ({ query }) => listUploads(query),
  upload: ({ actor, file }) => uploadContracts(actor, file),
})
