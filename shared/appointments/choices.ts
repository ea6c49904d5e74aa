import { type AppointmentStatus, appointmentStatuses } from '../api/parts/statuses.ts'
import * as z from '../zod.ts'

/** A status in a request, also by its other name. */
export const status = z.preprocess(
  (value) => (value === 'awaiting-customer' ? 'awaiting' : value),
  z.enum(appointmentStatuses),
)

/** Duration of an appointment: in calendars, for availability and on the screen. */
export const APPOINTMENT_MINUTES = 60

export const statusLabels: Record<AppointmentStatus, string> = {
  scheduled: 'Gepland',
  sale: 'Sale',
  'no-sale': 'No Sale',
  'quote-sent': 'Offerte gestuurd',
  awaiting: 'In afwachting klant',
  cancelled: 'Geannuleerd',
}

/** Returns the Dutch label of a stored status; an unknown status gets the label of a planned one (spec §4). */
export const statusLabelOf = (stored: string): string =>
  Object.entries(statusLabels).find(([status]) => status === stored)?.[1] ?? statusLabels.scheduled

/** Kinds of mail to the customer about an appointment (rulings 28). */
export const mailKinds = ['confirmation', 'moved', 'cancelled', 'reminder', 'late'] as const
export type MailKind = (typeof mailKinds)[number]

/** Minutes that an agent who is late asks for. */
export const DELAY_MINUTES = 10

/** Returns what the mail about a delay tells the customer, with the expected time, `HH:mm`. */
export const delayText = (agent: string, time: string): string =>
  `${agent} is ongeveer ${DELAY_MINUTES} minuten later bij u, rond ${time}.`
