import { contracts } from '../../shared/api/contracts.ts'
import { serve } from '../platform/http/serve.ts'
import { bulkHandlers } from '../records/bulk-handlers.ts'
import { assignContracts, listAgentLoads } from './board/assigning.ts'
import { listContracts } from './board/board.ts'
import { bookForContract } from './board/booking.ts'
import { contractBulk } from './board/bulk.ts'
import { countContracts } from './board/counts.ts'
import { readContractDetails, revealIban } from './board/details.ts'
import { beginUpload, findUpload, listUploads, uploadContracts } from './import/uploads.ts'
import { changeContract, readContractHistory, setSalesStatus } from './service.ts'
import { changeContractSettings, readContractSettings } from './settings.ts'

/** Loads the spreadsheet readers on demand, so that a cold start for a list does not load them. */
const uploads = async () => (await import('./import/upload-calls.ts')).contractUploads

/** Lambda function that answers the API requests about expiring contracts. */
export const handler = serve(contracts, {
  bySalesStatus: ({ actor, params, query }) => listContracts(actor, params.status, query),
  export: async ({ actor, query }) => (await import('./board/export.ts')).exportContracts(actor, query),
  settings: ({ actor }) => readContractSettings(actor),
  changeSettings: ({ actor, body }) => changeContractSettings(actor, body),
  get: ({ actor, params }) => readContractDetails(actor, params.id),
  update: ({ actor, params, body }) => changeContract(actor, params.id, body),
  reveal: ({ actor, params }) => revealIban(actor, params.id),
  counts: ({ actor, query }) => countContracts(actor, query),
  setStatus: ({ actor, body }) => setSalesStatus(actor, body),
  assign: ({ actor, body }) => assignContracts(actor, body),
  changeMany: ({ actor, body: { rows, ...change } }) => contractBulk.start(actor, { rows, change }),
  ...bulkHandlers(async () => contractBulk),
  loads: ({ actor, query }) => listAgentLoads(actor, Number(query.teamId)),
  plan: ({ actor, params, body }) => bookForContract(actor, params.id, body),
  history: ({ actor, params }) => readContractHistory(actor, params.id),
  uploads: ({ actor, query }) => listUploads(actor, query),
  findUpload: ({ actor, params }) => findUpload(actor, params.id),
  beginUpload: ({ actor, body }) => beginUpload(actor, body),
  wrongRows: async ({ actor, params }) => {
    const { exportWrongRows } = await import('../export/wrong-rows.ts')
    return exportWrongRows(actor, async () => (await uploads()).wrongRows(actor, params.id))
  },
  retryUpload: async ({ actor, params }) => (await uploads()).retry(actor, params.id),
  upload: ({ actor, file, query }) => uploadContracts(actor, file, query.check),
  preview: async ({ actor, params }) => (await uploads()).preview(actor, params.id),
  mapping: async ({ actor, params, body }) => (await uploads()).map(actor, params.id, body),
  confirm: async ({ actor, params, body }) => (await uploads()).confirm(actor, params.id, body),
  discardUpload: async ({ actor, params }) => (await uploads()).discard(actor, params.id),
  undoUpload: async ({ actor, params }) => (await uploads()).undo(actor, params.id),
})
