import { appointments } from '../../../shared/api/appointments.ts'
import type { AppointmentStatus } from '../../../shared/api/parts/statuses.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import type { Appointment, AppointmentChange } from '../../../shared/appointments/schemas.ts'
import { REFUSED, showRefusal, statusChoices, useMayEditAppointment } from '../../domains/appointments.ts'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { showUndoable } from '../../records/undo.ts'
import { ChoiceMenu } from '../../ui/menus/choice-menu.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { StatusBadge } from './status-badge.tsx'

interface StatusMenuProps {
  readonly appointment: Appointment
  /** Text of the button, where the status is shown elsewhere. */
  readonly text?: string
}

/**
 * Shows the status of an appointment; a user who may edit it can choose another (spec §4). A toast then offers to undo
 * the change, and to register the sale if the new status is `sale`.
 */
export function StatusMenu({ appointment, text }: StatusMenuProps) {
  const { id, version, status, customerName } = appointment
  const change = useCommand(appointments.update)
  const mayRegister = useCan('sale:create', { teamId: appointment.teamId, owners: [appointment.agentId] })
  const { openNew } = useSaleDialogs()
  if (!useMayEditAppointment(appointment)) return <StatusBadge status={status} />

  const put = (body: AppointmentChange, over: number) => change.mutateAsync({ params: { id }, body, version: over })

  async function undo(over: number): Promise<Appointment> {
    const saved = await put({ status }, over)
    toast({ title: 'Status teruggezet', description: `${customerName}: ${statusLabels[status]}` })
    return saved
  }

  function choose(next: AppointmentStatus): void {
    const body = next === 'cancelled' ? { status: next, undoable: true as const } : { status: next }
    put(body, version).then((saved) => {
      const register = { label: 'Sale registreren', onClick: () => openNew({ appointmentId: id }) }
      const actions = next === 'sale' && mayRegister && saved.saleId === null ? [register] : []
      const message = { title: 'Afspraak bijgewerkt', description: `${customerName}: ${statusLabels[next]}`, actions }
      showUndoable(message, saved, { undo, fallback: REFUSED })
    }, showRefusal)
  }

  return (
    <ChoiceMenu
      label={`Status van ${customerName}`}
      text={text}
      value={status}
      choices={statusChoices}
      busy={change.isPending}
      onChoose={choose}
    />
  )
}
