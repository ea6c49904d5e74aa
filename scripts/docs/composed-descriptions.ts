import { invoiceStatusLabels } from '../../shared/api/parts/billing.ts'
import { leadStatusLabels, saleStatusLabels, salesStatusLabels } from '../../shared/api/parts/statuses.ts'
import { statusLabels } from '../../shared/appointments/choices.ts'
import { notificationKinds } from '../../shared/notifications.ts'
import { describeByLabel } from './descriptions.ts'
import type { Json } from './json.ts'

/** Descriptions of fields whose names alone tell too little. */
const known: Readonly<Record<string, string>> = {
  id: 'Id of the record',
  ids: 'Ids of the records',
  version: 'Version of the record, which `If-Match` of a change names',
  by: 'Person who did it',
  at: 'Moment when it was done',
  user: 'Person whom it is about',
  userName: 'Name of the person who did it',
  name: 'Name for the user',
  text: 'Text for the user, in Dutch',
  title: 'Title for the user, in Dutch',
  message: 'Text for the user, in Dutch',
  reason: 'Reason, in words for the user or as one of the values',
  error: 'Reason of a failure, in Dutch; null without one',
  note: 'Remark of a person',
  kind: 'Kind of the record',
  type: 'Kind of the record',
  state: 'State of the record or run',
  status: 'Status of the record',
  count: 'Number of records',
  total: 'Sum of the amounts, in euros',
  amount: 'Amount in euros',
  month: 'Month, as `2026-11`',
  date: 'Day, as `2026-11-28`',
  from: 'First day or month of the period',
  to: 'Last day or month of the period',
  since: 'Moment from which it holds',
  until: 'Last day on which it holds',
  isComplete: 'False when there were more records than the server reads; then the result covers only a part',
  before: 'Value before the change',
  after: 'Value after the change',
  field: 'Name of the field',
  fields: 'Names of the fields',
  changes: 'Changed fields, each with its value before and after',
  entries: 'Entries, the newest first',
  verb: 'What was done, as one of the values',
  role: 'Role of the person',
  office: 'Office of the team',
  team: 'Team of the record',
  file: 'The uploaded file',
  filename: 'Name of the file',
  lines: 'Lines of the document',
  rows: 'Numbers of the rows in the sheet',
  row: 'Number of the row in the sheet',
  column: 'Name of the column in the sheet',
  sheet: 'Name of the sheet',
  cells: 'Texts of the cells',
  token: 'Code of six digits from the authenticator app, or a backup code',
  password: 'Password of the caller',
  expiresAt: 'Moment from which it no longer works',
  dueDate: 'Last day on which the payment is on time',
  isOwed: 'Tells whether the amount is still to be paid',
  bookAnyway: 'Books although the server warned, such as of another appointment at that time',
  openBefore: 'Open balance before it, in euros',
  openAfter: 'Open balance after it, in euros',
  opening: 'Balance at the start, in euros',
  closing: 'Balance at the end, in euros',
  general: 'Hours of general work',
  admin: 'Hours of administration',
  training: 'Hours of training',
  hours: 'Number of hours',
  withoutRate: 'Hours for which no rate is known',
  quantity: 'Number of units of the line',
  value: 'The value',
  path: 'Path of the page in the app',
  check: 'What the caller has seen and confirms',
  question: 'Text of the question',
  period: 'Period that the figures cover',
  lastContactAt: 'Moment of the last contact',
  statusChangedAt: 'Moment of the last change of the status',
  statusChangedBy: 'Person who last changed the status',
  lastSeen: 'Moment of the last request',
  validFrom: 'First day on which it holds',
  effectiveFrom: 'First day on which it holds',
  effectiveTo: 'Last day on which it holds',
  monday: 'Monday of the week',
  paidOn: 'Day of the payment',
  memberCount: 'Number of members',
  nextInvoiceNumber: 'Number of the next invoice',
  has48HourDiscount: 'Tells whether payment within 48 hours has a discount',
  order: 'Place in the order',
  lineOrder: 'Place of the line on the document',
  all: 'Number of all records',
  phone: 'Phone number',
  email: 'E-mail address',
  except: 'Id of a record to leave out',
  time: 'Time of day, as `14:30`',
  outcome: 'Result of each record in a run',
  open: 'Number of open ones, or `true` for only these',
  undoable: '`true` for only what can still be undone',
  unread: '`true` for only unread ones',
  scope: 'Whom it covers',
  compare: 'Period to compare with',
}

/** Names of numbers that are amounts. */
const AMOUNT =
  /amount|commission|total|price|revenue|costs?$|paid|open|earned|invoiced|correct|adjusted|difference|payroll|discount$|incoming|outgoing|rate$|due|payable|discounttaken|margin|fee|withheld|owed|balance|credit|settle|moved|base|received|organisation|teams?$|people$|owninvoices|net|wage|repay/i

/** Returns the words of a name in lower case: `invoiceNumber` gives `invoice number`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

interface Kind {
  readonly type: string
  readonly reference: string
  readonly format: string
  readonly values: readonly string[]
  readonly isNullable: boolean
}

/** Returns what a schema says of the kind of its values, without an alternative of null. */
function kindOf(schema: Json): Kind {
  const choices = (schema['anyOf'] ?? []) as Json[]
  const one = choices.find((choice) => choice['type'] !== 'null') ?? schema
  const types = [one['type'] ?? []].flat().map(String)
  return {
    type: types.find((type) => type !== 'null') ?? '',
    reference: String(one['$ref'] ?? '').replace(/.*\//, ''),
    format: String(one['format'] ?? ''),
    values: ((one['enum'] ?? []) as unknown[]).map(String),
    isNullable: types.includes('null') || choices.some((choice) => choice['type'] === 'null'),
  }
}

/** Labels of statuses, which are the names of fields that count records. */
const statuses: Readonly<Record<string, string>> = {
  ...statusLabels,
  ...leadStatusLabels,
  ...salesStatusLabels,
  ...saleStatusLabels,
  ...invoiceStatusLabels,
}

const labels: ReadonlyMap<string, string> = new Map(
  Object.entries(notificationKinds).map(([kind, { label }]) => [kind, `How to notify of '${label}'`]),
)

/**
 * Describes a field by a fixed text for names that tell too little, by its label on the screens, or by its name and the
 * kind of its values, such as `Id of the invoice`.
 */
export function composeDescription(name: string, schema: Json): string {
  const kind = kindOf(schema)
  const counted = kind.type === 'integer' ? statuses[name] : undefined
  const text =
    known[name] ??
    labels.get(name) ??
    (counted && `Number with status '${counted}'`) ??
    describeByLabel(name) ??
    describeKind(name, kind)
  return kind.isNullable && !/null/.test(text) ? `${text}; null without one` : text
}

function describeKind(name: string, { type, reference, format, values }: Kind): string {
  const words = wordsOf(name)
  const without = (part: RegExp) => wordsOf(name.replace(part, ''))
  if (/Ids$/.test(name)) return `Ids of the records: ${without(/Ids$/)}`
  if (/Id$/.test(name)) return `Id of the ${without(/Id$/)}`
  if (/By$/.test(name)) return `Person by whom it was ${without(/By$/)}`
  if (reference === 'Person') return `Person: the ${words}`
  if (/At$/.test(name)) return `Moment when it was ${without(/At$/)}`
  if (format === 'date' && /(?:From|To)$/.test(name))
    return `${/From$/.test(name) ? 'First' : 'Last'} day of the ${without(/(?:From|To)$/)}`
  if (/Date$/.test(name)) return `Day of the ${without(/Date$/)}`
  if (format === 'date') return `Day: ${words}`
  if (type === 'boolean' || values.includes('true')) return describeSwitch(name)
  if (values.length > 0) return `${capital(words)}, one of the listed values`
  if (type === 'array') return `List of ${words}`
  if (type === 'integer') return `Number of ${without(/Count$/)}${/ed$/.test(name) ? ' records' : ''}`
  if (type === 'number') return describeNumber(name)
  if (/Number$/.test(name)) return `Number of the ${without(/Number$/)}`
  if (/Name$/.test(name)) return `Name of the ${without(/Name$/)}`
  return capital(words)
}

function describeSwitch(name: string): string {
  const [, verb = '', rest = ''] = /^(is|has|may)(?=[A-Z])(.*)$/.exec(name) ?? []
  const whether: Readonly<Record<string, string>> = { is: 'it is', has: 'it has', may: 'the caller may' }
  return `Tells whether ${verb ? `${whether[verb]} ${wordsOf(rest)}` : `this applies: ${wordsOf(name)}`}`
}

function describeNumber(name: string): string {
  const words = capital(wordsOf(name))
  if (/percentage/i.test(name)) return `${words}, in percent`
  if (AMOUNT.test(name)) return `${words}, in euros`
  return /hours/i.test(name) ? `${words}, a number of hours` : `${words}, a number`
}

/** Returns a part of the document in which each field that has no description gets one. */
export function describeFields<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(describeFields) as Part
  if (typeof part !== 'object' || part === null) return part
  const described = Object.entries(part).map(([key, value]) => {
    const isFields = key === 'properties' && typeof value === 'object' && value !== null
    return [key, isFields ? describeEach(value as Record<string, Json>) : describeFields(value)]
  })
  return Object.fromEntries(described) as Part
}

const describeEach = (fields: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const inner = describeFields(schema)
      return [name, 'description' in inner ? inner : { ...inner, description: composeDescription(name, schema) }]
    }),
  )
