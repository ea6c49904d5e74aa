import * as z from '../zod.ts'
import { domain, get, ok } from './parts/endpoint.ts'
import { instant, orNull } from './parts/fields.ts'
import { MayCall } from './parts/may-call.ts'

/** Kinds of tasks in the order of 'Mijn dag': about leads, about appointments, and those of admins and team leaders. */
export const workKinds = [
  'call',
  'ending',
  'lead',
  'outcome',
  'sale',
  'check',
  'question',
  'correction',
  'firstPayment',
  'approveFile',
  'approveAccount',
  'approvePayment',
  'standIn',
  'closing',
  'invoice',
  'refusal',
  'import',
] as const
export type WorkKind = (typeof workKinds)[number]

/**
 * A task of the user, about one record or several of a list. In a task about a partner or an upload, `companyName` is
 * the name of the partner or of the file.
 */
export const Work = z.object({
  /** Id of the record; for a task about a list, the kind of the task instead. */
  id: z.string(),
  kind: z.enum(workKinds),
  /** Moment of a call-back, of an appointment or of the request for an approval; null for other tasks. */
  at: orNull(instant),
  customerName: orNull(z.string()),
  companyName: orNull(z.string()),
  city: orNull(z.string()),
  phone: orNull(z.string()),
  /** Note of the last call; or the day of a contract's end, or of an appointment with an unregistered sale. */
  note: orNull(z.string()),
  /** Number of records of a list, of invoices in a payment file, or of people who wait for a first payment. */
  count: orNull(z.int()),
  /** Total of a payment file, or of first payments, in euros. */
  amount: orNull(z.number()),
  /** State of the number of a lead for a call with an offer; null for other tasks. */
  mayCall: orNull(MayCall),
})
export type Work = z.output<typeof Work>

export const MyDay = z.object({
  work: z.array(Work),
  /** False when there may be more tasks than were read. */
  isComplete: z.boolean(),
})
export type MyDay = z.output<typeof MyDay>

export const myDay = domain({
  get: get('/api/my-day', {
    summary: 'Open tasks of the user, by role: calls, appointments without an outcome, sales, and tasks of an admin',
    allow: 'day:read',
    shows: [
      'appointment',
      'book',
      'commission',
      'contract',
      'doNotCall',
      'invoice',
      'lead',
      'partner',
      'payment',
      'question',
      'sale',
      'upload',
      'user',
    ],
    result: ok(MyDay),
  }),
})
