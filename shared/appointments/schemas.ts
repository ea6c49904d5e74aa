import { basisKinds, NOTE_REQUESTED } from '../api/parts/contact-basis.ts'
import { requireText, teamId, text } from '../api/parts/fields.ts'
import { historySchema } from '../api/parts/history.ts'
import { mailOf } from '../api/parts/mail.ts'
import * as z from '../zod.ts'
import { mailKinds } from './choices.ts'
import { appointment } from './record.ts'

/** Body that books an appointment; date and time are wall time in Amsterdam (rulings 24). */
export const NewAppointment = z.object(appointment.typed)
export type NewAppointment = z.output<typeof NewAppointment>

/**
 * Form of an appointment on the screen: the fields of `NewAppointment`, with messages of its own, a team (rulings 26)
 * and the reason to call in two fields.
 */
export const AppointmentForm = NewAppointment.omit({ doNotCallReason: true, bookAnyway: true, contactBasis: true })
  .extend({
    customerName: requireText('Naam van de klant is verplicht'),
    teamId: teamId.nullish(),
    basisKind: z.enum(['', ...basisKinds]),
    basisNote: text(200),
  })
  .refine(({ basisKind, basisNote }) => basisKind !== 'requested' || Boolean(basisNote), {
    message: NOTE_REQUESTED,
    path: ['basisNote'],
  })

/** Body that changes an appointment; absent fields stay. */
export const AppointmentChange = NewAppointment.partial().extend(appointment.changed)
export type AppointmentChange = z.output<typeof AppointmentChange>

export const Appointment = z.object(appointment.shown)
export type Appointment = z.output<typeof Appointment>

export const AppointmentMail = mailOf(mailKinds)
export type AppointmentMail = z.output<typeof AppointmentMail>

/** One appointment with the mails about it, newest first. */
export const AppointmentDetails = Appointment.extend({ mails: z.array(AppointmentMail) })
export type AppointmentDetails = z.output<typeof AppointmentDetails>

export const AppointmentHistory = historySchema(appointment.logged)
