import { appointments } from '../../../shared/api/appointments.ts'
import { AppointmentSettings, type StandingSettings } from '../../../shared/api/schemas/appointments.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { useMailSettings } from './api.ts'

const labels = {
  sendConfirmations: 'Bevestigingen',
  sendReminders: 'Herinneringen',
  senderName: 'Afzender',
  roermondPhone: 'Telefoon Roermond',
  roermondEmail: 'E-mail Roermond',
  nieuwVennepPhone: 'Telefoon Nieuw-Vennep',
  nieuwVennepEmail: 'E-mail Nieuw-Vennep',
} as const
const names = Object.keys(labels) as (keyof typeof labels)[]

const offices = [
  { name: 'Roermond', phone: 'roermondPhone', email: 'roermondEmail' },
  { name: 'Nieuw-Vennep', phone: 'nieuwVennepPhone', email: 'nieuwVennepEmail' },
] as const

/** Formats a setting: a switch as `aan` or `uit`, an empty text as `leeg`, another text unchanged. */
const wordsOf = (value: boolean | string | null): string =>
  typeof value === 'boolean' ? (value ? 'aan' : 'uit') : value || 'leeg'

/** Shows the settings of mails to customers (rulings 28), including our contact details. */
export function MailSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch, isFetchedAfterMount } = useMailSettings()
  if (data && isFetchedAfterMount) return <KnownSettings settings={data} onClose={onClose} />
  return <UnknownRecord noun="Mailinstellingen" gone="" error={error} onRetry={refetch} onClose={onClose} />
}

function KnownSettings({ settings, onClose }: { readonly settings: StandingSettings; readonly onClose: () => void }) {
  const change = useCommand(appointments.changeSettings)
  return (
    <RecordDialog
      kind="appointment-settings"
      record={{ id: 'one', ...settings }}
      schema={AppointmentSettings}
      valuesOf={(record) => {
        const { sendConfirmations, sendReminders, ...texts } = record ?? settings
        return {
          ...{ sendConfirmations, sendReminders },
          senderName: texts.senderName ?? '',
          roermondPhone: texts.roermondPhone ?? '',
          roermondEmail: texts.roermondEmail ?? '',
          nieuwVennepPhone: texts.nieuwVennepPhone ?? '',
          nieuwVennepEmail: texts.nieuwVennepEmail ?? '',
        }
      }}
      title="Mailinstellingen"
      description="Welke e-mails krijgen klanten, en hoe bereiken zij ons?"
      submit="Opslaan"
      save={(body, base) => change.mutateAsync({ body, version: (base ?? settings).version })}
      saved="Mailinstellingen opgeslagen"
      failure={{ fallback: 'De mailinstellingen konden niet worden opgeslagen.' }}
      conflict={{
        newest: appointments.settings,
        changes: (before, after) =>
          names
            .filter((name) => before[name] !== after[name])
            .map((name) => `${labels[name]}: ${wordsOf(after[name])}`),
        gone: '',
      }}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap={16}>
          <Switch
            value={form.watch('sendConfirmations')}
            onChange={(value) => form.setValue('sendConfirmations', value, { shouldDirty: true })}
            label={labels.sendConfirmations}
            hint="Bij het inplannen, verplaatsen en annuleren van een afspraak"
          />
          <Switch
            value={form.watch('sendReminders')}
            onChange={(value) => form.setValue('sendReminders', value, { shouldDirty: true })}
            label={labels.sendReminders}
            hint="24 uur voor de afspraak"
          />
          <FormField form={form} name="senderName" label="Afzender" hint="Leeg = Partnerview" optional>
            {(field) => <TextInput {...field} maxLength={80} />}
          </FormField>
          {offices.map(({ name, phone, email }) => (
            <FieldRow key={name}>
              <FormField form={form} name={phone} label={`Telefoon ${name}`} optional>
                {(field) => <TextInput {...field} type="tel" inputMode="tel" maxLength={40} />}
              </FormField>
              <FormField form={form} name={email} label={`E-mail ${name}`} optional>
                {(field) => (
                  <TextInput {...field} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
                )}
              </FormField>
            </FieldRow>
          ))}
        </Stack>
      )}
    </RecordDialog>
  )
}
