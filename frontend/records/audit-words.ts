import { euros as eurosOf, wholeCents } from '../../shared/money.ts'
import { type Fields, type Format, fieldsIn } from '../../shared/values/field.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber } from '../lib/format.ts'
import { formatMonthlyAmount } from './energy.ts'

/** Functions that look up the name of a person or team by id; they return undefined for an unknown id. */
export interface Names {
  readonly person: (id: string) => string | undefined
  readonly team: (id: number) => string | undefined
}

/** Function that formats a stored value for a reader; returns null without a value. */
export type ValueFormatter = (value: unknown, names: Names) => string | null

/**
 * Label of a field and the function that formats its value (`formatPlain` by default); null for a field that is not
 * shown.
 */
export type FieldWords = string | readonly [label: string, reading: ValueFormatter] | null

export type FieldsWords = Readonly<Record<string, FieldWords>>

/** Texts of the audit log for one kind of record. */
export interface AuditWords {
  /** Dutch name of the record. */
  readonly name: string
  /** Sentences by verb, for events other than aangemaakt, gewijzigd and verwijderd, or in place of these words. */
  readonly verbs?: Readonly<Record<string, string>>
  readonly fields?: FieldsWords
  /** Returns the label and formatter of a field whose name is data, such as a column of a file. */
  readonly otherField?: (name: string) => FieldWords
  /** Returns the address of a record by its id; not called for a deleted record. */
  readonly path?: (id: string) => string
}

/** Texts of the audit log by the stored name of the kind of record. */
export type AuditVocabulary = Readonly<Record<string, AuditWords>>

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * Formats a text, number, day, moment, boolean, stored person or team, or a list of these. Null for an empty value; any
 * other object becomes JSON.
 */
const formatPlain: ValueFormatter = (value, names) => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee'
  if (Array.isArray(value)) return joinTexts(value.map((one) => formatPlain(one, names)))
  if (typeof value === 'object') return nameOf(value) ?? JSON.stringify(value)
  if (typeof value !== 'string') return String(value)
  if (MOMENT.test(value)) return formatDateTime(value)
  return DAY.test(value) ? formatDate(value) : value
}

const joinTexts = (texts: readonly (string | null)[], by = ', '): string | null =>
  texts.filter((text) => text !== null).join(by) || null

/** Returns the name of a person or team that is stored within a record. */
function nameOf(value: object): string | null {
  const { firstName, lastName, name } = value as Readonly<Record<string, unknown>>
  const parts = [firstName, lastName, name].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}

/** Formats a number of cents as an amount in euros; null for any other value. */
export const formatCents: ValueFormatter = (value) =>
  typeof value === 'number' ? formatMoney(eurosOf(wholeCents(value))) : null

/** Formats a percentage: `2,5%`; null for a value that is no number. */
export const formatPercentage: ValueFormatter = (value) =>
  typeof value === 'number' ? `${formatNumber(value)}%` : null

/** Returns a formatter that divides a number by `size` and adds `unit`: 90 with 60 and `uur` becomes `1,5 uur`. */
export const formatWithUnit =
  (size: number, unit: string): ValueFormatter =>
  (value) =>
    typeof value === 'number' ? `${formatNumber(value / size)} ${unit}` : null

/** Returns a formatter that shows a stored word, or a list of words, by the labels that screens use. */
export const formatLabel =
  (labels: Readonly<Record<string, string>>): ValueFormatter =>
  (value, names) =>
    Array.isArray(value)
      ? joinTexts(value.map((one) => formatLabel(labels)(one, names)))
      : (labels[String(value)] ?? formatPlain(value, names))

/**
 * Formats a user id, or a list of them, as names. An unknown id stays as it is, `system:…` becomes `Systeem`. Null
 * without an id, and for `none`, which records store for nobody.
 */
export const formatPerson: ValueFormatter = (value, names) => {
  if (Array.isArray(value)) return joinTexts(value.map((one) => formatPerson(one, names)))
  if (typeof value !== 'string' || value === '' || value === 'none') return null
  return names.person(value) ?? (value.startsWith('system:') ? 'Systeem' : value)
}

/** Formats a team id as the name of the team, or as `Team 7` when it is unknown; null without an id. */
export const formatTeam: ValueFormatter = (value, names) =>
  value === null || value === undefined ? null : (names.team(Number(value)) ?? `Team ${value}`)

/** Formats the id of another record as `Gekoppeld`, because an id says nothing to a reader. */
export const formatRecordLink: ValueFormatter = (value) => (value ? 'Gekoppeld' : null)

/** Formats a list as the number of its items; null for any other value. */
export const formatCount: ValueFormatter = (value) => (Array.isArray(value) ? String(value.length) : null)

/**
 * Returns a formatter that puts the fields of a nested record on one line. A list of such records gets a line for each
 * record.
 */
export const formatNested =
  (fields: FieldsWords): ValueFormatter =>
  (value, names) => {
    if (value === null || typeof value !== 'object') return formatPlain(value, names)
    const lines = (Array.isArray(value) ? value : [value]).map((one) => lineOf(fields, one, names))
    return joinTexts(lines, '\n')
  }

const lineOf = (fields: FieldsWords, part: object, names: Names) =>
  joinTexts(
    sortByWords(fields, Object.entries(part)).map(([name, value]) => {
      const words = fields[name]
      if (words === null) return null
      const text = findFormatter(words)(value, names)
      return text === null ? null : `${labelOf(words) ?? name}: ${text}`
    }),
    ' · ',
  )

/** Sorts the parts of a record (field and value) as in `fields`, because stored records have no order of fields. */
function sortByWords<Part>(fields: FieldsWords, parts: readonly (readonly [string, Part])[]) {
  const names = Object.keys(fields)
  return parts.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other))
}

/** Formats the cells of a spreadsheet row by heading: `Naam: Jansen · Plaats: Venlo`. */
export const formatColumns: ValueFormatter = (value, names) =>
  value === null || typeof value !== 'object'
    ? formatPlain(value, names)
    : joinTexts(
        Object.entries(value).map(([heading, cell]) => {
          const text = formatPlain(cell, names)
          return text === null ? null : `${heading}: ${text}`
        }),
        ' · ',
      )

/**
 * Returns the labels and formatters of described fields for the audit log. A person or team has the same label by its
 * id. Leaves out fields of the format `own`, whose values each screen formats itself.
 */
export const fieldWordsOf = (fields: Fields): FieldsWords => ({
  ...Object.fromEntries(
    fieldsIn(fields)
      .filter(([, { format }]) => format !== 'own')
      .map(([name, { label, format }]) => [name, [label, formatterFor(format)]]),
  ),
  ...Object.fromEntries(
    fieldsIn(fields)
      .filter(([, { format }]) => format === 'name')
      .map(([name, { label }]) => [`${name}Id`, [label, formatPersonOrTeam]]),
  ),
})

/** Formats the id of a person, a text, or of a team, a number. */
const formatPersonOrTeam: ValueFormatter = (value, names) =>
  (typeof value === 'number' ? formatTeam : formatPerson)(value, names)

function formatterFor(format: Format | undefined): ValueFormatter {
  if (typeof format === 'object') return formatLabel(format)
  if (format === 'money') return formatCents
  return format === 'amount'
    ? (value, names) => formatPlain(value && formatMonthlyAmount(String(value)), names)
    : formatPlain
}

/** Returns the label of a field in the audit log; undefined for a field without one. */
export const labelOf = (words: FieldWords | undefined): string | undefined =>
  (typeof words === 'string' ? words : words?.[0]) ?? undefined

/** Returns the function that formats the values of a field in the audit log; `formatPlain` by default. */
export const findFormatter = (words: FieldWords | undefined): ValueFormatter =>
  typeof words === 'string' || !words ? formatPlain : words[1]
