import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Appointment, AppointmentForm } from '../../../shared/contract/appointments.ts'
import { dialogOrigin, type Start } from '../../lib/appointment-dialogs.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { fail, isOvertaken, refreshAppointments, useBookAppointment, useChangeAppointment } from './api.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { bodyOf, type CheckedForm, emptyValues, valuesOf } from './form-values.ts'
import { RemoveAppointment } from './remove-appointment.tsx'
import { tellSaved } from './sale-sign.tsx'

interface AppointmentDialogProps {
  /** The appointment to edit; null books a new one. */
  readonly appointment: Appointment | null
  /** What a new one begins with. */
  readonly start?: Start
  readonly onClose: () => void
}

/** Books or edits an appointment (spec §2, Appointment form dialog). */
export function AppointmentDialog({ appointment, start, onClose }: AppointmentDialogProps) {
  const user = useUser()
  // The state that is edited; somebody else's change replaces it only when the user has seen that.
  const [base, setBase] = useState(appointment)
  const [overtaken, setOvertaken] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const form = useZodForm(AppointmentForm, { defaultValues: base ? valuesOf(base) : emptyValues(user, start) })
  const book = useBookAppointment()
  const change = useChangeAppointment()

  async function save(values: CheckedForm): Promise<void> {
    const body = bodyOf(values)
    const saved = base
      ? await change.mutateAsync({ params: { id: base.id }, body, version: base.version })
      : await book.mutateAsync({ body })
    tellSaved(base ? 'Afspraak bijgewerkt' : 'Afspraak aangemaakt', base, saved)
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
      returnFocus={dialogOrigin}
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
