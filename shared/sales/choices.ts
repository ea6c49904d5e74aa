import { instant, orNull, person } from '../api/parts/fields.ts'
import { type SaleStatus, saleStatuses } from '../api/parts/statuses.ts'
import { providers } from '../api/parts/trade.ts'
import { isEan } from '../identifiers.ts'
import * as z from '../zod.ts'

/** Returns the statuses in the comma-separated text of a filter. */
export const saleStatusesIn = (choice: string): SaleStatus[] =>
  saleStatuses.filter((one) => choice.split(',').includes(one))

/** Filter text with the statuses that count as a sale: all but rejected. */
export const COUNTED_SALES = saleStatuses.filter((status) => status !== 'rejected').join(',')

export const provider = z.preprocess(
  (value) => (value === 'nextenergy' ? 'next_energy' : value),
  z.enum(providers, 'Kies een leverancier'),
)

/** Tells whether an EAN of 18 digits has a wrong check digit. */
export const isDoubtfulEan = (value: string | null | undefined): boolean => Boolean(value) && !isEan(value as string)

/**
 * Maximum number of further addresses. Each has up to two EANs, and each EAN adds an index row to the transaction of
 * the sale, which DynamoDB limits to 100 writes.
 */
export const MAX_ADDRESSES = 10

/** Maximum number of possible duplicates that the warnings about a sale name; they name the newest ones. */
export const MAX_SAME_SALES = 20

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

/**
 * Explanation of each amount in Dutch; null where the reader does not see the amount or nobody gets it (rulings 37).
 */
export const Explanation = z.object({ agent: orNull(z.string()), caller: orNull(z.string()) })
export type Explanation = z.output<typeof Explanation>

/** Person who ended an approval, with the moment and the changed fields. */
export const ChangedAfterApproval = z.object({ by: person, at: instant, fields: z.array(z.enum(approvedFields)) })
