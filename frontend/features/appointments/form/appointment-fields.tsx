import type { ComponentProps, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { customers } from '../../../../shared/api/customers.ts'
import type { KnownRecord } from '../../../../shared/api/leads.ts'
import { basisKinds, basisLabels } from '../../../../shared/api/parts/contact-basis.ts'
import type { AppointmentStatus } from '../../../../shared/api/parts/statuses.ts'
import { marketLabels, markets } from '../../../../shared/api/parts/trade.ts'
import { appointmentFields } from '../../../../shared/appointments/record.ts'
import { type Appointment, AppointmentForm } from '../../../../shared/appointments/schemas.ts'
import { customerIdOf } from '../../../../shared/customer-id.ts'
import { phonesInPath } from '../../../../shared/identifiers.ts'
import { statusChoices } from '../../../domains/appointments.ts'
import { KnownCustomer } from '../../../domains/contact/known-customer.tsx'
import { useNumberDoor } from '../../../domains/contact/number-door.ts'
import { findPrefillRecord } from '../../../domains/customers.tsx'
import { call } from '../../../lib/client.ts'
import { useCan } from '../../../lib/session.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { nullIfGone, showFailure } from '../../../records/failure.ts'
import { formFieldsIn, formValuesOf } from '../../../records/field-values.ts'
import { PlainFields, RecordField } from '../../../records/record-fields.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { FieldFold, FieldGroup, FieldRow } from '../../../ui/fields/field.tsx'
import { type BoundField, FormField } from '../../../ui/fields/form.tsx'
import { Grid } from '../../../ui/layout/grid.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { AgentField, TeamField } from './agent-fields.tsx'
import { type CheckedForm, type FormValues, marketOf, valuesOf } from './form-values.ts'
import { type Warnings, warningsOf } from './warnings.ts'
import { AvailabilityHelp } from './when-free.tsx'

type Form = UseFormReturn<FormValues, unknown, CheckedForm>

interface AppointmentFieldsProps {
  readonly form: Form
  readonly appointment: Appointment | null
  /** Ids of the lead or contract that a new appointment is for, and of related records. */
  readonly originIds?: readonly (string | null | undefined)[] | undefined
}

/**
 * Shows all fields of the appointment form (spec §2); the less used ones are folded under 'Meer gegevens'. The list of
 * the customer's known records leaves out `originIds`.
 */
export function AppointmentFields({ form, appointment, originIds }: AppointmentFieldsProps) {
  const warnings = useWarnings(form, appointment)
  const status = (
    <FormField form={form} name="status" label={appointmentFields.status.label}>
      {(field) => <Select {...(field as BoundField<AppointmentStatus>)} options={statusChoices} />}
    </FormField>
  )
  return (
    <Stack gap={24}>
      <FieldGroup legend="Klant">
        <Grid least={280} gap={16}>
          <AppointmentField form={form} name="customerName" required maxLength={200} />
          <AppointmentField form={form} name="customerPhone" required warning={warnings.customerPhone} />
          <AppointmentField
            form={form}
            name="customerEmail"
            hint={appointment ? undefined : 'De klant krijgt hier een bevestiging.'}
          />
          <BasisFields form={form} />
        </Grid>
        <Grid least={140} gap={16}>
          <AppointmentField form={form} name="postalCode" />
          <AppointmentField form={form} name="houseNumber" />
        </Grid>
        <Known form={form} appointment={appointment} originIds={originIds} />
      </FieldGroup>
      <FieldGroup legend="Afspraak">
        <FieldRow>
          <AppointmentField form={form} name="appointmentDate" required warning={warnings.appointmentDate} />
          <AppointmentField form={form} name="appointmentTime" required />
          <AgentField form={form} appointment={appointment} />
          {appointment && status}
        </FieldRow>
        <AvailabilityHelp form={form} except={appointment?.id} />
      </FieldGroup>
      <MoreFields form={form}>
        <Grid least={280} gap={16}>
          <AppointmentField form={form} name="companyName" />
          <TypeField form={form} />
          <PlainFields form={form} fields={appointmentFields} schema={AppointmentForm} group="more" />
          <FieldRow>
            <AppointmentField form={form} name="monthlyAmount" />
            <AppointmentField form={form} name="consumption" />
          </FieldRow>
        </Grid>
        <FieldRow>
          <TeamField form={form} />
          {appointment === null && status}
        </FieldRow>
        <AppointmentField form={form} name="notes" rows={4} />
      </MoreFields>
    </Stack>
  )
}

const moreNames = formFieldsIn(appointmentFields, ['more'])

/** Folds the less used fields under a summary of the filled ones; unfolds when one has an error. */
function MoreFields({ form, children }: { readonly form: Form; readonly children: ReactNode }) {
  const { errors } = form.formState
  const filled = form.watch(['companyName', 'address', 'city', 'currentSupplier', 'notes'])
  return (
    <FieldFold
      legend="Meer gegevens"
      note={filled.filter(Boolean).join(' · ') || 'bedrijf, adres, energie en notities'}
      forced={moreNames.some((name) => errors[name as keyof FormValues] !== undefined)}
    >
      {children}
    </FieldFold>
  )
}

interface AppointmentFieldProps
  extends Omit<ComponentProps<typeof RecordField<FormValues, CheckedForm>>, 'name' | 'field'> {
  readonly name: keyof FormValues
}

const AppointmentField = (props: AppointmentFieldProps) => (
  <RecordField {...props} field={appointmentFields[props.name]} />
)

/** Returns warnings about possible mistakes; none about a changed field that the user has not left yet. */
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

const typeOptions = markets.map((value) => ({ value, label: marketLabels[value] }))

/**
 * Shows the choice between particulier and zakelijk. Until the user chooses, it follows from the company name (rulings
 * 23).
 */
function TypeField({ form }: { readonly form: Form }) {
  const companyName = form.watch('companyName')
  return (
    <FormField form={form} name="type" label={appointmentFields.type.label}>
      {({ value, onChange }) => (
        <SegmentedControl value={marketOf({ type: value, companyName })} onChange={onChange} options={typeOptions} />
      )}
    </FormField>
  )
}

const basisOptions = basisKinds.map((value) => ({ value, label: basisLabels[value] }))

/**
 * Asks why a customer without consent may be called; with a reason also how that is known. Comes in when the answer about
 * the number arrives, beside another field, so that nothing moves under a click.
 */
function BasisFields({ form }: { readonly form: Form }) {
  const [phone, kind] = form.watch(['customerPhone', 'basisKind'])
  const number = useDebounced(phonesInPath(phone))
  const { data } = useNumberDoor(number || null)
  if (kind === '' && (number === '' || (data?.maySell ?? true))) return null
  return (
    <>
      <FormField form={form} name="basisKind" label={appointmentFields.basisKind.label} optional>
        {(field) => <Select {...field} options={basisOptions} placeholder="Nog niet gekozen" />}
      </FormField>
      {kind !== '' && <AppointmentField form={form} name="basisNote" maxLength={200} />}
    </>
  )
}

/** Fields of a customer that a new appointment takes over. */
const takenFields = [
  ...(['customerName', 'customerPhone', 'customerEmail', 'companyName', 'postalCode', 'houseNumber'] as const),
  ...(['address', 'city', 'currentSupplier', 'monthlyAmount', 'consumption'] as const),
]

const reportFailure = (error: unknown): undefined =>
  void showFailure(error, { fallback: 'De gegevens konden niet worden opgehaald.' })

/** Shows known records of the customer, and whether the number may not be called (rulings 32). */
function Known({ form, appointment, originIds = [] }: AppointmentFieldsProps) {
  const [phone, email, postalCode, houseNumber] = form.watch([
    'customerPhone',
    'customerEmail',
    'postalCode',
    'houseNumber',
  ])
  const mayTake = useCan('customer:read') && appointment === null

  /** Fills the fields that are still empty with the latest details of the customer. */
  async function take({ by }: KnownRecord): Promise<void> {
    const { customerPhone, customerEmail, ...place } = form.getValues()
    const id = customerIdOf({ phone: { customerPhone }, email: { customerEmail }, address: place }[by])
    const found = id && (await call(customers.get, { params: { id } }).catch(nullIfGone).catch(reportFailure))
    if (found === undefined) return
    const values = formValuesOf<FormValues>(appointmentFields, (found && findPrefillRecord(found)) || {})
    const names = takenFields.filter((name) => values[name] && !form.getValues(name))
    if (names.length === 0) return void toast({ title: 'Geen gegevens om over te nemen' })
    const put = (from: FormValues) => {
      for (const name of names) form.setValue(name, from[name], { shouldDirty: true })
    }
    const before = { ...form.getValues() }
    put(values)
    toast({ title: 'Gegevens overgenomen', actions: [{ label: 'Ongedaan maken', onClick: () => put(before) }] })
  }

  return (
    <KnownCustomer
      onTake={mayTake ? take : undefined}
      phone={phone}
      email={email ?? ''}
      postalCode={postalCode ?? ''}
      houseNumber={houseNumber ?? ''}
      except={[appointment?.id, appointment?.leadId, appointment?.contractId, appointment?.saleId, ...originIds]}
    />
  )
}
