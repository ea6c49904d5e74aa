import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Appointment, AppointmentStatus } from '../../../shared/contract/appointments.ts'
import { statusChoices } from '../../domains/appointments.ts'
import { KnownCustomer } from '../../domains/known-customer.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldFold, FieldGroup, FieldRow } from '../../ui/field.tsx'
import { type BoundField, FormField } from '../../ui/form.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput, type TextInputProps } from '../../ui/text-input.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { AgentField, TeamField } from './agent-fields.tsx'
import { type CheckedForm, type FormValues, fieldLabels, typeOf, valuesOf } from './form-values.ts'
import { type Warnings, warningsOf } from './warnings.ts'
import { WhenFree } from './when-free.tsx'

type Form = UseFormReturn<FormValues, unknown, CheckedForm>

interface AppointmentFieldsProps {
  readonly form: Form
  readonly appointment: Appointment | null
  /** Ids of the lead or contract that a new appointment is for, and of related records. */
  readonly originIds?: readonly (string | null | undefined)[] | undefined
}

/** Shows all fields of the appointment form (spec §2); those that a call does not need are folded. */
export function AppointmentFields({ form, appointment, originIds }: AppointmentFieldsProps) {
  const warnings = useWarnings(form, appointment)
  const status = (
    <FormField form={form} name="status" label={fieldLabels.status}>
      {(field) => <Select {...(field as BoundField<AppointmentStatus>)} options={statusChoices} />}
    </FormField>
  )
  return (
    <div className="appointments-form">
      <FieldGroup legend="Klant">
        <div className="appointments-pair">
          <TextField form={form} name="customerName" required maxLength={200} />
          <TextField
            form={form}
            name="customerPhone"
            required
            type="tel"
            inputMode="tel"
            warning={warnings.customerPhone}
          />
          <TextField
            form={form}
            name="customerEmail"
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            hint={appointment ? undefined : 'De klant krijgt hier een bevestiging.'}
          />
          <FieldRow>
            <TextField form={form} name="postalCode" autoCapitalize="characters" />
            <TextField form={form} name="houseNumber" />
          </FieldRow>
        </div>
        <Known form={form} appointment={appointment} originIds={originIds} />
      </FieldGroup>
      <FieldGroup legend="Afspraak">
        <FieldRow>
          <FormField
            form={form}
            name="appointmentDate"
            label={fieldLabels.appointmentDate}
            required
            warning={warnings.appointmentDate}
          >
            {(field) => <DateField {...field} />}
          </FormField>
          <FormField form={form} name="appointmentTime" label={fieldLabels.appointmentTime} required>
            {(field) => <TimeField {...field} />}
          </FormField>
          <AgentField form={form} appointment={appointment} />
          {appointment && status}
        </FieldRow>
        <WhenFree form={form} except={appointment?.id} />
      </FieldGroup>
      <MoreFields form={form}>
        <div className="appointments-pair">
          <TextField form={form} name="companyName" />
          <TypeField form={form} />
          <TextField form={form} name="address" />
          <TextField form={form} name="city" />
          <TextField form={form} name="currentSupplier" />
          <FieldRow>
            <TextField form={form} name="monthlyAmount" inputMode="decimal" start="€" />
            <TextField form={form} name="consumption" inputMode="decimal" />
          </FieldRow>
        </div>
        <FieldRow>
          <TeamField form={form} />
          {appointment === null && status}
        </FieldRow>
        <FormField form={form} name="notes" label={fieldLabels.notes}>
          {(field) => <TextArea {...field} rows={4} />}
        </FormField>
      </MoreFields>
    </div>
  )
}

const moreNames = [
  'companyName',
  'type',
  'address',
  'city',
  'currentSupplier',
  'monthlyAmount',
  'consumption',
  'teamId',
  'notes',
] as const satisfies readonly (keyof FormValues)[]

/** Folds the fields that a call does not need. Names the filled ones, and unfolds for an error. */
function MoreFields({ form, children }: { readonly form: Form; readonly children: ReactNode }) {
  const { errors } = form.formState
  const told = form.watch(['companyName', 'address', 'city', 'currentSupplier', 'notes'])
  return (
    <FieldFold
      legend="Meer gegevens"
      note={told.filter(Boolean).join(' · ') || 'bedrijf, adres, energie en notities'}
      forced={moreNames.some((name) => errors[name] !== undefined)}
    >
      {children}
    </FieldFold>
  )
}

type TextName = Exclude<
  keyof FormValues,
  'appointmentDate' | 'appointmentTime' | 'status' | 'type' | 'teamId' | 'agentId' | 'notes'
>

interface TextFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'name' | 'ref'> {
  readonly form: Form
  readonly name: TextName
  readonly required?: boolean
  readonly hint?: ReactNode
  readonly warning?: string | undefined
}

/** Returns warnings about possible mistakes in fields that the user has left. */
function useWarnings(form: Form, appointment: Appointment | null): Warnings {
  const { touchedFields, dirtyFields, isSubmitted } = form.formState
  const [customerPhone, appointmentDate, appointmentTime] = form.watch([
    'customerPhone',
    'appointmentDate',
    'appointmentTime',
  ])
  const known = warningsOf({ customerPhone, appointmentDate, appointmentTime }, appointment && valuesOf(appointment))
  const isLeft = (name: keyof Warnings) => isSubmitted || touchedFields[name] || !dirtyFields[name]
  return Object.fromEntries(Object.entries(known).filter(([name]) => isLeft(name as keyof Warnings)))
}

/** Shows a field of one line of text. */
function TextField({ form, name, required = false, hint, warning, ...input }: TextFieldProps) {
  return (
    <FormField form={form} name={name} label={fieldLabels[name]} required={required} hint={hint} warning={warning}>
      {(field) => <TextInput {...input} {...field} />}
    </FormField>
  )
}

/** Shows the choice between particulier and zakelijk, which follows the company name until it is made (rulings 23). */
function TypeField({ form }: { readonly form: Form }) {
  const companyName = form.watch('companyName')
  return (
    <FormField form={form} name="type" label={fieldLabels.type}>
      {({ value, onChange }) => (
        <SegmentedControl
          value={typeOf({ type: value, companyName })}
          onChange={onChange}
          options={[
            { value: 'particulier', label: 'Particulier' },
            { value: 'zakelijk', label: 'Zakelijk' },
          ]}
        />
      )}
    </FormField>
  )
}

/** Shows known records of the customer, and whether the number may not be called (rulings 32). */
function Known({ form, appointment, originIds = [] }: AppointmentFieldsProps) {
  const [phone, email, postalCode, houseNumber] = form.watch([
    'customerPhone',
    'customerEmail',
    'postalCode',
    'houseNumber',
  ])
  return (
    <KnownCustomer
      phone={phone}
      email={email ?? ''}
      postalCode={postalCode ?? ''}
      houseNumber={houseNumber ?? ''}
      except={[appointment?.id, appointment?.leadId, appointment?.contractId, appointment?.saleId, ...originIds]}
    />
  )
}
