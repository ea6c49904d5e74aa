import { DELAY_MINUTES, type MailKind, mailKinds } from '../../../shared/appointments/choices.ts'
import { addSeconds, type Instant, now } from '../../../shared/time.ts'
import type { MailItem, Mails } from '../../mail/kinds.ts'
import { asWhole } from '../../platform/data/rows.ts'
import { type AppointmentRow, Appointments } from '../entity.ts'
import { isOpenToday } from '../rules.ts'
import { factsOf, type MailFacts, sequenceOf } from './mail-queue.ts'
import { loadMailSettings } from './settings.ts'

declare module '../../platform/data/outbox.ts' {
  interface WaitingKinds extends Record<`appointment-${MailKind}`, true> {}
}

/** Mails to a customer about an appointment (rulings 28), with their settings and the checks before sending. */
export const appointmentMails: Mails<'appointment', MailKind, AppointmentRow> = {
  entity: 'appointment',
  kinds: mailKinds,
  attempts: 5,
  toCustomers: true,
  find: async (id) => asWhole((await Appointments.get({ id }).go({ consistent: true })).data),
  isOn: async (kind) => {
    const settings = await loadMailSettings()
    return kind === 'reminder' ? settings.sendReminders : settings.sendConfirmations
  },
  needless: (kind, item, row) => {
    const outdated = kind === 'cancelled' ? whyNotCancelled(item, row) : whyOutdated(item, row)
    if (outdated) return outdated
    if (kind === 'late' && row && !isOpenToday(row)) return 'Deze afspraak is niet open of niet vandaag.'
    const facts = findMailFacts(kind, item, row)
    if (!facts?.customerEmail) return 'Deze klant heeft geen e-mailadres.'
    const end = kind === 'late' ? addSeconds(facts.start as Instant, DELAY_MINUTES * 60) : facts.start
    return end <= now() ? 'Deze afspraak is al geweest.' : null
  },
  again: (kind, row, earlier) => ({
    // A reminder and a delay belong to one start time, by its sequence number. Sent again, they keep that number.
    sequence: sequenceOf(kind === 'reminder' || kind === 'late' ? earlier : row),
    ...(kind === 'cancelled' ? { facts: factsOf(row) } : {}),
  }),
}

/**
 * Returns the fields of an appointment for a mail: the current ones, or those stored with a cancellation. Null when
 * they no longer exist.
 */
export const findMailFacts = (kind: MailKind, item: MailItem, row: AppointmentRow | null): MailFacts | null =>
  kind === 'cancelled' ? ((item.facts as MailFacts | undefined) ?? null) : row

/** Returns in Dutch why a mail about a cancellation is outdated: the appointment is active again; else null. */
const whyNotCancelled = (item: MailItem, row: AppointmentRow | null): string | null =>
  row && row.status !== 'cancelled' && sequenceOf(row) >= sequenceOf(item) ? 'Deze afspraak gaat toch door.' : null

/** Returns in Dutch why a mail about an active appointment is outdated; null when it is not. */
function whyOutdated(item: MailItem, row: AppointmentRow | null): string | null {
  if (!row) return 'Deze afspraak is verwijderd.'
  if (row.status === 'cancelled') return 'Deze afspraak is geannuleerd.'
  return sequenceOf(row) === sequenceOf(item) ? null : 'Deze afspraak is daarna verplaatst.'
}
