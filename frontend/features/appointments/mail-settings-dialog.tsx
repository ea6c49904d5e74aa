import { AppointmentSettings, type StandingSettings } from '../../../shared/contract/appointments.ts'
import { RecordDialog } from '../../records/record-dialog.tsx'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toast.ts'
import { newestMailSettings, refreshMailSettings, useChangeMailSettings, useMailSettings } from './api.ts'

const labels = { sendConfirmations: 'Bevestigingen', sendReminders: 'Herinneringen' } as const
const names = Object.keys(labels) as (keyof typeof labels)[]

/** Which mails customers get about their appointments (rulings 28). */
export function MailSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch, isFetchedAfterMount } = useMailSettings()
  if (data && isFetchedAfterMount) return <KnownSettings settings={data} onClose={onClose} />
  return <UnknownRecord noun="Mailinstellingen" gone="" error={error} onRetry={refetch} onClose={onClose} />
}

function KnownSettings({ settings, onClose }: { readonly settings: StandingSettings; readonly onClose: () => void }) {
  const change = useChangeMailSettings()
  return (
    <RecordDialog
      kind="appointment-settings"
      record={{ id: 'one', ...settings }}
      schema={AppointmentSettings}
      valuesOf={(record) => {
        const { sendConfirmations, sendReminders } = record ?? settings
        return { sendConfirmations, sendReminders }
      }}
      size="small"
      title="Mailinstellingen"
      description="Welke e-mails krijgen klanten over hun afspraak?"
      submit="Opslaan"
      save={(body, base) => change.mutateAsync({ body, version: (base ?? settings).version })}
      onSaved={() => {
        toast({ title: 'Mailinstellingen opgeslagen' })
        onClose()
      }}
      failure={{ fallback: 'De mailinstellingen konden niet worden opgeslagen.' }}
      conflict={{
        newest: async () => ({ id: 'one', ...(await newestMailSettings()) }),
        changes: (before, after) =>
          names
            .filter((name) => before[name] !== after[name])
            .map((name) => `${labels[name]}: ${after[name] ? 'aan' : 'uit'}`),
        gone: '',
        refresh: refreshMailSettings,
      }}
      onClose={onClose}
    >
      {(form) => (
        <div className="appointments-settings">
          <Switch
            value={form.watch('sendConfirmations')}
            onChange={(value) => form.setValue('sendConfirmations', value, { shouldDirty: true })}
            label={labels.sendConfirmations}
            hint="Bij het inplannen, verplaatsen en annuleren van een afspraak."
          />
          <Switch
            value={form.watch('sendReminders')}
            onChange={(value) => form.setValue('sendReminders', value, { shouldDirty: true })}
            label={labels.sendReminders}
            hint="24 uur voor de afspraak."
          />
        </div>
      )}
    </RecordDialog>
  )
}
