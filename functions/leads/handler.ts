import { leads } from '../../shared/api/leads.ts'
import { lead } from '../../shared/leads/record.ts'
import { findKnownRecords } from '../known-customers/service.ts'
import { serve } from '../platform/http/serve.ts'
import { bulkHandlers } from '../records/bulk-handlers.ts'
import { readHistoryWithin } from '../records/history.ts'
import { noteCall, readLeadDetails, undoCall } from './calls.ts'
import { exportLeads } from './export.ts'
import { leadHandover } from './handover.ts'
import { beginUpload, findUpload, listUploads, uploadLeads } from './import/uploads.ts'
import { countLeads, listLeads } from './list.ts'
import { leadRecords } from './records.ts'
import { changeLead, createLead, removeLead } from './service.ts'

/** Loads the spreadsheet readers on demand, so that a cold start for a list does not load them. */
const uploads = async () => (await import('./import/upload-calls.ts')).leadUploads

/** Loads bookings on demand, which need the appointments with their times and mails. */
const loadBooking = () => import('./plan.ts')

/** Loads files of proofs on demand; here, as this function has the client of buckets anyway. */
const files = () => import('../proof-files/files.ts')

/** Loads bulk runs on demand, as `uploads` does. */
const bulk = () => import('./bulk.ts')

/** Lambda function that answers the API requests about leads. */
export const handler = serve(leads, {
  list: ({ actor, query }) => listLeads(actor, query),
  counts: ({ actor }) => countLeads(actor),
  export: ({ actor, query }) => exportLeads(actor, query),
  known: ({ actor, query }) => findKnownRecords(actor, query),
  get: ({ actor, params }) => readLeadDetails(actor, params.id),
  history: ({ actor, params }) => readHistoryWithin(leadRecords, lead.logged, [actor, params.id]),
  create: ({ actor, body }) => createLead(actor, body),
  update: ({ actor, params, body }) => changeLead(actor, params.id, body),
  remove: ({ actor, params }) => removeLead(actor, params.id),
  changeMany: async ({ actor, body }) => (await bulk()).assignLeads(actor, body),
  ...bulkHandlers(async () => (await bulk()).leadBulk),
  openOf: ({ actor, query }) => leadHandover.count(actor, query.userId),
  handOver: ({ actor, body }) => leadHandover.handOver(actor, body),
  uploadProof: async ({ actor, file }) => (await files()).uploadProof(actor, file),
  consentProof: async ({ actor, params }) => (await import('../numbers/proofs.ts')).readConsentProof(actor, params.id),
  saleProof: async ({ actor, params }) => (await import('../proof-files/sales.ts')).readSaleProof(actor, params.id),
  call: ({ actor, params, body }) => noteCall(actor, params.id, body),
  undoCall: ({ actor, params }) => undoCall(actor, params.id),
  plan: async ({ actor, params, body }) => (await loadBooking()).bookForLead(actor, params.id, body),
  uploads: ({ actor, query }) => listUploads(actor, query),
  findUpload: ({ actor, params }) => findUpload(actor, params.id),
  beginUpload: ({ actor, body }) => beginUpload(actor, body),
  wrongRows: async ({ actor, params }) => {
    const { exportWrongRows } = await import('../export/wrong-rows.ts')
    return exportWrongRows(actor, async () => (await uploads()).wrongRows(actor, params.id))
  },
  retryUpload: async ({ actor, params }) => (await uploads()).retry(actor, params.id),
  upload: ({ actor, file, query }) => uploadLeads(actor, file, query.check),
  preview: async ({ actor, params }) => (await uploads()).preview(actor, params.id),
  mapping: async ({ actor, params, body }) => (await uploads()).map(actor, params.id, body),
  confirm: async ({ actor, params, body }) => (await uploads()).confirm(actor, params.id, body),
  discardUpload: async ({ actor, params }) => (await uploads()).discard(actor, params.id),
  undoUpload: async ({ actor, params }) => (await uploads()).undo(actor, params.id),
})
