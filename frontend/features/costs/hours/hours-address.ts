import * as z from 'zod'
import { useUrlFilter } from '../../../lib/url-filter.ts'
import { addDays, today } from '../../../ui/dates/calendar-days.ts'
import { mondayOf } from '../weeks.ts'

const HoursAddress = z.object({
  week: z.iso.date(),
  dag: z.iso.date(),
  userId: z.string().max(128),
})

/** Returns the week, day (on a phone) and person in the address, with functions that change them. */
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
    /** Returns the day that is `days` days after the shown day; before it, if the number is negative. */
    step: (days: number) => addDays(inWeek ?? (isThisWeek ? today() : monday), days),
    show: (userId: string) => setFilter({ userId }),
  }
}
