import { CircleX, FileText, ReceiptEuro, ThumbsDown } from 'lucide-react'
import { appointments } from '../../../shared/api/appointments.ts'
import type { AppointmentStatus } from '../../../shared/api/parts/statuses.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { showRefusal } from '../../domains/appointments.ts'
import { CallDoor } from '../../domains/contact/call-door.tsx'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatDateLong, formatTime, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { Details } from '../../ui/display/details.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Outcomes } from './outcomes.tsx'
import { PhoneButton, Said, WorkCustomer } from './work-parts.tsx'

interface VisitWorkProps {
  readonly appointment: Appointment
  /** Set for an appointment that ended in a sale which nobody registered yet. */
  readonly isSold: boolean
  readonly onDone: () => void
}

/**
 * Shows an appointment that ended, with buttons to set its outcome. If `isSold`, a button registers the sale, for a
 * user who may.
 */
export function VisitWork({ appointment, isSold, onDone }: VisitWorkProps) {
  const { id, version, customerName, customerPhone, agent, caller } = appointment
  const change = useCommand(appointments.update)
  const maySell = useCan('sale:create', { teamId: appointment.teamId, owners: [appointment.agentId] })
  const { openNew } = useSaleDialogs()

  async function end(status: AppointmentStatus): Promise<void> {
    const undoable = status === 'cancelled' ? { undoable: true as const } : {}
    try {
      const saved = await change.mutateAsync({ params: { id }, body: { status, ...undoable }, version })
      toast({
        title: `${customerName}: ${statusLabels[status]}`,
        action: {
          label: 'Ongedaan maken',
          onClick: () =>
            change
              .mutateAsync({ params: { id }, body: { status: appointment.status }, version: saved.version })
              .then(() => toast({ title: 'Status teruggezet' }), showRefusal),
        },
      })
    } catch (error) {
      showRefusal(error)
      return
    }
    onDone()
  }

  const register = {
    label: 'Sale registreren',
    icon: <ReceiptEuro />,
    choose: () => openNew({ appointmentId: id }),
  }
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
        busy={change.isPending}
        outcomes={[
          ...(isSold ? [] : [{ label: statusLabels.sale, icon: <ReceiptEuro />, choose: () => end('sale') }]),
          ...(isSold && maySell ? [register] : []),
          { label: statusLabels['no-sale'], icon: <ThumbsDown />, choose: () => end('no-sale') },
          { label: statusLabels['quote-sent'], icon: <FileText />, choose: () => end('quote-sent') },
          ...(isSold ? [] : [{ label: statusLabels.cancelled, icon: <CircleX />, choose: () => end('cancelled') }]),
        ]}
      />
    </>
  )
}
