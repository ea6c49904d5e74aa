import { euros as eurosOf, wholeCents } from '../../shared/money.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber } from '../lib/format.ts'

/** Names of people and teams by their ids, as far as they are known. */
export interface Names {
  readonly person: (id: string) => string | undefined
  readonly team: (id: number) => string | undefined
}

/** How a stored value reads; null where there is nothing. */
export type Reading = (value: unknown, names: Names) => string | null

/** What a field is called, and how its value reads unless as `plain`; null for one that tells nobody anything. */
export type FieldWords = string | readonly [label: string, reading: Reading] | null

export type FieldsWords = Readonly<Record<string, FieldWords>>

/** What the audit log says of one kind of record. */
export interface AuditWords {
  /** What such a record is called, in Dutch. */
  readonly name: string
  /** Whole sentences for what happened to one where that is not aangemaakt, gewijzigd or verwijderd, by verb. */
  readonly verbs?: Readonly<Record<string, string>>
  readonly fields?: FieldsWords
  /** The words of a field whose name is no attribute but data. */
  readonly otherField?: (name: string) => FieldWords
  /** Where one is opened, by its id; of a record that is gone it is not asked. */
  readonly path?: (id: string) => string
}

/** Words by the stored name of the kind. */
export type AuditVocabulary = Readonly<Record<string, AuditWords>>

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/

/** Text, numbers, days and moments, yes and no; people and teams by name; lists of those. */
export const plain: Reading = (value, names) => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee'
  if (Array.isArray(value)) return joined(value.map((one) => plain(one, names)))
  if (typeof value === 'object') return nameOf(value) ?? JSON.stringify(value)
  if (typeof value !== 'string') return String(value)
  if (MOMENT.test(value)) return formatDateTime(value)
  return DAY.test(value) ? formatDate(value) : value
}

const joined = (texts: readonly (string | null)[], by = ', '): string | null =>
  texts.filter((text) => text !== null).join(by) || null

/** A person or team within a record, by name. */
function nameOf(value: object): string | null {
  const { firstName, lastName, name } = value as Readonly<Record<string, unknown>>
  const parts = [firstName, lastName, name].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}

/** An amount in euros, from cents. */
export const money: Reading = (value) => (typeof value === 'number' ? formatMoney(eurosOf(wholeCents(value))) : null)

/** `2,5%`. */
export const percent: Reading = (value) => (typeof value === 'number' ? `${formatNumber(value)}%` : null)

/** So many of something, from seconds, minutes or the like. */
export const per =
  (size: number, unit: string): Reading =>
  (value) =>
    typeof value === 'number' ? `${formatNumber(value / size)} ${unit}` : null

/** A stored word as the screens show it. */
export const word =
  (labels: Readonly<Record<string, string>>): Reading =>
  (value, names) =>
    Array.isArray(value)
      ? joined(value.map((one) => word(labels)(one, names)))
      : (labels[String(value)] ?? plain(value, names))

/** Somebody, by their id, or several. */
export const person: Reading = (value, names) => {
  if (Array.isArray(value)) return joined(value.map((one) => person(one, names)))
  if (typeof value !== 'string' || value === '' || value === 'none') return null
  return names.person(value) ?? (value.startsWith('system:') ? 'Systeem' : value)
}

/** A team, by its id. */
export const team: Reading = (value, names) =>
  value === null || value === undefined ? null : (names.team(Number(value)) ?? `Team ${value}`)

/** Another record, of which the id says nothing to people. */
export const linked: Reading = (value) => (value ? 'Gekoppeld' : null)

/** How many there are. */
export const count: Reading = (value) => (Array.isArray(value) ? String(value.length) : null)

/** What a record holds of its own parts: those of one on a line, each part of a list on its own. */
export const parts =
  (fields: FieldsWords): Reading =>
  (value, names) => {
    if (value === null || typeof value !== 'object') return plain(value, names)
    const lines = (Array.isArray(value) ? value : [value]).map((one) => lineOf(fields, one, names))
    return joined(lines, '\n')
  }

const lineOf = (fields: FieldsWords, part: object, names: Names) =>
  joined(
    inOrderOf(fields, Object.entries(part)).map(([name, value]) => {
      const words = fields[name]
      if (words === null) return null
      const text = readingOf(words)(value, names)
      return text === null ? null : `${labelOf(words) ?? name}: ${text}`
    }),
    ' · ',
  )

/** By where words stand among the others, as rows keep their parts in no order. */
function inOrderOf<Part>(fields: FieldsWords, parts: readonly (readonly [string, Part])[]) {
  const names = Object.keys(fields)
  return parts.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other))
}

/** Columns of a sheet under their own headings. */
export const columns: Reading = (value, names) =>
  value === null || typeof value !== 'object'
    ? plain(value, names)
    : joined(
        Object.entries(value).map(([heading, cell]) => {
          const text = plain(cell, names)
          return text === null ? null : `${heading}: ${text}`
        }),
        ' · ',
      )

/** What a field is called; undefined for one that has no words. */
export const labelOf = (words: FieldWords | undefined): string | undefined =>
  (typeof words === 'string' ? words : words?.[0]) ?? undefined

/** How the value of a field reads. */
export const readingOf = (words: FieldWords | undefined): Reading =>
  typeof words === 'string' || !words ? plain : words[1]
