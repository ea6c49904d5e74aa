import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Appointment, AppointmentForm } from '../../../shared/contract/appointments.ts'
import { dialogOrigin, type Start } from '../../domains/appointment-dialogs.ts'
import { refreshAppointments } from '../../domains/appointments.ts'
import { useUser } from '../../lib/session.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { EditConflict } from '../../ui/edit-conflict.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { useEdited } from '../../ui/use-edited.ts'
import { newestOf, useBookAppointment, useChangeAppointment } from './api.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { bodyOf, type CheckedForm, differences, emptyValues, valuesOf } from './form-values.ts'
import { RemoveAppointment } from './remove-appointment.tsx'

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
  const [removing, setRemoving] = useState(false)
  const form = useZodForm(AppointmentForm, {
    defaultValues: appointment ? valuesOf(appointment) : emptyValues(user, start),
  })
  const { base, overtaken, overtake, settle } = useEdited(appointment, (newest, options) => {
    if (newest) form.reset(valuesOf(newest), options)
  })
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
      tellFailure(error, {
        fallback: `Er is een fout opgetreden bij het ${base ? 'bijwerken' : 'aanmaken'} van de afspraak.`,
      })
      return
    }
    refreshAppointments()
    overtake(error)
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
              message={overtaken}
              load={() => newestOf(base.id)}
              isCurrent={({ version }) => version === base.version}
              changes={(newest) => differences(base, newest)}
              gone="De afspraak is niet meer te vinden."
              onSettle={settle}
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
