import { domain } from '../../shared/api/parts/endpoint.ts'
import { historySchema } from '../../shared/api/parts/history.ts'
import { recordEndpoints } from '../../shared/api/parts/record-endpoints.ts'
import * as z from '../../shared/zod.ts'
import { complaint, complaintStatuses } from './record.ts'

export const ComplaintForm = z.object(complaint.typed)

export const Complaint = z.object(complaint.shown)
export type Complaint = z.output<typeof Complaint>

/** Filter of the list of example complaints (docs/growing.md, not in the product). */
export const ComplaintFilter = z.object({ status: z.enum(complaintStatuses).optional() })
export type ComplaintFilter = z.output<typeof ComplaintFilter>

/** Endpoints of example complaints (docs/growing.md, not in the product), with the actions and the kind of appointments. */
export const complaints = domain(
  recordEndpoints({
    name: 'complaints',
    allow: { read: 'appointment:read', create: 'appointment:create', edit: 'appointment:edit' },
    shows: ['appointment'],
    changes: ['appointment'],
    later: [],
    filter: ComplaintFilter,
    form: ComplaintForm,
    change: ComplaintForm.partial(),
    item: Complaint,
    told: historySchema(complaint.logged),
  }),
)
