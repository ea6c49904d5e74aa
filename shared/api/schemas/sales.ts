import * as z from '../../zod.ts'
import { DoNotCall, instant, lines, localDate, office, orNull, person, teamSummary } from '../parts/fields.ts'
import { historySchema } from '../parts/history.ts'
import { saleStatuses } from '../parts/statuses.ts'
import { contractLengths, energyTypes, markets, providers } from '../parts/trade.ts'
import { AdditionalAddress, amount, provider, statusChoice } from './sale-form.ts'

/** Maximum number of possible duplicates that the warnings about a sale name; they name the newest ones. */
export const MAX_SAME_SALES = 20

/** Warning about a sale: a possible duplicate within 24 months (rulings 33), or an EAN with a wrong check digit. */
export const SaleWarning = z.object({
  kind: z.enum(['ean', 'customer', 'check-digit']),
  /** Id of the other sale. Null where that sale is out of reach, and for a warning about a check digit. */
  saleId: orNull(z.string()),
  saleDate: orNull(z.iso.date()),
})
export type SaleWarning = z.output<typeof SaleWarning>

/** Commission of a sale by the rates of its day, in euros; null where the reader does not see an amount. */
export const SaleEarnings = z.object({
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

/** Fields that an approval covers: a later change of one of these ends it (decision 78). */
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

/** A sale as lists show it; amounts and personal data as far as the reader may see them (rulings 37, 62). */
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
  /** Day since when the customer's number must not be called (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
  address: z.string(),
  houseNumber: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** EAN of the electricity connection; null also where the reader may not see personal data. */
  eanElectricity: orNull(z.string()),
  /** EAN of the gas connection; null also where the reader may not see personal data. */
  eanGas: orNull(z.string()),
  additionalAddresses: z.array(storedAddress),
  provider: z.enum(providers),
  productType: z.enum(energyTypes),
  contractLength: z.enum(contractLengths),
  market: z.enum(markets),
  contractStartDate: orNull(z.iso.date()),
  contractEndDate: orNull(z.iso.date()),
  salesDockId: z.string(),
  gasUsage: orNull(z.int()),
  electricityUsage: orNull(z.int()),
  /** IBAN, masked; the endpoint `reveal` returns the whole IBAN. */
  iban: z.string(),
  /** Holder of the bank account; null where the reader may not see personal data. */
  bankAccountHolder: orNull(z.string()),
  status: z.enum(saleStatuses),
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
  /** Author, moment and reason of amounts that were set by hand; null when rates set them. */
  commissionOverride: orNull(z.object({ by: z.string(), at: instant, reason: orNull(z.string()) })),
  /** Euros that the provider pays us: by the rates, and as received. Null for readers other than admins. */
  revenue: orNull(z.object({ expected: orNull(z.number()), received: orNull(z.number()) })),
  explanation: Explanation,
  notes: orNull(z.string()),
  saleDate: z.iso.date(),
  approvedBy: orNull(person),
  approvedAt: orNull(instant),
  /** Set when the sale was changed after its approval and must be approved again (decision 78). */
  changedAfterApproval: orNull(ChangedAfterApproval),
  rejectionReason: orNull(z.string()),
  paidAt: orNull(instant),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
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
})
export type SaleDetails = z.output<typeof SaleDetails>

/** Filters of the list; a sale must match all of them. Without a period: the last twelve months. */
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
  market: z.enum(markets).optional(),
  office: office.optional(),
  /** Only sales that an admin approved, whatever their status now; rejected sales are left out. */
  approved: z.literal('true').optional(),
  /** Search text: must occur in customer, company, phone, postcode or SalesDock ID. */
  q: z.string().trim().max(100).optional(),
})
export type SaleFilter = z.output<typeof SaleFilter>

/** Sums over the filter; `isComplete` is false when there are too many rows, so that the sums cover only the first. */
export const SaleTotals = z.object({
  count: z.int(),
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
  /** Revenue of these sales, rejected ones left out; null for everybody but admins. */
  revenue: orNull(z.number()),
  isComplete: z.boolean(),
})
export type SaleTotals = z.output<typeof SaleTotals>

/** Amounts of one sale; the total is computed (rulings 37). */
export const CommissionAmounts = z.object({
  agentCommission: amount('Agent commissie is verplicht'),
  callerCommission: amount().optional(),
  /** Reason why an amount differs from the rate. Without a reason, changing an amount to one that differs is a 400. */
  reason: lines(500),
})
export type CommissionAmounts = z.output<typeof CommissionAmounts>

/** Attributes of a sale whose changes the history shows. */
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
export const SaleHistory = historySchema(saleHistoryFields)
