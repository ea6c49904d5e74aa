import { type AppointmentStatus, statusLabels } from '../../../shared/contract/appointments.ts'
import { statusTones } from '../../domains/appointments.ts'
import { Badge } from '../../ui/badge.tsx'

export function StatusBadge({ status }: { readonly status: AppointmentStatus }) {
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
}
