import * as z from '../../zod.ts'
import { bulkRunOf, selectionOf } from '../parts/bulk.ts'
import { DoNotCall, instant, lines, orNull, person } from '../parts/fields.ts'
import { leadStatuses, salesStatuses } from '../parts/statuses.ts'
import { markets } from '../parts/trade.ts'

/** Fields of a contract that an import may assume where the sheet lacks them (rulings 53). */
export const assumable = ['signedDate', 'durationValue'] as const
export type Assumable = (typeof assumable)[number]

export const Contract = z.object({
  id: z.string(),
  version: z.int(),
  uploadId: z.string(),
  customerName: z.string(),
  customerEmail: orNull(z.string()),
  customerPhone: orNull(z.string()),
  /** Day since when the customer's number must not be called; null where it may be called (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
  companyName: orNull(z.string()),
  address: orNull(z.string()),
  houseNumber: orNull(z.string()),
  postalCode: orNull(z.string()),
  city: orNull(z.string()),
  supplier: orNull(z.string()),
  productName: orNull(z.string()),
  signedDate: z.iso.date(),
  durationValue: z.int(),
  durationUnit: z.enum(['years', 'months']),
  expiryDate: z.iso.date(),
  /** First day, if the sheet has one; without a day of signing `signedDate` equals it. */
  startDate: orNull(z.iso.date()),
  /**
   * Fields whose values no sheet stated (rulings 53). A duration computed from a stated begin and end is not among
   * them.
   */
  assumed: z.array(z.enum(assumable)),
  status: z.string(),
  salesStatus: z.enum(salesStatuses),
  notes: orNull(z.string()),
  kvkNumber: orNull(z.string()),
  /** Null also for readers who may not see personal data (rulings 62). */
  eanElectricity: orNull(z.string()),
  /** Null also for readers who may not see personal data. */
  eanGas: orNull(z.string()),
  /** IBAN, masked; the endpoint `reveal` returns the whole IBAN. */
  iban: orNull(z.string()),
  /** kWh per year. */
  electricityUsage: orNull(z.number()),
  /** m³ per year. */
  gasUsage: orNull(z.number()),
  market: orNull(z.enum(markets)),
  /** Team as written in the sheet. */
  teamName: orNull(z.string()),
  /** Agent as written in the sheet. */
  agentName: orNull(z.string()),
  assignedTo: orNull(person),
  /** Lead that was made from the contract for the assigned person (rulings 58). */
  lead: orNull(z.object({ id: z.string(), status: z.enum(leadStatuses), lastContactAt: orNull(instant) })),
  /** Id of the last appointment that was booked for the contract. */
  appointmentId: orNull(z.string()),
  /** Id of the last sale that signed the contract; if no sale did, of the last sale registered for the contract. */
  saleId: orNull(z.string()),
  /** When and by whom the sales status was last set; null while it is as imported. */
  statusChangedAt: orNull(instant),
  statusChangedBy: orNull(person),
  createdAt: instant,
})
export type Contract = z.output<typeof Contract>

/** One contract; account holder and columns only for readers who may see personal data (rulings 62). */
export const ContractDetails = Contract.extend({
  accountHolder: orNull(z.string()),
  /**
   * Every filled cell of the rows about this contract, each under the header of its own sheet; account numbers masked.
   */
  rawRow: orNull(z.array(z.object({ column: z.string(), text: z.string() }))),
})
export type ContractDetails = z.output<typeof ContractDetails>

/** Fields of a contract that people change; an absent one stays. */
export const ContractChange = z.object({ salesStatus: z.enum(salesStatuses).optional(), notes: lines(2000) })
export type ContractChange = z.output<typeof ContractChange>

/** Urgency filters of the board: expired, ending within so many months, or later (rulings 52, 58b). */
export const urgencyFilters = ['verlopen', '1', '3', '6', 'later'] as const
export type UrgencyFilter = (typeof urgencyFilters)[number]

export const urgencyLabels: Readonly<Record<UrgencyFilter, string>> = {
  verlopen: 'Verlopen',
  '1': 'Binnen 1 maand',
  '3': 'Binnen 3 maanden',
  '6': 'Binnen 6 maanden',
  later: 'Later',
}

/** Filters of the board; a contract must match all of them. */
export const ContractFilter = z.object({
  urgency: z.enum(urgencyFilters).optional(),
  /** Id of the assigned person, or `none`. */
  agentId: z.string().max(128).optional(),
  /** Team of the assigned person. */
  teamId: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .optional(),
  /** Search text: must occur in the name of the supplier. */
  provider: z.string().trim().max(100).optional(),
  market: z.enum(markets).optional(),
  doNotCall: z.enum(['true', 'false']).optional(),
  uploadId: z.string().max(100).optional(),
  /**
   * Search text. It must occur in customer, company, town, e-mail, postcode or phone, or be a code of the contract.
   * Codes are a whole KvK number, EAN or IBAN, and a Sale ID or contract number, whole or one part.
   */
  q: z.string().trim().max(100).optional(),
})
export type ContractFilter = z.output<typeof ContractFilter>

/** Value of the filter `agentId` for contracts that are assigned to nobody. */
export const NOBODY = 'none'

/**
 * Columns by which the board can be sorted, ascending; with `-` before it descending. `soonest` is contracts that end
 * from today on, nearest first, followed by expired ones, latest first.
 */
export const contractSorts = [
  'soonest',
  ...(['expires', '-expires', 'customer', '-customer', 'address', '-address'] as const),
  ...(['product', '-product', 'signed', '-signed'] as const),
] as const
export type ContractSort = (typeof contractSorts)[number]

/** Attributes of a contract whose changes the history shows. */
export const contractHistoryFields = [
  'salesStatus',
  'notes',
  'customerName',
  'companyName',
  'customerPhone',
  'customerEmail',
  'address',
  'postalCode',
  'city',
  'supplier',
  'productName',
  'expiryDate',
  'assignedTo',
] as const
export type ContractHistoryField = (typeof contractHistoryFields)[number]

/**
 * Maximum number of contracts in one request that sets their status or assigns them; a run takes up to
 * `MOST_CONTRACTS`.
 */
const MAX_CONTRACTS = 50

const NO_SELECTION = 'Geen selectie: kies minstens één contract'
/** Ids of the contracts that one request changes. */
export const contractIds = selectionOf('/api/contracts', NO_SELECTION, MAX_CONTRACTS)

/** Maximum number of contracts that one run changes. */
export const MOST_CONTRACTS = 10_000
/** Maximum number of agents among whom a run divides contracts. */
export const MOST_AGENTS = 200

/** A run that sets the sales status of several contracts, or divides them among agents. */
export const ContractRun = bulkRunOf(
  z.object({
    salesStatus: orNull(z.enum(salesStatuses)),
    notes: orNull(z.string()),
    agentIds: orNull(z.array(z.string())),
  }),
)
export type ContractRun = z.output<typeof ContractRun>
