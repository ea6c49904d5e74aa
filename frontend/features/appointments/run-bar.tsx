import { appointments } from '../../../shared/api/appointments.ts'
import type { AppointmentRun } from '../../../shared/api/schemas/appointments.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { useColleagues } from '../../domains/people.ts'
import { fullNameOf } from '../../lib/format.ts'
import { BulkRunBar } from '../../records/runs/bulk-run.tsx'
import { appointmentNoun } from './api.ts'

type Change = AppointmentRun['change']

/** Shows above the list how far a background change of several appointments is. The page address names the run. */
export function AppointmentRunBar() {
  return <BulkRunBar<Change> calls={appointments} noun={appointmentNoun} what={(change) => <What {...change} />} />
}

function What({ status, agentId, isHeld }: Change) {
  const colleagues = useColleagues(agentId !== null)
  if (isHeld) return 'Gehouden afspraken bevestigen'
  if (status) return `Status → ${statusLabels[status]}`
  return `Agent → ${fullNameOf(colleagues.data?.find((person) => person.id === agentId))}`
}
