import { type LeadRun, leads } from '../../../shared/api/leads.ts'
import { useColleagueName } from '../../domains/people.ts'
import { BulkRunBar } from '../../records/runs/bulk-run.tsx'
import { leadNoun } from './api.ts'

type Change = LeadRun['change']

/** Shows above the list how far a run that assigns leads is. The page address names the run. */
export function LeadRunBar() {
  return <BulkRunBar<Change> calls={leads} noun={leadNoun} done="toegewezen" what={(change) => <What {...change} />} />
}

const What = ({ ownerId }: Change) => `Eigenaar → ${useColleagueName(ownerId)}`
