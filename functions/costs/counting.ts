import { measures } from '../../shared/measures.ts'
import type { RecountedDomain } from '../records/recount.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type DayRow, TimeDays } from './day-entity.ts'
import { dayContributions } from './days.ts'

/** Measures of hours, and how a recount computes them from the days of a month. */
export const countedHours: RecountedDomain = {
  measures: measures.hours,
  contributionsIn: async function* (month) {
    const source = inOrder<DayRow>({ date: isText, id: isText }, [TimeDays.query.byMonth({ month }) as never])
    for await (const row of iterateRows(source)) yield dayContributions(row)
  },
}
