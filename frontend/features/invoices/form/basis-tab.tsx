import { useRef } from 'react'
import { useFormState } from 'react-hook-form'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { earliestInvoiceDate, type VatRate, vatRates } from '../../../../shared/invoices/choices.ts'
import { invoiceFields } from '../../../../shared/invoices/record.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { addToMonth } from '../../../../shared/time.ts'
import { personOptionsOf, useAgents } from '../../../domains/people.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { FormDate, FormText } from '../../../records/form-controls.tsx'
import { PlainFields } from '../../../records/record-fields.tsx'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { thisMonth, today } from '../../../ui/dates/calendar-days.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import {
  describeMissingFields,
  dueDateOf,
  fieldLabels,
  hasSchemeWithoutVat,
  InvoiceForm,
  warnOfMissingAgreement,
} from './invoice-form.ts'
import type { InvoiceFormOf } from './line-editor.tsx'

interface BasisTabProps {
  readonly form: InvoiceFormOf
  /** Invoice to edit; null for a new one. */
  readonly invoice: InvoiceDetails | null
  readonly partners: readonly Partner[]
  readonly partner: Partner | undefined
  /** VAT rate of new lines in the settings. */
  readonly defaultVatRate: VatRate
}

const rateOptions = vatRates.map((rate) => ({ value: String(rate), label: `${rate} %` }))

/**
 * Shows the first tab of the invoice form: partner, description, dates, assignee, VAT rate of new lines, notes, and
 * whether the invoice goes to the accounting automatically.
 */
export function BasisTab({ form, invoice, partners, partner, defaultVatRate }: BasisTabProps) {
  return (
    <>
      <MissingFieldsNote form={form} />
      <FieldRow>
        {invoice ? (
          <Text as="p" size={13} weight="strong" color="muted">
            <Stack as="span" below={6} className="pv-label">
              {fieldLabels.partnerCompanyId}
            </Stack>
            {invoice.partnerName}
          </Text>
        ) : (
          <PartnerField form={form} partners={partners} partner={partner} defaultVatRate={defaultVatRate} />
        )}
        <FormText
          form={form}
          name="description"
          label={fieldLabels.description}
          hint="Leeg = omschrijving van regel 1"
          maxLength={200}
        />
      </FieldRow>
      <FieldRow>
        <InvoiceDateField form={form} partner={partner} />
        <DueDateField form={form} />
      </FieldRow>
      <DateReasonField form={form} />
      <FieldRow>
        <FormDate form={form} name="supplyFrom" label={fieldLabels.supplyFrom} hint="Leeg = maand van de factuur" />
        <FormDate form={form} name="supplyTo" label={fieldLabels.supplyTo} />
      </FieldRow>
      <FieldRow>
        <AssigneeField form={form} invoice={invoice} />
        <FormField form={form} name="vatRate" label={fieldLabels.vatRate}>
          {({ value, onChange, ...field }) => (
            <Select
              {...field}
              value={String(value)}
              onChange={(rate) => onChange(Number(rate) as VatRate)}
              options={rateOptions}
            />
          )}
        </FormField>
      </FieldRow>
      <FormField form={form} name="notes" label={fieldLabels.notes} hint="Alleen intern zichtbaar">
        {(field) => <TextArea {...field} rows={3} maxLength={4000} />}
      </FormField>
      <FormField form={form} name="autoSendEnabled">
        {(field) => <Switch {...field} label={fieldLabels.autoSendEnabled} />}
      </FormField>
      <PlainFields form={form} fields={invoiceFields} schema={InvoiceForm} group="basis" />
    </>
  )
}

/** Shows a note in the words of the spec when the form was submitted without a partner or a date. */
function MissingFieldsNote({ form }: Pick<BasisTabProps, 'form'>) {
  const { submitCount, isValid } = useFormState({ control: form.control })
  const missing = submitCount > 0 && !isValid ? describeMissingFields(form.getValues()) : null
  if (!missing) return null
  return (
    <Note tone="bad" role="alert">
      <strong>{missing.title}</strong>
      <p>{missing.message}</p>
    </Note>
  )
}

function PartnerField({ form, partners, partner, defaultVatRate }: Omit<BasisTabProps, 'invoice'>) {
  const options = partners
    .filter(({ isActive }) => isActive)
    .map(({ id, name, agreement }) => ({ value: id, label: name, ...(agreement ? {} : { hint: 'geen overeenkomst' }) }))

  /**
   * VAT rate of new lines before the user chose a partner that charges no VAT. It is set again when the user then
   * chooses a partner that charges VAT.
   */
  const chargedRate = useRef(defaultVatRate)

  /** Applies the payment terms and VAT scheme of the chosen partner. */
  function applyPartner(id: string): void {
    const chosen = partners.find((one) => one.id === id)
    if (!chosen) return
    const has48HourDiscount = chosen.allows48HourDiscount && chosen.paymentTerms === '48_hours'
    form.setValue('has48HourDiscount', has48HourDiscount)
    form.setValue('dueDate', dueDateOf(form.getValues('invoiceDate'), has48HourDiscount))
    const values = form.getValues()
    const [was, is] = [hasSchemeWithoutVat(partner, values), hasSchemeWithoutVat(chosen, values)]
    if (is && !was) {
      chargedRate.current = values.vatRate ?? defaultVatRate
      form.setValue('vatRate', 0)
    }
    if (!is && was) form.setValue('vatRate', chargedRate.current)
  }

  return (
    <FormField
      form={form}
      name="partnerCompanyId"
      label={fieldLabels.partnerCompanyId}
      required
      warning={warnOfMissingAgreement(partner)}
    >
      {({ onChange, ...field }) => (
        <Combobox
          {...field}
          onChange={(id) => {
            onChange(id)
            applyPartner(id)
          }}
          options={options}
          placeholder="Kies een partner"
          searchPlaceholder="Zoek een partner"
        />
      )}
    </FormField>
  )
}

function InvoiceDateField({ form, partner }: Pick<BasisTabProps, 'form' | 'partner'>) {
  const first = earliestInvoiceDate(today())
  const agreed = partner?.agreedSince ?? first
  return (
    <FormField form={form} name="invoiceDate" label={fieldLabels.invoiceDate} required>
      {({ onChange, value, ...field }) => (
        <DateField
          {...field}
          value={value}
          min={agreed > first ? agreed : first}
          onChange={(date) => {
            const isOn = form.getValues('has48HourDiscount') ?? false
            // The due date follows the invoice date until somebody chooses another due date.
            const due = form.getValues('dueDate')
            if (due === '' || due === dueDateOf(value, isOn)) {
              form.setValue('dueDate', dueDateOf(date, isOn), { shouldDirty: true })
            }
            onChange(date)
          }}
        />
      )}
    </FormField>
  )
}

/** Asks the reason of an invoice date before the last month, and shows one that was given. */
function DateReasonField({ form }: Pick<BasisTabProps, 'form'>) {
  const [invoiceDate, reason] = [form.watch('invoiceDate'), form.watch('dateReason')]
  if (!reason && (!invoiceDate || invoiceDate >= `${addToMonth(thisMonth(), -1)}-01`)) return null
  return (
    <FormText
      form={form}
      name="dateReason"
      label={fieldLabels.dateReason}
      hint="Verplicht zolang geen maand is gesloten."
      maxLength={200}
    />
  )
}

function DueDateField({ form }: Pick<BasisTabProps, 'form'>) {
  const isOn = form.watch('has48HourDiscount') ?? false
  const invoiceDate = form.watch('invoiceDate')
  return (
    <FormField
      form={form}
      name="dueDate"
      label={fieldLabels.dueDate}
      required
      hint={isOn ? 'Met de 48-uurskorting twee dagen na de factuurdatum' : 'Hoogstens 30 dagen na de factuurdatum'}
    >
      {(field) => <DateField {...field} disabled={isOn} min={invoiceDate} max={dueDateOf(invoiceDate, false)} />}
    </FormField>
  )
}

function AssigneeField({ form, invoice }: Pick<BasisTabProps, 'form' | 'invoice'>) {
  const agents = useAgents()
  const assignee = invoice?.assignedUser
  return (
    <FormField form={form} name="assignedUserId" label={fieldLabels.assignedUserId} hint="Leeg = agent van de partner">
      {(field) => (
        <Combobox
          {...field}
          options={personOptionsOf(agents.data)}
          chosen={assignee ? { value: assignee.id, label: fullNameOf(assignee), person: true } : undefined}
          source={agents}
          placeholder="Niemand"
          searchPlaceholder="Zoek een agent"
          clearable
        />
      )}
    </FormField>
  )
}
