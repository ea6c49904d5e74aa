import { measures } from '../../shared/measures.ts'
import { take } from '../platform/rows.ts'
import type { Counted } from '../records/recount.ts'
import { Leads } from './entity.ts'
import { contributionsOf } from './rules.ts'

const READ_BATCH = 500

/** What leads count. */
export const countedLeads: Counted = {
  measures: measures.leads,
  standing: async function* () {
    for (let after = { rank: '', id: '' }, more = true; more; ) {
      const { rows, isOver } = await take(Leads.query.all({}).gt(after), READ_BATCH)
      for (const row of rows) yield contributionsOf(row)
      const last = rows.at(-1)
      after = last ? { rank: last.rank, id: last.id } : after
      more = !isOver
    }
  },
}
