import { contracts } from '../../../shared/api/contracts.ts'
import { ContractSettings, type StandingContractSettings } from '../../../shared/api/schemas/contract-settings.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { NumberInput } from '../../ui/fields/number-input.tsx'
import { useSettings } from './api.ts'

/** Shows the form for how long contract data is kept, with the switch for reminders. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch, isFetchedAfterMount } = useSettings()
  if (data && isFetchedAfterMount) return <KnownSettings settings={data} onClose={onClose} />
  return <UnknownRecord noun="Contractinstellingen" gone="" error={error} onRetry={refetch} onClose={onClose} />
}

interface KnownSettingsProps {
  readonly settings: StandingContractSettings
  readonly onClose: () => void
}

function KnownSettings({ settings, onClose }: KnownSettingsProps) {
  const change = useCommand(contracts.changeSettings)
  return (
    <RecordDialog
      kind="contract-settings"
      record={{ id: 'one', ...settings }}
      schema={ContractSettings}
      valuesOf={(record) => {
        const { contractRetentionMonths, sendReminders } = record ?? settings
        return { contractRetentionMonths, sendReminders }
      }}
      size="small"
      title="Contractinstellingen"
      submit="Opslaan"
      save={(body, base) => change.mutateAsync({ body, version: (base ?? settings).version })}
      saved="Contractinstellingen opgeslagen"
      failure={{ fallback: 'De contractinstellingen konden niet worden opgeslagen.' }}
      conflict={{
        newest: contracts.settings,
        changes: (before, after) => [
          ...(before.contractRetentionMonths === after.contractRetentionMonths
            ? []
            : [`Bewaartermijn: ${after.contractRetentionMonths} maanden`]),
          ...(before.sendReminders === after.sendReminders
            ? []
            : [`Herinneringen: ${after.sendReminders ? 'aan' : 'uit'}`]),
        ],
        gone: '',
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField
            form={form}
            name="contractRetentionMonths"
            label="Bewaartermijn"
            hint="Zo lang na de einddatum bewaren we rekeningnummer, EAN-codes en overige kolommen. Beheerders krijgen een maand ervoor bericht."
          >
            {(field) => <NumberInput {...field} end="maanden" />}
          </FormField>
          <Switch
            value={form.watch('sendReminders')}
            onChange={(value) => form.setValue('sendReminders', value, { shouldDirty: true })}
            label="Herinneringen"
            hint="Bericht bij 6, 3 en 1 maand voor het einde, en daarna. Het gaat naar de agent van het contract. Zonder agent gaat het naar de beheerders."
          />
        </>
      )}
    </RecordDialog>
  )
}
