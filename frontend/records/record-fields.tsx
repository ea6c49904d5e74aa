import type { ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { type Field, type Fields, fieldsIn, type Labels } from '../../shared/values/field.ts'
import { Select } from '../ui/choices/select.tsx'
import { DateField } from '../ui/dates/date-field.tsx'
import { TimeField } from '../ui/dates/time-field.tsx'
import { Checkbox, Switch } from '../ui/fields/checkbox.tsx'
import { type BoundField, FormField } from '../ui/fields/form.tsx'
import { NumberInput } from '../ui/fields/number-input.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { TextInput, type TextInputProps } from '../ui/fields/text-input.tsx'

type Extra = Omit<TextInputProps, 'value' | 'onChange' | 'name' | 'ref'> & {
  readonly rows?: number
  /** Last day that can be chosen. */
  readonly max?: string
}

interface RecordFieldProps<V extends FieldValues, Out> extends Extra {
  readonly form: UseFormReturn<V, unknown, Out>
  readonly name: FieldPath<V>
  readonly field: Field
  readonly required?: boolean
  readonly hint?: ReactNode
  readonly warning?: string | undefined
}

/** Shows a described field in a form, with the control for its format, such as a date field. */
export function RecordField<V extends FieldValues, Out>(props: RecordFieldProps<V, Out>) {
  const { form, name, field, required = false, hint = field.hint, warning, ...extra } = props
  const Toggle = toggles[String(field.format)]
  if (Toggle) {
    return (
      <FormField form={form} name={name}>
        {(bound) => (
          <Toggle
            {...(bound as BoundField<unknown> as BoundField<boolean>)}
            label={field.label}
            hint={hint}
            disabled={extra.disabled ?? false}
          />
        )}
      </FormField>
    )
  }
  return (
    <FormField form={form} name={name} label={field.label} required={required} hint={hint} warning={warning}>
      {(bound) => controlOf(field, bound as BoundField<unknown>, extra)}
    </FormField>
  )
}

/** Controls that show the label themselves, by format of the field. */
const toggles: Readonly<Record<string, typeof Checkbox>> = { flag: Checkbox, switch: Switch }

/** Attributes of text boxes, by format of the field. */
const inputs: Readonly<Record<string, Partial<TextInputProps>>> = {
  phone: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  postcode: { autoCapitalize: 'characters' },
  code: { spellCheck: false },
  amount: { inputMode: 'decimal', start: '€' },
  usage: { inputMode: 'decimal' },
}

function controlOf({ format = 'text', unit }: Field, bound: BoundField<unknown>, extra: Extra) {
  const { rows, max, disabled = false, ...input } = extra
  const number = { ...(bound as BoundField<number | null>), disabled }
  if (format === 'count') return <NumberInput end={unit} {...input} {...number} />
  if (format === 'money') return <NumberInput {...number} decimals={2} start="€" />
  const text = { ...(bound as BoundField<string>), disabled }
  if (typeof format === 'object') return <Select {...text} options={optionsOf(format)} placeholder="Maak een keuze" />
  if (format === 'lines') return <TextArea {...text} {...withoutAbsent({ rows, maxLength: input.maxLength })} />
  if (format === 'day') return <DateField {...text} {...withoutAbsent({ max })} />
  if (format === 'time') return <TimeField {...text} />
  return <TextInput {...inputs[format]} {...input} {...text} />
}

/** Leaves out absent attributes, so that the control uses its own defaults, such as three rows. */
const withoutAbsent = <A extends object>(attributes: A) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as {
    [Name in keyof A]?: NonNullable<A[Name]>
  }

const optionsOf = (labels: Labels) => Object.entries(labels).map(([value, label]) => ({ value, label }))

interface PlainFieldsProps<V extends FieldValues, Out> {
  readonly form: UseFormReturn<V, unknown, Out>
  readonly fields: Fields
  readonly schema: z.ZodObject
  /** Name of the form group whose fields are shown, except those that the form draws by hand. */
  readonly group: string
  readonly disabled?: boolean
}

/** Tells whether a form field may stay blank: its schema accepts an empty text or `undefined`. */
const mayBeBlank = (field: z.ZodType | undefined): boolean =>
  field !== undefined && ['', undefined].some((blank) => field.safeParse(blank).success)

/** Shows the fields of one form group, except those drawn by hand, in the order of their description. */
export const PlainFields = <V extends FieldValues, Out>(props: PlainFieldsProps<V, Out>) => {
  const { form, fields, schema, group, disabled = false } = props
  return fieldsIn(fields)
    .filter(([, field]) => field.form === group)
    .map(([name, field]) => (
      <RecordField
        key={name}
        form={form}
        name={name as FieldPath<V>}
        field={field}
        required={!mayBeBlank(schema.shape[name])}
        disabled={disabled}
      />
    ))
}
