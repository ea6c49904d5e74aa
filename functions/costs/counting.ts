import { measures } from '../../shared/measures.ts'
import type { Counted } from '../records/recount.ts'
import { everyRow, inOrder, text } from '../records/source.ts'
import { type DayRow, TimeDays } from './day-entity.ts'
import { dayContributions } from './days.ts'

/** Recount of hours and their costs, by the month of their day. */
export const countedHours: Counted = {
  measures: measures.hours,
  contributionsIn: async function* (month) {
    const source = inOrder<DayRow>({ date: text, id: text }, [TimeDays.query.byMonth({ month }) as never])
    for await (const row of everyRow(source)) yield dayContributions(row)
  },
}
