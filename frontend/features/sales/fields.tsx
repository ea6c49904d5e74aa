import type { ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { saleFields } from '../../../shared/sales/record.ts'
import { PlainFields, RecordField } from '../../records/record-fields.tsx'
import { type CheckedForm, type FormValues, SaleForm } from './form-values.ts'

export type SaleFormOf = UseFormReturn<FormValues, unknown, CheckedForm>

interface SaleFieldProps extends Omit<ComponentProps<typeof RecordField<FormValues, CheckedForm>>, 'name' | 'field'> {
  readonly name: keyof FormValues
}

/** Shows one field of the sale form. */
export const SaleField = (props: SaleFieldProps) => <RecordField {...props} field={saleFields[props.name]} />

/** Shows the fields of one group of the sale form, except those that the steps draw by hand. */
export const SaleFields = (props: { readonly form: SaleFormOf; readonly group: string }) => (
  <PlainFields {...props} fields={saleFields} schema={SaleForm} />
)
