import { erasures } from '../../../../shared/api/erasures.ts'
import { RetentionSettings, retentionSettings } from '../../../../shared/erasures/settings.ts'
import { useCommand } from '../../../lib/query.ts'
import { SettingsRecordDialog } from '../../../records/dialog/settings-record-dialog.tsx'
import { useRetention } from './api.ts'

/** Shows the form for how long unused leads and appointments are kept. */
export function RetentionDialog({ onClose }: { readonly onClose: () => void }) {
  const change = useCommand(erasures.changeSettings)
  return (
    <SettingsRecordDialog
      card={retentionSettings}
      kind="retention-settings"
      size="small"
      description="Leeg = bewaren. Beheerders krijgen 30 dagen vooraf bericht en kunnen het wissen intrekken."
      schema={RetentionSettings}
      settings={useRetention()}
      newest={erasures.settings}
      change={change.mutateAsync}
      onClose={onClose}
    >
      {(plain) => plain('settings')}
    </SettingsRecordDialog>
  )
}
