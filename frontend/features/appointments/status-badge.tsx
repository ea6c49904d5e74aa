import type { AppointmentStatus } from '../../../shared/api/parts/statuses.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { statusTones } from '../../domains/appointments.ts'
import { Badge } from '../../ui/display/badge.tsx'

/** Shows the status of an appointment as a coloured label. */
export function StatusBadge({ status }: { readonly status: AppointmentStatus }) {
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
}
