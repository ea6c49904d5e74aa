import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { type VatRate, vatRates } from '../../../shared/contract/invoices.ts'
import { paymentTerms, paymentTermsLabels } from '../../../shared/contract/partners.ts'
import { type Settings, SettingsForm } from '../../../shared/contract/self-billing.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { RecordDialog } from '../../records/record-dialog.tsx'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { FieldGroup, FieldRow } from '../../ui/field.tsx'
import { FormField } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput, type TextInputProps } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useChangeSettings, useSettings } from './api.ts'
import { vatWarning } from './partner-form.ts'

interface SettingsDialogProps {
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Our company on invoices, and how they are made (rulings 49). */
export function SettingsDialog(props: SettingsDialogProps) {
  const { data, error, refetch, isFetchedAfterMount } = useSettings()
  if (data && isFetchedAfterMount) return <KnownSettings settings={data} {...props} />
  return <UnknownRecord noun="Instellingen" gone="" error={error} onRetry={refetch} {...props} />
}

function KnownSettings({ settings, returnFocus, onClose }: SettingsDialogProps & { readonly settings: Settings }) {
  const change = useChangeSettings()
  return (
    <RecordDialog
      kind="self-billing-settings"
      record={{ id: 'one', ...settings }}
      schema={SettingsForm}
      valuesOf={() => valuesOf(settings)}
      size="wide"
      title="Instellingen self-billing"
      {...(settings.updatedBy ? { description: `Laatst gewijzigd door ${settings.updatedBy}` } : {})}
      submit="Bijwerken"
      save={(body) => change.mutateAsync({ body })}
      onSaved={() => {
        toast({ title: 'Instellingen bijgewerkt' })
        onClose()
      }}
      failure={{ fallback: 'De instellingen konden niet worden opgeslagen.' }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form) => <SettingsFields form={form} />}
    </RecordDialog>
  )
}

const valuesOf = ({ isVatNumberDoubtful: _, updatedBy: __, ...settings }: Settings): z.input<typeof SettingsForm> => ({
  ...settings,
  bankAccount: formatIban(settings.bankAccount),
  emailTemplate: settings.emailTemplate ?? '',
  accountingEmail: settings.accountingEmail ?? '',
})

type SettingsFormOf = UseFormReturn<z.input<typeof SettingsForm>, unknown, z.output<typeof SettingsForm>>

const rateOptions = vatRates.map((rate) => ({ value: String(rate), label: `${rate} %` }))
const termOptions = paymentTerms.map((value) => ({ value, label: paymentTermsLabels[value] }))

function SettingsFields({ form }: { readonly form: SettingsFormOf }) {
  return (
    <>
      <FieldGroup legend="Ons bedrijf op facturen">
        <FieldRow>
          <Line form={form} name="companyName" label="Bedrijfsnaam" required />
          <Line form={form} name="kvkNumber" label="KvK nummer" required inputMode="numeric" />
        </FieldRow>
        <FieldRow>
          <Line form={form} name="address" label="Adres" required />
          <Line form={form} name="postalCode" label="Postcode" required maxLength={12} />
          <Line form={form} name="city" label="Plaats" required />
        </FieldRow>
        <FieldRow>
          <Line
            form={form}
            name="vatNumber"
            label="BTW nummer"
            required
            warning={vatWarning(form.watch('vatNumber'))}
          />
        </FieldRow>
        <Line form={form} name="bankAccount" label="IBAN" required />
      </FieldGroup>
      <FieldGroup legend="Nummering">
        <FieldRow>
          <Line form={form} name="invoicePrefix" label="Prefix" required maxLength={10} autoCapitalize="characters" />
          <FormField form={form} name="nextInvoiceNumber" label="Volgend nummer" hint="Van dit jaar; kan alleen omhoog">
            {({ onChange, ...field }) => <NumberInput {...field} onChange={(next) => onChange(next as number)} />}
          </FormField>
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="Nieuwe facturen">
        <FieldRow>
          <FormField form={form} name="defaultVatRate" label="BTW van nieuwe regels">
            {({ value, onChange, ...field }) => (
              <Select
                {...field}
                value={String(value)}
                onChange={(rate) => onChange(Number(rate) as VatRate)}
                options={rateOptions}
              />
            )}
          </FormField>
          <FormField form={form} name="defaultPaymentTerms" label="Betaaltermijn">
            {(field) => <Select {...field} options={termOptions} />}
          </FormField>
          <FormField form={form} name="defaultDiscountPercentage" label="48-uur korting" required>
            {({ onChange, ...field }) => (
              <NumberInput {...field} decimals={2} end="%" onChange={(part) => onChange(part as number)} />
            )}
          </FormField>
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="E-mail">
        <FormField form={form} name="emailTemplate" label="Tekst van de e-mail aan partners">
          {(field) => <TextArea {...field} rows={4} maxLength={2000} />}
        </FormField>
        <FieldRow>
          <Line form={form} name="accountingEmail" label="E-mail van de boekhouding" type="email" maxLength={254} />
          <FormField form={form} name="autoSendToAccounting">
            {(field) => <Switch {...field} label="Automatisch naar de boekhouding" hint="Op werkdagen om 07:00." />}
          </FormField>
        </FieldRow>
      </FieldGroup>
    </>
  )
}

interface LineProps extends Omit<TextInputProps, 'value' | 'onChange' | 'name' | 'ref'> {
  readonly form: SettingsFormOf
  readonly name:
    | 'companyName'
    | 'address'
    | 'postalCode'
    | 'city'
    | 'kvkNumber'
    | 'vatNumber'
    | 'bankAccount'
    | 'invoicePrefix'
    | 'accountingEmail'
  readonly label: string
  readonly required?: boolean
  readonly warning?: string | undefined
}

function Line({ form, name, label, required = false, warning, ...input }: LineProps) {
  return (
    <FormField form={form} name={name} label={label} required={required} warning={warning}>
      {(field) => <TextInput maxLength={200} {...input} {...field} />}
    </FormField>
  )
}
