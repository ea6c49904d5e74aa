import {
  type LeadStatus,
  leadStatuses,
  leadStatusLabels,
  type Priority,
  priorities,
  priorityLabels,
} from '../../../shared/api/parts/statuses.ts'
import type { LeadColumn } from '../../../shared/api/schemas/lead-columns.ts'
import { foldText } from '../../../shared/folded.ts'
import { NewLead } from '../../../shared/leads/schemas.ts'
import { instantIn } from '../../../shared/time.ts'
import type { RowResult } from '../../spreadsheets/imports/batches.ts'
import {
  CANCELLED,
  customerHeaders,
  customerNames,
  energyHeaders,
  nameless,
  namesCustomers,
  notNames,
  readRowCustomer,
  refusesCalls,
} from '../../spreadsheets/recognition/customer.ts'
import { buildVocabulary, type Header } from '../../spreadsheets/recognition/header.ts'
import type { ListedSheet, SheetRow } from '../../spreadsheets/recognition/listed.ts'
import { type RowPermission, readPermission } from '../../spreadsheets/recognition/permission.ts'
import {
  columnNameOf,
  fieldTextOf,
  quoteCell,
  type Reading,
  readRow,
  refuseRow,
  warnOfRow,
} from '../../spreadsheets/recognition/row-reading.ts'
import { parseDate, parseEnergyType, parsePeriod } from '../../spreadsheets/values/cell-values.ts'

/** Headers of columns of leads, those of our own export included; see `buildVocabulary` (rulings 53). */
const headers = {
  ...customerHeaders,
  currentSupplier: energyHeaders.supplier,
  contractEndDate: energyHeaders.expiryDate,
  energyType: energyHeaders.energyType,
  monthlyAmount: 'bedrag maand ?termijn, bedrag termijn, kosten maand',
  consumption: 'verbruik ?jaar ?totaal ?geschat, verbruik stroom ?jaar ?totaal ?geschat',
  source: 'bron ?lead',
  status: 'status ?lead',
  priority: 'prioriteit ?lead',
  owner: 'eigenaar ?lead, toegewezen ?lead',
  notes: 'notitie ?klant, opmerking ?klant',
  callBackDate: 'terugbellen ?datum',
  callBackTime: 'terugbellen tijd',
} as const satisfies Record<LeadColumn, string>

const contacts = ['phone', 'email', 'postalCode', 'address'] as const satisfies LeadColumn[]
const hasContacts = ({ columns }: Header<LeadColumn>) => contacts.some((field) => columns[field] !== undefined)

/** Description of a sheet of leads for the recognition: its columns, and the messages about missing ones. */
export const leadList: ListedSheet<LeadColumn> = {
  words: buildVocabulary<LeadColumn>(headers),
  called: 'leads',
  unrecognised: 'We herkennen de kolommen niet. Wijs ze één keer aan.',
  lacks: {
    contacts: {
      reason: 'heeft geen kolom met contactgegevens',
      message: 'Geen kolom met contactgegevens: voeg ‘Telefoon’, ‘E-mail’ of ‘Postcode’ toe.',
    },
    customers: nameless,
  },
  lackOf: (header) => (hasContacts(header) ? (namesCustomers(header) ? null : 'customers') : 'contacts'),
  every: ['doNotCall', 'mayCall'],
  grouped: { names: customerNames, shared: Object.keys(customerHeaders) as LeadColumn[], outline: ['currentSupplier'] },
  unfit: notNames,
  notInTotals: ['phone', 'email', 'postalCode'],
  dates: ['contractEndDate', 'consentDate', 'callBackDate'],
}

/** A lead in a row of a spreadsheet, before it is stored. */
export interface ImportedLead {
  /** Fields of the form from the sheet; empty ones are absent. */
  readonly form: NewLead
  /**
   * False when the row has no full name of the customer. Then a part of that name stands in its place, or the name of
   * the contact or the company.
   */
  readonly hasOwnName: boolean
  /** Set when the sheet asks not to call the customer. */
  readonly doNotCall: boolean
  /** Consent and legal form of the customer. */
  readonly permission: RowPermission
  /** Name of the colleague who is to have a new lead; absent where the sheet names nobody. */
  readonly ownerName?: string | undefined
}

/**
 * Returns the lead of a row with warnings about doubtful values, or the problems that refuse the row (rulings 54). A
 * missing name, an invalid end date and a text that is too long refuse it.
 */
export function leadFromRow(row: SheetRow<LeadColumn>): RowResult<ImportedLead> {
  const reading = readRow(row, notNames)
  const { hasOwnName, ...customer } = readRowCustomer(reading)
  const { currentSupplier, monthlyAmount, consumption, source } = reading.texts
  const values = {
    ...customer,
    ...{ currentSupplier, monthlyAmount, consumption, source },
    contractEndDate: dateIn(reading, 'contractEndDate', refuseRow),
    energyType: parseEnergyType(fieldTextOf(reading, 'energyType')),
    status: isOver(fieldTextOf(reading, 'status'))
      ? ('not-interested' satisfies LeadStatus)
      : readChoice(reading, 'status', leadStatuses, leadStatusLabels),
    priority: readChoice(reading, 'priority', priorities, priorityLabels),
    callBackAt: callBackIn(reading),
  }
  const permission = readPermission(reading)
  const { consent: told } = permission
  const consent = told && { source: told.source, date: told.date }
  const parsed = NewLead.safeParse({ ...onOneLine({ ...values, consent }), notes: reading.texts.notes })
  if (reading.problems.length === 0) {
    for (const { path, message } of parsed.error?.issues ?? []) refuseRow(reading, nameOf(reading, path[0]), message)
  }
  if (!parsed.success || reading.problems.length > 0) return { ok: false, problems: reading.problems }
  const doNotCall = refusesCalls(reading)
  const item = { form: parsed.data, hasOwnName, doNotCall, permission, ownerName: reading.texts.owner }
  return { ok: true, item, warnings: reading.warnings }
}

/** Returns values without undefined ones, with texts on one line. */
const onOneLine = (values: object) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : value]),
  )

/** Columns of form fields that have another name than their column. */
const columns: Partial<Record<PropertyKey, LeadColumn>> = {
  customerEmail: 'email',
  customerPhone: 'phone',
  consent: 'consentSource',
}
const nameOf = (reading: Reading<LeadColumn>, field: PropertyKey = '') =>
  field === 'customerName'
    ? columnNameOf(reading, 'customerName', 'Klantnaam')
    : columnNameOf(reading, columns[field] ?? (field as LeadColumn))

function dateIn(reading: Reading<LeadColumn>, field: LeadColumn, report: typeof refuseRow | typeof warnOfRow) {
  const text = fieldTextOf(reading, field)
  const { dates } = reading.row.header
  const date = text === '' ? undefined : (parseDate(text, dates) ?? parsePeriod(text, dates)?.end)
  if (text !== '' && !date) report(reading, columnNameOf(reading, field), `${quoteCell(text)} is geen geldige datum`)
  return date
}

/** Returns the moment to call back, at noon without a time. */
function callBackIn(reading: Reading<LeadColumn>): string | undefined {
  const date = dateIn(reading, 'callBackDate', warnOfRow)
  const [time = '12:00'] = /^([01]\d|2[0-3]):[0-5]\d/.exec(fieldTextOf(reading, 'callBackTime')) ?? []
  return date && instantIn(date, time)
}

/** Tells whether a status of another program says that nothing more is to be done with a lead. */
const isOver = (status: string) => CANCELLED.test(status) || /^(overleden|deceased)/i.test(status)

/** Returns the value of a cell, given by its label or its own name. Any other text gives a warning and undefined. */
function readChoice<V extends LeadStatus | Priority>(
  reading: Reading<LeadColumn>,
  field: 'status' | 'priority',
  values: readonly V[],
  labels: Readonly<Record<V, string>>,
): V | undefined {
  const text = fieldTextOf(reading, field)
  if (text === '') return undefined
  const value = values.find((one) => [one, labels[one]].some((name) => foldText(name) === foldText(text)))
  if (!value) {
    const known = values.map((one) => labels[one]).join(', ')
    warnOfRow(reading, columnNameOf(reading, field), `${quoteCell(text)} is geen van ${known} en is weggelaten`)
  }
  return value
}
