import { type ProjectType, projectTypeLabels, projectTypes } from '../../../shared/contract/schemas/costs.ts'
import { isoWeek, type LocalDate, startOfWeek } from '../../../shared/time.ts'
import { formatDateShort, formatWeekday } from '../../lib/format.ts'
import { addDays, weekdays } from '../../ui/dates/calendar-days.ts'

/** Cell of the week grid: a day and a type of work. */
export interface Cell {
  readonly date: string
  readonly projectType: ProjectType
}

/** Returns the key of a cell in maps and stored drafts: `2026-11-19 sales`. */
export const cellKeyOf = ({ date, projectType }: Cell): string => `${date} ${projectType}`

/** Reads a cell from its key; null for any other text. */
export function parseCellKey(key: string): Cell | null {
  const [date = '', type = ''] = key.split(' ')
  const projectType = projectTypes.find((one) => one === type)
  return projectType && /^\d{4}-\d\d-\d\d$/.test(date) ? { date, projectType } : null
}

/** Returns the name of a cell on screen: `Sales, do 19 nov`. */
export const cellNameOf = ({ date, projectType }: Cell): string =>
  `${projectTypeLabels[projectType]}, ${formatWeekday(date)}`

/** Returns the Monday of the week that contains a day, both as `yyyy-mm-dd`. */
export const mondayOf = (day: string): string => startOfWeek(day as LocalDate)

/** Returns the seven days of the week that starts on a Monday. */
export const daysOf = (monday: string): string[] => weekdays.map((_, day) => addDays(monday, day))

/** Returns the ISO number of the week that contains a day. */
export const weekNumber = (day: string): number => isoWeek(day as LocalDate).week

/** Returns the month that contains most of a week, `yyyy-mm`. */
export const monthOfWeek = (monday: string): string => addDays(monday, 3).slice(0, 7)

/** Formats a period of days: `2 – 8 nov`, or `30 nov – 6 dec`. */
export function spanText(from: string, to: string): string {
  if (from === to) return formatDateShort(from)
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${isOneMonth ? Number(from.slice(8)) : formatDateShort(from)} – ${formatDateShort(to)}`
}

/** Returns the cells of a day, one for each type of work. */
export const cellsOfDay = (date: string): Cell[] => projectTypes.map((projectType) => ({ date, projectType }))

/** Returns the cells of a type of work, one for each day of a week. */
export const cellsOfType = (monday: string, projectType: ProjectType): Cell[] =>
  daysOf(monday).map((date) => ({ date, projectType }))
