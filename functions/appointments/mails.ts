import type { MailKind } from '../../shared/contract/appointments.ts'
import type { Instant } from '../../shared/time.ts'
import { escapeHtml, type Mail } from '../platform/mail.ts'
import { fullName } from '../platform/user.ts'
import { oneLine, placeOf } from './calendar-entry.ts'
import { invitation } from './invitation.ts'
import type { MailFacts } from './mail-queue.ts'

const moment = new Intl.DateTimeFormat('nl-NL', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Amsterdam',
})

interface Words {
  readonly subject: (when: string) => string
  readonly opening: (when: string) => string
  /** Whether somebody comes, and can be asked not to. */
  readonly isOn: boolean
}

const words: Record<MailKind, Words> = {
  confirmation: {
    subject: (when) => `Bevestiging van uw afspraak op ${when}`,
    opening: (when) => `Uw afspraak staat gepland op ${when}.`,
    isOn: true,
  },
  moved: {
    subject: (when) => `Uw afspraak is verplaatst naar ${when}`,
    opening: (when) => `Uw afspraak is verplaatst. Het nieuwe moment is ${when}.`,
    isOn: true,
  },
  cancelled: {
    subject: (when) => `Uw afspraak op ${when} gaat niet door`,
    opening: (when) => `Uw afspraak op ${when} is geannuleerd en gaat niet door.`,
    isOn: false,
  },
  reminder: {
    subject: (when) => `Herinnering: uw afspraak op ${when}`,
    opening: (when) => `Wij herinneren u aan uw afspraak op ${when}.`,
    isOn: true,
  },
}

/**
 * A mail to the customer about an appointment, in plain text and HTML, with an invitation for their calendar where
 * there is something to put into or take out of it (rulings 28). Null when there is no address to send it to.
 */
export function mailAbout(kind: MailKind, facts: MailFacts): Mail | null {
  if (!facts.customerEmail) return null
  const { subject, opening, isOn } = words[kind]
  const when = moment.format(new Date(facts.start as Instant))
  const place = placeOf(facts)
  const lines = [
    `Beste ${oneLine(facts.customerName)},`,
    opening(when),
    ...(isOn ? [`${oneLine(fullName(facts.agent))} komt bij u langs${place ? ` op ${place}` : ''}.`] : []),
    isOn
      ? 'Kunt u niet? Neem dan contact met ons op, dan plannen we een nieuw moment.'
      : 'Wilt u een nieuwe afspraak maken? Neem dan contact met ons op.',
    'Met vriendelijke groet,\nPartnerview',
  ]
  return {
    to: facts.customerEmail,
    subject: subject(when),
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line).replace('\n', '<br>')}</p>`).join('\n'),
    ...(kind === 'reminder' ? {} : { calendar: invitation(kind === 'cancelled' ? 'CANCEL' : 'REQUEST', facts) }),
  }
}
