import { buildFollower } from '../../functions/records/names.ts'
import { type ComplaintRow, Complaints } from './entity.ts'

/** The names that complaints carry. */
export const complaintNames = buildFollower<ComplaintRow>({
  entity: Complaints,
  people: { owner: { all: (ownerId) => Complaints.query.byOwner({ ownerId }) } },
})
