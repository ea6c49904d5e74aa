import { type Field, type Fields, fieldsIn, type Own } from '../../shared/fields/field.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber, fullName } from '../lib/format.ts'
import { monthlyText, usageText } from './energy.ts'

/** Formats the value of a field for a reader; `leeg` without one. */
export function fieldText({ format }: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leeg'
  if (typeof format === 'object') return format[String(value)] ?? String(value)
  if (format === 'day') return formatDate(String(value))
  if (format === 'moment') return formatDateTime(String(value))
  if (format === 'count') return formatNumber(Number(value))
  if (format === 'money') return formatMoney(Number(value))
  if (format === 'flag') return value ? 'ja' : 'nee'
  if (format === 'switch') return value ? 'aan' : 'uit'
  if (format === 'amount') return monthlyText(String(value)) ?? ''
  if (format === 'usage') return usageText(String(value)) ?? ''
  return format === 'name' ? nameOf(value as Named) : String(value)
}

/** A person or team, or the name itself where a history has no more. */
type Named = string | { readonly firstName: string; readonly lastName: string } | { readonly name: string }

function nameOf(one: Named): string {
  if (typeof one === 'string') return one
  return 'name' in one ? one.name : fullName(one)
}

/** Returns the place of a field, also where that draws it by hand. */
const placeOf = (place: string | Own | null | undefined) => (typeof place === 'object' ? place?.own : place)

/** Fields of a description that people type. */
export type Typed<F extends Fields> = { [Name in keyof F]: F[Name] extends { form: unknown } ? Name : never }[keyof F]

/** Returns the names of the fields in some groups of a form, or in the whole form. */
export const formFieldsIn = (fields: Fields, groups?: readonly string[]): string[] =>
  fieldsIn(fields)
    .filter(([, { form }]) => form !== undefined && (groups?.includes(placeOf(form) ?? '') ?? true))
    .map(([name]) => name)

/** Returns the labels of all fields. */
export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(fieldsIn(fields).map(([name, { label }]) => [name, label])) as { [Name in keyof F]: string }

/** Returns the labels of the fields that people type. */
export const formLabels = <F extends Fields>(fields: F) =>
  Object.fromEntries(formFieldsIn(fields).map((name) => [name, fields[name]?.label])) as {
    [Name in Typed<F> & string]: string
  }

/** Returns the values that a form shows of a record; an absent one is empty. */
export const formValues = <Values>(fields: Fields, record: object): Values =>
  Object.fromEntries(
    formFieldsIn(fields).map((name) => [
      name,
      (record as Readonly<Record<string, unknown>>)[name] ?? (fields[name]?.format === 'count' ? null : ''),
    ]),
  ) as Values
