import type { AuditLog } from '../../../shared/contract/admin.ts'
import { mailKinds, statusLabels } from '../../../shared/contract/appointments.ts'
import { salesStatusLabels } from '../../../shared/contract/contracts.ts'
import { roleLabels } from '../../../shared/contract/fields.ts'
import type { MailState } from '../../../shared/contract/mail.ts'
import { employmentLabels, licenceLabels, officeLabels } from '../../domains/people.ts'
import { formatDate, formatDateTime, formatMoney } from '../../lib/format.ts'
import type { Names } from './api.ts'

/** A field of a record, before and after; null where the record had no such field. */
export interface AuditField {
  readonly name: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
  readonly changed: boolean
}

const labels: Readonly<Record<string, string>> = {
  address: 'Adres',
  agent: 'Agent',
  agentId: 'Agent',
  assignedTo: 'Toegewezen aan',
  appointmentDate: 'Datum en tijd',
  asksCode: 'Vraagt om 2FA code',
  attempt: 'Poging',
  caller: 'Gebeld door',
  cancelled: 'Mail over annulering',
  confirmation: 'Mail met bevestiging',
  confirmationSent: 'Bevestiging verstuurd',
  city: 'Plaats',
  companyName: 'Bedrijf',
  consumption: 'Verbruik',
  createdAt: 'Aangemaakt op',
  createdBy: 'Aangemaakt door',
  currentSupplier: 'Huidige leverancier',
  customerEmail: 'E-mail klant',
  customerName: 'Klantnaam',
  customerPhone: 'Telefoon klant',
  description: 'Omschrijving',
  email: 'E-mail',
  enabled: 'Ingeschakeld',
  employmentType: 'Dienstverband',
  error: 'Fout',
  expiresAt: 'Verloopt',
  filename: 'Bestand',
  firstName: 'Voornaam',
  hasCalendarAccess: 'Toegang kalender',
  hasCommissionsAccess: 'Toegang commissies',
  hasInvoiceAccess: 'Toegang facturen',
  hasLeadsAccess: 'Toegang leads',
  hasPersonalDataAccess: 'Toegang persoonsgegevens',
  hasSalesAccess: 'Toegang sales',
  hasSalesReportsAccess: 'Toegang rapportages',
  hasTransactionsAccess: 'Toegang transacties',
  houseNumber: 'Huisnummer',
  ipAddress: 'IP-adres',
  isActive: 'Actief',
  isLocalAccount: 'Lokaal account',
  keyPreview: 'Key',
  lastLicensePayment: 'Laatste licentiebetaling',
  lastName: 'Achternaam',
  licenseFeeStatus: 'Licentie',
  members: 'Leden',
  monthlyAmount: 'Maandbedrag',
  moved: 'Mail over verplaatsing',
  name: 'Naam',
  notes: 'Notities',
  office: 'Kantoor',
  phone: 'Telefoon',
  plannedAt: 'Gepland op',
  postalCode: 'Postcode',
  reminder: 'Mail met herinnering',
  reminderSent: 'Herinnering verstuurd',
  role: 'Rol',
  sendConfirmations: 'Bevestigingen versturen',
  sendReminders: 'Herinneringen versturen',
  salesStatus: 'Salesstatus',
  sequence: 'Volgnummer agenda',
  sessionTimeout: 'Session timeout',
  sortName: 'Sorteernaam',
  start: 'Datum en tijd',
  state: 'Status',
  stats: 'Resultaat',
  status: 'Status',
  statusChangedAt: 'Status gewijzigd op',
  statusChangedBy: 'Status gewijzigd door',
  team: 'Team',
  teamId: 'Team',
  twoFactorEnabled: '2FA',
  type: 'Type',
  updatedAt: 'Gewijzigd op',
  uploadedBy: 'Geüpload door',
  userAgent: 'Apparaat',
  version: 'Versie',
  wrong: 'Reden',
}

const mails = {
  waiting: 'Wacht',
  sending: 'Wordt verstuurd',
  sent: 'Verstuurd',
  skipped: 'Niet meer nodig',
  held: 'Tegengehouden',
  failed: 'Mislukt',
  unknown: 'Onbekend',
} satisfies Record<MailState, string>

/** Stored words as the screens show them. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(mailKinds.map((kind) => [kind, mails])),
  employmentType: employmentLabels,
  licenseFeeStatus: licenceLabels,
  office: officeLabels,
  role: roleLabels,
  salesStatus: salesStatusLabels,
  status: statusLabels,
  type: { particulier: 'Particulier', zakelijk: 'Zakelijk' },
  wrong: {
    password: 'Wachtwoord onjuist',
    code: 'Code onjuist',
    inactive: 'Account is gedeactiveerd',
    unknown: 'E-mailadres is niet bekend',
  },
}

/** Fields that hold somebody's id. */
const people = ['agentId', 'assignedTo', 'createdBy', 'ownerId', 'statusChangedBy', 'uploadedBy']

/** Fields that say again what another field of the record says in words. */
const repeated: Readonly<Record<string, string>> = {
  agentId: 'agent',
  createdBy: 'caller',
  date: 'start',
  id: 'version',
  month: 'start',
  teamId: 'team',
}

/** The fields of both versions, changed ones first, each with its old and new value as text. */
export function fieldsOf({ oldData, newData }: Pick<AuditLog, 'oldData' | 'newData'>, names: Names): AuditField[] {
  const all = [...new Set([...Object.keys(oldData ?? {}), ...Object.keys(newData ?? {})])]
  const fields = all
    .filter((name) => !all.includes(repeated[name] ?? ''))
    .map((name) => {
      const [before, after] = [oldData?.[name], newData?.[name]].map((value) => shownOf(name, value, names))
      return {
        name,
        label: labels[name] ?? name,
        before: before ?? null,
        after: after ?? null,
        changed: before !== after,
      }
    })
  return fields.sort((one, other) => rankOf(one) - rankOf(other))
}

/** What a change comes to in a line, such as `Plaats: Venlo → Roermond`; null of what is new, gone or told elsewhere. */
export function summaryOf(log: Pick<AuditLog, 'oldData' | 'newData'>, names: Names): string | null {
  if (log.oldData === null || log.newData === null) return null
  const changed = fieldsOf(log, names).filter((field) => field.changed && rankOf(field) === 0)
  const [first] = changed
  if (!first) return null
  const more = changed.length > 1 ? ` en ${changed.length - 1} meer` : ''
  return `${first.label}: ${first.before ?? '–'} → ${first.after ?? '–'}${more}`
}

/** Fields that every change moves, and that tell nobody anything. */
const bookkeeping = ['createdAt', 'sequence', 'updatedAt', 'version']

const rankOf = ({ name, changed }: AuditField) => (bookkeeping.includes(name) ? 2 : changed ? 0 : 1)

function shownOf(name: string, value: unknown, names: Names): string | null {
  if (people.includes(name) && typeof value === 'string') return names.person(value) ?? value
  if (name === 'teamId' && typeof value === 'number') return names.team(value) ?? `Team ${value}`
  if (name === 'sessionTimeout' && typeof value === 'number') return `${value / 60} minuten`
  if (name === 'monthlyAmount' && typeof value === 'string') return moneyOf(value)
  if (name === 'stats') return statsOf(value)
  return words[name]?.[String(value)] ?? textOf(value)
}

/** An amount that somebody typed, in euros where it is a number. */
function moneyOf(typed: string): string {
  const number = /^\s*€?\s*(\d+(?:[.,]\d{1,2})?)\s*$/.exec(typed)?.[1]
  return number === undefined ? typed : formatMoney(Number(number.replace(',', '.')))
}

/** The counts of an import. */
function statsOf(value: unknown): string {
  const { totalRows = 0, created = 0, updated = 0, skipped = 0, errors = 0 } = Object(value) as Record<string, number>
  return `${totalRows} rijen: ${created} nieuw, ${updated} bijgewerkt, ${skipped} overgeslagen, ${errors} fout`
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee'
  if (typeof value === 'object') return nameOf(value) ?? JSON.stringify(value)
  if (typeof value !== 'string') return String(value)
  if (MOMENT.test(value)) return formatDateTime(value)
  return DAY.test(value) ? formatDate(value) : value
}

/** A person or team within a record, by name. */
function nameOf(value: object): string | null {
  const { firstName, lastName, name } = value as Readonly<Record<string, unknown>>
  const parts = [firstName, lastName, name].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}
