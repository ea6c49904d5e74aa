import { lines, localDate, orNull, text } from '../api/parts/fields.ts'
import { historySchema } from '../api/parts/history.ts'
import * as z from '../zod.ts'
import { withdrawalWays } from './choices.ts'
import { Confirmation, sale } from './record.ts'

/** Warning about a sale: a possible duplicate within 24 months (rulings 33), or an EAN with a wrong check digit. */
export const SaleWarning = z.object({
  kind: z.enum(['ean', 'customer', 'check-digit']),
  /** Id of the other sale. Null where that sale is out of reach, and for a warning about a check digit. */
  saleId: orNull(z.string()),
  saleDate: orNull(z.iso.date()),
})
export type SaleWarning = z.output<typeof SaleWarning>

/** Body that registers a sale (spec §5, rulings 33). */
export const NewSale = z.object(sale.typed)
export type NewSale = z.output<typeof NewSale>

/** Any part of a sale except its origin; an absent field stays. */
export const SaleChange = NewSale.omit({ appointmentId: true, leadId: true, contractId: true }).partial()
export type SaleChange = z.output<typeof SaleChange>

/**
 * Agreement of the customer to a sale, which decides about its bedenktijd (market 69c); an absent field stays, and so
 * do the reference of the proof without another one, and its file, which belongs to one sale.
 */
export const SaleAgreement = SaleChange.pick({
  soldAt: true,
  confirmedAt: true,
  confirmation: true,
  infoGivenAt: true,
  isHomeUse: true,
}).extend({ confirmation: Confirmation.omit({ fileKey: true }).nullish() })
export type SaleAgreement = z.output<typeof SaleAgreement>

/**
 * Fields of a sale being entered, to find possible duplicates and its commission. `except` is the id of a stored sale
 * that is being edited, which is no duplicate of itself.
 */
export const SaleCheck = NewSale.pick({
  customerName: true,
  postalCode: true,
  houseNumber: true,
  eanElectricity: true,
  eanGas: true,
  additionalAddresses: true,
  saleDate: true,
  agentId: true,
  callerId: true,
  appointmentId: true,
  leadId: true,
  contractId: true,
})
  .partial()
  .extend({ except: text(128) })
export type SaleCheck = z.output<typeof SaleCheck>

/** A customer's withdrawal from a sale; after the bedenktijd it takes a reason (market 69e). */
export const NewWithdrawal = z.object({
  /** Day of the withdrawal, today by default. */
  at: localDate('Vul de dag van het herroepen in')
    .meta({ examples: ['2026-11-20', '2026-11-21'] })
    .optional(),
  how: z.enum(withdrawalWays, 'Kies hoe de klant herriep'),
  note: lines(1000),
  reason: lines(500),
})
export type NewWithdrawal = z.output<typeof NewWithdrawal>

/** A sale as lists show it; amounts and personal data as far as the reader may see them (rulings 37, 62). */
export const Sale = z.object(sale.shown)
export type Sale = z.output<typeof Sale>

const linked = z.object({ id: z.string(), date: z.iso.date(), status: z.string(), text: orNull(z.string()) })

/**
 * One sale with its warnings and its origin: the appointment, lead and contract, each null where there is none or the
 * reader may not see it.
 */
export const SaleDetails = Sale.extend({
  appointment: orNull(linked),
  lead: orNull(linked),
  contract: orNull(linked),
  warnings: z.array(SaleWarning),
  /** Corrections of pay that a withdrawal asks for, in euros; empty once noted, and for others than admins. */
  proposedCorrections: z.array(z.object({ userId: z.string(), name: z.string(), amount: z.number() })),
})
export type SaleDetails = z.output<typeof SaleDetails>

export const SaleHistory = historySchema(sale.logged)
