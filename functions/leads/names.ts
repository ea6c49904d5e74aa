import type { Named } from '../records/names.ts'
import { type LeadRow, Leads } from './entity.ts'
import { contributionsOf } from './rules.ts'

/** Functions that write new names of people into leads. */
export const leadNames: Named<LeadRow> = {
  entity: Leads,
  people: { owner: { all: (ownerId) => Leads.query.byOwner({ ownerId }) } },
  contributions: contributionsOf,
}
