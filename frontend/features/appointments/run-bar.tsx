import { appointments } from '../../../shared/api/appointments.ts'
import type { AppointmentRun } from '../../../shared/api/schemas/appointments.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { useColleagueName } from '../../domains/people.ts'
import { BulkRunBar } from '../../records/runs/bulk-run.tsx'
import { appointmentNoun } from './api.ts'

type Change = AppointmentRun['change']

/** Shows above the list how far a background change of several appointments is. The page address names the run. */
export function AppointmentRunBar() {
  return <BulkRunBar<Change> calls={appointments} noun={appointmentNoun} what={(change) => <What {...change} />} />
}

function What({ status, agentId, isHeld }: Change) {
  const name = useColleagueName(agentId)
  if (isHeld) return 'Gehouden afspraken bevestigen'
  if (status) return `Status → ${statusLabels[status]}`
  return `Agent → ${name}`
}
