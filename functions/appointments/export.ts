import {
  type AppointmentFilter,
  type AppointmentSort,
  type AppointmentType,
  statusLabelOf,
} from '../../shared/contract/appointments.ts'
import type { ExportFormat } from '../../shared/contract/export.ts'
import { officeNames } from '../../shared/contract/fields.ts'
import { unprocessable } from '../../shared/errors.ts'
import { type Instant, localTimeOf } from '../../shared/time.ts'
import type { Column } from '../export/cells.ts'
import { exported } from '../export/exported.ts'
import type { Caller } from '../platform/actor.ts'
import { fullName } from '../platform/user.ts'
import { allAppointments } from './list.ts'
import { viewsOf } from './service.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

/** Maximum number of months in one export. */
const MAX_MONTHS = 120
const tooLong = () => unprocessable('Kies een periode van hoogstens tien jaar.')

const types: Record<AppointmentType, string> = { particulier: 'Particulier', zakelijk: 'Zakelijk' }

/** Leaves out numbers on the do-not-call list (rulings 32). */
const columns: readonly Column<View>[] = [
  { header: 'Datum', value: ({ date }) => ({ date }) },
  { header: 'Tijd', value: ({ start }) => localTimeOf(start as Instant) },
  { header: 'Klant', value: ({ customerName }) => customerName },
  { header: 'Bedrijf', value: ({ companyName = '' }) => companyName },
  { header: 'Type', value: ({ type }) => types[type] },
  { header: 'Status', value: ({ status }) => statusLabelOf(status) },
  { header: 'Telefoon', value: ({ customerPhone, doNotCallSince }) => (doNotCallSince ? '' : customerPhone) },
  { header: 'Niet bellen', value: ({ doNotCallSince }) => (doNotCallSince ? 'Ja' : '') },
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
  { header: 'Kantoor', value: ({ team }) => officeNames[team.office] },
  { header: 'Notities', value: ({ notes = '' }) => notes },
]

type Query = AppointmentFilter & {
  sort?: AppointmentSort | undefined
  ids?: string | undefined
  format?: ExportFormat | undefined
}

/**
 * Exports the filtered list of appointments as a spreadsheet, within the same reach and in the same order as the list.
 * Throws 422 above the limits of one file or of reading.
 */
export const exportAppointments = (actor: Caller, { format, ...query }: Query) =>
  exported(
    actor,
    {
      action: 'appointment:read',
      entity: 'appointment',
      plural: 'afspraken',
      sheet: 'Afspraken',
      columns,
      rows: async (bounds) => {
        const rows = await allAppointments(actor, query, {
          ...bounds,
          months: MAX_MONTHS,
          tooMany: (what) => (what === 'months' ? tooLong() : bounds.tooMany(what)),
        })
        const chosen = query.ids === undefined ? null : new Set(query.ids.split(','))
        return viewsOf(chosen ? rows.filter(({ id }) => chosen.has(id)) : rows)
      },
    },
    { format, filter: query },
  )
