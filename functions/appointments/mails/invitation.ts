import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { now } from '../../../shared/time.ts'
import { unlinkText } from '../../mail/safe-text.ts'
import { type Mail, mailSender } from '../../platform/aws/mail.ts'
import { fullName } from '../../platform/identity/user.ts'
import { endOf, PRODUCT, placeOf, uidOf } from './calendar-entry.ts'
import { type MailFacts, sequenceOf } from './mail-queue.ts'
import type { Sender } from './settings.ts'

/**
 * Returns an appointment as an iCalendar file (RFC 5546): an invitation, or its cancellation. UID and sequence let
 * calendar programs replace the earlier entry; times are in UTC.
 */
export function composeInvitation(
  method: 'REQUEST' | 'CANCEL',
  facts: MailFacts,
  sender: Pick<Sender, 'name' | 'phone'>,
): NonNullable<Mail['calendar']> {
  const ours = unlinkText(sender.name)
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod[method] })
  const agent = unlinkText(fullName(facts.agent))
  calendar.createEvent({
    id: uidOf(facts),
    sequence: sequenceOf(facts),
    stamp: new Date(now()),
    start: new Date(facts.start),
    end: new Date(endOf(facts.start)),
    summary: `Afspraak met ${agent} (${ours})`,
    ...(sender.phone ? { description: `Kunt u niet? Bel ${unlinkText(sender.phone)}.` } : {}),
    location: unlinkText(placeOf(facts)) || null,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: ours, email: mailSender },
    attendees: [
      {
        name: unlinkText(facts.customerName),
        email: facts.customerEmail ?? '',
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  })
  return { filename: 'afspraak.ics', method, content: `${calendar.toString()}\r\n` }
}
