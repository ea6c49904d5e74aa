import { statusLabels } from '../../shared/contract/appointments.ts'
import type { Office } from '../../shared/contract/fields.ts'
import { type Instant, localTimeOf } from '../../shared/time.ts'
import type { allAppointments } from '../appointments/list.ts'
import { fullName } from '../platform/user.ts'

type Row = Awaited<ReturnType<typeof allAppointments>>[number]

/** A text, or a calendar date `yyyy-mm-dd` that the format writes as it writes dates. */
export type Cell = string | { readonly date: string }

interface Column {
  readonly header: string
  readonly value: (row: Row) => Cell
}

const offices: Record<Office, string> = { roermond: 'Roermond', 'nieuw-vennep': 'Nieuw-Vennep' }
const types: Record<Row['type'], string> = { particulier: 'Particulier', zakelijk: 'Zakelijk' }

/** Text without the characters that no XML may hold, and that no spreadsheet program shows. */
export const writable = (text: string) =>
  text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** The columns of an export of appointments, in the words of the screens. */
export const columns: readonly Column[] = [
  { header: 'Datum', value: ({ date }) => ({ date }) },
  { header: 'Tijd', value: ({ start }) => localTimeOf(start as Instant) },
  { header: 'Klant', value: ({ customerName }) => customerName },
  { header: 'Bedrijf', value: ({ companyName = '' }) => companyName },
  { header: 'Type', value: ({ type }) => types[type] },
  { header: 'Status', value: ({ status }) => statusLabels[status] },
  { header: 'Telefoon', value: ({ customerPhone }) => customerPhone },
  { header: 'E-mail', value: ({ customerEmail = '' }) => customerEmail },
  { header: 'Adres', value: ({ address = '' }) => address },
  { header: 'Huisnummer', value: ({ houseNumber = '' }) => houseNumber },
  { header: 'Postcode', value: ({ postalCode = '' }) => postalCode },
  { header: 'Plaats', value: ({ city = '' }) => city },
  { header: 'Huidige leverancier', value: ({ currentSupplier = '' }) => currentSupplier },
  { header: 'Maandbedrag', value: ({ monthlyAmount = '' }) => monthlyAmount },
  { header: 'Verbruik (kWh/jaar)', value: ({ consumption = '' }) => consumption },
  { header: 'Agent', value: ({ agent }) => fullName(agent) },
  { header: 'Gebeld door', value: ({ caller }) => fullName(caller) },
  { header: 'Team', value: ({ team }) => team.name },
  { header: 'Kantoor', value: ({ team }) => offices[team.office] },
  { header: 'Notities', value: ({ notes = '' }) => notes },
]
