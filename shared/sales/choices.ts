import { instant, orNull, person } from '../api/parts/fields.ts'
import { type SaleStatus, saleStatuses } from '../api/parts/statuses.ts'
import { providers } from '../api/parts/trade.ts'
import { isEan } from '../identifiers.ts'
import { dateText } from '../time.ts'
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
  'market',
  'soldAt',
  'confirmedAt',
  'confirmation',
  'infoGivenAt',
  'isHomeUse',
] as const
export type ApprovedField = (typeof approvedFields)[number]

/** Labels of the fields that an approval covers, as used within a sentence. */
export const approvedFieldLabels: Record<ApprovedField, string> = {
  agentId: 'agent',
  callerId: 'beller',
  agentCommission: 'agent commissie',
  callerCommission: 'beller commissie',
  iban: 'IBAN',
  bankAccountHolder: 'rekeninghouder',
  customerName: 'klantnaam',
  companyName: 'bedrijf',
  saleDate: 'datum sale',
  market: 'markt',
  soldAt: 'wijze van verkoop',
  confirmedAt: 'schriftelijk akkoord',
  confirmation: 'bewijs van akkoord',
  infoGivenAt: 'dag van de uitleg',
  isHomeUse: 'gebruik als woning',
}

/**
 * Explanation of each amount in Dutch; null where the reader does not see the amount or nobody gets it (rulings 37).
 */
export const Explanation = z.object({ agent: orNull(z.string()), caller: orNull(z.string()) })
export type Explanation = z.output<typeof Explanation>

/** Admin who let a sale be paid before the end of its bedenktijd, with the moment and the reason. */
export const EarlyRelease = z.object({ by: person, at: instant, reason: z.string() })

/** Ways in which a customer withdraws from a sale (Herroepen, market 69e). */
export const withdrawalWays = ['phone', 'mail', 'letter', 'form', 'supplier'] as const
export type WithdrawalWay = (typeof withdrawalWays)[number]

export const withdrawalLabels: Record<WithdrawalWay, string> = {
  phone: 'telefonisch',
  mail: 'per e-mail',
  letter: 'per brief',
  form: 'met het formulier',
  supplier: 'via de leverancier',
}

/** Withdrawal of a sale: who noted it, when, and why it counts after the bedenktijd. */
export const Withdrawal = z.object({
  how: z.enum(withdrawalWays),
  note: orNull(z.string()),
  reason: orNull(z.string()),
  by: person,
  at: instant,
  /** True once the corrections of a sale that was invoiced or paid are noted. */
  isCorrected: z.boolean(),
})

/** Returns the Dutch text about a withdrawal: `Herroepen op 12-12-2026 (telefonisch)`. */
export const withdrawalText = (at: string, how: WithdrawalWay): string =>
  `Herroepen op ${dateText(at)} (${withdrawalLabels[how]})`

/** Person who ended an approval, with the moment and the changed fields. */
export const ChangedAfterApproval = z.object({ by: person, at: instant, fields: z.array(z.enum(approvedFields)) })
