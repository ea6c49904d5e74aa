import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import {
  type Appointment,
  type AppointmentChange,
  type AppointmentStatus,
  statusLabels,
} from '../../../shared/contract/appointments.ts'
import { refreshAppointments, useMayEdit } from '../../domains/appointments.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useChangeAppointment } from './api.ts'
import { StatusBadge } from './status-badge.tsx'

const StatusPanel = lazy(() => import('./status-panel.tsx').then((m) => ({ default: m.StatusPanel })))

/** The status of an appointment; who may edit it can set any other one here (spec §4). */
export function StatusMenu({ appointment }: { readonly appointment: Appointment }) {
  return useMayEdit(appointment) ? (
    <StatusButton appointment={appointment} />
  ) : (
    <StatusBadge status={appointment.status} />
  )
}

function StatusButton({ appointment }: { readonly appointment: Appointment }) {
  const { id, version, status, customerName } = appointment
  const change = useChangeAppointment()
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)

  function choose(next: AppointmentStatus): void {
    setOpen(false)
    button.current?.focus()
    if (next === status) return
    const body = next === 'cancelled' ? { status: next, undoable: true as const } : { status: next }
    put(body, version).then(
      (saved) =>
        toast({
          title: 'Afspraak bijgewerkt',
          description: `${customerName}: ${statusLabels[next]}`,
          action: { label: 'Ongedaan maken', onClick: () => undo(saved) },
        }),
      tellRefusal,
    )
  }

  const put = (body: AppointmentChange, over: number) => change.mutateAsync({ params: { id }, body, version: over })

  const undo = (saved: Appointment) =>
    put({ status }, saved.version).then(() => toast({ title: 'Status teruggezet' }), tellRefusal)

  return (
    <>
      <Button
        ref={button}
        tone="ghost"
        size="small"
        className="appointments-status"
        busy={change.isPending}
        aria-label={`Status van ${customerName}: ${statusLabels[status]}. Wijzigen`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <StatusBadge status={status} />
        <ChevronDown aria-hidden="true" />
      </Button>
      {open && (
        <Suspense fallback={null}>
          <StatusPanel
            id={panelId}
            anchor={button}
            label={`Status van ${customerName}`}
            value={status}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function tellRefusal(error: unknown): void {
  tellFailure(error, { fallback: 'Er is een fout opgetreden bij het bijwerken van de afspraak.' })
  if (isOvertaken(error)) refreshAppointments()
}
