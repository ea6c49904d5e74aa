import { buildFollower } from '../../functions/records/names.ts'
import { type ComplaintRow, Complaints } from './entity.ts'

/** Updater of people's names in example complaints (docs/growing.md, not in the product), after a rename. */
export const complaintNames = buildFollower<ComplaintRow>({
  entity: Complaints,
  people: { owner: { all: (ownerId) => Complaints.query.byOwner({ ownerId }) } },
})
