import { measures } from '../../shared/measures.ts'
import type { RecountedDomain } from '../records/recount.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type LeadRow, Leads } from './entity.ts'
import { contributionsOf } from './rules.ts'

/** Recount of the current number of leads, by status. */
export const countedLeads: RecountedDomain = {
  measures: measures.leads,
  standing: async function* () {
    const source = inOrder<LeadRow>({ rank: isText, id: isText }, [Leads.query.all({})])
    for await (const row of iterateRows(source)) yield contributionsOf(row)
  },
}
