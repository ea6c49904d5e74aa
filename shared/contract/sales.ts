import * as z from 'zod'
import { isEan, isIban, normaliseEan, normaliseIban } from '../identifiers.ts'
import { isEuros } from '../money.ts'
import { type AppointmentType, appointmentTypes } from './appointments.ts'
import { created, domain, file, idParam, none, ok, page, paging } from './endpoint.ts'
import { exportFormat } from './export.ts'
import {
  DoNotCall,
  instant,
  lines,
  localDate,
  office,
  optionalDate,
  optionalEmail,
  orNull,
  person,
  phoneExamples,
  requiredText,
  seen,
  teamSummary,
  text,
} from './fields.ts'
import { historyOf } from './history.ts'
import { energyTypes } from './leads.ts'

/** One list for sales and commissions (rulings 35). */
export const saleStatuses = [
  'nieuw',
  'pending',
  'approved',
  'rejected',
  'in_afwachting',
  'klaar_voor_uitbetaling',
  'uitbetaald',
] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** Labels on sales; commissions have other labels (spec §4). */
export const saleStatusLabels: Record<SaleStatus, string> = {
  nieuw: 'Nieuw',
  pending: 'Gecontroleerd',
  approved: 'Dynamisch',
  rejected: 'Afgekeurd',
  in_afwachting: 'In Afwachting',
  klaar_voor_uitbetaling: 'Klaar',
  uitbetaald: 'Uitbetaald',
}

/** A status in a request; `paid` means uitbetaald (rulings 35). */
export const saleStatus = z.preprocess(
  (value) => (value === 'paid' ? 'uitbetaald' : value),
  z.enum(saleStatuses, 'Kies een geldige status').meta({ examples: ['pending', 'in_afwachting'] }),
)

const oneStatus = [...saleStatuses, 'paid'].join('|')

/** One status, or several with commas between them. */
const statusChoice = z
  .string()
  .regex(new RegExp(`^(${oneStatus})(,(${oneStatus}))*$`), 'Kies een geldige status')
  .meta({ examples: ['pending', 'nieuw,pending'] })
  .transform((value) => value.replaceAll(/\bpaid\b/g, 'uitbetaald'))

/** Returns the statuses that a filter names. */
export const saleStatusesIn = (choice: string): SaleStatus[] =>
  saleStatuses.filter((one) => choice.split(',').includes(one))

/** Statuses that count as a sale: all but rejected (rulings 27), as a filter takes them. */
export const COUNTED_SALES = saleStatuses.filter((status) => status !== 'rejected').join(',')

export const providers = ['vattenfall', 'engie', 'next_energy', 'greenchoice', 'eneco', 'serviceconnect'] as const
export type Provider = (typeof providers)[number]
export const providerLabels: Record<Provider, string> = {
  vattenfall: 'Vattenfall',
  engie: 'ENGIE',
  next_energy: 'Next Energy',
  greenchoice: 'Greenchoice',
  eneco: 'Eneco',
  serviceconnect: 'ServiceConnect',
}
const provider = z.preprocess(
  (value) => (value === 'nextenergy' ? 'next_energy' : value),
  z.enum(providers, 'Kies een leverancier'),
)

export const contractLengths = ['1_jaar', '3_jaar'] as const
export type ContractLength = (typeof contractLengths)[number]
export const contractLengthLabels: Record<ContractLength, string> = { '1_jaar': '1 jaar', '3_jaar': '3 jaar' }

export const marketLabels: Record<AppointmentType, string> = { particulier: 'Particulier', zakelijk: 'Zakelijk' }

/** Makes an amount in euros of at least 0, with at most 2 decimals (rulings 14, 38). */
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
  .trim()
  .max(60)
  .min(1, 'IBAN is verplicht')
  .refine(...seen)
  .meta({ examples: ['NL91 ABNA 0417 1643 00', 'NL20 INGB 0001 2345 67'], 'x-masked': true })
  .transform(normaliseIban)
  .refine((value) => value === '' || isIban(value), 'Voer een geldig IBAN nummer in.')

/** 18 digits; a wrong check digit is a warning and no error (issue: sales). */
const ean = z
  .string()
  .trim()
  .max(40)
  .refine(...seen)
  .meta({ examples: ['871687000000123456', '871687000000999990'] })
  .transform((value) => normaliseEan(value) || null)
  .refine((value) => value === null || /^\d{18}$/.test(value), 'Een EAN heeft 18 cijfers')
  .nullish()

/** Tells whether an EAN of 18 digits has a wrong check digit. */
export const isDoubtfulEan = (value: string | null | undefined): boolean => Boolean(value) && !isEan(value as string)

const addressFields = {
  address: requiredText('Adres is verplicht'),
  houseNumber: requiredText('Huisnummer is verplicht', 20),
  postalCode: requiredText('Postcode is verplicht', 12).meta({ examples: ['6041 AB', '2153 KB'] }),
  city: requiredText('Plaats is verplicht'),
  eanElectricity: ean,
  eanGas: ean,
}

/** One more address that is delivered to. */
export const AdditionalAddress = z.object(addressFields)
export type AdditionalAddress = z.output<typeof AdditionalAddress>

/** Addresses besides the first at most; each EAN is a row by which the sale is found again, in one transaction. */
export const MAX_ADDRESSES = 10

/** Body that registers a sale (spec §5, rulings 33). */
export const NewSale = z.object({
  /** The seller: an agent registers their own sales, others choose. */
  agentId: text(128, { 'x-refers-to': '/api/users/agents' }),
  /** Person who made the appointment; for a sale from an appointment, the person who booked it. */
  callerId: text(128, { 'x-refers-to': '/api/users' }),
  /** Appointment that led to the sale. */
  appointmentId: text(128),
  leadId: text(128),
  contractId: text(128),
  customerName: requiredText('Klantnaam is verplicht'),
  companyName: text(),
  customerEmail: optionalEmail,
  customerPhone: requiredText('Telefoonnummer is verplicht', 40).meta(phoneExamples),
  ...addressFields,
  additionalAddresses: z.array(AdditionalAddress).max(MAX_ADDRESSES).optional(),
  provider,
  productType: z.enum(energyTypes, 'Kies een product'),
  contractLength: z.enum(contractLengths, 'Kies een looptijd'),
  market: z.enum(appointmentTypes, 'Kies particulier of zakelijk'),
  contractStartDate: optionalDate,
  contractEndDate: optionalDate,
  salesDockId: requiredText('SalesDock ID is verplicht', 60).meta({ 'x-unique': true }),
  /** m³ a year. */
  gasUsage: usage,
  /** kWh a year. */
  electricityUsage: usage,
  iban,
  bankAccountHolder: requiredText('Rekeninghouder is verplicht'),
  /** Today unless given; never in the future. */
  saleDate: localDate()
    .meta({ examples: ['2026-10-05', '2026-10-06'] })
    .optional(),
  notes: lines(4000),
})
export type NewSale = z.output<typeof NewSale>

/** Any part of a sale except its origin; an absent field stays. */
export const SaleChange = NewSale.omit({ appointmentId: true, leadId: true, contractId: true }).partial()
export type SaleChange = z.output<typeof SaleChange>

/** A sale being entered, to find possible duplicates and its commission; `except` is the id of the sale itself. */
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

/** Maximum number of sales in a warning: the newest. */
export const MAX_SAME_SALES = 20

/** Sales within 24 months that may be the same one (rulings 33). */
export const SaleWarning = z.object({
  kind: z.enum(['ean', 'customer', 'check-digit']),
  /** Null where the other sale is out of reach, and for a wrong check digit. */
  saleId: orNull(z.string()),
  saleDate: orNull(z.iso.date()),
})
export type SaleWarning = z.output<typeof SaleWarning>

/** Commission of a sale by the rates of its day, in euros; null where the reader does not see an amount. */
const SaleEarnings = z.object({
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
})
export type SaleEarnings = z.output<typeof SaleEarnings>

const storedAddress = AdditionalAddress.extend({ eanElectricity: orNull(z.string()), eanGas: orNull(z.string()) })

/**
 * Explanation of each amount in Dutch; null where the reader does not see the amount or nobody gets it (rulings 37).
 */
export const Explanation = z.object({ agent: orNull(z.string()), caller: orNull(z.string()) })
export type Explanation = z.output<typeof Explanation>

/** Fields that an approval covers: a later change of one of these ends it (rulings 35). */
export const approvedFields = [
  'agentId',
  'callerId',
  'agentCommission',
  'callerCommission',
  'iban',
  'bankAccountHolder',
  'customerName',
  'companyName',
  'saleDate',
] as const
export type ApprovedField = (typeof approvedFields)[number]

/** Person who ended an approval, with the moment and the changed fields. */
export const ChangedAfterApproval = z.object({ by: person, at: instant, fields: z.array(z.enum(approvedFields)) })

/** A sale as lists show it; amounts as the reader may see them (rulings 37), personal data as rulings 62. */
export const Sale = z.object({
  id: z.string(),
  version: z.int(),
  agentId: z.string(),
  callerId: orNull(z.string()),
  teamId: z.int(),
  agent: person,
  caller: orNull(person),
  team: teamSummary,
  appointmentId: orNull(z.string()),
  leadId: orNull(z.string()),
  contractId: orNull(z.string()),
  customerName: z.string(),
  companyName: orNull(z.string()),
  customerEmail: orNull(z.string()),
  customerPhone: z.string(),
  /** Since when that number is not to be called (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
  address: z.string(),
  houseNumber: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** Null as well where the reader may not see personal data. */
  eanElectricity: orNull(z.string()),
  eanGas: orNull(z.string()),
  additionalAddresses: z.array(storedAddress),
  provider: z.enum(providers),
  productType: z.enum(energyTypes),
  contractLength: z.enum(contractLengths),
  market: z.enum(appointmentTypes),
  contractStartDate: orNull(z.iso.date()),
  contractEndDate: orNull(z.iso.date()),
  salesDockId: z.string(),
  gasUsage: orNull(z.int()),
  electricityUsage: orNull(z.int()),
  /** Masked; `reveal` gives it. */
  iban: z.string(),
  /** Null where the reader may not see personal data. */
  bankAccountHolder: orNull(z.string()),
  status: z.enum(saleStatuses),
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
  /** Set by hand and not by a rate: by whom, when and why. */
  commissionOverride: orNull(z.object({ by: z.string(), at: instant, reason: orNull(z.string()) })),
  /** Euros that the provider pays us: by the rates, and as received. Null for readers other than admins. */
  revenue: orNull(z.object({ expected: orNull(z.number()), received: orNull(z.number()) })),
  explanation: Explanation,
  notes: orNull(z.string()),
  saleDate: z.iso.date(),
  approvedBy: orNull(person),
  approvedAt: orNull(instant),
  /** Set when it was changed after its approval and needs another (rulings 35). */
  changedAfterApproval: orNull(ChangedAfterApproval),
  rejectionReason: orNull(z.string()),
  paidAt: orNull(instant),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type Sale = z.output<typeof Sale>

const linked = z.object({ id: z.string(), date: z.iso.date(), status: z.string(), text: orNull(z.string()) })

/** One sale with its origin, each part only where the reader may see it, and its possible duplicates. */
export const SaleDetails = Sale.extend({
  appointment: orNull(linked),
  lead: orNull(linked),
  contract: orNull(linked),
  warnings: z.array(SaleWarning),
})
export type SaleDetails = z.output<typeof SaleDetails>

/** Filters of the list; they combine. Without a period: the last twelve months. */
export const SaleFilter = z.object({
  from: localDate().optional(),
  to: localDate().optional(),
  status: statusChoice.optional(),
  provider: provider.optional(),
  agentId: z.string().max(128).optional(),
  teamId: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .optional(),
  market: z.enum(appointmentTypes).optional(),
  office: office.optional(),
  /** Only sales that are approved. */
  approved: z.literal('true').optional(),
  /** Text in customer, company, phone, postcode or SalesDock ID. */
  q: z.string().trim().max(100).optional(),
})
export type SaleFilter = z.output<typeof SaleFilter>

/** Sums over the filter; `isWhole` is false when there are too many rows to add up at once. */
export const SaleTotals = z.object({
  count: z.int(),
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
  /** Revenue of these sales, rejected ones left out; null for everybody but admins. */
  revenue: orNull(z.number()),
  isWhole: z.boolean(),
})
export type SaleTotals = z.output<typeof SaleTotals>

/** Amounts of one sale; the total is computed (rulings 37). */
export const CommissionAmounts = z.object({
  agentCommission: amount('Agent commissie is verplicht'),
  callerCommission: amount().optional(),
  /** Reason why an amount differs from the rate; a changed amount that differs is a 400 without one. */
  reason: lines(500),
})
export type CommissionAmounts = z.output<typeof CommissionAmounts>

/** Expected revenue of a sale in euros, by provider and product, from a day on. */
export const RevenueRate = z.object({
  id: z.string(),
  version: z.int(),
  provider: z.enum(providers),
  productType: z.enum(energyTypes),
  amount: z.number(),
  validFrom: z.iso.date(),
  description: orNull(z.string()),
})
export type RevenueRate = z.output<typeof RevenueRate>

const euros = z
  .number('Bedrag moet positief zijn')
  .min(0, 'Bedrag moet positief zijn')
  .max(1_000_000, 'Vul een bedrag van hoogstens € 1.000.000 in')
  .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
  .meta({ examples: [210, 95.5] })

/** Revenue rate as it is entered. */
export const NewRevenueRate = z.object({
  provider,
  productType: z.enum(energyTypes, 'Kies een product'),
  amount: euros,
  validFrom: localDate('Kies een datum'),
  description: text(200),
})
export type NewRevenueRate = z.output<typeof NewRevenueRate>

/** Commission that a provider paid for a sale, in euros; null takes it away, and the rate counts again. */
export const ReceivedRevenue = z.object({ received: euros.nullable() })

/** The attributes of a sale whose changes its history tells. */
export const saleHistoryFields = [
  'status',
  'rejectionReason',
  'agent',
  'caller',
  'team',
  'agentCommission',
  'callerCommission',
  'commissionOverride',
  'receivedRevenue',
  'saleDate',
  'provider',
  'productType',
  'contractLength',
  'market',
  'salesDockId',
  'customerName',
  'companyName',
  'customerPhone',
  'customerEmail',
  'address',
  'houseNumber',
  'postalCode',
  'city',
  'eanElectricity',
  'eanGas',
  'additionalAddresses',
  'gasUsage',
  'electricityUsage',
  'contractStartDate',
  'contractEndDate',
  'iban',
  'bankAccountHolder',
  'notes',
] as const
export type SaleHistoryField = (typeof saleHistoryFields)[number]
export const SaleHistory = historyOf(saleHistoryFields)

export const sales = domain({
  list: {
    summary: 'Sales within reach, newest first',
    method: 'GET',
    path: '/api/sales',
    allow: 'sale:list',
    apiKey: true,
    query: SaleFilter.extend(paging),
    result: page(Sale),
  },
  totals: {
    summary: 'What the filtered list adds up to',
    method: 'GET',
    path: '/api/sales/totals',
    allow: 'sale:list',
    query: SaleFilter,
    result: ok(SaleTotals),
  },
  export: {
    summary: 'The filtered list of sales as a spreadsheet, formula-safe and without IBANs; audited',
    method: 'GET',
    path: '/api/sales/export',
    allow: 'sale:list',
    query: SaleFilter.extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  },
  get: {
    summary: 'One sale with what it came from',
    method: 'GET',
    path: '/api/sales/{id}',
    allow: 'sale:read',
    params: idParam,
    result: ok(SaleDetails),
  },
  history: {
    summary: 'What became of a sale, newest first: who changed what, and when; a reveal of the IBAN too',
    method: 'GET',
    path: '/api/sales/{id}/history',
    allow: 'sale:read',
    params: idParam,
    result: ok(SaleHistory),
  },
  check: {
    summary:
      'What may be the same sale already (same EAN, or same customer at the same address), and what the sale will earn',
    method: 'POST',
    path: '/api/sales/check',
    allow: 'sale:create',
    writesNothing: true,
    body: SaleCheck,
    result: ok(z.object({ warnings: z.array(SaleWarning), earns: orNull(SaleEarnings) })),
  },
  create: {
    summary: 'Register a sale; a SalesDock ID that is taken, or an appointment that has a sale, is a 409',
    method: 'POST',
    path: '/api/sales',
    allow: 'sale:create',
    idempotent: true,
    body: NewSale,
    result: created(Sale.extend({ warnings: z.array(SaleWarning) })),
  },
  update: {
    summary:
      'Change a sale; a lost update is a 409, and so are its people and date while an invoice holds its commission',
    method: 'PATCH',
    path: '/api/sales/{id}',
    allow: 'sale:edit',
    ifMatch: true,
    params: idParam,
    body: SaleChange,
    result: ok(Sale),
  },
  status: {
    summary:
      'Approve, reject with a reason, or one step forward (rulings 35, 38); 409 for another step and without approval, 403 for what one is paid for',
    method: 'PATCH',
    path: '/api/sales/{id}/status',
    allow: 'sale:status',
    ifMatch: true,
    params: idParam,
    /** `ownInvoiceNumber` is the number of the invoice that a zzp'er without a partner sent us. */
    body: z.object({
      status: saleStatus,
      rejectionReason: lines(500),
      ownInvoiceNumber: text(50).meta({ 'x-not-stored': true }),
    }),
    result: ok(Sale),
  },
  commission: {
    summary:
      'Set the amounts of a sale by hand; 409 after uitbetaald and while a document holds them (rulings 40), 403 for what one is paid for and above the ceiling',
    method: 'PUT',
    path: '/api/sales/{id}/commission',
    allow: 'commission:edit',
    ifMatch: true,
    params: idParam,
    body: CommissionAmounts,
    result: ok(Sale),
  },
  revenue: {
    summary: 'Enter what the provider paid for a sale; null takes it away, and the rate counts again',
    method: 'PUT',
    path: '/api/sales/{id}/revenue',
    allow: 'revenue:manage',
    ifMatch: true,
    params: idParam,
    body: ReceivedRevenue,
    result: ok(Sale),
  },
  revenueRates: {
    summary: 'Rates of expected revenue by provider and product, newest first',
    method: 'GET',
    path: '/api/sales/revenue-rates',
    allow: 'revenue:manage',
    query: z.object(paging),
    result: page(RevenueRate),
  },
  createRevenueRate: {
    summary: 'Add a revenue rate; sales from its first day on follow',
    method: 'POST',
    path: '/api/sales/revenue-rates',
    allow: 'revenue:manage',
    idempotent: true,
    body: NewRevenueRate,
    result: created(RevenueRate),
  },
  updateRevenueRate: {
    summary: 'Change a revenue rate; sales follow',
    method: 'PATCH',
    path: '/api/sales/revenue-rates/{id}',
    allow: 'revenue:manage',
    ifMatch: true,
    params: idParam,
    body: NewRevenueRate.omit({ provider: true, productType: true }).partial(),
    result: ok(RevenueRate),
  },
  removeRevenueRate: {
    summary: 'Delete a revenue rate; sales follow',
    method: 'DELETE',
    path: '/api/sales/revenue-rates/{id}',
    allow: 'revenue:manage',
    ifMatch: true,
    params: idParam,
    result: none,
  },
  reveal: {
    summary: 'The whole IBAN of a sale; audited (rulings 62)',
    method: 'POST',
    path: '/api/sales/{id}/reveal',
    allow: 'sale:reveal',
    params: idParam,
    result: ok(z.object({ iban: z.string() })),
  },
})
