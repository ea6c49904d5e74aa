import * as z from '../../zod.ts'
import { invoiceTypes } from '../parts/billing.ts'
import { orNull } from '../parts/fields.ts'

/** Ages of an open invoice, by days since its due date; credit notes have no age. */
export const ages = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'older'] as const
export type Age = (typeof ages)[number]

export const ageLabels: Record<Age, string> = {
  notDue: 'Niet vervallen',
  upTo30: '1–30 dagen',
  upTo60: '31–60 dagen',
  upTo90: '61–90 dagen',
  older: 'Ouder',
}

/** Sums of open documents by age, with VAT, in euros: notDue + … + older + creditNotes = open. */
const ageSums = {
  notDue: z.number(),
  upTo30: z.number(),
  upTo60: z.number(),
  upTo90: z.number(),
  older: z.number(),
  /** Open credit notes, below 0. */
  creditNotes: z.number(),
  open: z.number(),
  /** Amount that payment files of today would pay, before set-offs; 0 at a day in the past. */
  payable: z.number(),
}

/** Amount of a credit note that the next payment sets off, with the number of the other document. */
const SetOff = z.object({ number: z.string(), amount: z.number() })

/** A document with an open amount on a day. */
export const OpenDocument = z.object({
  id: z.string(),
  number: z.string(),
  type: z.enum(invoiceTypes),
  invoiceDate: z.iso.date(),
  dueDate: z.iso.date(),
  /** Days since the due date; below 0 until then. */
  daysLate: z.int(),
  age: orNull(z.enum(ages)),
  total: z.number(),
  /** Rest of the total on the day; below 0 for a credit note. */
  open: z.number(),
  setOffs: z.array(SetOff),
  /** Amount that a payment file of today would pay, before set-offs; 0 where it cannot, and at a day in the past. */
  payable: z.number(),
  /** Reason why a payment file of today cannot pay an invoice. */
  reason: orNull(z.string()),
})
export type OpenDocument = z.output<typeof OpenDocument>

const OpenPartner = z.object({
  partner: z.object({ id: z.string(), name: z.string() }),
  ...ageSums,
  /** By date. */
  documents: z.array(OpenDocument),
})
export type OpenPartner = z.output<typeof OpenPartner>

/** Open documents of partners at the end of a day, by age; amounts in euros. */
export const OpenDocuments = z.object({
  date: z.iso.date(),
  /** By name. */
  partners: z.array(OpenPartner),
  totals: z.object(ageSums),
  /** Balance of the book less the open amounts of the documents. */
  difference: z.number(),
})
export type OpenDocuments = z.output<typeof OpenDocuments>
