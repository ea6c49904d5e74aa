import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { statusLabelOf } from '../../shared/appointments/choices.ts'
import { type CallPart, callPartOf } from '../../shared/numbers/states.ts'
import type { readOwnCalendar } from '../appointments/service.ts'
import { toOneLine } from '../mail/safe-text.ts'

type Calendar = Awaited<ReturnType<typeof readOwnCalendar>>

/** Refresh interval that calendar programs are asked for, in seconds. */
const REFRESH_SECONDS = 15 * 60

/** Texts after a phone number that may not be called with an offer, by its part of a list (market 67). */
const notes: Record<CallPart, string> = {
  may: '',
  none: ' (alleen over de afspraak)',
  closed: ' (wil niet gebeld worden)',
}

/**
 * Returns appointments as a calendar to subscribe to (RFC 5545), named after its owner's `firstName`, with times in
 * UTC. The text depends only on the rows, so an unchanged calendar gives the same text.
 */
export function calendarOf(firstName: string, { product, entries }: Calendar): string {
  const calendar = ical({
    prodId: product,
    name: toOneLine(`Partnerview – ${firstName}`),
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const row of entries) {
    calendar.createEvent({
      id: row.uid,
      sequence: row.version,
      stamp: new Date(row.updatedAt),
      lastModified: new Date(row.updatedAt),
      start: new Date(row.start),
      end: new Date(row.end),
      summary: toOneLine(row.companyName ? `${row.customerName} (${row.companyName})` : row.customerName),
      location: row.place || null,
      description: `Telefoon: ${toOneLine(row.customerPhone)}${notes[callPartOf(row.mayCall.state)]}\nStatus: ${statusLabelOf(row.status)}`,
      status: row.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return `${calendar.toString()}\r\n`
}
