import type { ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { priorities, priorityLabels } from '../../../shared/api/parts/statuses.ts'
import { energyTypeLabels, energyTypes } from '../../../shared/api/parts/trade.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { KnownCustomer } from '../../domains/contact/known-customer.tsx'
import { PlainFields, RecordField } from '../../records/record-fields.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { FieldGroup, FieldRow } from '../../ui/fields/field.tsx'
import { type BoundField, FormField } from '../../ui/fields/form.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { type CheckedForm, type FormValues, LeadForm } from './form-values.ts'

type Form = UseFormReturn<FormValues, unknown, CheckedForm>

interface LeadFieldsProps {
  readonly form: Form
  readonly lead: Lead | null
}

const energyOptions = energyTypes.map((value) => ({ value, label: energyTypeLabels[value] }))
const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }))

/** Shows all fields of the lead form, grouped by subject. */
export function LeadFields({ form, lead }: LeadFieldsProps) {
  const [phone, email, postalCode, houseNumber] = form.watch([
    'customerPhone',
    'customerEmail',
    'postalCode',
    'houseNumber',
  ])
  return (
    <Stack gap={24}>
      <FieldGroup legend="Klant">
        <Grid least={280} gap={16}>
          <LeadField form={form} name="customerName" required maxLength={200} />
          <PlainGroup form={form} group="customer" />
        </Grid>
        <FieldRow>
          <PlainGroup form={form} group="address" />
        </FieldRow>
        <KnownCustomer
          phone={phone ?? ''}
          email={email ?? ''}
          postalCode={postalCode ?? ''}
          houseNumber={houseNumber ?? ''}
          except={[lead?.id, lead?.appointmentId, lead?.saleId, lead?.contractId]}
        />
      </FieldGroup>
      <FieldGroup legend="Contract Info">
        <FieldRow>
          <PlainGroup form={form} group="contract" />
          <FormField form={form} name="energyType" label={leadFields.energyType.label}>
            {(field) => <Select {...(field as BoundField<(typeof energyTypes)[number]>)} options={energyOptions} />}
          </FormField>
        </FieldRow>
        <FieldRow>
          <PlainGroup form={form} group="usage" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="Opvolging">
        <FormField form={form} name="priority" label={leadFields.priority.label}>
          {({ value, onChange }) => (
            <SegmentedControl value={value ?? 'medium'} onChange={onChange} options={priorityOptions} />
          )}
        </FormField>
        <FieldRow>
          <PlainGroup form={form} group="followUp" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="Toestemming">
        <FieldRow>
          <PlainGroup form={form} group="consent" />
        </FieldRow>
        {lead === null && <DoNotCallFields form={form} />}
      </FieldGroup>
      <PlainGroup form={form} group="notes" />
      <LeadField form={form} name="notes" rows={4} />
    </Stack>
  )
}

function DoNotCallFields({ form }: { readonly form: Form }) {
  const isClosed = form.watch('doNotCall')
  return (
    <>
      <LeadField
        form={form}
        name="doNotCall"
        hint="Geldt voor het telefoonnummer: niemand belt het meer, ook niet voor een andere lead."
      />
      {isClosed && <LeadField form={form} name="doNotCallSource" />}
    </>
  )
}

interface LeadFieldProps extends Omit<ComponentProps<typeof RecordField<FormValues, CheckedForm>>, 'name' | 'field'> {
  readonly name: keyof FormValues
}

/** Shows one field of the form of a lead. */
const LeadField = (props: LeadFieldProps) => <RecordField {...props} field={leadFields[props.name]} />

/** Shows the fields of one group of the lead form, except those that `LeadFields` draws by hand. */
const PlainGroup = (props: { readonly form: Form; readonly group: string }) => (
  <PlainFields {...props} fields={leadFields} schema={LeadForm} />
)
