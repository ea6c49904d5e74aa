import { appointments } from '../../../shared/api/appointments.ts'
import { AppointmentSettings, mailSettings } from '../../../shared/appointments/settings.ts'
import { useCommand } from '../../lib/query.ts'
import { SettingsRecordDialog } from '../../records/dialog/settings-record-dialog.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { useMailSettings } from './api.ts'

/** Shows the settings of mails to customers (rulings 28), including our contact details. */
export function MailSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const change = useCommand(appointments.changeSettings)
  return (
    <SettingsRecordDialog
      card={mailSettings}
      kind="appointment-settings"
      description="Welke e-mails krijgen klanten, en hoe bereiken zij ons?"
      schema={AppointmentSettings}
      settings={useMailSettings()}
      newest={appointments.settings}
      change={change.mutateAsync}
      onClose={onClose}
    >
      {(plain) => (
        <>
          {plain('mails')}
          <FieldRow>{plain('roermond')}</FieldRow>
          <FieldRow>{plain('nieuwVennep')}</FieldRow>
        </>
      )}
    </SettingsRecordDialog>
  )
}
