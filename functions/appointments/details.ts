import { appointment } from '../../shared/appointments/record.ts'
import { readMailLog } from '../mail/log.ts'
import { resendLoggedMail } from '../mail/resend.ts'
import type { Caller } from '../platform/actor.ts'
import { readHistoryWithin } from '../records/history.ts'
import { appointmentMails } from './mails/mails.ts'
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
