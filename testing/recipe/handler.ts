import { serve } from '../../functions/platform/http/serve.ts'
import { complaints } from './contract.ts'
import { changeComplaint, listComplaints, noteComplaint, readComplaint } from './service.ts'

export const handler = serve(complaints, {
  list: ({ actor, query }) => listComplaints(actor, query),
  get: ({ actor, params }) => readComplaint(actor, params.id),
  create: ({ actor, body }) => noteComplaint(actor, body),
  update: ({ actor, params, body }) => changeComplaint(actor, params.id, body),
})
