import type { EntityItem } from 'electrodb'
import { roles } from '../../shared/access.ts'
import { appointmentStatuses, appointmentTypes } from '../../shared/contract/appointments.ts'
import { offices } from '../../shared/contract/fields.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, gsi1, gsi2, gsi3, gsi4, model, must, primary, store, text } from '../platform/table.ts'

const person = {
  type: 'map',
  required: true,
  properties: { id: must, firstName: must, lastName: must },
} as const

/**
 * Appointments; rows are written whole, under their version. Lists are bucketed by the month of the local date, so
 * that no partition grows with the years.
 *
 * | Read                    | Index   | Key                            |
 * | one appointment         | primary | id                             |
 * | a month, by start       | gsi1    | month · start, id              |
 * | a team's month          | gsi2    | teamId, month · start, id      |
 * | an agent's month        | gsi3    | agentId, month · start, id     |
 * | booked by a caller      | gsi4    | createdBy, month · start, id   |
 */
export const Appointments = new Entity(
  {
    model: model('appointment'),
    attributes: {
      id: must,
      version: { type: 'number', required: true },
      customerName: must,
      customerEmail: text,
      customerPhone: must,
      companyName: text,
      currentSupplier: text,
      monthlyAmount: text,
      consumption: text,
      address: text,
      postalCode: text,
      houseNumber: text,
      city: text,
      /** The moment it starts, ISO 8601 UTC. */
      start: must,
      /** Its date and month in Amsterdam. */
      date: must,
      month: must,
      type: { type: appointmentTypes, required: true },
      status: { type: appointmentStatuses, required: true },
      notes: text,
      /** Why it was booked although the number does not want to be called. */
      doNotCallReason: text,
      agentId: must,
      teamId: { type: 'number', required: true },
      createdBy: must,
      /** The lead it was planned for. */
      leadId: text,
      /** The contract it was planned for, itself or by way of that lead. */
      contractId: text,
      /** The consent of that lead, as it was then. */
      consent: { type: 'map', properties: { source: must, date: must } },
      /** The sale that was registered for it last, and whether that was rejected, so that another may take its place. */
      saleId: text,
      saleRejected: { type: 'boolean' },
      /**
       * Person who called it held, and their role; anyone but the person who booked it stays, as they confirm the fee
       * (rulings 36).
       */
      heldBy: { type: 'map', properties: { id: must, role: { type: roles, required: true } } },
      /** Names as lists show them, kept with the row. */
      agent: person,
      caller: person,
      team: {
        type: 'map',
        required: true,
        properties: {
          id: { type: 'number', required: true },
          name: must,
          office: { type: offices, required: true },
        },
      },
      /** Rises when it is moved, cancelled or put back, as calendar programs count (absent: 0). */
      sequence: { type: 'number' },
      /** When it got the date and time it has (absent: when it was booked). */
      plannedAt: text,
      confirmationSent: { type: 'boolean', required: true },
      reminderSent: { type: 'boolean', required: true },
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: primary('appointment#${id}', 'appointment'),
      byMonth: gsi1('appointments#${month}', '${start}#${id}'),
      byTeam: gsi2('appointments#team#${teamId}#${month}', '${start}#${id}'),
      byAgent: gsi3('appointments#agent#${agentId}#${month}', '${start}#${id}'),
      byCaller: gsi4('appointments#caller#${createdBy}#${month}', '${start}#${id}'),
    },
  },
  store,
)
export type AppointmentRow = Whole<EntityItem<typeof Appointments>>
