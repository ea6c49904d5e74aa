import type { AuditLog } from '../../../shared/contract/admin.ts'
import { statusLabels } from '../../../shared/contract/appointments.ts'
import { salesStatusLabels } from '../../../shared/contract/contracts.ts'
import { officeLabels, roleLabels } from '../../domains/people.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'

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
  agentId: 'Agent (id)',
  appointmentDate: 'Datum en tijd',
  asksCode: 'Vraagt om 2FA code',
  attempt: 'Poging',
  caller: 'Gebeld door',
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
  name: 'Naam',
  notes: 'Notities',
  office: 'Kantoor',
  phone: 'Telefoon',
  plannedAt: 'Gepland op',
  postalCode: 'Postcode',
  role: 'Rol',
  salesStatus: 'Salesstatus',
  sequence: 'Volgnummer agenda',
  sessionTimeout: 'Session timeout (seconden)',
  sortName: 'Sorteernaam',
  start: 'Datum en tijd',
  state: 'Status',
  status: 'Status',
  team: 'Team',
  teamId: 'Team (nummer)',
  twoFactorEnabled: '2FA',
  type: 'Type',
  updatedAt: 'Gewijzigd op',
  userAgent: 'Apparaat',
  version: 'Versie',
  wrong: 'Reden',
}

/** Stored words as the screens show them. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  office: officeLabels,
  role: roleLabels,
  salesStatus: salesStatusLabels,
  status: statusLabels,
  wrong: {
    password: 'Wachtwoord onjuist',
    code: 'Code onjuist',
    inactive: 'Account is gedeactiveerd',
    unknown: 'E-mailadres is niet bekend',
  },
}

/** The fields of both versions, changed ones first, each with its old and new value as text. */
export function fieldsOf({ oldData, newData }: Pick<AuditLog, 'oldData' | 'newData'>): AuditField[] {
  const names = [...new Set([...Object.keys(oldData ?? {}), ...Object.keys(newData ?? {})])]
  const fields = names.map((name) => {
    const [before, after] = [oldData?.[name], newData?.[name]].map(
      (value) => words[name]?.[String(value)] ?? textOf(value),
    )
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

/** Fields that every change moves, and that tell nobody anything. */
const bookkeeping = ['createdAt', 'sequence', 'updatedAt', 'version']

const rankOf = ({ name, changed }: AuditField) => (bookkeeping.includes(name) ? 2 : changed ? 0 : 1)

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
