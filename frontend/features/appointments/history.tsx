import type { AppointmentHistoryField } from '../../../shared/contract/schemas/appointments.ts'
import { appointmentFields } from '../../../shared/fields/appointment.ts'
import { monthlyText, usageText } from '../../domains/energy.ts'
import { fieldText, labelsOf } from '../../records/field-values.ts'
import { History } from '../../records/history.tsx'
import { useHistory } from './api.ts'

const labels = labelsOf(appointmentFields)

/** Shows the history of an appointment: who changed which fields, and when. */
export const AppointmentHistory = ({ appointmentId }: { readonly appointmentId: string }) => (
  <History history={useHistory(appointmentId)} labels={labels} textOf={textOf} />
)

function textOf(field: AppointmentHistoryField, value: unknown): string {
  if (field === 'monthlyAmount' && value) return monthlyText(String(value)) ?? ''
  if (field === 'consumption' && value) return usageText(String(value)) ?? ''
  return fieldText(appointmentFields[field], value)
}
