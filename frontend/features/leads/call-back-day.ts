import type { Lead } from '../../../shared/leads/schemas.ts'
import { type Instant, localDateOf } from '../../../shared/time.ts'
import { describeCallBack } from '../../domains/leads.ts'
import { formatTime, formatWeekday } from '../../lib/format.ts'
import { addDays, today } from '../../ui/dates/calendar-days.ts'

/**
 * Returns the heading of the day on which a lead is called back: `Te laat`, `Vandaag`, `Morgen`, `vr 27 nov`. Empty
 * without a call-back.
 */
export function callBackHeadingOf({ callBackAt }: Lead): string {
  if (callBackAt === null) return ''
  const date = localDateOf(callBackAt as Instant)
  if (date < today()) return 'Te laat'
  if (date === today()) return 'Vandaag'
  return date === addDays(today(), 1) ? 'Morgen' : formatWeekday(callBackAt)
}

/** Returns when a lead is called back: the time, with the date before it for a past day. Empty without a call-back. */
export function callBackTimeOf({ callBackAt }: Lead): string {
  if (callBackAt === null) return ''
  const { text, isLate } = describeCallBack(callBackAt)
  return isLate ? `${text} ${formatTime(callBackAt)}` : formatTime(callBackAt)
}
