import { fullName } from '../platform/identity/user.ts'
import { customerIn, defineFindable } from '../records/findable.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type LeadRow, Leads } from './entity.ts'

/** Definition of leads for the search index. */
export const findableLeads = defineFindable<'lead', LeadRow>({
  kind: 'lead',
  sortKey: 'lead',
  readers: { team: ({ teamId }) => teamId, own: ({ ownerId }) => [ownerId] },
  dayOf: ({ createdAt }) => createdAt,
  shown: (row) => ({
    ...customerIn(row),
    colleague: fullName(row.owner),
    status: row.status,
  }),
  marks: (row) => row,
})

/** Reads all leads, to repair the search index. */
export const readEveryLead = () => iterateRows(inOrder<LeadRow>({ rank: isText, id: isText }, [Leads.query.all({})]))
