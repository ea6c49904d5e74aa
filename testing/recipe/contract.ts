import * as z from 'zod'
import { creation, domain, idParam, ok, page, paging } from '../../shared/contract/parts/endpoint.ts'
import { instant, orNull, person, requireText, text } from '../../shared/contract/parts/fields.ts'

/** Where a complaint stands. */
export const complaintStatuses = ['open', 'solved'] as const
export const complaintLabels = { open: 'Open', solved: 'Opgelost' } as const

export const ComplaintForm = z.object({
  customerName: requireText('Klantnaam is verplicht'),
  complaint: requireText('Omschrijf de klacht', 4000),
  ownerId: text(128, { 'x-refers-to': '/api/users/agents' }),
})
export type ComplaintForm = z.output<typeof ComplaintForm>

/** Any part of a complaint; what is absent stays. */
export const ComplaintChange = ComplaintForm.partial().extend({ status: z.enum(complaintStatuses).optional() })
export type ComplaintChange = z.output<typeof ComplaintChange>

export const Complaint = z.object({
  id: z.string(),
  version: z.int(),
  customerName: z.string(),
  complaint: z.string(),
  status: z.enum(complaintStatuses),
  ownerId: z.string(),
  teamId: orNull(z.int()),
  owner: person,
  createdAt: instant,
  updatedAt: instant,
})
export type Complaint = z.output<typeof Complaint>

/** Its rows of the access table are borrowed from appointments: no role may more than another domain gave it. */
export const complaints = domain({
  list: {
    summary: 'Complaints within reach, oldest first',
    method: 'GET',
    path: '/api/complaints',
    allow: 'appointment:read',
    query: z.object(paging),
    result: page(Complaint),
  },
  get: {
    summary: 'One complaint',
    method: 'GET',
    path: '/api/complaints/{id}',
    allow: 'appointment:read',
    params: idParam,
    result: ok(Complaint),
  },
  create: {
    summary: 'Note a complaint',
    method: 'POST',
    path: '/api/complaints',
    allow: 'appointment:create',
    idempotent: true,
    body: ComplaintForm,
    result: creation(Complaint),
  },
  update: {
    summary: 'Change a complaint, or give it to a colleague; a lost update is a 409',
    method: 'PATCH',
    path: '/api/complaints/{id}',
    allow: 'appointment:edit',
    ifMatch: true,
    params: idParam,
    body: ComplaintChange,
    result: ok(Complaint),
  },
})
