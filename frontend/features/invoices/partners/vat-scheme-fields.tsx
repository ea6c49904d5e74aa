import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { vatSchemeLabels, vatSchemes } from '../../../../shared/api/parts/billing.ts'
import { schemeOn } from '../../../../shared/invoicing/vat-schemes.ts'
import { partnerFields } from '../../../../shared/partners/record.ts'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FieldGroup, FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import type { PartnerFormOf } from './partner-form.ts'

const schemeOptions = vatSchemes.map((value) => ({ value, label: vatSchemeLabels[value] }))

/** Shows the fields of the VAT schemes of a partner: the first one, and later ones with their first day. */
export function VatSchemeFields({ form }: { readonly form: PartnerFormOf }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'vatSchemes' })
  const schemes = useWatch({ control: form.control, name: 'vatSchemes' }) ?? []
  const day = today()
  return (
    <FieldGroup legend={partnerFields.vatSchemes.label}>
      {schemes.length > 1 && (
        <p className="pv-soft">
          Vandaag geldt {vatSchemeLabels[schemeOn(schemes, day)]}. Elke regel volgt de dag van levering.
        </p>
      )}
      {fields.map((field, index) => (
        <FieldRow key={field.id}>
          <FormField form={form} name={`vatSchemes.${index}.scheme`} label={labelOf(schemes[index]?.from, index)}>
            {(input) => <Select {...input} options={schemeOptions} />}
          </FormField>
          {index > 0 && (
            <FormField form={form} name={`vatSchemes.${index}.from`} label={`Vanaf (regeling ${index + 1})`} required>
              {({ value, ...input }) => <DateField {...input} value={value ?? ''} />}
            </FormField>
          )}
          {index > 0 && (
            <Row align="end">
              <IconButton label={`Regeling ${index + 1} verwijderen`} icon={<Trash2 />} onClick={() => remove(index)} />
            </Row>
          )}
        </FieldRow>
      ))}
      <FormField form={form} name="vatSchemes">
        {() => (
          <Button
            tone="ghost"
            icon={<Plus />}
            onClick={() => append({ from: '', scheme: otherThan(schemes.at(-1)?.scheme) }, { shouldFocus: false })}
          >
            Regeling vanaf een datum
          </Button>
        )}
      </FormField>
    </FieldGroup>
  )
}

/**
 * Returns the label of the field of a VAT scheme: `Btw-regeling` for the first, `Btw-regeling vanaf 01-01-2027` for a
 * later one, or `Btw-regeling 2` while its first day is empty.
 */
function labelOf(from: string | null | undefined, index: number): string {
  if (index === 0) return partnerFields.vatSchemes.label
  return from
    ? `${partnerFields.vatSchemes.label} vanaf ${formatDate(from)}`
    : `${partnerFields.vatSchemes.label} ${index + 1}`
}

const otherThan = (scheme: string | undefined) => (scheme === 'normaal' ? ('kor' as const) : ('normaal' as const))
