import { officeNames } from '../../../shared/api/parts/fields.ts'
import { DELAY_MINUTES, delayText, type MailKind } from '../../../shared/appointments/choices.ts'
import { atFirstUse } from '../../../shared/at-first-use.ts'
import { addSeconds, type Instant } from '../../../shared/time.ts'
import type { Letters, MailItem } from '../../mail/kinds.ts'
import { type CalendarDay, composeLetter, greetOutsider, type Line, line, withDay } from '../../mail/letter.ts'
import { unlinkText } from '../../mail/safe-text.ts'
import type { Mail } from '../../platform/aws/mail.ts'
import { fullName } from '../../platform/identity/user.ts'
import { type AppointmentRow, Appointments } from '../entity.ts'
import { placeOf } from './calendar-entry.ts'
import { type MailFacts, sequenceOf } from './mail-queue.ts'
import { findMailFacts } from './mails.ts'
import { type Sender, senderFor } from './settings.ts'

const moment = atFirstUse(
  () =>
    new Intl.DateTimeFormat('nl-NL', {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: 'Europe/Amsterdam',
    }),
)

interface Words {
  readonly subject: (when: string) => Line
  readonly opening: (when: string, facts: MailFacts) => Line
  /** True when the appointment takes place: an agent comes, and the customer can ask for another moment. */
  readonly takesPlace: boolean
}

const words: Record<MailKind, Words> = {
  confirmation: {
    subject: (when) => line`Bevestiging van uw afspraak op ${when}`,
    opening: (when) => line`Uw afspraak staat gepland op ${when}.`,
    takesPlace: true,
  },
  moved: {
    subject: (when) => line`Uw afspraak is verplaatst naar ${when}`,
    opening: (when) => line`Uw afspraak is verplaatst. Het nieuwe moment is ${when}.`,
    takesPlace: true,
  },
  cancelled: {
    subject: (when) => line`Uw afspraak op ${when} gaat niet door`,
    opening: (when) => line`Uw afspraak op ${when} is geannuleerd en gaat niet door.`,
    takesPlace: false,
  },
  reminder: {
    subject: (when) => line`Herinnering: uw afspraak op ${when}`,
    opening: (when) => line`Wij herinneren u aan uw afspraak op ${when}.`,
    takesPlace: true,
  },
  late: {
    subject: (when) => line`Iets later: uw afspraak op ${when}`,
    opening: (_when, { agent, start }) =>
      line`${delayText(fullName(agent), timeOf(addSeconds(start as Instant, DELAY_MINUTES * 60)))}`,
    takesPlace: true,
  },
}

/**
 * Functions for the mails about an appointment. `compose` returns a mail; those about a new moment
 * or a cancellation have a calendar file. `marks` returns the writes that flag the appointment after sending (rulings 28).
 */
export const letters: Letters<MailKind, AppointmentRow> = {
  compose: async (kind, item, row) => {
    const facts = findMailFacts(kind, item, row)
    if (!facts) throw new Error(`The mail about ${item.subject} has no fields`)
    return mailAbout(kind, facts, await senderFor(facts.team?.office))
  },
  marks: (kind, item) => {
    if (kind === 'confirmation') return [Appointments.patch({ id: item.subject }).set({ confirmationSent: true })]
    return kind === 'reminder' ? [reminderFlag(item)] : []
  },
}

/** Writes the mail of a kind about an appointment to its customer. */
async function mailAbout(kind: MailKind, facts: MailFacts, sender: Sender): Promise<Mail> {
  const { subject, opening, takesPlace } = words[kind]
  const when = moment().format(new Date(facts.start as Instant))
  const place = placeOf(facts)
  const agent = fullName(facts.agent)
  const lines = [
    greetOutsider(facts.customerName),
    opening(when, facts),
    ...(takesPlace && kind !== 'late'
      ? [
          withDay(
            place ? line`${agent} komt bij u langs op ${place}.` : line`${agent} komt bij u langs.`,
            dayOf(facts.start as Instant),
          ),
        ]
      : []),
    lineToPlan(sender, takesPlace),
    signature(sender, takesPlace ? agent : null),
  ]
  return {
    to: facts.customerEmail ?? '',
    senderName: unlinkText(sender.name),
    ...(sender.email ? { replyTo: sender.email } : {}),
    ...composeLetter(subject(when), lines),
    ...(kind === 'reminder' || kind === 'late'
      ? {}
      : { calendar: (await import('./invitation.ts')).composeInvitation(methodOf(kind), facts, sender) }),
  }
}

const methodOf = (kind: MailKind) => (kind === 'cancelled' ? 'CANCEL' : 'REQUEST')

const partOf = (options: Intl.DateTimeFormatOptions, start: Instant) =>
  new Intl.DateTimeFormat('nl-NL', { ...options, timeZone: 'Europe/Amsterdam' }).format(new Date(start))

const timeOf = (start: Instant) => partOf({ timeStyle: 'short' }, start)

const dayOf = (start: Instant): CalendarDay => ({
  month: partOf({ month: 'long' }, start),
  day: partOf({ day: 'numeric' }, start),
  weekday: partOf({ weekday: 'short' }, start),
  time: timeOf(start),
})

/** Returns the line that says how to ask for another moment, or how to book again. */
function lineToPlan({ phone, email }: Sender, takesPlace: boolean): Line {
  const call = phone ? `Bel ${phone}${email ? ' of antwoord op deze mail' : ''}` : null
  const how = call ?? (email ? 'Antwoord op deze mail' : 'Neem contact met ons op')
  return takesPlace
    ? line`Kunt u niet? ${how}. Dan plannen we een nieuw moment.`
    : line`Wilt u een nieuwe afspraak maken? ${how}.`
}

/** Returns the signature: the agent, our name, and the office with its phone. */
function signature({ name, office, phone }: Sender, agent: string | null): Line {
  const ours = office && phone ? `${name}, kantoor ${officeNames[office]} · ${phone}` : name
  return agent ? line`Met vriendelijke groet,\n${agent}\n${ours}` : line`Met vriendelijke groet,\n${ours}`
}

/**
 * Returns the write that flags the appointment's reminder as sent. The write is refused when the appointment was moved,
 * as it then needs a new reminder.
 */
function reminderFlag(item: MailItem) {
  const sequence = sequenceOf(item)
  return Appointments.patch({ id: item.subject })
    .set({ reminderSent: true })
    .where((one, { eq, notExists }) =>
      sequence === 0 ? `${notExists(one.sequence)} OR ${eq(one.sequence, 0)}` : eq(one.sequence, sequence),
    )
}
