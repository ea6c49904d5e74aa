import { type Control, useWatch } from 'react-hook-form'
import * as z from 'zod'
import { commissions } from '../../../../shared/api/commissions.ts'
import {
  type CommissionRate,
  NewCommissionRate,
  type RatePreview,
  type RateToPreview,
} from '../../../../shared/api/schemas/rates.ts'
import { useTeamOptions } from '../../../domains/people.ts'
import { formatDate, formatMoney, formatPercent } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { LiveNote } from '../../../ui/messages/live-note.tsx'
import { useRatePreview } from '../api.ts'

const RateForm = NewCommissionRate.extend({
  teamId: z.string(),
  validFrom: z.union([z.literal('').transform(() => undefined), NewCommissionRate.shape.validFrom]),
  isActive: z.boolean(),
})

const roleOptions = [
  { value: 'agent' as const, label: 'Agent' },
  { value: 'caller' as const, label: 'Beller' },
]

interface RateDialogProps {
  /** Rate to change; null for a new one. */
  readonly rate: CommissionRate | null
  readonly onClose: () => void
}

/** Shows the form that adds or changes a commission rate; existing commissions keep their amounts. */
export function RateDialog({ rate, onClose }: RateDialogProps) {
  const create = useCommand(commissions.createRate)
  const update = useCommand(commissions.updateRate)
  const teams = useTeamOptions()
  return (
    <RecordDialog
      kind="commission-rate"
      record={rate}
      schema={RateForm}
      valuesOf={valuesOf}
      title={rate ? 'Tarief bewerken' : 'Tarief toevoegen'}
      save={({ isActive, ...values }, base) =>
        base
          ? update.mutateAsync({
              params: { id: base.id },
              body: { ...bodyOf(values), isActive },
              version: base.version,
            })
          : create.mutateAsync({ body: bodyOf(values) })
      }
      saved={rate ? 'Tarief bijgewerkt' : 'Tarief toegevoegd'}
      failure={{ fallback: 'Het tarief kon niet worden opgeslagen.' }}
      conflict={{
        newest: commissions.rates,
        changes: (before, after) => [
          ...(before.defaultRate === after.defaultRate ? [] : [`Bedrag: ${formatMoney(after.defaultRate)}`]),
          ...(before.validFrom === after.validFrom ? [] : [`Geldig vanaf: ${formatDate(after.validFrom)}`]),
          ...(before.isActive === after.isActive ? [] : [after.isActive ? 'Aan' : 'Uit']),
        ],
        gone: 'Het tarief is niet meer te vinden.',
      }}
      onClose={onClose}
    >
      {(form, base) => (
        <>
          <FormField form={form} name="role" label="Voor" required>
            {({ value, onChange }) => <SegmentedControl value={value} onChange={onChange} options={roleOptions} />}
          </FormField>
          <FieldRow>
            <FormField form={form} name="teamId" label="Team">
              {(field) => <Select {...field} options={teams.options} source={teams.source} placeholder="Alle teams" />}
            </FormField>
            <FormField form={form} name="defaultRate" label="Bedrag" required>
              {(field) => <NumberInput {...field} decimals={2} start="€" />}
            </FormField>
            <FormField form={form} name="validFrom" label="Geldig vanaf" hint="Leeg = vandaag">
              {(field) => <DateField {...field} />}
            </FormField>
          </FieldRow>
          <FormField form={form} name="description" label="Omschrijving">
            {(field) => <TextInput {...field} maxLength={200} />}
          </FormField>
          {base && (
            <FormField form={form} name="isActive">
              {(field) => <Switch {...field} label="Actief" hint="Uit: geldt niet voor nieuwe sales en afspraken." />}
            </FormField>
          )}
          <RateMeaning control={form.control} id={base?.id} />
        </>
      )}
    </RecordDialog>
  )
}

const valuesOf = (rate: CommissionRate | null): z.input<typeof RateForm> => ({
  role: rate?.role ?? 'agent',
  teamId: rate?.teamId ? String(rate.teamId) : '',
  defaultRate: rate?.defaultRate ?? (null as unknown as number),
  validFrom: rate?.validFrom ?? '',
  description: rate?.description ?? '',
  isActive: rate?.isActive ?? true,
})

const bodyOf = ({ teamId, ...values }: Omit<z.output<typeof RateForm>, 'isActive'>) => ({
  ...values,
  teamId: teamId === '' ? null : Number(teamId),
})

interface RateMeaningProps {
  readonly control: Control<z.input<typeof RateForm>, unknown, z.output<typeof RateForm>>
  /** Id of the rate to change; absent for a new one. */
  readonly id: string | undefined
}

/** Says before saving what the rate of a form means, by the sales of the last three whole months. */
function RateMeaning({ control, id }: RateMeaningProps) {
  const { data: rate } = RateForm.safeParse(useWatch({ control }))
  const typed = rate ? { ...bodyOf(rate), rateId: id, isActive: rate.isActive } : null
  const { data, isError } = useRatePreview(JSON.parse(useDebounced(JSON.stringify(typed))) as RateToPreview | null)
  const quiet = isError ? 'Gevolgen berekenen is mislukt.' : 'Vul een bedrag in en zie de gevolgen.'
  return (
    <LiveNote lines={1} quiet={typed && data && !isError ? meaningOf(data) : quiet}>
      {null}
    </LiveNote>
  )
}

/** Returns the meaning of a rate: its first day, the difference per month, the margin and the number of people. */
function meaningOf({ from, count, people, perMonth, margin, isComplete }: RatePreview): string {
  if (count === 0) return 'Geen sales in het afgelopen kwartaal'
  const least = isComplete ? '' : 'minstens '
  const amount = `${least}${formatMoney(Math.abs(perMonth))} per maand ${perMonth < 0 ? 'minder' : 'meer'}`
  return `${[
    `Vanaf ${formatDate(from)}: ${perMonth === 0 ? 'geen verschil' : amount}`,
    ...(margin ? [`marge ${formatPercent(margin.before)} → ${formatPercent(margin.after)}`] : []),
    `${least}${people === 1 ? '1 mens' : `${people} mensen`}`,
  ].join(', ')}.`
}
