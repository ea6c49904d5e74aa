import { daysBetween, type LocalDate } from '../../../shared/time.ts'
import { formatDate, formatDateShort } from '../../lib/format.ts'
import { today } from '../../ui/dates/calendar-days.ts'

/** Number of days before the end of a contract from which the days are counted. */
const SOON_DAYS = 31

/** Describes the end of a contract: `nog 12 dagen`, `Liep af op 25 nov`, or the day where that is further away. */
export function contractEndText(date: string): string {
  const days = daysBetween(today() as LocalDate, date as LocalDate)
  if (days < 0) return `Liep af op ${formatDateShort(date)}`
  if (days === 0) return 'Loopt vandaag af'
  return days > SOON_DAYS ? `tot ${formatDate(date)}` : `nog ${days} ${days === 1 ? 'dag' : 'dagen'}`
}
