import type { EntityItem } from 'electrodb'
import { type InvoiceStatus, invoiceStatuses, invoiceTypes, type VatRate } from '../../shared/contract/invoices.ts'
import { paymentTerms, type VatScheme, vatSchemes } from '../../shared/contract/partners.ts'
import type { Cents } from '../../shared/money.ts'
import type { Whole } from '../../shared/whole.ts'
import {
  Entity,
  flag,
  gsi1,
  gsi2,
  gsi3,
  gsi4,
  gsi5,
  model,
  must,
  number,
  primary,
  store,
  text,
} from '../platform/table.ts'
import { NOBODY } from './partner-entity.ts'

/** In place of whom an invoice waits for the accounting in what an index is made of. */
export const AWAITED = 'awaited'

/** A company as a document names it. */
const party = { name: must, address: must, postalCode: must, city: must, kvkNumber: must, vatNumber: must } as const

/**
 * Invoices and credit notes; rows are written whole, under their version. Amounts are integer cents, those of a credit note
 * negative. Lists are bucketed by the month of the invoice date, so that no partition grows with the years; what is open
 * stands together.
 *
 * | Read                          | Index   | Key                                      |
 * | one invoice                   | primary | id                                       |
 * | a month, by date              | gsi1    | month · invoiceDate, id                  |
 * | a status, a month once closed | gsi2    | shelf · invoiceDate, id                  |
 * | a partner's month             | gsi3    | partnerCompanyId, month · invoiceDate, id |
 * | a person's month              | gsi4    | assigneeKey, month · invoiceDate, id (sparse) |
 * | what the accounting is to get | gsi5    | accountingKey · id (sparse)              |
 */
export const Invoices = new Entity(
  {
    model: model('invoice'),
    attributes: {
      id: must,
      version: number,
      type: { type: invoiceTypes, required: true },
      invoiceNumber: must,
      /** Of a credit note: what it takes back. */
      creditedInvoice: { type: 'map', properties: { id: must, invoiceNumber: must } },
      /** Of an invoice: its credit notes. */
      creditNoteIds: { type: 'list', items: { type: 'string' } },
      partnerCompanyId: must,
      assignedUserId: text,
      /** The same for its index, `NOBODY` where there is none. */
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
            /** Its day of supply, where that is not the last of the period. */
            supplyDate: text,
            /** The partner's on its day of supply. */
            vatScheme: { type: vatSchemes, required: true },
            /** Of a credit note: which line of its invoice it takes back, from 1. */
            lineOrder: { type: 'number' },
            /** For a credit note: set when the line's commission is still earned. */
            stillEarned: { type: 'boolean' },
            /** What credit notes took back of it. */
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
      /** Of new lines. */
      vatRate: number,
      invoiceDate: must,
      dueDate: must,
      supplyFrom: must,
      supplyTo: must,
      month: must,
      status: { type: invoiceStatuses, required: true },
      /** What is open stands by its status alone, the rest by its month too. */
      shelf: must,
      paymentTerms: { type: paymentTerms, required: true },
      has48HourDiscount: flag,
      discountPercentage: number,
      discountAmount: number,
      creditRestrictionPercentage: number,
      creditRestrictionAmount: number,
      finalAmount: number,
      paymentDate: text,
      /** Signed cents that are not settled yet, as the book has them: below 0 a partner owes us. 0 until it is issued. */
      open: number,
      /** Signed cents that we ordered the bank to pay and it did not tell yet, as the book has them; below 0 to come in. */
      inTransit: number,
      /** What credit notes that were issued took back of it, VAT included. */
      creditedAmount: number,
      /** Its payments that stand, by the causes under which the book has them. */
      payments: {
        type: 'list',
        required: true,
        items: {
          type: 'map',
          properties: {
            id: must,
            date: must,
            /** What was paid, and what was taken off because it was paid within 48 hours; `discountOf` is what that was of. */
            amount: number,
            discount: number,
            discountOf: number,
            paymentFileId: text,
            /** The day on which a statement of the bank told it. */
            bookedOn: text,
          },
        },
      },
      /** What of a discount went back because a credit note took back what it was of. */
      discountReturned: number,
      /** The payment that was taken back last, and when the bank sent it back where it did. */
      lastReturn: { type: 'map', properties: { paidOn: must, sentBackOn: text } },
      notes: text,
      attachments: {
        type: 'list',
        required: true,
        items: { type: 'map', properties: { path: must, filename: must, size: number } },
      },
      /** When it was sent first, and what both parties were then: as its documents have it. */
      sentAt: text,
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
      customer: { type: 'map', properties: party },
      /** Its documents as they were sent, by their hashes. */
      documents: { type: 'map', properties: { pdf: must, ubl: must } },
      /** The partner's days for an answer when it was sent. */
      acceptanceDays: { type: 'number' },
      /** When the mail went out that the partner has, from which those days count. */
      presentedAt: text,
      /** Raised to end the links of earlier mails about it. */
      linkGeneration: { type: 'number' },
      /** What the partner said of it (rulings 51a). */
      answer: {
        type: 'map',
        properties: { state: { type: ['accepted', 'refused'] as const, required: true }, at: must, reason: text },
      },
      /** For an invoice from a run: the run, its person, and the open item of each line. */
      commissions: {
        type: 'map',
        properties: { runId: must, userId: must, itemIds: { type: 'list', items: { type: 'string' }, required: true } },
      },
      /** A mark of the payment files: the one that pays it (rulings 51b). */
      paymentFileId: text,
      sentToPartner: flag,
      sentToAccounting: flag,
      /** `AWAITED` where the accounting is to get it still, else `NOBODY`. */
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

/** A line as it is stored, in cents. */
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
/** A payment of an invoice that stands, in cents. */
export interface StandingPayment {
  readonly id: string
  readonly date: string
  readonly amount: number
  readonly discount: number
  readonly discountOf: number
  readonly paymentFileId?: string | undefined
  readonly bookedOn?: string | undefined
}
export type InvoiceRow = Whole<Omit<Stored, Nested>> & {
  [K in Exclude<Nested, 'lines' | 'vatRate' | 'payments'>]: Stored[K]
} & { readonly lines: LineRow[]; readonly vatRate: VatRate; readonly payments: StandingPayment[] }

/** Statuses whose invoices wait for something; they stand together, whatever their month. */
export const openStatuses: readonly InvoiceStatus[] = ['concept', 'in_behandeling']

/** What was uploaded for an invoice; the file lies under its hash. */
export const Attachments = new Entity(
  {
    model: model('attachment'),
    attributes: {
      path: must,
      /** Under which it lies among the documents, once an invoice names it; before, it lies among the uploads. */
      hash: text,
      filename: must,
      size: number,
      contentType: must,
      createdAt: must,
      /** When it goes as long as no invoice names it. */
      expires: { type: 'number' },
    },
    indexes: {
      primary: primary('attachment#${path}', 'attachment'),
    },
  },
  store,
)
