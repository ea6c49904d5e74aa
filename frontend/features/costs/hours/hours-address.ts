import * as z from 'zod'
import { useUrlFilter } from '../../../lib/url-filter.ts'
import { addDays, today } from '../../../ui/dates/calendar-days.ts'
import { mondayOf } from '../cells.ts'

const HoursAddress = z.object({
  week: z.iso.date(),
  dag: z.iso.date(),
  userId: z.string().max(128),
})

/** Reads the shown week, its day (on a phone) and the person from the address. */
export function useHoursAddress() {
  const { filter, setFilter } = useUrlFilter(HoursAddress)
  const monday = mondayOf(filter.week ?? today())
  const isThisWeek = monday === mondayOf(today())
  const inWeek = filter.dag !== undefined && mondayOf(filter.dag) === monday ? filter.dag : undefined
  return {
    monday,
    day: inWeek ?? (isThisWeek ? today() : monday),
    userId: filter.userId,
    goTo: (day: string) => {
      const week = mondayOf(day)
      setFilter({ week: week === mondayOf(today()) ? '' : week, dag: day === today() ? '' : day })
    },
    step: (days: number) => addDays(inWeek ?? (isThisWeek ? today() : monday), days),
    show: (userId: string) => setFilter({ userId }),
  }
}
