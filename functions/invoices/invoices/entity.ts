import type { EntityItem } from 'electrodb'
import {
  type InvoiceStatus,
  invoiceStatuses,
  invoiceTypes,
  paymentTerms,
  type VatScheme,
  vatSchemes,
} from '../../../shared/api/parts/billing.ts'
import type { VatRate } from '../../../shared/api/schemas/invoice-form.ts'
import type { Cents } from '../../../shared/money.ts'
import type { Whole } from '../../../shared/whole.ts'
import {
  Entity,
  entityModel,
  flag,
  gsi1,
  gsi2,
  gsi3,
  gsi4,
  gsi5,
  must,
  number,
  primary,
  store,
  text,
} from '../../platform/data/table.ts'
import { NOBODY } from '../partner-entity.ts'

/** Index key of invoices that the accounting must still receive. */
export const AWAITED = 'awaited'

/** Fields of a company on a document. */
const party = { name: must, address: must, postalCode: must, city: must, kvkNumber: must, vatNumber: must } as const

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
export const Invoices = new Entity(
  {
    model: entityModel('invoice'),
    attributes: {
      id: must,
      version: number,
      type: { type: invoiceTypes, required: true },
      invoiceNumber: must,
      /** For a credit note: the invoice that it credits. */
      creditedInvoice: { type: 'map', properties: { id: must, invoiceNumber: must } },
      /** For an invoice: the ids of its credit notes, cancelled ones included. */
      creditNoteIds: { type: 'list', items: { type: 'string' } },
      partnerCompanyId: must,
      assignedUserId: text,
      /** Index key of the assigned user; `NOBODY` without one. */
      assigneeKey: must,
      description: must,
      lines: {
        type: 'list',
        required: true,
        items: {
          type: 'map',
          properties: {
            description: must,
            quantity: number,
            unitPrice: number,
            vatRate: number,
            totalPrice: number,
            vatAmount: number,
            /** Day of supply of this line; when absent, the last day of the period counts. */
            supplyDate: text,
            /** VAT scheme of the partner on the day of supply. */
            vatScheme: { type: vatSchemes, required: true },
            /** For a credit note: the line of its invoice that it credits, numbered from 1. */
            lineOrder: { type: 'number' },
            /** For a credit note: whether the commission is still earned, as when only the VAT rate was wrong. */
            stillEarned: { type: 'boolean' },
            /** Totals that credit notes credited on this line, concepts included. */
            credited: {
              type: 'map',
              properties: { quantity: number, totalPrice: number, vatAmount: number },
            },
          },
        },
      },
      amount: number,
      vatAmount: number,
      totalAmount: number,
      /** VAT rate for new lines. */
      vatRate: number,
      invoiceDate: must,
      /** Reason of an invoice date long before the invoice was made. */
      dateReason: text,
      dueDate: must,
      supplyFrom: must,
      supplyTo: must,
      month: must,
      status: { type: invoiceStatuses, required: true },
      /** Partition (shelf) of lists by status: the status of an open invoice; status and month of any other. */
      shelf: must,
      paymentTerms: { type: paymentTerms, required: true },
      has48HourDiscount: flag,
      discountPercentage: number,
      discountAmount: number,
      creditRestrictionPercentage: number,
      creditRestrictionAmount: number,
      finalAmount: number,
      paymentDate: text,
      /** Open amount in signed cents, as in the book; below 0 the partner owes us. 0 until the invoice is issued. */
      open: number,
      /**
       * Signed cents that somebody marked as paid or taken back, and that the bank has not booked yet; the book has the
       * same amount. Below 0 for incoming money.
       */
      inTransit: number,
      /** Total of issued credit notes, VAT included. */
      creditedAmount: number,
      /** Payments that were not taken back; the id of each is the cause of its entry in the book. */
      payments: {
        type: 'list',
        required: true,
        items: {
          type: 'map',
          properties: {
            id: must,
            date: must,
            /** Amount paid, without the discount. */
            amount: number,
            /** Discount for payment within 48 hours, credit restriction included. */
            discount: number,
            /** Amount over which the discount was calculated. */
            discountOf: number,
            paymentFileId: text,
            /** Day on which the bank booked the payment; absent until a bank statement confirms the payment. */
            bookedOn: text,
          },
        },
      },
      /** Part of the discount in `payments` that credit notes reversed. */
      discountReturned: number,
      /**
       * Last payment that was reversed, and the day on which the bank returned it; no `sentBackOn` after a reversal by
       * a person.
       */
      lastReturn: { type: 'map', properties: { paidOn: must, sentBackOn: text } },
      /** Payment that waits for a second admin, as `PendingPayment` (rulings 51b). */
      pendingPayment: { type: 'any' },
      notes: text,
      attachments: {
        type: 'list',
        required: true,
        items: { type: 'map', properties: { path: must, filename: must, size: number } },
      },
      /** Moment of first sending. */
      sentAt: text,
      /** The partner as it was at first sending, as on the documents. */
      supplier: {
        type: 'map',
        properties: {
          ...party,
          email: must,
          bankAccount: must,
          contactPerson: text,
          phone: text,
        },
      },
      /** Our company as it was at first sending, as on the documents. */
      customer: { type: 'map', properties: party },
      /** Hashes of the PDF and the UBL file, as they were sent. */
      documents: { type: 'map', properties: { pdf: must, ubl: must } },
      /** Number of days in which the partner could answer, as set when the invoice was sent. */
      acceptanceDays: { type: 'number' },
      /**
       * Moment of the first mail to the partner, from which the days for an answer count. Removed when a mail bounces
       * and no other was sent.
       */
      presentedAt: text,
      /** Number that is raised to end the links in earlier mails about the invoice. */
      linkGeneration: { type: 'number' },
      /** Answer of the partner (rulings 51a). */
      answer: {
        type: 'map',
        properties: { state: { type: ['accepted', 'refused'] as const, required: true }, at: must, reason: text },
      },
      /** For an invoice from a monthly run: the run, the person who earned the commissions, and the items by line. */
      commissions: {
        type: 'map',
        properties: { runId: must, userId: must, itemIds: { type: 'list', items: { type: 'string' }, required: true } },
      },
      /** Id of the payment file that pays the invoice; set without a new version of the invoice (decision 56). */
      paymentFileId: text,
      sentToPartner: flag,
      sentToAccounting: flag,
      /** Index key: `AWAITED` while the accounting must still receive the invoice, otherwise `NOBODY`. */
      accountingKey: must,
      autoSendEnabled: flag,
      createdBy: must,
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: primary('invoice#${id}', 'invoice'),
      byMonth: gsi1('invoices#${month}', '${invoiceDate}#${id}'),
      byShelf: gsi2('invoices#shelf#${shelf}', '${invoiceDate}#${id}'),
      byPartner: gsi3('invoices#partner#${partnerCompanyId}#${month}', '${invoiceDate}#${id}'),
      byAssignee: {
        ...gsi4('invoices#user#${assigneeKey}#${month}', '${invoiceDate}#${id}'),
        condition: ({ assigneeKey }) => assigneeKey !== NOBODY,
      },
      byAccounting: {
        ...gsi5('invoices#accounting#${accountingKey}', '${id}'),
        condition: ({ accountingKey }) => accountingKey === AWAITED,
      },
    },
  },
  store,
)
type Stored = EntityItem<typeof Invoices>
type Nested =
  | 'creditedInvoice'
  | 'creditNoteIds'
  | 'payments'
  | 'lastReturn'
  | 'supplier'
  | 'customer'
  | 'documents'
  | 'answer'
  | 'commissions'
  | 'lines'
  | 'vatRate'
  | 'pendingPayment'

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
/** Payment of an invoice that was not taken back, in cents. */
export interface StandingPayment {
  readonly id: string
  readonly date: string
  readonly amount: number
  readonly discount: number
  readonly discountOf: number
  readonly paymentFileId?: string | undefined
  readonly bookedOn?: string | undefined
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
  /** For a booking of the bank to another IBAN: the statement, the booking in it, and that IBAN. */
  readonly booking?: { readonly statementId: string; readonly of: string; readonly iban: string }
}
export type InvoiceRow = Whole<Omit<Stored, Nested>> & {
  [K in Exclude<Nested, 'lines' | 'vatRate' | 'payments' | 'pendingPayment'>]: Stored[K]
} & {
  readonly lines: LineRow[]
  readonly vatRate: VatRate
  readonly payments: StandingPayment[]
  readonly pendingPayment?: PendingPayment | undefined
}

/** Statuses of open invoices; their lists span all months. */
export const openStatuses: readonly InvoiceStatus[] = ['concept', 'in_behandeling']
