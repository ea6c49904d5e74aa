import { following } from '../../functions/records/names.ts'
import { type ComplaintRow, Complaints } from './entity.ts'

/** The names that complaints carry. */
export const complaintNames = following<ComplaintRow>({
  entity: Complaints,
  people: { owner: { all: (ownerId) => Complaints.query.byOwner({ ownerId }) } },
})
