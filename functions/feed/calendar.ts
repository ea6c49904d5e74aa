import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { statusLabels } from '../../shared/contract/appointments.ts'
import { endOf, PRODUCT, placeOf, uidOf } from '../appointments/calendar-entry.ts'
import type { ownAppointments } from '../appointments/own.ts'
import { oneLine } from '../mail/names.ts'

type Row = Awaited<ReturnType<typeof ownAppointments>>[number]

/** How often a calendar program is asked to look again. */
const REFRESH_SECONDS = 15 * 60

/**
 * Appointments as a calendar to subscribe to (RFC 5545). Times are in UTC, which no clock change can move; everything
 * in it follows from the rows, so that an unchanged calendar is the same text.
 */
export function calendarOf(firstName: string, rows: readonly Row[]): string {
  const calendar = ical({
    prodId: PRODUCT,
    name: oneLine(`Partnerview – ${firstName}`),
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const row of rows) {
    calendar.createEvent({
      id: uidOf(row),
      sequence: row.version,
      stamp: new Date(row.updatedAt),
      lastModified: new Date(row.updatedAt),
      start: new Date(row.start),
      end: new Date(endOf(row.start)),
      summary: oneLine(row.companyName ? `${row.customerName} (${row.companyName})` : row.customerName),
      location: placeOf(row) || null,
      description: `Telefoon: ${oneLine(row.customerPhone)}\nStatus: ${statusLabels[row.status]}`,
      status: row.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return `${calendar.toString()}\r\n`
}
