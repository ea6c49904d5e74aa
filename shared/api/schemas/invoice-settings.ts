import { percentage, vatRate } from '../../invoices/choices.ts'
import { firstDay, inOrderOfDays } from '../../invoicing/dated-list.ts'
import { ownNumbers } from '../../partners/choices.ts'
import { partner } from '../../partners/record.ts'
import * as z from '../../zod.ts'
import { paymentTerms } from '../parts/billing.ts'
import { lines, optionalEmail, orNull, requireText } from '../parts/fields.ts'
import { ledgerAccounts } from './journal.ts'

/** Prefix of the numbers of credit notes, which invoices cannot use (rulings 45). */
export const CREDIT_PREFIX = 'YDC'

const { address, postalCode, city } = partner.typed

/** Maximum number of changes of the default VAT rate. */
const MAX_RATES = 20

const datedRates = inOrderOfDays(z.object({ from: firstDay('Kies vanaf welke dag het tarief geldt'), rate: vatRate }), {
  none: 'Kies een tarief',
  most: [MAX_RATES, `Hoogstens ${MAX_RATES} tarieven`],
  first: 'Het eerste tarief geldt vanaf het begin: laat de datum leeg',
  noDay: 'Kies vanaf welke dag het tarief geldt',
  same: 'Op deze dag begint al een tarief',
  order: 'Zet de tarieven op volgorde van datum',
}).meta({ examples: [[{ from: null, rate: 21 }], [{ rate: 21 }, { from: '2199-01-01', rate: 9 }]] })

/** Our company's details on invoices, and the settings to make them (spec §3, rulings 43, 49). */
export const SettingsForm = z.object({
  companyName: requireText('Bedrijfsnaam is verplicht'),
  ...{ address, postalCode, city },
  ...ownNumbers,
  /** VAT rate of new lines; without `defaultVatRates` it begins today. */
  defaultVatRate: vatRate,
  /** VAT rates of new lines by day of supply, each with its first day; the first holds from the beginning. */
  defaultVatRates: datedRates.optional().meta({ 'x-instead-of': 'defaultVatRate' }),
  defaultPaymentTerms: z.enum(paymentTerms, 'Kies een betaaltermijn'),
  /** Default percentage of the 48-hour discount. */
  defaultDiscountPercentage: percentage,
  /** Text above the invoice lines in the mail to a partner. */
  emailTemplate: lines(2000),
  accountingEmail: optionalEmail,
  autoSendToAccounting: z.boolean(),
  invoicePrefix: z
    .string('Prefix is verplicht')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{1,10}$/, 'Gebruik 1 tot 10 hoofdletters, cijfers of streepjes')
    .refine((prefix) => prefix !== CREDIT_PREFIX, `${CREDIT_PREFIX} is van de creditfacturen`)
    .meta({ examples: ['YDS', 'YDS-A'] }),
  /** Next number of the prefix this year. It can only be raised; a lower number is a 422. Absent: unchanged. */
  nextInvoiceNumber: z.int('Vul een heel getal in').min(1, 'Vul een getal van 1 of meer in').max(999_999).optional(),
  /** True to check the VAT numbers of partners with VIES. Absent: unchanged, at first off. */
  checkVatNumbers: z.boolean().optional(),
  /** Accounts of the journal for the accounting. Absent: unchanged. */
  ledgerAccounts: ledgerAccounts.optional(),
})
export type SettingsForm = z.output<typeof SettingsForm>

/** The settings in force; the fields of the company are empty texts until somebody fills them in. */
export const Settings = z.object({
  /** 0 until somebody saves the settings. */
  version: z.int(),
  companyName: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  kvkNumber: z.string(),
  vatNumber: z.string(),
  /** True when the check digits of the VAT number are wrong, which is only a warning. */
  isVatNumberDoubtful: z.boolean(),
  bankAccount: z.string(),
  /** Rate of a supply of today. */
  defaultVatRate: vatRate,
  defaultVatRates: z.array(z.object({ from: orNull(z.iso.date()), rate: vatRate })),
  defaultPaymentTerms: z.enum(paymentTerms),
  defaultDiscountPercentage: z.number(),
  emailTemplate: orNull(z.string()),
  accountingEmail: orNull(z.string()),
  autoSendToAccounting: z.boolean(),
  invoicePrefix: z.string(),
  nextInvoiceNumber: z.int(),
  checkVatNumbers: z.boolean(),
  ledgerAccounts,
  updatedBy: orNull(z.string()),
})
export type Settings = z.output<typeof Settings>
