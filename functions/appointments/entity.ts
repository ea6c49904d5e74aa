import type { KeptBasis } from '../../shared/api/parts/contact-basis.ts'
import { appointment } from '../../shared/appointments/record.ts'
import { canBe, defineEntity, gsi1, gsi2, gsi3, gsi4, primary, type RowOf } from '../platform/data/table.ts'

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
export const Appointments = defineEntity('appointment', {
  attributes: { ...appointment.stored, contactBasis: canBe<KeptBasis>() },
  indexes: {
    primary: primary('appointment#${id}', 'appointment'),
    byMonth: gsi1('appointments#${month}', '${start}#${id}'),
    byTeam: gsi2('appointments#team#${teamId}#${month}', '${start}#${id}'),
    byAgent: gsi3('appointments#agent#${agentId}#${month}', '${start}#${id}'),
    byCaller: gsi4('appointments#caller#${createdBy}#${month}', '${start}#${id}'),
  },
})
export type AppointmentRow = RowOf<typeof Appointments>
