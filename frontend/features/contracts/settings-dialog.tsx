import { contracts } from '../../../shared/api/contracts.ts'
import { ContractSettings, contractSettings } from '../../../shared/contracts/settings.ts'
import { useCommand } from '../../lib/query.ts'
import { SettingsRecordDialog } from '../../records/dialog/settings-record-dialog.tsx'
import { useSettings } from './api.ts'

/** Shows the form for how long contract data is kept, with the switch for reminders. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const change = useCommand(contracts.changeSettings)
  return (
    <SettingsRecordDialog
      card={contractSettings}
      kind="contract-settings"
      size="small"
      schema={ContractSettings}
      settings={useSettings()}
      newest={contracts.settings}
      change={change.mutateAsync}
      onClose={onClose}
    >
      {(plain) => plain('settings')}
    </SettingsRecordDialog>
  )
}
