import { fullName } from '../platform/identity/user.ts'
import { addressOf, defineFindable } from '../records/findable.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type LeadRow, Leads } from './entity.ts'

/** Definition of leads for the search index. */
export const findableLeads = defineFindable<'lead', LeadRow>({
  kind: 'lead',
  sortKey: 'lead',
  readers: { team: ({ teamId }) => teamId, own: ({ ownerId }) => [ownerId] },
  dayOf: ({ createdAt }) => createdAt,
  shown: (row) => ({
    name: row.customerName,
    company: row.companyName,
    phone: row.customerPhone,
    email: row.customerEmail,
    address: addressOf(row),
    city: row.city,
    colleague: fullName(row.owner),
    status: row.status,
  }),
  marks: (row) => row,
})

/** Reads all leads, to repair the search index. */
export const readEveryLead = () => iterateRows(inOrder<LeadRow>({ rank: isText, id: isText }, [Leads.query.all({})]))
