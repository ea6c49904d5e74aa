import type { ReactNode } from 'react'
import { invoices } from '../../../../shared/api/invoices.ts'
import { paymentTerms, paymentTermsLabels } from '../../../../shared/api/parts/billing.ts'
import { type Settings, SettingsForm } from '../../../../shared/api/schemas/invoice-settings.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { FormArea } from '../../../records/form-controls.tsx'
import { UnknownRecord } from '../../../records/unknown-record.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { FieldGroup, FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { TextInput, type TextInputProps } from '../../../ui/fields/text-input.tsx'
import { useSettings } from '../api.ts'
import { warnOfVatNumber } from '../partners/partner-form.ts'
import { LedgerAccountFields } from './ledger-account-fields.tsx'
import {
  type CheckedSettings,
  findChangedFields,
  type SettingsFormOf,
  settingLabels,
  valuesOf,
} from './settings-form.ts'
import { VatRateFields } from './vat-rate-fields.tsx'

/** Shows the form for the settings of self-billing: our company data, numbering, defaults and mail. */
export function SettingsDialog(props: Returning) {
  const { data, error, refetch, isFetchedAfterMount } = useSettings()
  if (data && isFetchedAfterMount) return <SettingsRecordDialog settings={data} {...props} />
  return <UnknownRecord noun="Instellingen" gone="" error={error} onRetry={refetch} {...props} />
}

function SettingsRecordDialog({ settings, returnFocus, onClose }: Returning & { readonly settings: Settings }) {
  const change = useCommand(invoices.changeSettings)
  return (
    <RecordDialog
      kind="self-billing-settings"
      record={{ id: 'one', ...settings }}
      schema={SettingsForm}
      valuesOf={(record) => valuesOf(record ?? settings)}
      size="wide"
      title="Instellingen self-billing"
      {...(settings.updatedBy ? { description: `Laatst gewijzigd door ${settings.updatedBy}` } : {})}
      save={(values, base) => {
        const known = base ?? settings
        return change.mutateAsync({ body: bodyOf(values, known), version: known.version })
      }}
      saved="Instellingen bijgewerkt"
      failure={{ fallback: 'De instellingen konden niet worden opgeslagen.' }}
      conflict={{
        newest: invoices.settings,
        changes: findChangedFields,
        gone: '',
      }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form, base) => <SettingsFields form={form} prefix={(base ?? settings).invoicePrefix} />}
    </RecordDialog>
  )
}

/**
 * Returns the request body, with the next invoice number only when the user changed that number and kept the prefix.
 * An unchanged number may be outdated, as new invoices raise it. Another prefix has its own numbers.
 */
function bodyOf({ nextInvoiceNumber, ...change }: CheckedSettings, known: Settings) {
  const isTyped = nextInvoiceNumber !== undefined && nextInvoiceNumber !== known.nextInvoiceNumber
  return isTyped && change.invoicePrefix === known.invoicePrefix ? { ...change, nextInvoiceNumber } : change
}

const termOptions = paymentTerms.map((value) => ({ value, label: paymentTermsLabels[value] }))

interface SettingsFieldsProps {
  readonly form: SettingsFormOf
  /** The saved prefix of invoice numbers; the form may hold another. */
  readonly prefix: string
}

function SettingsFields({ form, prefix }: SettingsFieldsProps) {
  const isOtherPrefix = form.watch('invoicePrefix').trim().toUpperCase() !== prefix
  return (
    <>
      <FieldGroup legend="Ons bedrijf op facturen">
        <FieldRow>
          <Line form={form} name="companyName" required />
          <Line form={form} name="kvkNumber" required inputMode="numeric" />
        </FieldRow>
        <FieldRow>
          <Line form={form} name="postalCode" required maxLength={12} />
          <Line form={form} name="address" required />
          <Line form={form} name="city" required />
        </FieldRow>
        <FieldRow>
          <Line form={form} name="vatNumber" required warning={warnOfVatNumber(form.watch('vatNumber'))} />
        </FieldRow>
        <Line form={form} name="bankAccount" required />
      </FieldGroup>
      <FieldGroup legend="Nummering">
        <FieldRow>
          <Line
            form={form}
            name="invoicePrefix"
            required
            maxLength={10}
            autoCapitalize="characters"
            hint={isOtherPrefix && 'Een nieuwe prefix begint bij 0001. Een eerdere prefix telt verder.'}
          />
          {!isOtherPrefix && (
            <FormField
              form={form}
              name="nextInvoiceNumber"
              label={settingLabels.nextInvoiceNumber}
              hint="Van deze prefix in dit jaar. Verlagen kan niet."
            >
              {({ onChange, ...field }) => <NumberInput {...field} onChange={(next) => onChange(next as number)} />}
            </FormField>
          )}
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="Nieuwe facturen">
        <FieldRow>
          <FormField form={form} name="defaultPaymentTerms" label={settingLabels.defaultPaymentTerms}>
            {(field) => <Select {...field} options={termOptions} />}
          </FormField>
          <FormField
            form={form}
            name="defaultDiscountPercentage"
            label={settingLabels.defaultDiscountPercentage}
            required
          >
            {({ onChange, ...field }) => (
              <NumberInput {...field} decimals={2} end="%" onChange={(part) => onChange(part as number)} />
            )}
          </FormField>
        </FieldRow>
      </FieldGroup>
      <VatRateFields form={form} />
      <FieldGroup legend="E-mail">
        <FormArea form={form} name="emailTemplate" label={settingLabels.emailTemplate} rows={4} maxLength={2000} />
        <FieldRow>
          <Line form={form} name="accountingEmail" type="email" maxLength={254} />
          <FormField form={form} name="autoSendToAccounting">
            {(field) => <Switch {...field} label={settingLabels.autoSendToAccounting} hint="Op werkdagen om 07:00" />}
          </FormField>
        </FieldRow>
        <FormField form={form} name="checkVatNumbers">
          {({ value, ...field }) => (
            <Switch
              {...field}
              value={value ?? false}
              label={settingLabels.checkVatNumbers}
              hint="Bij opslaan vragen we VIES naar nieuwe nummers. Het antwoord blokkeert niets."
            />
          )}
        </FormField>
      </FieldGroup>
      <LedgerAccountFields form={form} />
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
  readonly required?: boolean
  readonly warning?: string | undefined
  readonly hint?: ReactNode
}

function Line({ form, name, required = false, warning, hint, ...input }: LineProps) {
  return (
    <FormField form={form} name={name} label={settingLabels[name]} required={required} warning={warning} hint={hint}>
      {(field) => <TextInput maxLength={200} {...input} {...field} />}
    </FormField>
  )
}
