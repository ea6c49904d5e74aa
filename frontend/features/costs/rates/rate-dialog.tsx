import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { costs } from '../../../../shared/api/costs.ts'
import { NewUserRate, type UserRate } from '../../../../shared/api/schemas/costs.ts'
import { useColleagueOptions } from '../../../domains/people.ts'
import { formatDate, formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { differencesOf } from '../../../records/differences.ts'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { addDays } from '../../../ui/dates/calendar-days.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { parseTypedDate } from '../../../ui/dates/date-text.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { useRates } from '../api.ts'
import { ratesOf } from './rates.ts'

const RateForm = NewUserRate
type RateFields = UseFormReturn<z.input<typeof RateForm>, unknown, z.output<typeof RateForm>>

interface RateDialogProps {
  /** Rate to change; null for a new one. */
  readonly rate: UserRate | null
  /** Id of the person; empty lets the user choose. */
  readonly userId: string
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Shows the form that adds or changes an hourly rate; a new one may end the current rate. */
export function RateDialog({ rate, userId, returnFocus, onClose }: RateDialogProps) {
  const create = useCommand(costs.createRate)
  const update = useCommand(costs.updateRate)
  const people = useColleagueOptions(rate === null)
  return (
    <RecordDialog
      kind="user-rate"
      record={rate}
      schema={RateForm}
      valuesOf={(record) => valuesOf(record, userId)}
      given={['userId']}
      title={rate ? 'Tarief bewerken' : 'Tarief toevoegen'}
      description={rate ? fullNameOf(rate.user) : 'Bestaande uren houden hun tarief.'}
      save={({ userId, endsPrevious, ...body }, base) =>
        base
          ? update.mutateAsync({ params: { id: base.id }, body, version: base.version })
          : create.mutateAsync({ body: { ...body, userId, ...(endsPrevious ? { endsPrevious } : {}) } })
      }
      saved={rate ? 'Tarief bijgewerkt' : 'Tarief toegevoegd'}
      failure={{ fallback: 'Het tarief kon niet worden opgeslagen.' }}
      conflict={{
        newest: costs.rates,
        changes: differences,
        gone: 'Het tarief is niet meer te vinden.',
      }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form, base) => (
        <>
          <FieldRow>
            {base === null && (
              <FormField form={form} name="userId" label="Medewerker" required>
                {(field) => (
                  <Combobox
                    {...field}
                    options={people.options}
                    source={people.source}
                    placeholder="Kies een medewerker"
                    searchPlaceholder="Zoek een medewerker"
                  />
                )}
              </FormField>
            )}
            <FormField form={form} name="hourlyRate" label="Uurloon" required>
              {(field) => <NumberInput {...field} decimals={2} start="€" />}
            </FormField>
          </FieldRow>
          <FieldRow>
            <FormField form={form} name="effectiveFrom" label="Vanaf" required>
              {(field) => <DateField {...field} />}
            </FormField>
            <FormField form={form} name="effectiveTo" label="Tot en met" hint="Leeg = loopt door.">
              {(field) => <DateField {...field} />}
            </FormField>
          </FieldRow>
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

const valuesOf = (rate: UserRate | null, userId: string): z.input<typeof RateForm> => ({
  userId: rate?.userId ?? userId,
  hourlyRate: rate?.hourlyRate ?? (null as unknown as number),
  effectiveFrom: rate?.effectiveFrom ?? '',
  effectiveTo: rate?.effectiveTo ?? '',
  endsPrevious: rate === null,
})

const labels = { hourlyRate: 'Uurloon', effectiveFrom: 'Vanaf', effectiveTo: 'Tot en met' }

const differences = (before: UserRate, after: UserRate): string[] =>
  differencesOf(labels, before, after, (name) =>
    name === 'hourlyRate' ? formatMoney(after.hourlyRate) : formatDate(after[name]),
  )
