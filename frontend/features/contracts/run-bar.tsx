import { contracts } from '../../../shared/api/contracts.ts'
import { salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { ContractRun } from '../../../shared/api/schemas/contracts.ts'
import { useColleagueName } from '../../domains/people.ts'
import { BulkRunBar } from '../../records/runs/bulk-run.tsx'
import { contractNoun } from './api.ts'

type Change = ContractRun['change']

/** Shows above the board how far a background change of several contracts is. The page address names the run. */
export function ContractRunBar() {
  return <BulkRunBar<Change> calls={contracts} noun={contractNoun} what={(change) => <What {...change} />} />
}

function What({ salesStatus, agentIds }: Change) {
  const people = new Set(agentIds)
  const name = useColleagueName(people.size === 1 ? agentIds?.[0] : null)
  if (salesStatus) return `Status → ${salesStatusLabels[salesStatus]}`
  if (people.size !== 1) return `verdeeld over ${people.size} agents`
  return `Toegewezen aan ${name}`
}
