import { type Field, type Fields, fieldsIn, type Own } from '../../shared/values/field.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber, fullNameOf } from '../lib/format.ts'
import { formatMonthlyAmount, formatUsage } from './energy.ts'

/** Formats the value of a described field as text; `leeg` without a value. */
export function formatFieldValue({ format, unit = '' }: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leeg'
  if (typeof format === 'object') return format[String(value)] ?? String(value)
  if (format === 'day') return formatDate(String(value))
  if (format === 'moment') return formatDateTime(String(value))
  if (format === 'count') return `${formatNumber(Number(value))} ${unit}`.trim()
  if (format === 'money') return formatMoney(Number(value))
  if (format === 'flag') return value ? 'ja' : 'nee'
  if (format === 'switch') return value ? 'aan' : 'uit'
  if (format === 'amount') return formatMonthlyAmount(String(value)) ?? ''
  if (format === 'usage') return formatUsage(String(value)) ?? ''
  return format === 'name' ? nameOf(value as Named) : String(value)
}

/** Person or team; a text is the name itself, because some histories store only that. */
type Named = string | { readonly firstName: string; readonly lastName: string } | { readonly name: string }

function nameOf(one: Named): string {
  if (typeof one === 'string') return one
  return 'name' in one ? one.name : fullNameOf(one)
}

/** Returns the name of the group or card of a field, also where the field is marked as drawn by hand (`own`). */
const placeOf = (place: string | Own | null | undefined) => (typeof place === 'object' ? place?.own : place)

/** Names of the described fields that people type. */
export type Typed<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { form: string | Own } ? Name : never
}[keyof F]

/**
 * Returns the names of the described fields that people type in a form: those in the given groups, or all without
 * `groups`.
 */
export const formFieldsIn = (fields: Fields, groups?: readonly string[]): string[] =>
  fieldsIn(fields)
    .filter(([, { form }]) => (form ?? null) !== null && (groups?.includes(placeOf(form) ?? '') ?? true))
    .map(([name]) => name)

/** Returns the labels of all described fields, by field name. */
export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(fieldsIn(fields).map(([name, { label }]) => [name, label])) as { [Name in keyof F]: string }

/** Returns the labels of the described fields that people type, by field name. */
export const formLabelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(formFieldsIn(fields).map((name) => [name, fields[name]?.label])) as {
    [Name in Typed<F> & string]: string
  }

/** Returns the values of a record for a form; an absent value becomes an empty text, null for a number, false for a flag. */
export const formValuesOf = <Values>(fields: Fields, record: object): Values =>
  Object.fromEntries(
    formFieldsIn(fields).map((name) => [
      name,
      (record as Readonly<Record<string, unknown>>)[name] ?? blankOf(fields[name]),
    ]),
  ) as Values

function blankOf(field: Field | undefined): '' | null | false {
  if (field?.format === 'count' || field?.format === 'money') return null
  return field?.format === 'flag' || field?.format === 'switch' ? false : ''
}
