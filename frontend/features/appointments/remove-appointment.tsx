import { useRef } from 'react'
import { appointments } from '../../../shared/api/appointments.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { dialogOrigin } from '../../lib/dialog-origin.ts'
import { formatTime, formatWeekday } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { isConflictOrGone, showFailure } from '../../records/failure.ts'
import { showSaved } from '../../records/list/saved.ts'
import { showUndoable } from '../../records/undo.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { findRowBeside } from '../../ui/table/beside-row.ts'

interface RemoveAppointmentProps {
  readonly appointment: Appointment
  /** Message when the deletion fails and the server gives no reason (spec §8). */
  readonly fallback: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRemoved: () => void
}

/**
 * Asks before an appointment is deleted, naming the customer (design.md rule 1). A toast then offers to undo the
 * deletion, and focus moves to a row beside the deleted one.
 */
export function RemoveAppointment({ appointment, fallback, onRemoved, ...state }: RemoveAppointmentProps) {
  const remove = useCommand(appointments.remove)
  const restore = useCommand(appointments.restore)
  const { openDetails } = useAppointmentDialogs()
  const returnFocus = useRef<HTMLElement | null>(null)
  const { id, version, customerName, appointmentDate } = appointment

  async function undo(): Promise<Appointment> {
    const saved = await restore.mutateAsync({ params: { id }, version })
    showSaved('Afspraak teruggezet', id, () => openDetails(saved))
    return saved
  }

  async function confirm(): Promise<void> {
    const beside = findRowBeside(id)
    try {
      await remove.mutateAsync({ params: { id }, query: { undoable: 'true' }, version })
    } catch (error) {
      showFailure(error, { fallback })
      if (!isConflictOrGone(error)) throw error
      return
    }
    showUndoable(
      {
        title: 'Afspraak verwijderd',
        description: `${customerName}: ${formatWeekday(appointmentDate)} ${formatTime(appointmentDate)}`,
      },
      { id, version: version + 1 },
      { undo, fallback: 'De afspraak kon niet worden teruggezet.' },
    )
    returnFocus.current = beside
    if (beside) dialogOrigin.current = beside
    onRemoved()
  }

  return (
    <Confirm
      {...state}
      title={`Afspraak met ${customerName} verwijderen?`}
      description={`De afspraak van ${formatWeekday(appointmentDate)} om ${formatTime(appointmentDate)} wordt verwijderd.`}
      returnFocus={returnFocus}
      confirmText="Verwijderen"
      onConfirm={confirm}
    />
  )
}
