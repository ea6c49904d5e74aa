import type { InvoiceStatus, VatScheme } from '../../../shared/api/parts/billing.ts'
import type { VatRate } from '../../../shared/invoices/choices.ts'
import { invoice } from '../../../shared/invoices/record.ts'
import type { Cents, VatShare } from '../../../shared/money.ts'
import { defineEntity, gsi1, gsi2, gsi3, gsi4, gsi5, primary, type RowOf } from '../../platform/data/table.ts'
import { NOBODY } from '../partner-entity.ts'

/** Index key of invoices that the accounting must still receive. */
export const AWAITED = 'awaited'

/**
 * Invoices and credit notes; a write replaces the whole row, if the stored version is still the one that was read.
 * Amounts are integer cents, those of a credit note negative. Lists are partitioned by the month of the invoice date,
 * so that no partition grows over the years; open invoices form one partition per status.
 *
 * | Read                          | Index   | Key                                      |
 * | one invoice                   | primary | id                                       |
 * | a month, by date              | gsi1    | month · invoiceDate, id                  |
 * | a status (closed: per month)  | gsi2    | shelf · invoiceDate, id                  |
 * | a partner's month             | gsi3    | partnerCompanyId, month · invoiceDate, id |
 * | a person's month              | gsi4    | assigneeKey, month · invoiceDate, id (sparse) |
 * | those for the accounting      | gsi5    | accountingKey · id (sparse)              |
 */
export const Invoices = defineEntity('invoice', {
  attributes: invoice.stored,
  indexes: {
    primary: primary('invoice#${id}', 'invoice'),
    byMonth: gsi1('invoices#${month}', '${invoiceDate}#${id}'),
    byShelf: gsi2('invoices#shelf#${shelf}', '${invoiceDate}#${id}'),
    byPartner: gsi3('invoices#partner#${partnerCompanyId}#${month}', '${invoiceDate}#${id}'),
    byAssignee: gsi4(
      'invoices#user#${assigneeKey}#${month}',
      '${invoiceDate}#${id}',
      ({ assigneeKey }) => assigneeKey !== NOBODY,
    ),
    byAccounting: gsi5(
      'invoices#accounting#${accountingKey}',
      '${id}',
      ({ accountingKey }) => accountingKey === AWAITED,
    ),
  },
})
type Loose =
  | ('creditedInvoice' | 'creditNoteIds' | 'lastReturn')
  | ('supplier' | 'customer' | 'documents' | 'answer' | 'commissions')

/** Stored line of an invoice, in cents. */
export interface LineRow {
  readonly description: string
  readonly quantity: number
  readonly unitPrice: Cents
  readonly vatRate: VatRate
  readonly totalPrice: Cents
  readonly vatAmount: Cents
  readonly supplyDate?: string | undefined
  readonly vatScheme: VatScheme
  readonly lineOrder?: number | undefined
  readonly stillEarned?: boolean | undefined
  readonly credited?: { readonly quantity: number; readonly totalPrice: Cents; readonly vatAmount: Cents } | undefined
}

/** Amount without VAT and VAT of one scheme and rate. */
export type TaxedAmount = VatShare<VatRate, VatScheme>

/** Payment of an invoice that was not taken back, in cents. */
export interface StandingPayment {
  readonly id: string
  readonly date: string
  readonly amount: number
  readonly discount: TaxedAmount[]
  readonly discountOf: number
  readonly paymentFileId?: string | undefined
  readonly orderedFor?: string | undefined
  readonly bookedOn?: string | undefined
  readonly sharedBooking?: SharedBooking | undefined
}

/** Booking of the bank that pays several invoices of one partner. */
export interface SharedBooking {
  readonly id: string
  readonly invoiceIds: string[]
}

/** Payment of an invoice that an admin entered and a second admin has to approve. */
export interface PendingPayment {
  readonly by: string
  readonly at: string
  readonly date: string
  /** Cents that the payment pays. */
  readonly amount: number
  /** Set for a payment of this part alone; otherwise all that is payable on `date` is paid. */
  readonly isPart?: boolean
  /** Reason why it was entered by hand, or joined to another IBAN. */
  readonly reason?: string | undefined
  /** For a booking of the bank to another IBAN: the statement, the booking in it, and that IBAN. */
  readonly booking?: { readonly statementId: string; readonly of: string; readonly iban: string }
}

/** Attributes whose types the table does not know. */
interface Typed {
  readonly lines: LineRow[]
  readonly vatRate: VatRate
  readonly payments: StandingPayment[]
  readonly creditedVat: TaxedAmount[]
  readonly discountReturned: TaxedAmount[]
  readonly pendingPayment?: PendingPayment | undefined
}
export type InvoiceRow = Omit<RowOf<typeof Invoices, Loose>, keyof Typed> & Typed

/** Statuses of open invoices; their lists span all months. */
export const openStatuses: readonly InvoiceStatus[] = ['concept', 'in_behandeling']
