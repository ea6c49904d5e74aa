import { creation, domain, file, idParam, none, ok, page, paging } from '../../shared/api/parts/endpoint.ts'
import { exportFormat } from '../../shared/api/parts/export.ts'
import { historySchema } from '../../shared/api/parts/history.ts'
import * as z from '../../shared/zod.ts'
import { complaint, complaintStatuses } from './record.ts'

export const ComplaintForm = z.object(complaint.typed)
export type ComplaintForm = z.output<typeof ComplaintForm>

/** Changed fields of an example complaint (docs/growing.md, not in the product); absent ones stay as they are. */
export const ComplaintChange = ComplaintForm.partial()
export type ComplaintChange = z.output<typeof ComplaintChange>

export const Complaint = z.object(complaint.shown)
export type Complaint = z.output<typeof Complaint>

/** Filter of the list of example complaints (docs/growing.md, not in the product). */
export const ComplaintFilter = z.object({ status: z.enum(complaintStatuses).optional() })
export type ComplaintFilter = z.output<typeof ComplaintFilter>

/** Endpoints of example complaints (docs/growing.md, not in the product), with the actions and the kind of appointments. */
export const complaints = domain({
  list: {
    summary: 'Complaints within reach, oldest first',
    method: 'GET',
    path: '/api/complaints',
    allow: 'appointment:read',
    shows: ['appointment'],
    query: ComplaintFilter.extend(paging),
    result: page(Complaint),
  },
  export: {
    summary: 'The filtered list of complaints as a spreadsheet, formula-safe; audited',
    method: 'GET',
    path: '/api/complaints/export',
    allow: 'appointment:read',
    shows: ['appointment'],
    query: ComplaintFilter.extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  },
  get: {
    summary: 'One complaint',
    method: 'GET',
    path: '/api/complaints/{id}',
    allow: 'appointment:read',
    shows: ['appointment'],
    params: idParam,
    result: ok(Complaint),
  },
  history: {
    summary: 'What became of a complaint, newest first: who changed what, and when',
    method: 'GET',
    path: '/api/complaints/{id}/history',
    allow: 'appointment:read',
    shows: ['appointment'],
    params: idParam,
    result: ok(historySchema(complaint.logged)),
  },
  create: {
    summary: 'Note a complaint',
    method: 'POST',
    path: '/api/complaints',
    allow: 'appointment:create',
    changes: ['appointment'],
    idempotent: true,
    body: ComplaintForm,
    result: creation(Complaint),
  },
  update: {
    summary: 'Change a complaint, or give it to a colleague; a lost update is a 409',
    method: 'PATCH',
    path: '/api/complaints/{id}',
    allow: 'appointment:edit',
    changes: ['appointment'],
    ifMatch: true,
    params: idParam,
    body: ComplaintChange,
    result: ok(Complaint),
  },
  remove: {
    summary: 'Delete a complaint',
    method: 'DELETE',
    path: '/api/complaints/{id}',
    allow: 'appointment:edit',
    changes: ['appointment'],
    ifMatch: true,
    params: idParam,
    result: none,
  },
})
