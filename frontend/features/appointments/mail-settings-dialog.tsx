import { AppointmentSettings } from '../../../shared/contract/appointments.ts'
import { tellFailure } from '../../records/failure.ts'
import { Switch } from '../../ui/checkbox.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useChangeMailSettings, useMailSettings } from './api.ts'

/** Which mails customers get about their appointments (rulings 28). */
export function MailSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useMailSettings()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Mailinstellingen"
      description="Welke e-mails krijgen klanten over hun afspraak?"
    >
      {data ? (
        <SettingsForm settings={data} onClose={onClose} />
      ) : (
        <DialogBody>{error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height="96px" />}</DialogBody>
      )}
    </Dialog>
  )
}

function SettingsForm({ settings, onClose }: { readonly settings: AppointmentSettings; readonly onClose: () => void }) {
  const form = useZodForm(AppointmentSettings, { defaultValues: settings })
  const change = useChangeMailSettings()

  async function save(body: AppointmentSettings): Promise<void> {
    await change.mutateAsync({ body })
    toast({ title: 'Mailinstellingen opgeslagen' })
    onClose()
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      onFailure={(error) => tellFailure(error, { fallback: 'De mailinstellingen konden niet worden opgeslagen.' })}
    >
      <DialogBody>
        <div className="appointments-settings">
          <Switch
            value={form.watch('sendConfirmations')}
            onChange={(value) => form.setValue('sendConfirmations', value, { shouldDirty: true })}
            label="Bevestigingen"
            hint="Bij het inplannen, verplaatsen en annuleren van een afspraak."
          />
          <Switch
            value={form.watch('sendReminders')}
            onChange={(value) => form.setValue('sendReminders', value, { shouldDirty: true })}
            label="Herinneringen"
            hint="24 uur voor de afspraak."
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <SubmitButton>Opslaan</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
