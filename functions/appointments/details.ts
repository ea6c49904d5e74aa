import { appointment } from '../../shared/appointments/record.ts'
import { conflict, unprocessable } from '../../shared/errors.ts'
import { reasonAgainst } from '../mail/kinds.ts'
import { newMailEntry, readMailLog } from '../mail/log.ts'
import { resendLoggedMail } from '../mail/resend.ts'
import type { Caller } from '../platform/actor.ts'
import { commit } from '../platform/data/commit.ts'
import { Outbox } from '../platform/data/outbox.ts'
import { readHistoryWithin } from '../records/history.ts'
import { mailItem, sequenceOf } from './mails/mail-queue.ts'
import { appointmentMails } from './mails/mails.ts'
import { isOpenToday } from './rules.ts'
import { appointmentRecords, viewOf } from './service.ts'

/**
 * Returns an appointment and the mails about it, newest first. Throws 403 without calendar access, 404 when the
 * appointment is unknown or out of reach.
 */
export async function readAppointmentDetails(actor: Caller, id: string) {
  const { row } = await appointmentRecords.within(actor, id)
  return { ...(await viewOf(row)), mails: await readMailLog(appointmentMails, id) }
}

/**
 * Returns the latest changes of an appointment, newest first. Throws 403 without calendar access, 404 when the
 * appointment is unknown or out of reach.
 */
export const readAppointmentHistory = (actor: Caller, id: string) =>
  readHistoryWithin(appointmentRecords, appointment.logged, [actor, id], ['delete', 'restore'])

/**
 * Sends a mail about an appointment again, and returns the new log entry. Throws 404 for an unknown mail or an
 * appointment out of reach, 409 when the mail was sent, resent or is under way, 422 when it is outdated or switched
 * off.
 */
export async function resendMail(actor: Caller, id: string, mailId: string) {
  const { row, permit } = await appointmentRecords.within(actor, id, 'appointment:edit')
  return resendLoggedMail(permit, appointmentMails, row, mailId)
}

/**
 * Mails the customer that the agent comes ten minutes later, and returns the log entry. Throws 404 for an appointment
 * out of reach. Throws 409 when `If-Match` names another version, and when the customer has that mail already. Throws
 * 422 when the mail would be untrue, has no address or is switched off.
 */
export async function mailDelay(actor: Caller, id: string) {
  const { row, permit } = await appointmentRecords.within(actor, id, 'appointment:edit')
  const { expectedVersion } = actor.origin
  if (expectedVersion !== undefined && expectedVersion !== row.version) throw appointmentRecords.lost()
  const item = { ...mailItem('late', row), id: `late-${id}-${sequenceOf(row)}` }
  if ((await Outbox.get({ id: item.id }).go({ consistent: true })).data) throw conflict('De klant heeft deze mail al')
  if (!isOpenToday(row)) throw unprocessable('Dit kan alleen bij een open afspraak van vandaag')
  const against = await reasonAgainst(appointmentMails, 'late', item, row)
  if (against) throw unprocessable(against)
  const change = {
    action: 'appointment.late' as const,
    entity: { type: 'appointment', id, name: row.customerName },
    after: { late: 'waiting' },
    write: [],
    outbox: [item],
  }
  return commit(permit, change, newMailEntry('late', item.id))
}
