import { basisLabels } from '../../../shared/api/parts/contact-basis.ts'
import { officeNames } from '../../../shared/api/parts/fields.ts'
import type { AppointmentFilter, AppointmentSort } from '../../../shared/api/schemas/appointments.ts'
import { statusLabelOf } from '../../../shared/appointments/choices.ts'
import { appointmentFields } from '../../../shared/appointments/record.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { callStateText } from '../../../shared/numbers/state-texts.ts'
import { type Instant, localTimeOf } from '../../../shared/time.ts'
import { columnsFor } from '../../export/columns.ts'
import { type Exported, exportList } from '../../export/export-list.ts'
import type { Caller } from '../../platform/actor.ts'
import { viewsOf } from '../service.ts'
import { readAllAppointments } from './list.ts'

type View = Awaited<ReturnType<typeof viewsOf>>[number]

/** Maximum number of months in one export. */
const MAX_MONTHS = 120
const tooLong = () => unprocessable('Kies een periode van hoogstens tien jaar')

/** Returns the columns of the export; the cell of a number on the do-not-call list is empty (decision 44). */
const columnsOf = (actor: Caller) =>
  columnsFor<View, typeof appointmentFields>(actor, appointmentFields, [
    { header: 'Datum', value: ({ date }) => ({ date }) },
    { header: 'Tijd', value: ({ start }) => localTimeOf(start as Instant) },
    ...(['customerName', 'companyName', 'type'] as const),
    { header: 'Status', value: ({ status }) => statusLabelOf(status) },
    { header: 'Telefoon', value: ({ customerPhone, doNotCallSince }) => (doNotCallSince ? '' : customerPhone) },
    { header: 'Niet bellen', value: ({ doNotCallSince }) => (doNotCallSince ? 'Ja' : '') },
    { header: 'Belstatus', value: ({ mayCall }) => callStateText(mayCall) },
    { header: 'Grondslag', value: ({ contactBasis }) => (contactBasis ? basisLabels[contactBasis.kind] : '') },
    ...(['customerEmail', 'address', 'houseNumber', 'postalCode', 'city'] as const),
    ...(['currentSupplier', 'monthlyAmount', 'consumption', 'agent', 'caller', 'team'] as const),
    { header: 'Kantoor', value: ({ team }) => officeNames[team.office] },
    'notes',
  ])

type Query = Exported<AppointmentFilter> & { sort?: AppointmentSort | undefined; ids?: string | undefined }

/**
 * Exports the appointments of a filtered list as a spreadsheet, within the actor's reach and in the order of that list;
 * `ids` selects some of them. Throws 403 without calendar access. Throws 422 above ten years or the limits of one file,
 * and 429 after 30 files in five minutes.
 */
export const exportAppointments = (actor: Caller, query: Query) =>
  exportList(actor, query, {
    action: 'appointment:read',
    entity: 'appointment',
    plural: 'afspraken',
    columns: columnsOf(actor),
    rows: async (bounds) => {
      const rows = await readAllAppointments(actor, query, {
        ...bounds,
        months: MAX_MONTHS,
        tooMany: (what) => (what === 'months' ? tooLong() : bounds.tooMany(what)),
      })
      const chosen = query.ids === undefined ? null : new Set(query.ids.split(','))
      return viewsOf(chosen ? rows.filter(({ id }) => chosen.has(id)) : rows)
    },
  })
