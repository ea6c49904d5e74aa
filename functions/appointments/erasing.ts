import { type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { Outbox } from '../platform/data/outbox.ts'
import { readAll } from '../platform/data/rows.ts'
import {
  commitErased,
  ERASED_NAME,
  type Erasable,
  eraseWith,
  isStoredAlike,
  keepOnly,
  listAuditedCustomers,
  type Stay,
} from '../records/erasing.ts'
import type { AppointmentRow } from './entity.ts'
import { appointmentRecords, findAppointment } from './service.ts'

/** Attributes that say when, by whom and with what result an appointment was, and nothing about the customer. */
const kept = [
  ...(['id', 'version', 'start', 'date', 'month', 'type', 'status', 'agentId', 'teamId', 'createdBy'] as const),
  ...(['leadId', 'contractId', 'saleId', 'saleRejected', 'heldBy', 'slot', 'agent', 'caller', 'team'] as const),
  ...(['sequence', 'plannedAt', 'confirmationSent', 'reminderSent', 'createdAt', 'updatedAt'] as const),
] as const satisfies readonly (keyof AppointmentRow)[]

/** Erases appointments: what was planned and held stays as a number, without the customer. */
export const erasableAppointments: Erasable = {
  find: async (id) => {
    const row = await findAppointment(id)
    if (!row) return null
    const after = keepOnly(row, kept, {
      ...{ customerName: ERASED_NAME, customerPhone: '' },
      // Absent parts are read as null.
      contactBasis: row.contactBasis && ({ kind: row.contactBasis.kind } as AppointmentRow['contactBasis']),
    })
    return {
      name: row.customerName,
      date: row.date,
      stays: stayOf(row),
      usedOn: row.date as LocalDate,
      rows: { appointment: [row], mails: await readAll(Outbox.query.bySubject({ subject: id })) },
      audited: [{ type: 'appointment', id, kept, name: ERASED_NAME }, ...listAuditedCustomers(row)],
      erase: async (permit) => {
        if (isStoredAlike(row, after)) return
        await commitErased(permit, appointmentRecords.changed(row, after, eraseWith()).changes)
      },
    }
  },
}

const stayOf = ({ date, status }: AppointmentRow): Stay | null =>
  date >= localDateOf(now()) && status !== 'cancelled'
    ? { what: 'all', until: null, why: 'De afspraak staat nog gepland. Annuleer de afspraak eerst.' }
    : null
