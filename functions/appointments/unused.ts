import { addMonths, type LocalDate, monthsBetween } from '../../shared/time.ts'
import { readAll } from '../platform/data/rows.ts'
import { ERASED_NAME } from '../records/erasing.ts'
import { MONTHS_BACK } from '../records/findable.ts'
import { type AppointmentRow, Appointments } from './entity.ts'

/** Lists the appointments of before a day that name their customer still. */
export async function listUnusedAppointments(before: LocalDate): Promise<{ id: string; date: string }[]> {
  const found = []
  for (const month of monthsBetween(addMonths(before, -MONTHS_BACK), before)) {
    const rows = await readAll<AppointmentRow>(Appointments.query.byMonth({ month }) as never)
    for (const { id, date, customerName } of rows) {
      if (date < before && customerName !== ERASED_NAME) found.push({ id, date })
    }
  }
  return found
}
