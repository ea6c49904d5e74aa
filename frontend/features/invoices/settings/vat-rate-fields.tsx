import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { type VatRate, vatRates } from '../../../../shared/invoices/choices.ts'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FieldGroup, FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { type SettingsFormOf, settingLabels } from './settings-form.ts'

const rateOptions = vatRates.map((rate) => ({ value: String(rate), label: `${rate} %` }))

/** Shows the fields of the VAT rates of new lines: the first one, and later ones with their first day. */
export function VatRateFields({ form }: { readonly form: SettingsFormOf }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'defaultVatRates' })
  const rates = useWatch({ control: form.control, name: 'defaultVatRates' }) ?? []
  return (
    <FieldGroup legend={settingLabels.defaultVatRates}>
      <p className="pv-soft">Elke regel volgt de dag van levering.</p>
      {fields.map((field, index) => (
        <FieldRow key={field.id}>
          <FormField form={form} name={`defaultVatRates.${index}.rate`} label={labelOf(rates[index]?.from, index)}>
            {({ value, onChange, ...input }) => (
              <Select
                {...input}
                value={String(value)}
                onChange={(rate) => onChange(Number(rate) as VatRate)}
                options={rateOptions}
              />
            )}
          </FormField>
          {index > 0 && (
            <FormField
              form={form}
              name={`defaultVatRates.${index}.from`}
              label={`Vanaf (tarief ${index + 1})`}
              required
            >
              {({ value, ...input }) => <DateField {...input} value={value ?? ''} />}
            </FormField>
          )}
          {index > 0 && (
            <Row align="end">
              <IconButton label={`Tarief ${index + 1} verwijderen`} icon={<Trash2 />} onClick={() => remove(index)} />
            </Row>
          )}
        </FieldRow>
      ))}
      <FormField form={form} name="defaultVatRates">
        {() => (
          <Button
            tone="ghost"
            icon={<Plus />}
            onClick={() => append({ from: '', rate: rates.at(-1)?.rate ?? 21 }, { shouldFocus: false })}
          >
            Tarief vanaf een datum
          </Button>
        )}
      </FormField>
    </FieldGroup>
  )
}

/** Returns the label of the field of a rate: `Tarief` for the first, `Tarief vanaf 01-01-2027` for a later one. */
function labelOf(from: string | null | undefined, index: number): string {
  if (index === 0) return 'Tarief'
  return from ? `Tarief vanaf ${formatDate(from)}` : `Tarief ${index + 1}`
}
