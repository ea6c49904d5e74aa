import type { EntityItem } from 'electrodb'
import { roles } from '../../shared/access.ts'
import { offices } from '../../shared/api/parts/fields.ts'
import { appointmentStatuses } from '../../shared/api/parts/statuses.ts'
import { markets } from '../../shared/api/parts/trade.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, entityModel, gsi1, gsi2, gsi3, gsi4, must, primary, store, text } from '../platform/data/table.ts'

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
    model: entityModel('appointment'),
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
      /** Start, ISO 8601 in UTC. */
      start: must,
      /** Date of the start in Amsterdam, `yyyy-mm-dd`. */
      date: must,
      /** Month of that date, `yyyy-mm`. */
      month: must,
      type: { type: markets, required: true },
      status: { type: appointmentStatuses, required: true },
      notes: text,
      /** Reason to call a number on the do-not-call list. */
      doNotCallReason: text,
      agentId: must,
      teamId: { type: 'number', required: true },
      createdBy: must,
      /** Person who gave the record its present phone number; absent for its maker. */
      phoneBy: text,
      /** Lead that the appointment was booked for. */
      leadId: text,
      /** Contract that the appointment was booked for, directly or through its lead. */
      contractId: text,
      /** Consent of the lead at the time of booking. */
      consent: { type: 'map', properties: { source: must, date: must } },
      /** Last sale registered for the appointment. Only a rejected sale may be replaced by another. */
      saleId: text,
      /** Tells whether the sale in `saleId` was rejected. */
      saleRejected: { type: 'boolean' },
      /**
       * Person who gave the appointment a status that says it took place (sale, no-sale or quote-sent), with their
       * role. If this is the booker, the next other person who sets such a status replaces the booker. That confirms
       * the booker's fee (rulings 36).
       */
      heldBy: { type: 'map', properties: { id: must, role: { type: roles, required: true } } },
      /**
       * The agent's time: `held` by this appointment alone, or `shared` with another one on purpose. Absent when it was
       * cancelled or booked before such times were held.
       */
      slot: { type: ['held', 'shared'] as const },
      /** Names of agent, caller and team, stored with the row so that lists can show them. */
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
      /** Number for calendar programs (absent: 0); each move, cancellation, reactivation and restoration raises it. */
      sequence: { type: 'number' },
      /** Moment of the booking, or of the last move or reactivation (absent: as `createdAt`). */
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
