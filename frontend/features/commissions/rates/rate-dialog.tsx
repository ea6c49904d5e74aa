import { type Control, useWatch } from 'react-hook-form'
import * as z from 'zod'
import { commissions } from '../../../../shared/api/commissions.ts'
import type { RatePreview, RateToPreview } from '../../../../shared/api/schemas/rates.ts'
import { type CommissionRate, commissionRate, NewCommissionRate } from '../../../../shared/sales/rates.ts'
import { useTeamOptions } from '../../../domains/people.ts'
import { formatDate, formatMoney, formatPercent } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { formValuesOf } from '../../../records/field-values.ts'
import { FormSegments } from '../../../records/form-controls.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
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
      card={commissionRate}
      kind="commission-rate"
      record={rate}
      schema={RateForm}
      valuesOf={valuesOf}
      save={({ isActive, ...values }, base) =>
        base
          ? update.mutateAsync({
              params: { id: base.id },
              body: { ...bodyOf(values), isActive },
              version: base.version,
            })
          : create.mutateAsync({ body: bodyOf(values) })
      }
      conflict={{ newest: commissions.rates }}
      onClose={onClose}
    >
      {(form, base, plain) => (
        <>
          <FormSegments form={form} name="role" label="Voor" options={roleOptions} required />
          <FieldRow>
            <FormField form={form} name="teamId" label="Team">
              {(field) => <Select {...field} options={teams.options} source={teams.source} placeholder="Alle teams" />}
            </FormField>
            {plain('terms')}
          </FieldRow>
          {plain('description')}
          {base && plain('state')}
          <RateMeaning control={form.control} id={base?.id} />
        </>
      )}
    </RecordDialog>
  )
}

const valuesOf = (rate: CommissionRate | null): z.input<typeof RateForm> => ({
  ...formValuesOf<z.input<typeof RateForm>>(commissionRate.fields, rate ?? { role: 'agent', isActive: true }),
  teamId: rate?.teamId ? String(rate.teamId) : '',
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
