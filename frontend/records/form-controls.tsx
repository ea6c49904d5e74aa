import type { ComponentProps, ReactNode } from 'react'
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import { Combobox } from '../ui/choices/combobox.tsx'
import { SegmentedControl } from '../ui/choices/segmented-control.tsx'
import { Select } from '../ui/choices/select.tsx'
import { DateField } from '../ui/dates/date-field.tsx'
import { TimeField } from '../ui/dates/time-field.tsx'
import { CodeInput } from '../ui/fields/code-input.tsx'
import type { FieldProps } from '../ui/fields/field.tsx'
import { type BoundField, FormField, type FormFieldProps } from '../ui/fields/form.tsx'
import { NumberInput } from '../ui/fields/number-input.tsx'
import { PasswordInput } from '../ui/fields/password-input.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'

type FormControlProps<P extends object, V extends FieldValues, Out, N extends FieldPath<V>> = Omit<
  FormFieldProps<V, Out, N>,
  'children'
> &
  Omit<P, keyof BoundField<unknown> | keyof FieldProps> &
  // A control that cannot show the value of the field does not compile.
  (P extends { readonly value: infer Value }
    ? [FieldPathValue<V, N>] extends [Value]
      ? unknown
      : { readonly name: never }
    : never)

/** Returns a part that shows a field of a form with the control; it passes on what the field itself does not use. */
const inForm =
  <P extends object>(Control: (props: P) => ReactNode) =>
  <V extends FieldValues, Out, N extends FieldPath<V>>(props: FormControlProps<P, V, Out, N>) => {
    const { form, name, label, hint, warning, required, optional, labelHidden, className, ...rest } = props
    const field = { label, hint, warning, required, optional, labelHidden, className } as Omit<FieldProps, 'children'>
    return (
      <FormField {...field} form={form} name={name}>
        {(bound) => <Control {...(rest as unknown as P)} {...bound} />}
      </FormField>
    )
  }

/** Field of a form for one line of text: `<FormText form={form} name="city" label="Plaats" maxLength={80} />`. */
export const FormText = inForm(TextInput)
/** Field of a form for several lines of text. */
export const FormArea = inForm(TextArea)
/** Field of a form for a number. */
export const FormNumber = inForm(NumberInput)
/** Field of a form for an amount in euros. */
export const FormMoney = inForm((props: ComponentProps<typeof NumberInput>) => (
  <NumberInput {...props} decimals={2} start="€" />
))
/** Field of a form for a date. */
export const FormDate = inForm(DateField)
/** Field of a form for a time of day. */
export const FormTime = inForm(TimeField)
/** Field of a form for one of a few options, in a list of the device. */
export const FormSelect = inForm<ComponentProps<typeof Select>>(Select)
/** Field of a form for one of many options, which can be searched. */
export const FormCombobox = inForm<ComponentProps<typeof Combobox>>(Combobox)
/** Field of a form for one of two to five options, side by side. */
export const FormSegments = inForm<ComponentProps<typeof SegmentedControl>>(SegmentedControl)
/** Field of a form for a password. */
export const FormPassword = inForm(PasswordInput)
/** Field of a form for a code of an authenticator app. */
export const FormCode = inForm(CodeInput)
