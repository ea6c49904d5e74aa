import {
  energyTypeLabels,
  type Lead,
  type LeadHistoryField,
  leadStatusLabels,
  priorityLabels,
} from '../../../shared/contract/leads.ts'
import { formatDate, formatDateTime, fullName } from '../../lib/format.ts'
import { HistoryList } from '../../records/history.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHistory } from './api.ts'
import { fieldLabels } from './form-values.ts'

const labels = {
  ...fieldLabels,
  status: 'Status',
  owner: 'Eigenaar',
  callBackAt: 'Terugbellen',
  appointmentId: 'Afspraak',
  consent: 'Toestemming',
}

/** What became of a lead: who changed what, and when. */
export function LeadHistory({ leadId }: { readonly leadId: string }) {
  const { data, error, refetch } = useHistory(leadId)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return data ? <HistoryList {...data} labels={labels} textOf={textOf} /> : <Skeleton height="40px" />
}

function textOf(field: LeadHistoryField, value: unknown): string {
  if (value === null || value === '') return 'leeg'
  switch (field) {
    case 'status':
      return leadStatusLabels[value as Lead['status']]
    case 'priority':
      return priorityLabels[value as Lead['priority']]
    case 'energyType':
      return energyTypeLabels[value as Lead['energyType']]
    case 'owner':
      return fullName(value as Lead['owner'])
    case 'callBackAt':
      return formatDateTime(String(value))
    case 'contractEndDate':
      return formatDate(String(value))
    case 'appointmentId':
      return 'gepland'
    case 'consent': {
      const { source, date } = value as NonNullable<Lead['consent']>
      return `${source}, ${formatDate(date)}`
    }
    default:
      return String(value)
  }
}
