import { CalendarClock, CircleX, FileText, ReceiptEuro, ThumbsDown } from 'lucide-react'
import { appointments } from '../../../shared/api/appointments.ts'
import type { AppointmentStatus } from '../../../shared/api/parts/statuses.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { REFUSED, showRefusal } from '../../domains/appointments.ts'
import { PhoneButton } from '../../domains/contact/action-buttons.tsx'
import { CallDoor } from '../../domains/contact/call-door.tsx'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatDateLong, formatTime, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { showUndoable } from '../../records/undo.ts'
import { Details } from '../../ui/display/details.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Outcomes } from './outcomes.tsx'
import { Said, WorkCustomer } from './work-parts.tsx'

interface VisitWorkProps {
  readonly appointment: Appointment
  /** Set for an appointment that ended in a sale which nobody registered yet. */
  readonly isSold: boolean
  readonly onDone: () => void
  readonly onUndone: () => void
}

/**
 * Returns `end`, which stores the outcome of an appointment and then calls `onDone`. Its toast undoes the outcome and
 * then calls `onUndone`. `isEnding` is true while the outcome is sent.
 */
function useEndVisit({ appointment, onDone, onUndone }: Omit<VisitWorkProps, 'isSold'>) {
  const { id, version, customerName } = appointment
  const change = useCommand(appointments.update)

  async function undo(over: number): Promise<Appointment> {
    const { status } = appointment
    const saved = await change.mutateAsync({ params: { id }, body: { status }, version: over })
    toast({ title: 'Status teruggezet', description: `${customerName}: ${statusLabels[status]}` })
    onUndone()
    return saved
  }

  async function end(status: AppointmentStatus): Promise<void> {
    const undoable = status === 'cancelled' ? { undoable: true as const } : {}
    try {
      const saved = await change.mutateAsync({ params: { id }, body: { status, ...undoable }, version })
      showUndoable({ title: `${customerName}: ${statusLabels[status]}` }, saved, { undo, fallback: REFUSED })
    } catch (error) {
      showRefusal(error)
      return
    }
    onDone()
  }
  return { end, isEnding: change.isPending }
}

/**
 * Shows an appointment that ended, with buttons to set its outcome. If `isSold`, a button registers the sale, for a
 * user who may.
 */
export function VisitWork({ appointment, isSold, onDone, onUndone }: VisitWorkProps) {
  const { id, customerPhone, agent, caller } = appointment
  const { end, isEnding } = useEndVisit({ appointment, onDone, onUndone })
  const maySell = useCan('sale:create', { teamId: appointment.teamId, owners: [appointment.agentId] })
  const { openNew } = useSaleDialogs()
  const { openForm } = useAppointmentDialogs()

  const register = {
    label: 'Sale registreren',
    icon: <ReceiptEuro />,
    choose: () => openNew({ appointmentId: id }),
  }
  const unsold = [
    { label: statusLabels.cancelled, icon: <CircleX />, choose: () => end('cancelled') },
    { label: 'Verplaatsen', icon: <CalendarClock />, choose: () => openForm(appointment) },
  ]
  return (
    <>
      <WorkCustomer record={appointment} />
      <CallDoor phone={customerPhone} closes hasKeys>
        {() => <PhoneButton phone={customerPhone} tone="secondary" />}
      </CallDoor>
      <Details
        items={[
          {
            label: 'Afspraak',
            value: `${formatDateLong(appointment.appointmentDate)} ${formatTime(appointment.appointmentDate)}`,
          },
          { label: 'Agent', value: fullNameOf(agent) },
          { label: 'Gebeld door', value: fullNameOf(caller) },
          { label: 'Leverancier', value: appointment.currentSupplier },
        ]}
      />
      {appointment.notes && <Said title="Notities">{appointment.notes}</Said>}
      <Outcomes
        busy={isEnding}
        outcomes={[
          ...(isSold ? [] : [{ label: statusLabels.sale, icon: <ReceiptEuro />, choose: () => end('sale') }]),
          ...(isSold && maySell ? [register] : []),
          { label: statusLabels['no-sale'], icon: <ThumbsDown />, choose: () => end('no-sale') },
          { label: statusLabels['quote-sent'], icon: <FileText />, choose: () => end('quote-sent') },
          ...(isSold ? [] : unsold),
        ]}
      />
    </>
  )
}
