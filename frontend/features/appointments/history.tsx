import {
  type AppointmentHistoryField,
  type AppointmentStatus,
  statusLabels,
} from '../../../shared/contract/appointments.ts'
import { monthlyText, usageText } from '../../domains/energy.ts'
import { formatDateTime, fullName } from '../../lib/format.ts'
import { History } from '../../records/history.tsx'
import { useHistory } from './api.ts'
import { fieldLabels } from './form-values.ts'

const labels = {
  ...fieldLabels,
  start: 'Datum en tijd',
  agent: 'Agent',
  team: 'Team',
  doNotCallReason: 'Reden om toch te boeken',
}

/** Shows the history of an appointment: who changed which fields, and when. */
export const AppointmentHistory = ({ appointmentId }: { readonly appointmentId: string }) => (
  <History history={useHistory(appointmentId)} labels={labels} textOf={textOf} />
)

function textOf(field: AppointmentHistoryField, value: unknown): string {
  if (value === null || value === '') return 'leeg'
  switch (field) {
    case 'status':
      return statusLabels[value as AppointmentStatus] ?? String(value)
    case 'start':
      return formatDateTime(String(value))
    case 'agent':
      return fullName(value as { firstName: string; lastName: string })
    case 'team':
      return (value as { name: string }).name
    case 'type':
      return value === 'zakelijk' ? 'Zakelijk' : 'Particulier'
    case 'monthlyAmount':
      return monthlyText(String(value)) ?? ''
    case 'consumption':
      return usageText(String(value)) ?? ''
    default:
      return String(value)
  }
}
