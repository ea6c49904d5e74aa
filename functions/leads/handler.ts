import { leads } from '../../shared/contract/leads.ts'
import { findKnownRecords } from '../customers/service.ts'
import { serve } from '../platform/http/serve.ts'
import { noteCall, readLeadDetails } from './calls.ts'
import { exportLeads } from './export.ts'
import { countOpenLeads, handOverLeads } from './handover.ts'
import { readLeadHistory } from './history.ts'
import { countLeads, listLeads } from './list.ts'
import { bookForLead } from './plan.ts'
import { assignLeads, changeLead, createLead, removeLead } from './service.ts'
import {
  beginUpload,
  confirmUpload,
  discardUpload,
  findUpload,
  listUploads,
  previewUpload,
  retryLeadUpload,
  uploadLeads,
} from './uploads.ts'

/** Lambda function that answers the API requests about leads. */
export const handler = serve(leads, {
  list: ({ actor, query }) => listLeads(actor, query),
  counts: ({ actor }) => countLeads(actor),
  export: ({ actor, query }) => exportLeads(actor, query),
  known: ({ actor, query }) => findKnownRecords(actor, query),
  get: ({ actor, params }) => readLeadDetails(actor, params.id),
  history: ({ actor, params }) => readLeadHistory(actor, params.id),
  create: ({ actor, body }) => createLead(actor, body),
  update: ({ actor, params, body }) => changeLead(actor, params.id, body),
  remove: ({ actor, params }) => removeLead(actor, params.id),
  assign: ({ actor, body }) => assignLeads(actor, body),
  openOf: ({ actor, query }) => countOpenLeads(actor, query.userId),
  handOver: ({ actor, body }) => handOverLeads(actor, body),
  call: ({ actor, params, body }) => noteCall(actor, params.id, body),
  plan: ({ actor, params, body }) => bookForLead(actor, params.id, body),
  uploads: ({ actor, query }) => listUploads(actor, query),
  findUpload: ({ actor, params }) => findUpload(actor, params.id),
  beginUpload: ({ actor, body }) => beginUpload(actor, body),
  retryUpload: ({ actor, params }) => retryLeadUpload(actor, params.id),
  upload: ({ actor, file, query }) => uploadLeads(actor, file, query.check),
  preview: ({ actor, params }) => previewUpload(actor, params.id),
  confirm: ({ actor, params, body }) => confirmUpload(actor, params.id, body.seenReading),
  discardUpload: ({ actor, params }) => discardUpload(actor, params.id),
})
