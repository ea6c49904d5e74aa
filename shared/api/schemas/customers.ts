import { mailKinds } from '../../appointments/choices.ts'
import { Appointment } from '../../appointments/schemas.ts'
import { Contract } from '../../contracts/schemas.ts'
import { LeadDetails } from '../../leads/schemas.ts'
import { consentWays } from '../../numbers/states.ts'
import { Sale } from '../../sales/schemas.ts'
import * as z from '../../zod.ts'
import { DoNotCall, instant, orNull, person } from '../parts/fields.ts'
import { mailOf } from '../parts/mail.ts'
import { MayCall } from '../parts/may-call.ts'

const knownBy = z.enum(['phone', 'email', 'address'])

/**
 * A phone number, e-mail address or postal address of a customer. `joinedAt` and `joinedBy` tell when and by whom it
 * was joined to the other ones; null when it was not.
 */
export const KnownUnder = z.object({
  id: z.string(),
  by: knownBy,
  value: z.string(),
  joinedAt: orNull(instant),
  joinedBy: orNull(person),
})
export type KnownUnder = z.output<typeof KnownUnder>

/** A mail to the customer about one of their appointments. */
export const CustomerMail = mailOf(mailKinds).extend({ appointmentId: z.string() })
export type CustomerMail = z.output<typeof CustomerMail>

export const CustomerLead = LeadDetails.extend({ notedBy: person })
export type CustomerLead = z.output<typeof CustomerLead>

/** A customer with their records, each kind as its own list shows it to the reader, latest first. */
export const Customer = z.object({
  id: z.string(),
  customerName: z.string(),
  companyName: orNull(z.string()),
  /** Numbers and addresses of the customer; the requested one comes first. */
  knownUnder: z.array(KnownUnder),
  /** Set when one of the customer's numbers is not to be called (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
  /** State of the customer's first number for a call with an offer. */
  mayCall: MayCall,
  appointments: z.array(Appointment),
  leads: z.array(CustomerLead),
  contracts: z.array(Contract),
  sales: z.array(Sale),
  mails: z.array(CustomerMail),
  /** False when there are older records than those shown. */
  isComplete: z.boolean(),
})
export type Customer = z.output<typeof Customer>

/** Another customer page that may be about the same customer. */
export const SameCustomer = z.object({
  id: z.string(),
  by: knownBy,
  value: z.string(),
  customerName: z.string(),
  companyName: orNull(z.string()),
  /** Field in which both customers have the same value. */
  common: knownBy,
})
export type SameCustomer = z.output<typeof SameCustomer>

/** A number that was put on the do-not-call list beyond the limits; it stays there unless it is reopened in time. */
export const ProvisionalClosing = z.object({
  number: z.string(),
  source: orNull(z.string()),
  closedBy: person,
  closedAt: instant,
  /** Last day on which it can be judged. */
  until: z.iso.date(),
})
export type ProvisionalClosing = z.output<typeof ProvisionalClosing>

/** A number on the do-not-call list for which a consent was recorded after the last objection. */
export const ConsentedClosing = z.object({
  number: z.string(),
  closedOn: z.iso.date(),
  /** Way in which the customer objected. */
  source: orNull(z.string()),
  givenBy: z.enum(consentWays),
  givenAt: z.iso.date(),
  /** True when the consent has its text and its proof was seen. */
  isProven: z.boolean(),
})
