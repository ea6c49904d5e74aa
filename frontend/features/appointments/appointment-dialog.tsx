import { Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { type Appointment, AppointmentForm } from '../../../shared/contract/appointments.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { fail, isOvertaken, refreshAppointments, useBookAppointment, useChangeAppointment } from './api.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { bodyOf, type CheckedForm, emptyValues, valuesOf } from './form-values.ts'
import { RemoveAppointment } from './remove-appointment.tsx'

interface AppointmentDialogProps {
  /** The appointment to edit; null books a new one. */
  readonly appointment: Appointment | null
  /** What gets focus when it closes. */
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Books or edits an appointment (spec §2, Appointment form dialog). */
export function AppointmentDialog({ appointment, returnFocus, onClose }: AppointmentDialogProps) {
  const user = useUser()
  // The state that is edited; somebody else's change replaces it only when the user has seen that.
  const [base, setBase] = useState(appointment)
  const [overtaken, setOvertaken] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const form = useZodForm(AppointmentForm, { defaultValues: base ? valuesOf(base) : emptyValues(user) })
  const book = useBookAppointment()
  const change = useChangeAppointment()

  async function save(values: CheckedForm): Promise<void> {
    const body = bodyOf(values)
    if (base) await change.mutateAsync({ params: { id: base.id }, body, version: base.version })
    else await book.mutateAsync({ body })
    toast({ title: base ? 'Afspraak bijgewerkt' : 'Afspraak aangemaakt' })
    onClose()
  }

  function refuse(error: unknown): void {
    if (!base || !isOvertaken(error)) {
      fail(error, `Er is een fout opgetreden bij het ${base ? 'bijwerken' : 'aanmaken'} van de afspraak.`)
      return
    }
    refreshAppointments()
    setOvertaken(error instanceof Error ? error.message : '')
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      returnFocus={returnFocus}
      title={base ? 'Afspraak bewerken' : 'Nieuwe afspraak'}
      dirty={form.formState.isDirty}
    >
      <Form form={form} onSubmit={save} onFailure={refuse}>
        <DialogBody>
          {base && overtaken !== null && (
            <EditConflict
              key={base.version}
              form={form}
              base={base}
              message={overtaken}
              onSettle={(newest) => {
                setBase(newest)
                setOvertaken(null)
              }}
            />
          )}
          <AppointmentFields form={form} appointment={base} />
        </DialogBody>
        <DialogFooter
          start={
            base && (
              <Button tone="ghost" icon={<Trash2 />} onClick={() => setRemoving(true)}>
                Verwijderen
              </Button>
            )
          }
        >
          <DialogClose />
          <SubmitButton>{base ? 'Bijwerken' : 'Opslaan'}</SubmitButton>
        </DialogFooter>
      </Form>
      {base && (
        <RemoveAppointment
          appointment={base}
          fallback="Er is een fout opgetreden bij het verwijderen van de afspraak."
          open={removing}
          onOpenChange={setRemoving}
          onRemoved={onClose}
        />
      )}
    </Dialog>
  )
}
