import { serve } from '../../functions/platform/http/serve.ts'
import { complaints } from './api.ts'
import {
  changeComplaint,
  createComplaint,
  exportComplaints,
  listComplaints,
  readComplaint,
  readComplaintHistory,
  removeComplaint,
} from './service.ts'

export const handler = serve(complaints, {
  list: ({ actor, query }) => listComplaints(actor, query),
  export: ({ actor, query: { format, ...filter } }) => exportComplaints(actor, filter, format),
  get: ({ actor, params }) => readComplaint(actor, params.id),
  history: ({ actor, params }) => readComplaintHistory(actor, params.id),
  create: ({ actor, body }) => createComplaint(actor, body),
  update: ({ actor, params, body }) => changeComplaint(actor, params.id, body),
  remove: ({ actor, params }) => removeComplaint(actor, params.id),
})
