import { buildFollower } from '../../functions/records/names.ts'
import { type ComplaintRow, Complaints } from './entity.ts'

/** Updater of the copies of people's names in complaints, after a rename. */
export const complaintNames = buildFollower<ComplaintRow>({
  entity: Complaints,
  people: { owner: { all: (ownerId) => Complaints.query.byOwner({ ownerId }) } },
})
