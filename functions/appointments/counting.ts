import { measures } from '../../shared/measures.ts'
import { take } from '../platform/rows.ts'
import type { Counted } from '../records/recount.ts'
import { Appointments } from './entity.ts'
import { contributionsOf } from './rules.ts'

const READ_BATCH = 500

/** What appointments count. */
export const countedAppointments: Counted = {
  measures: measures.appointments,
  contributionsIn: async function* (month) {
    for (let after = { start: '', id: '' }, more = true; more; ) {
      const { rows, isOver } = await take(Appointments.query.byMonth({ month }).gt(after), READ_BATCH)
      for (const row of rows) yield contributionsOf(row)
      const last = rows.at(-1)
      after = last ? { start: last.start, id: last.id } : after
      more = !isOver
    }
  },
}
