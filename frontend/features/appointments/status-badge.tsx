import { type AppointmentStatus, appointmentStatuses, statusLabels } from '../../../shared/contract/appointments.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

/** The colours of spec §4. */
export const statusTones: Record<AppointmentStatus, Tone> = {
  scheduled: 'purple',
  sale: 'ok',
  'no-sale': 'bad',
  'quote-sent': 'warn',
  awaiting: 'info',
  cancelled: 'neutral',
}

export const statusOptions = appointmentStatuses.map((value) => ({ value, label: statusLabels[value] }))

export function StatusBadge({ status }: { readonly status: AppointmentStatus }) {
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
}
