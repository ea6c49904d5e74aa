import type { MailKind } from '../../shared/contract/appointments.ts'
import type { Instant } from '../../shared/time.ts'
import type { Letters, MailItem } from '../mail/kinds.ts'
import { type Line, letter, line } from '../mail/letter.ts'
import type { Mail } from '../platform/mail.ts'
import { fullName } from '../platform/user.ts'
import { placeOf } from './calendar-entry.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { invitation } from './invitation.ts'
import { type MailFacts, sequenceOf } from './mail-queue.ts'
import { told } from './mails.ts'

const moment = new Intl.DateTimeFormat('nl-NL', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Amsterdam',
})

interface Words {
  readonly subject: (when: string) => Line
  readonly opening: (when: string) => Line
  /** Whether somebody comes, and can be asked not to. */
  readonly isOn: boolean
}

const words: Record<MailKind, Words> = {
  confirmation: {
    subject: (when) => line`Bevestiging van uw afspraak op ${when}`,
    opening: (when) => line`Uw afspraak staat gepland op ${when}.`,
    isOn: true,
  },
  moved: {
    subject: (when) => line`Uw afspraak is verplaatst naar ${when}`,
    opening: (when) => line`Uw afspraak is verplaatst. Het nieuwe moment is ${when}.`,
    isOn: true,
  },
  cancelled: {
    subject: (when) => line`Uw afspraak op ${when} gaat niet door`,
    opening: (when) => line`Uw afspraak op ${when} is geannuleerd en gaat niet door.`,
    isOn: false,
  },
  reminder: {
    subject: (when) => line`Herinnering: uw afspraak op ${when}`,
    opening: (when) => line`Wij herinneren u aan uw afspraak op ${when}.`,
    isOn: true,
  },
}

/**
 * How the mails about an appointment read, with an invitation for the customer's calendar where there is something to
 * put into or take out of it, and what is marked when they were sent (rulings 28).
 */
export const letters: Letters<MailKind, AppointmentRow> = {
  compose: (kind, item, row) => {
    const facts = told(kind, item, row)
    if (!facts) throw new Error(`The mail about ${item.subject} has nothing to tell`)
    return mailAbout(kind, facts)
  },
  marks: (kind, item) => {
    if (kind === 'confirmation') return [Appointments.patch({ id: item.subject }).set({ confirmationSent: true })]
    return kind === 'reminder' ? [reminded(item)] : []
  },
}

function mailAbout(kind: MailKind, facts: MailFacts): Mail {
  const { subject, opening, isOn } = words[kind]
  const when = moment.format(new Date(facts.start as Instant))
  const place = placeOf(facts)
  const agent = fullName(facts.agent)
  const lines = [
    line`Beste ${facts.customerName},`,
    opening(when),
    ...(isOn ? [place ? line`${agent} komt bij u langs op ${place}.` : line`${agent} komt bij u langs.`] : []),
    isOn
      ? line`Kunt u niet? Neem dan contact met ons op, dan plannen we een nieuw moment.`
      : line`Wilt u een nieuwe afspraak maken? Neem dan contact met ons op.`,
    line`Met vriendelijke groet,\nPartnerview`,
  ]
  return {
    to: facts.customerEmail ?? '',
    ...letter(subject(when), lines),
    ...(kind === 'reminder' ? {} : { calendar: invitation(kind === 'cancelled' ? 'CANCEL' : 'REQUEST', facts) }),
  }
}

/** The mark of a reminder; refused when the appointment was moved and is to be reminded of anew. */
function reminded(item: MailItem) {
  const sequence = sequenceOf(item)
  return Appointments.patch({ id: item.subject })
    .set({ reminderSent: true })
    .where((one, { eq, notExists }) =>
      sequence === 0 ? `${notExists(one.sequence)} OR ${eq(one.sequence, 0)}` : eq(one.sequence, sequence),
    )
}
