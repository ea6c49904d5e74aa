import { isEan, isIban, isPlainCode, normaliseCode, normaliseEan, normaliseIban } from '../../identifiers.ts'
import { isEuros } from '../../money.ts'
import * as z from '../../zod.ts'
import {
  lines,
  localDate,
  optionalDate,
  optionalEmail,
  phoneExamples,
  requireText,
  text,
  withoutUnseen,
} from '../parts/fields.ts'
import { type SaleStatus, saleStatuses } from '../parts/statuses.ts'
import { contractLengths, energyTypes, markets, providers } from '../parts/trade.ts'

/** A status in a request; `paid` means uitbetaald (rulings 35). */
export const saleStatus = z.preprocess(
  (value) => (value === 'paid' ? 'uitbetaald' : value),
  z.enum(saleStatuses, 'Kies een geldige status').meta({ examples: ['pending', 'in_afwachting'] }),
)

const oneStatus = [...saleStatuses, 'paid'].join('|')

/** One status, or several with commas between them. */
export const statusChoice = z
  .string()
  .regex(new RegExp(`^(${oneStatus})(,(${oneStatus}))*$`), 'Kies een geldige status')
  .meta({ examples: ['pending', 'nieuw,pending'] })
  .transform((value) => value.replaceAll(/\bpaid\b/g, 'uitbetaald'))

/** Returns the statuses in the comma-separated text of a filter. */
export const saleStatusesIn = (choice: string): SaleStatus[] =>
  saleStatuses.filter((one) => choice.split(',').includes(one))

/** Filter text with the statuses that count as a sale: all but rejected. */
export const COUNTED_SALES = saleStatuses.filter((status) => status !== 'rejected').join(',')

export const provider = z.preprocess(
  (value) => (value === 'nextenergy' ? 'next_energy' : value),
  z.enum(providers, 'Kies een leverancier'),
)

/**
 * Makes the schema of an amount from 0 to 1,000,000 euros with at most 2 decimals (rulings 14, 38). `message` is shown
 * when it is no number.
 */
export const amount = (message = 'Vul een bedrag van 0 of meer in') =>
  z
    .number(message)
    .min(0, 'Vul een bedrag van 0 of meer in')
    .max(1_000_000, 'Vul een bedrag van hoogstens € 1.000.000 in')
    .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
    .meta({ examples: [85, 25.5] })

const usage = z
  .int('Vul een heel getal in')
  .min(0, 'Vul een getal van 0 of meer in')
  .max(100_000_000, 'Vul een kleiner getal in')
  .nullish()

const iban = z
  .string({ error: 'IBAN is verplicht' })
  .overwrite(withoutUnseen)
  .trim()
  .max(60)
  .min(1, 'IBAN is verplicht')
  .meta({ examples: ['NL91 ABNA 0417 1643 00', 'NL20 INGB 0001 2345 67'], 'x-masked': true })
  .transform(normaliseIban)
  .refine((value) => value === '' || isIban(value), 'Voer een geldig IBAN nummer in.')

/** 18 digits; a wrong check digit is a warning and no error. */
const ean = z
  .string()
  .overwrite(withoutUnseen)
  .trim()
  .max(40)
  .meta({ examples: ['871687000000123456', '871687000000999990'] })
  .transform((value) => normaliseEan(value) || null)
  .refine((value) => value === null || /^\d{18}$/.test(value), 'Een EAN heeft 18 cijfers')
  .nullish()

/** Tells whether an EAN of 18 digits has a wrong check digit. */
export const isDoubtfulEan = (value: string | null | undefined): boolean => Boolean(value) && !isEan(value as string)

const addressFields = {
  address: requireText('Adres is verplicht'),
  houseNumber: requireText('Huisnummer is verplicht', 20),
  postalCode: requireText('Postcode is verplicht', 12).meta({ examples: ['6041 AB', '2153 KB'] }),
  city: requireText('Plaats is verplicht'),
  eanElectricity: ean,
  eanGas: ean,
}

/** A further delivery address. */
export const AdditionalAddress = z.object(addressFields)
export type AdditionalAddress = z.output<typeof AdditionalAddress>

/**
 * Maximum number of further addresses. Each has up to two EANs, and each EAN adds an index row to the transaction of
 * the sale, which DynamoDB limits to 100 writes.
 */
export const MAX_ADDRESSES = 10

/** Body that registers a sale (spec §5, rulings 33). */
export const NewSale = z.object({
  /**
   * Id of the seller; by default the user, if that is an agent or team leader. Agents register only their own sales.
   */
  agentId: text(128, { 'x-refers-to': '/api/users/agents' }),
  /** Id of the caller, who called the customer. With `appointmentId`: absent, or the creator of the appointment. */
  callerId: text(128, { 'x-refers-to': '/api/users' }),
  /** Id of the appointment that led to the sale. */
  appointmentId: text(128, { 'x-refers-to': '/api/appointments' }),
  leadId: text(128, { 'x-refers-to': '/api/leads' }),
  contractId: text(128, { 'x-refers-to': '/api/contracts' }),
  customerName: requireText('Klantnaam is verplicht'),
  companyName: text(),
  customerEmail: optionalEmail,
  customerPhone: requireText('Telefoonnummer is verplicht', 40).meta(phoneExamples),
  ...addressFields,
  additionalAddresses: z.array(AdditionalAddress).max(MAX_ADDRESSES).optional(),
  provider,
  productType: z.enum(energyTypes, 'Kies een product'),
  contractLength: z.enum(contractLengths, 'Kies een looptijd'),
  market: z.enum(markets, 'Kies particulier of zakelijk'),
  contractStartDate: optionalDate,
  contractEndDate: optionalDate,
  salesDockId: requireText('SalesDock ID is verplicht', 60)
    .overwrite(normaliseCode)
    .refine(isPlainCode, 'Gebruik alleen gewone letters, cijfers en leestekens')
    .meta({ 'x-unique': true }),
  /** m³ a year. */
  gasUsage: usage,
  /** kWh a year. */
  electricityUsage: usage,
  iban,
  bankAccountHolder: requireText('Rekeninghouder is verplicht'),
  /** Day of selling: today unless given, and never in the future. */
  saleDate: localDate()
    .meta({ examples: ['2026-10-05', '2026-10-06'] })
    .optional(),
  notes: lines(4000),
})
export type NewSale = z.output<typeof NewSale>

/** Any part of a sale except its origin; an absent field stays. */
export const SaleChange = NewSale.omit({ appointmentId: true, leadId: true, contractId: true }).partial()
export type SaleChange = z.output<typeof SaleChange>

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
