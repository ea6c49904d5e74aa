import { callParts, callStates } from '../../numbers/states.ts'
import * as z from '../../zod.ts'
import { bulkRunOf, selectionOf } from '../parts/bulk.ts'
import { orNull } from '../parts/fields.ts'
import { salesStatuses } from '../parts/statuses.ts'
import { markets } from '../parts/trade.ts'

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
  /** Team of the assigned person; 0 for contracts of no team. */
  teamId: z
    .string()
    .regex(/^(0|[1-9]\d{0,5})$/)
    .optional(),
  /** Search text: must occur in the name of the supplier. */
  provider: z.string().trim().max(100).optional(),
  market: z.enum(markets).optional(),
  doNotCall: z.enum(['true', 'false']).optional(),
  call: z.enum(callParts).optional(),
  callState: z.enum(callStates).optional(),
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
