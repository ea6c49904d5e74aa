import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { energyTypeLabels, energyTypes, type Lead, priorities, priorityLabels } from '../../../shared/contract/leads.ts'
import { KnownCustomer } from '../../domains/contact/known-customer.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { DateField } from '../../ui/dates/date-field.tsx'
import { TimeField } from '../../ui/dates/time-field.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldGroup, FieldRow } from '../../ui/fields/field.tsx'
import { type BoundField, FormField } from '../../ui/fields/form.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextInput, type TextInputProps } from '../../ui/fields/text-input.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { type CheckedForm, type FormValues, fieldLabels } from './form-values.ts'

type Form = UseFormReturn<FormValues, unknown, CheckedForm>

interface LeadFieldsProps {
  readonly form: Form
  readonly lead: Lead | null
}

const energyOptions = energyTypes.map((value) => ({ value, label: energyTypeLabels[value] }))
const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }))

/** Shows all fields of a lead, grouped by subject. */
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
          <TextField form={form} name="customerName" required maxLength={200} />
          <TextField form={form} name="companyName" />
          <TextField form={form} name="customerPhone" type="tel" inputMode="tel" />
          <TextField
            form={form}
            name="customerEmail"
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Grid>
        <FieldRow>
          <TextField form={form} name="postalCode" autoCapitalize="characters" />
          <TextField form={form} name="houseNumber" />
          <TextField form={form} name="address" />
          <TextField form={form} name="city" />
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
          <TextField form={form} name="currentSupplier" />
          <DayField form={form} name="contractEndDate" />
          <FormField form={form} name="energyType" label={fieldLabels.energyType}>
            {(field) => <Select {...(field as BoundField<(typeof energyTypes)[number]>)} options={energyOptions} />}
          </FormField>
        </FieldRow>
        <FieldRow>
          <TextField form={form} name="monthlyAmount" inputMode="decimal" start="€" />
          <TextField form={form} name="consumption" inputMode="decimal" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="Opvolging">
        <FormField form={form} name="priority" label={fieldLabels.priority}>
          {({ value, onChange }) => (
            <SegmentedControl value={value ?? 'medium'} onChange={onChange} options={priorityOptions} />
          )}
        </FormField>
        <FieldRow>
          <TextField form={form} name="source" />
          <DayField form={form} name="callBackDate" />
          <FormField form={form} name="callBackTime" label={fieldLabels.callBackTime}>
            {(field) => <TimeField {...field} />}
          </FormField>
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="Toestemming">
        <FieldRow>
          <TextField form={form} name="consentSource" />
          <DayField form={form} name="consentDate" />
        </FieldRow>
        {lead === null && <DoNotCallFields form={form} />}
      </FieldGroup>
      <FormField form={form} name="notes" label={fieldLabels.notes}>
        {(field) => <TextArea {...field} rows={4} />}
      </FormField>
    </Stack>
  )
}

function DoNotCallFields({ form }: { readonly form: Form }) {
  const isClosed = form.watch('doNotCall')
  return (
    <>
      <FormField form={form} name="doNotCall">
        {({ value, ...field }) => (
          <Checkbox
            {...field}
            value={value ?? false}
            label={fieldLabels.doNotCall}
            hint="Geldt voor het telefoonnummer: niemand belt het meer, ook niet voor een andere lead."
          />
        )}
      </FormField>
      {isClosed && <TextField form={form} name="doNotCallSource" />}
    </>
  )
}

type TextName = Exclude<
  keyof FormValues,
  | 'contractEndDate'
  | 'callBackDate'
  | 'callBackTime'
  | 'consentDate'
  | 'energyType'
  | 'priority'
  | 'doNotCall'
  | 'notes'
>

interface TextFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'name' | 'ref'> {
  readonly form: Form
  readonly name: TextName
  readonly required?: boolean
  readonly hint?: ReactNode
}

function TextField({ form, name, required = false, hint, ...input }: TextFieldProps) {
  return (
    <FormField form={form} name={name} label={fieldLabels[name]} required={required} hint={hint}>
      {(field) => <TextInput {...input} {...field} />}
    </FormField>
  )
}

interface DayFieldProps {
  readonly form: Form
  readonly name: 'contractEndDate' | 'callBackDate' | 'consentDate'
}

function DayField({ form, name }: DayFieldProps) {
  return (
    <FormField form={form} name={name} label={fieldLabels[name]}>
      {(field) => <DateField {...field} />}
    </FormField>
  )
}
