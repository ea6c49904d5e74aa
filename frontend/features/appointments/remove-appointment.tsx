import type { Appointment } from '../../../shared/contract/appointments.ts'
import { refreshAppointments } from '../../domains/appointments.ts'
import { formatTime } from '../../lib/format.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useRemoveAppointment } from './api.ts'
import { dayText } from './when.tsx'

interface RemoveAppointmentProps {
  readonly appointment: Appointment
  /** What to say when the server does not say why it failed (spec §8). */
  readonly fallback: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRemoved: () => void
}

/** Asks before an appointment is deleted, naming the customer (design.md rule 1). */
export function RemoveAppointment({ appointment, fallback, onRemoved, ...state }: RemoveAppointmentProps) {
  const remove = useRemoveAppointment()
  const { id, version, customerName, appointmentDate } = appointment

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id }, version })
    } catch (error) {
      tellFailure(error, { fallback })
      if (!isOvertaken(error)) throw error
      refreshAppointments()
      return
    }
    toast({ title: 'Afspraak verwijderd' })
    onRemoved()
  }

  return (
    <Confirm
      {...state}
      title={`Afspraak met ${customerName} verwijderen?`}
      description={`De afspraak van ${dayText(appointmentDate)} om ${formatTime(appointmentDate)} wordt definitief verwijderd.`}
      confirmText="Verwijderen"
      onConfirm={confirm}
    />
  )
}
