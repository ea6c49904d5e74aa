const DAYS_TO_1970 = 25_569
const MILLISECONDS_PER_DAY = 86_400_000
const DAYS_FROM_1900_TO_1904 = 1462

/** Returns the date of a moment in UTC as `yyyy-mm-dd`; '' for an invalid moment. */
export function isoDateOf(value: Date): string {
  return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
}

/** Returns the date of an Excel day number as `yyyy-mm-dd`; '' when it is out of range. */
export function serialDateText(serial: number, from1904 = false): string {
  const days = serial - DAYS_TO_1970 + (from1904 ? DAYS_FROM_1900_TO_1904 : 0)
  return isoDateOf(new Date(Math.round(days * MILLISECONDS_PER_DAY)))
}
