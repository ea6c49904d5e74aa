import { provider } from '../../sales/choices.ts'
import * as z from '../../zod.ts'
import { bulkRunOf } from '../parts/bulk.ts'
import { euros, lines, localDate, office, orNull } from '../parts/fields.ts'
import { saleStatuses } from '../parts/statuses.ts'
import { markets } from '../parts/trade.ts'

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

/** Commission of a sale by the rates of its day, in euros; null where the reader does not see an amount. */
export const SaleEarnings = z.object({
  agentCommission: orNull(z.number()),
  callerCommission: orNull(z.number()),
  totalCommission: z.number(),
})
export type SaleEarnings = z.output<typeof SaleEarnings>

/** Filters of sales by their bedenktijd and withdrawal. */
export const agreementFilters = [
  'running',
  'unconfirmed',
  'unproven',
  'withdrawn',
  'toCorrect',
  'late',
  'counted',
] as const
export type AgreementFilter = (typeof agreementFilters)[number]

export const agreementFilterLabels: Record<AgreementFilter, string> = {
  running: 'In bedenktijd',
  unconfirmed: 'Zonder akkoord',
  unproven: 'Bedenktijd niet bewezen',
  withdrawn: 'Herroepen',
  toCorrect: 'Herroepen, correctie nodig',
  late: 'Herroepen na sluiten maand',
  counted: 'Telt in het rapport',
}

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
  /**
   * Only sales whose bedenktijd runs and that are not paid out (`running`), of which the written yes is missing
   * (`unconfirmed`), or without proof that the customer was told about it (`unproven`). `withdrawn`: withdrawn ones;
   * `toCorrect`: of these, of any age, those whose corrections are not noted yet.
   * `late`: those of closed months, by the month of reports that takes them back; `counted`: sales of reports.
   */
  agreement: z.enum(agreementFilters).optional(),
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
  /** Revenue of these sales as reports count it, so without rejected ones; null for everybody but admins. */
  revenue: orNull(z.number()),
  /** Sales whose bedenktijd runs, with their commissions as far as the reader sees them (filter `running`). */
  running: z.object({ count: z.int(), totalCommission: z.number() }),
  /** Number of sales without proof that the customer was told about the bedenktijd (filter `unproven`). */
  unproven: z.int(),
  isComplete: z.boolean(),
})
export type SaleTotals = z.output<typeof SaleTotals>

/** Amounts of one sale; the total is computed (rulings 37). */
export const CommissionAmounts = z.object({
  agentCommission: euros('Agent commissie is verplicht', 'Vul een bedrag van 0 of meer in'),
  callerCommission: euros().optional(),
  /** Reason why an amount differs from the rate. Without a reason, changing an amount to one that differs is a 400. */
  reason: lines(500),
})
export type CommissionAmounts = z.output<typeof CommissionAmounts>

/** Commission that a provider paid for a sale, in euros. Null removes the amount, so that the rate counts again. */
export const ReceivedRevenue = z.object({ received: euros('Bedrag moet positief zijn').nullable() })

/** A run over several sales: it approves them, or notes how their customers agreed. */
export const SaleRun = bulkRunOf(
  z.object({ status: orNull(z.literal('approved')), agreement: orNull(z.looseObject({})) }),
)
