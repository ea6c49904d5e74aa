import { buildFollower } from '../../functions/records/names.ts'
import { type ComplaintRow, Complaints } from './entity.ts'

/** Updater of the people's names that complaints hold. */
export const complaintNames = buildFollower<ComplaintRow>({
  entity: Complaints,
  people: { owner: { all: (ownerId) => Complaints.query.byOwner({ ownerId }) } },
})
