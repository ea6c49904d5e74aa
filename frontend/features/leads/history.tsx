import {
  energyTypeLabels,
  type Lead,
  type LeadHistoryField,
  leadStatusLabels,
  priorityLabels,
} from '../../../shared/contract/leads.ts'
import { monthlyText, usageText } from '../../domains/energy.ts'
import { formatDate, formatDateTime, fullName } from '../../lib/format.ts'
import { History } from '../../records/history.tsx'
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

/** Shows the history of a lead: who changed which fields, and when. */
export const LeadHistory = ({ leadId }: { readonly leadId: string }) => (
  <History history={useHistory(leadId)} labels={labels} textOf={textOf} />
)

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
    case 'doNotCall':
      return value ? 'ja' : 'nee'
    case 'consent': {
      const { source, date } = value as NonNullable<Lead['consent']>
      return `${source}, ${formatDate(date)}`
    }
    case 'monthlyAmount':
      return monthlyText(String(value)) ?? ''
    case 'consumption':
      return usageText(String(value)) ?? ''
    default:
      return String(value)
  }
}
