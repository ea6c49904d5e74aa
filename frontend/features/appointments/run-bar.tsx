import { type AppointmentRun, statusLabels } from '../../../shared/contract/appointments.ts'
import { refreshAppointments } from '../../domains/appointments.ts'
import { useColleagues } from '../../domains/people.ts'
import { fullName } from '../../lib/format.ts'
import { BulkRunBar } from '../../records/bulk-run.tsx'
import { useRunEnd, useShownRun } from '../../records/use-run.ts'
import { appointmentNoun, useBulkFailures, useBulkRun, useContinueRun, useUndoRun } from './api.ts'

/** The run over several appointments that the address names, above their list. */
export function AppointmentRunBar() {
  const { id } = useShownRun()
  return id === null ? null : <OneRun key={id} id={id} />
}

function OneRun({ id }: { readonly id: string }) {
  const shown = useShownRun()
  const { data: run, isError } = useBulkRun(id)
  const failures = useBulkFailures(id, run?.state === 'done' && run.failed > 0)
  const undo = useUndoRun()
  const goOn = useContinueRun()
  const what = useWhat(run)
  useRunEnd(run, true, refreshAppointments)
  if (isError || !run) return null
  return (
    <BulkRunBar
      run={run}
      what={what}
      noun={appointmentNoun}
      failed={failures.data}
      undo={undo}
      goOn={goOn}
      onUndone={shown.show}
      onClose={shown.close}
    />
  )
}

function useWhat(run: AppointmentRun | undefined): string {
  const colleagues = useColleagues(Boolean(run?.change.agentId))
  if (!run) return ''
  const { status, agentId } = run.change
  if (run.undoes !== null) return 'ongedaan maken'
  if (status) return `Status → ${statusLabels[status]}`
  return `Agent → ${fullName(colleagues.data?.find((person) => person.id === agentId))}`
}
