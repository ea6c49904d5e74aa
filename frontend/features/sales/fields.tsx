import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { DateField } from '../../ui/date-field.tsx'
import { FormField } from '../../ui/form.tsx'
import { TextInput, type TextInputProps } from '../../ui/text-input.tsx'
import { type CheckedForm, type FormValues, fieldLabels } from './form-values.ts'

export type SaleFormOf = UseFormReturn<FormValues, unknown, CheckedForm>

type TextName =
  | 'customerName'
  | 'companyName'
  | 'customerPhone'
  | 'customerEmail'
  | 'postalCode'
  | 'houseNumber'
  | 'address'
  | 'city'
  | 'eanElectricity'
  | 'eanGas'
  | 'iban'
  | 'bankAccountHolder'
  | 'salesDockId'

interface TextFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'name' | 'ref'> {
  readonly form: SaleFormOf
  readonly name: TextName
  readonly required?: boolean
  readonly hint?: ReactNode
  readonly warning?: string | undefined
}

/** Shows a field of one line of text. */
export function TextField({ form, name, required = false, hint, warning, ...input }: TextFieldProps) {
  return (
    <FormField form={form} name={name} label={fieldLabels[name]} required={required} hint={hint} warning={warning}>
      {(field) => <TextInput {...input} {...field} />}
    </FormField>
  )
}

interface DayFieldProps {
  readonly form: SaleFormOf
  readonly name: 'contractStartDate' | 'contractEndDate' | 'saleDate'
  readonly hint?: ReactNode
  readonly max?: string
  readonly onChosen?: (date: string) => void
}

/** Shows a field for a date. */
export function DayField({ form, name, hint, max, onChosen }: DayFieldProps) {
  return (
    <FormField form={form} name={name} label={fieldLabels[name]} hint={hint}>
      {({ onChange, ...field }) => (
        <DateField
          {...field}
          {...(max ? { max } : {})}
          onChange={(date) => {
            onChange(date)
            onChosen?.(date)
          }}
        />
      )}
    </FormField>
  )
}
