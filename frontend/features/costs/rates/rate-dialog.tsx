import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { costs } from '../../../../shared/api/costs.ts'
import { NewUserRate, type UserRate, userRate } from '../../../../shared/costs/record.ts'
import { useColleagueOptions } from '../../../domains/people.ts'
import { formatDate, formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { FormCombobox } from '../../../records/form-controls.tsx'
import { addDays } from '../../../ui/dates/calendar-days.ts'
import { parseTypedDate } from '../../../ui/dates/date-text.ts'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { useRates } from '../api.ts'
import { ratesOf } from './rates.ts'

const RateForm = NewUserRate
type RateFields = UseFormReturn<z.input<typeof RateForm>, unknown, z.output<typeof RateForm>>

interface RateDialogProps extends Returning {
  /** Rate to change; null for a new one. */
  readonly rate: UserRate | null
  /** Id of the person; empty lets the user choose. */
  readonly userId: string
}

/** Shows the form that adds or changes an hourly rate; a new one may end the current rate. */
export function RateDialog({ rate, userId, returnFocus, onClose }: RateDialogProps) {
  const create = useCommand(costs.createRate)
  const update = useCommand(costs.updateRate)
  const people = useColleagueOptions(rate === null)
  return (
    <RecordDialog
      card={userRate}
      kind="user-rate"
      record={rate}
      schema={RateForm}
      initial={{ userId, endsPrevious: true }}
      given={['userId']}
      description={rate ? fullNameOf(rate.user) : 'Bestaande uren houden hun tarief.'}
      save={({ userId, endsPrevious, ...body }, base) =>
        base
          ? update.mutateAsync({ params: { id: base.id }, body, version: base.version })
          : create.mutateAsync({ body: { ...body, userId, ...(endsPrevious ? { endsPrevious } : {}) } })
      }
      conflict={{ newest: costs.rates }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form, base, plain) => (
        <>
          <FieldRow>
            {base === null && (
              <FormCombobox
                form={form}
                name="userId"
                label="Medewerker"
                options={people.options}
                source={people.source}
                placeholder="Kies een medewerker"
                searchPlaceholder="Zoek een medewerker"
                required
              />
            )}
            {plain('rate')}
          </FieldRow>
          <FieldRow>{plain('period')}</FieldRow>
          {base === null && <EndsPrevious form={form} />}
        </>
      )}
    </RecordDialog>
  )
}

/** Offers to end the current rate on the day before the new one starts. */
function EndsPrevious({ form }: { readonly form: RateFields }) {
  const [userId, from] = form.watch(['userId', 'effectiveFrom'])
  const rates = useRates()
  const day = parseTypedDate(from ?? '')
  const running = ratesOf(rates.data ?? [], userId).find(({ effectiveTo }) => effectiveTo === null)
  if (!running || !day || running.effectiveFrom >= day) return null
  return (
    <FormField form={form} name="endsPrevious">
      {(field) => (
        <Checkbox
          {...field}
          label={`Huidig tarief eindigt op ${formatDate(addDays(day, -1))}`}
          hint={`${formatMoney(running.hourlyRate)} sinds ${formatDate(running.effectiveFrom)}`}
        />
      )}
    </FormField>
  )
}
