import { erasures, RetentionSettings, type StandingRetention } from '../../../../shared/api/erasures.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { UnknownRecord } from '../../../records/unknown-record.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { useRetention } from './api.ts'

const fields = [
  { name: 'leadMonths', label: 'Leads', hint: 'Na de laatste wijziging of het einde van het contract' },
  { name: 'appointmentMonths', label: 'Afspraken', hint: 'Na de dag van de afspraak' },
  { name: 'saleMonths', label: 'Afgeronde sales', hint: 'Na het einde van het contract. De naam blijft zeven jaar.' },
  {
    name: 'userMonths',
    label: 'Oud-medewerkers',
    hint: 'Na het deactiveren. Wie betaald is, houdt de naam zeven jaar.',
  },
] as const

const monthsOf = (months: number | null | undefined) => (months ? `${months} maanden` : 'bewaren')

/** Shows the form for how long unused leads and appointments are kept. */
export function RetentionDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch, isFetchedAfterMount } = useRetention()
  if (data && isFetchedAfterMount) return <KnownRetention settings={data} onClose={onClose} />
  return <UnknownRecord noun="Bewaartermijnen" gone="" error={error} onRetry={refetch} onClose={onClose} />
}

interface KnownRetentionProps {
  readonly settings: StandingRetention
  readonly onClose: () => void
}

function KnownRetention({ settings, onClose }: KnownRetentionProps) {
  const change = useCommand(erasures.changeSettings)
  return (
    <RecordDialog
      kind="retention-settings"
      record={{ id: 'one', ...settings }}
      schema={RetentionSettings}
      valuesOf={(record) => RetentionSettings.parse(record ?? settings)}
      size="small"
      title="Bewaartermijnen"
      description="Leeg = bewaren. Beheerders krijgen 30 dagen vooraf bericht en kunnen het wissen intrekken."
      submit="Opslaan"
      save={(body, base) => change.mutateAsync({ body, version: (base ?? settings).version })}
      saved="Bewaartermijnen opgeslagen"
      failure={{ fallback: 'De bewaartermijnen konden niet worden opgeslagen.' }}
      conflict={{
        newest: erasures.settings,
        changes: (before, after) =>
          fields
            .filter(({ name }) => before[name] !== after[name])
            .map(({ name, label }) => `${label}: ${monthsOf(after[name])}`),
        gone: '',
      }}
      onClose={onClose}
    >
      {(form) =>
        fields.map(({ name, label, hint }) => (
          <FormField key={name} form={form} name={name} label={label} hint={hint} optional>
            {(field) => <NumberInput {...field} end="maanden" />}
          </FormField>
        ))
      }
    </RecordDialog>
  )
}
