import { type MailKind, mailKinds } from '../../shared/contract/appointments.ts'
import { now } from '../../shared/time.ts'
import type { MailItem, Mails } from '../mail/kinds.ts'
import { whole } from '../platform/rows.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { factsOf, type MailFacts, sequenceOf } from './mail-queue.ts'
import { mailSettings } from './settings.ts'

declare module '../platform/outbox.ts' {
  interface OutboxKinds extends Record<`appointment-${MailKind}`, 'may-wait'> {}
}

/** The mails to a customer about an appointment (rulings 28): when they are true, and what switches them off. */
export const appointmentMails: Mails<'appointment', MailKind, AppointmentRow> = {
  entity: 'appointment',
  kinds: mailKinds,
  attempts: 5,
  toCustomers: true,
  find: async (id) => whole((await Appointments.get({ id }).go({ consistent: true })).data),
  isOn: async (kind) => {
    const settings = await mailSettings()
    return kind === 'reminder' ? settings.sendReminders : settings.sendConfirmations
  },
  needless: (kind, item, row) => {
    const outdated = kind === 'cancelled' ? revived(item, row) : overtaken(item, row)
    if (outdated) return outdated
    const facts = told(kind, item, row)
    if (!facts?.customerEmail) return 'Deze klant heeft geen e-mailadres.'
    return facts.start <= now() ? 'Deze afspraak is al geweest.' : null
  },
  again: (kind, row, earlier) => ({
    // Of a reminder there is one per time, which one of an earlier time would take the place of.
    sequence: sequenceOf(kind === 'reminder' ? earlier : row),
    ...(kind === 'cancelled' ? { facts: factsOf(row) } : {}),
  }),
}

/** What a mail says: the appointment as it is, or as it was when it was cancelled. */
export const told = (kind: MailKind, item: MailItem, row: AppointmentRow | null): MailFacts | null =>
  kind === 'cancelled' ? ((item.facts as MailFacts | undefined) ?? null) : row

/** Why a cancellation is no longer true. */
const revived = (item: MailItem, row: AppointmentRow | null): string | null =>
  row && row.status !== 'cancelled' && sequenceOf(row) >= sequenceOf(item) ? 'Deze afspraak gaat toch door.' : null

/** Why a mail about an appointment that goes on is no longer true. */
function overtaken(item: MailItem, row: AppointmentRow | null): string | null {
  if (!row) return 'Deze afspraak is verwijderd.'
  if (row.status === 'cancelled') return 'Deze afspraak is geannuleerd.'
  return sequenceOf(row) === sequenceOf(item) ? null : 'Deze afspraak is daarna verplaatst.'
}
