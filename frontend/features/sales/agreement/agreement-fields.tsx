import { useWatch } from 'react-hook-form'
import { confirmationKinds, confirmationLabels } from '../../../../shared/cooling-off/cooling-off.ts'
import { saleFields } from '../../../../shared/sales/record.ts'
import { ProofFile } from '../../../domains/contact/proof-file.tsx'
import { FormText } from '../../../records/form-controls.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { FieldGroup } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { Grid } from '../../../ui/layout/grid.tsx'
import { SaleField, type SaleFormOf } from '../fields.tsx'

const proofs = confirmationKinds.map((value) => ({ value, label: confirmationLabels[value] }))
const answers = [
  { value: 'yes', label: 'Ja' },
  { value: 'no', label: 'Nee' },
  { value: 'unknown', label: 'Onbekend' },
]
const answerOf = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'unknown')

interface AgreementFieldsProps {
  readonly form: SaleFormOf
  /** Set for several sales at once, where an empty field changes nothing. */
  readonly isMany?: boolean
}

/** Shows the fields of the form about the customer's agreement, which decide about the bedenktijd (market 69c). */
export function AgreementFields({ form, isMany = false }: AgreementFieldsProps) {
  const market = useWatch({ control: form.control, name: 'market' })
  return (
    <FieldGroup legend="Akkoord en bedenktijd">
      <Grid least={280} gap={16}>
        <SaleField form={form} name="soldAt" hint={isMany ? undefined : 'Leeg = telefonisch'} />
        <SaleField form={form} name="confirmedAt" max={today()} hint="Mondeling akkoord telt niet." />
        <FormField form={form} name="confirmation.kind" label={saleFields.confirmation.label}>
          {({ value, ...field }) => (
            <Select {...field} value={value ?? ''} options={proofs} placeholder="Maak een keuze" />
          )}
        </FormField>
        <FormText form={form} name="confirmation.reference" label="Kenmerk van het bewijs" maxLength={200} />
        <SaleField form={form} name="infoGivenAt" max={today()} hint="Bedenktijd uitgelegd en formulier gegeven." />
        {market === 'zakelijk' && (
          <FormField form={form} name="isHomeUse" label={saleFields.isHomeUse.label}>
            {({ value, onChange }) => (
              <SegmentedControl
                value={answerOf(value)}
                options={answers}
                onChange={(answer) => onChange(answer === 'unknown' ? null : answer === 'yes')}
              />
            )}
          </FormField>
        )}
      </Grid>
      {!isMany && <FileField form={form} />}
    </FieldGroup>
  )
}

/** Shows the field for the file that proves the yes. */
function FileField({ form }: { readonly form: SaleFormOf }) {
  const name = 'confirmation.fileKey'
  const filename = useWatch({ control: form.control, name: 'confirmation.filename' })
  return (
    <FormField form={form} name={name} label="Bestand als bewijs" hint="Maximaal 4 MB.">
      {({ value, onChange }) => (
        <ProofFile
          {...{ value, filename }}
          onChange={(key, filename) => {
            onChange(key)
            form.setValue('confirmation.filename', filename, { shouldDirty: true })
          }}
          onFail={(message) => (message === null ? form.clearErrors(name) : form.setError(name, { message }))}
        />
      )}
    </FormField>
  )
}
