import { payoutMethods } from '../../ledger/payout-methods.ts'
import * as z from '../../zod.ts'
import { orNull, person } from '../parts/fields.ts'

/** A person who earned items, with their partner company. */
const earner = {
  user: person,
  payoutMethod: z.enum(payoutMethods),
  partner: orNull(z.object({ id: z.string(), name: z.string() })),
}

/** Items of one person and one day of supply that one document settles, or none; amounts in euros before VAT. */
const supplied = {
  supplyDate: z.iso.date(),
  count: z.int(),
  amount: z.number(),
  /** Document that settles the items; its id and day only of an invoice. Null while none does. */
  document: orNull(z.object({ id: orNull(z.string()), name: z.string(), date: orNull(z.iso.date()) })),
}
const SuppliedDay = z.object(supplied)
export type SuppliedDay = z.output<typeof SuppliedDay>

/** Amounts that a person earned up to a day, and that no document up to that day settles. */
const ToReceive = z.object({
  ...earner,
  amount: z.number(),
  /** Part of the amount that was noted after the day. */
  notedLater: z.number(),
  /** By day of supply. */
  days: z.array(SuppliedDay),
})
export type ToReceive = z.output<typeof ToReceive>

/** Amounts that a document up to a day settles, although they were supplied after that day. */
const Ahead = z.object({ ...earner, ...supplied })
export type Ahead = z.output<typeof Ahead>

/** Cut-off of the book at the end of a day: costs whose day of supply and document are on different sides of it. */
export const CutOff = z.object({
  date: z.iso.date(),
  /** By name. */
  toReceive: z.array(ToReceive),
  /** By day of supply. */
  ahead: z.array(Ahead),
  totals: z.object({
    /** Sums of `toReceive` by payout method. */
    payroll: z.number(),
    invoice: z.number(),
    ownInvoice: z.number(),
    toReceive: z.number(),
    notedLater: z.number(),
    ahead: z.number(),
  }),
})
export type CutOff = z.output<typeof CutOff>
