import { invoiceStatuses, invoiceStatusLabels, invoiceTypes, paymentTerms, vatSchemes } from '../api/parts/billing.ts'
import { instant, localDate, orNull, person, requireText } from '../api/parts/fields.ts'
import { own } from '../values/field.ts'
import {
  attributes,
  kept,
  lines,
  reference,
  requiredText,
  shown,
  standard,
  stored,
  text,
  textOrNone,
  yesOrNo,
} from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'
import {
  Acceptance,
  Attachment,
  creditedStates,
  invoiceStatus,
  MAX_ATTACHMENTS,
  MAX_LINES,
  NewInvoiceLine,
  NO_LINES,
  percentage,
  requireDay,
  vatRate,
} from './choices.ts'

const { must, optional, number, optionalNumber, flag } = attributes

/** Amount in a reply in euros, and stored in cents. */
const amount = kept(z.number(), number)
/** Amount in euros that a reply computes. */
const computed = shown(z.number())
const date = kept(z.iso.date(), must)
/** Fields of a company on a document. */
const party = { name: must, address: must, postalCode: must, city: must, kvkNumber: must, vatNumber: must } as const

/** Amounts without VAT and VAT by scheme and rate. */
const vatShares = {
  type: 'list',
  required: true,
  items: {
    type: 'map',
    properties: { vatRate: number, vatScheme: { type: vatSchemes, required: true }, base: number, vatAmount: number },
  },
} as const

/** An invoice or credit note, as lists show it. Amounts are euros in replies, and signed cents in the table. */
export const invoice = record(
  {
    noun: { the: 'de', one: 'factuur', many: 'facturen' },
    groups: ['basis', 'regels', 'bijlagen'],
    cards: ['data', 'lines', 'files'],
  },
  {
    id: standard.id,
    version: standard.version,
    type: kept(z.enum(invoiceTypes), { type: invoiceTypes, required: true }),
    invoiceNumber: kept(z.string(), must),
    /** For a credit note: the invoice it reverses. */
    creditedInvoice: kept(orNull(z.object({ id: z.string(), invoiceNumber: z.string() })), {
      type: 'map',
      properties: { id: must, invoiceNumber: must },
    }),
    /** For an invoice: the ids of its credit notes, cancelled ones included. */
    creditNoteIds: stored({ type: 'list', items: optional }),
    /** Id of the partner company */
    partnerCompanyId: {
      ...kept(z.string(), must),
      typed: requireText('Kies een partner', 128).meta({ 'x-refers-to': '/api/self-billing/partners' }),
      field: { label: 'Partner', format: 'own', history: null, form: own('basis'), card: null },
    },
    /** 'Onbekend' when the partner was deleted. */
    partnerName: shown(z.string()),
    /** Description of the work or goods. */
    description: requiredText('Omschrijving is verplicht', {
      label: 'Omschrijving',
      ...{ form: own('basis'), card: own('data') },
    }),
    invoiceDate: {
      ...{ ...date, typed: requireDay('Vul een factuurdatum in', ['2026-11-20', '2026-11-19']) },
      field: { label: 'Factuurdatum', format: 'day', form: own('basis'), card: own('data') },
    },
    /** Reason of a date before the month before this one; required for it until a month of the book was closed. */
    dateReason: text({ label: 'Reden van deze datum', format: 'own', form: own('basis'), card: null }),
    /**
     * Last day of payment. With the 48-hour discount it is exactly two days after the invoice date. Otherwise it is at
     * most 30 days after that date, which is the default.
     */
    dueDate: {
      ...{ ...date, typed: requireDay('Vul een vervaldatum in', ['2026-12-10', '2026-12-11']).optional() },
      field: { label: 'Vervaldatum', format: 'day', form: own('basis'), card: own('data') },
    },
    /** First day of supply; by default the first day of the month of the invoice date. */
    supplyFrom: {
      ...{ ...date, typed: requireDay('Vul een geldige datum in', ['2026-10-01', '2026-10-02']).optional() },
      field: { label: 'Geleverd van', format: 'day', form: own('basis'), card: null },
    },
    /** Last day of supply; by default the last day of the month in which the supply begins. */
    supplyTo: {
      ...{ ...date, typed: requireDay('Vul een geldige datum in', ['2026-10-31', '2026-10-30']).optional() },
      field: { label: 'Geleverd tot en met', format: 'day', form: own('basis'), card: null },
    },
    has48HourDiscount: {
      ...kept(z.boolean(), flag),
      typed: z
        .boolean()
        .meta({ examples: [false] })
        .optional(),
      field: { label: '48-uurskorting', format: 'flag', form: own('regels'), card: own('lines') },
    },
    /** Percentage of the 48-hour discount; by default that of the settings. */
    discountPercentage: {
      ...{ ...kept(z.number(), number), typed: percentage.optional() },
      field: { label: 'Korting', format: 'own', form: own('regels'), card: own('lines') },
    },
    /** VAT rate for new lines only; defaults to the settings. */
    vatRate: {
      ...{ ...kept(vatRate, number), typed: vatRate.optional() },
      field: { label: 'Btw van nieuwe regels', format: 'own', history: null, form: own('basis'), card: null },
    },
    lines: {
      typed: z.array(NewInvoiceLine).min(1, NO_LINES).max(MAX_LINES, `Hoogstens ${MAX_LINES} factuurlijnen`),
      stored: {
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
            supplyDate: optional,
            /** VAT scheme of the partner on the day of supply. */
            vatScheme: { type: vatSchemes, required: true },
            /** For a credit note: the line of its invoice that it credits, numbered from 1. */
            lineOrder: optionalNumber,
            /** For a credit note: whether the commission is still earned, as when only the VAT rate was wrong. */
            stillEarned: { type: 'boolean' },
            /** Totals that credit notes credited on this line, concepts included. */
            credited: { type: 'map', properties: { quantity: number, totalPrice: number, vatAmount: number } },
          },
        },
      },
      field: { label: 'Factuurregels', format: 'own', form: own('regels'), card: own('lines') },
    },
    /** Notes for the office, which no document shows; null for everybody but admins. */
    notes: lines(4000, { label: 'Interne notities', history: null, form: own('basis'), card: own('data') }),
    /** Id of the user who sees the invoice, besides the partner's agent. */
    assignedUserId: {
      ...reference('/api/users/agents'),
      field: { label: 'Toegewezen aan', format: 'own', form: own('basis'), card: own('data') },
    },
    assignedUser: shown(orNull(person)),
    /** Index key of the assigned user; `NOBODY` without one. */
    assigneeKey: stored(must),
    /** True, which is the default, when the invoice is sent to the accounting automatically. */
    autoSendEnabled: yesOrNo('flag', {
      label: 'Automatisch naar de boekhouding',
      ...{ form: own('basis'), card: null },
    }),
    /** Paths that `POST /api/self-billing/upload-attachment` returned. */
    attachments: {
      typed: z.array(z.string().max(128)).max(MAX_ATTACHMENTS, `Hoogstens ${MAX_ATTACHMENTS} bijlagen`).optional(),
      ...kept(z.array(Attachment), {
        type: 'list',
        required: true,
        items: { type: 'map', properties: { path: must, filename: must, size: number } },
      }),
      field: { label: 'Bijlagen', format: 'own', form: own('bijlagen'), card: own('files') },
    },
    amount,
    vatAmount: amount,
    totalAmount: amount,
    month: stored(must),
    status: {
      ...kept(z.enum(invoiceStatuses), { type: invoiceStatuses, required: true }),
      changed: invoiceStatus.optional(),
      field: { label: 'Status', format: invoiceStatusLabels, card: null },
    },
    /** Partition (shelf) of lists by status: the status of an open invoice; status and month of any other. */
    shelf: stored(must),
    /** `whole`: credit notes reverse all lines. A credit note itself has `none`. */
    credited: shown(z.enum(creditedStates)),
    /** False when the partner refused the invoice; such an invoice cannot be marked as paid. */
    isOwed: shown(z.boolean()),
    isOverdue: shown(z.boolean()),
    /** Number of days since the due date; 0 when the invoice is not overdue. */
    daysOverdue: shown(z.int()),
    paymentTerms: kept(z.enum(paymentTerms), { type: paymentTerms, required: true }),
    discountAmount: amount,
    creditRestrictionPercentage: kept(z.number(), number),
    creditRestrictionAmount: amount,
    /** Amount due within the 48 hours; equals the total when the invoice has no discount. */
    finalAmount: amount,
    /**
     * Amount due today: the open amount, less the discount until the end of dueDate. For the concept of an invoice, the
     * amount that will be due. 0 once paid, cancelled or refused, and for the concept of a credit note. Below 0 for a
     * credit note that its partner still owes us.
     */
    payableToday: computed,
    /** Day of the payment; null without one */
    paymentDate: {
      ...kept(orNull(z.iso.date()), optional),
      // Sent only with status betaald: a day from the invoice date until today; by default today.
      changed: localDate('Vul een geldige betaaldatum in').nullish(),
      field: { label: 'Betaald of verrekend op', format: 'day', card: own('data') },
    },
    /** Open amount in signed cents, as in the book; below 0 the partner owes us. 0 until the invoice is issued. */
    open: { ...stored(number), field: { label: 'Open', format: 'money', card: null } },
    /** Amount not settled yet; below 0 for a credit note, which the partner owes us. 0 until the document is issued. */
    openAmount: computed,
    /**
     * Signed cents that somebody marked as paid or taken back, and that the bank has not booked yet; the book has the
     * same amount. Below 0 for incoming money.
     */
    inTransit: stored(number),
    /** Totals of issued credit notes, above 0. */
    creditedVat: stored(vatShares),
    /** Payments that were not taken back; the id of each is the cause of its entry in the book. */
    payments: stored({
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: {
          id: must,
          date: must,
          /** Amount paid, without the discount. */
          amount: number,
          /** Discount for payment within 48 hours, credit restriction included; empty without one. */
          discount: vatShares,
          /** Amount over which the discount was calculated. */
          discountOf: number,
          paymentFileId: optional,
          /** Execution date of that payment file: the day that decides about the discount. */
          orderedFor: optional,
          /** Day on which the bank booked the payment; absent until a bank statement confirms the payment. */
          bookedOn: optional,
          /** Booking of the bank that pays several invoices of the partner; they have one remittance advice. */
          sharedBooking: {
            type: 'map',
            properties: { id: must, invoiceIds: { type: 'list', required: true, items: { type: 'string' } } },
          },
        },
      },
    }),
    /** Amount of the payments that were not reversed. */
    paidAmount: computed,
    /** Amount of the last of these payments, the one that a person can take back; 0 without one. */
    lastPaidAmount: computed,
    /** Part of the discount in `payments` that credit notes, or a payment too late at the bank, reversed. */
    discountReturned: stored(vatShares),
    /** 48-hour discount taken with the payments of `paidAmount`, less the share that credit notes took back. */
    discountTaken: computed,
    /** 48-hour discount on the total after credit notes, for payment by `dueDate`; 0 without such a discount. */
    promptDiscount: computed,
    /**
     * Last payment that was reversed, and the day on which the bank returned it; no `sentBackOn` after a reversal by a
     * person.
     */
    lastReturn: stored({ type: 'map', properties: { paidOn: must, sentBackOn: optional } }),
    /**
     * Set while the invoice waits for another payment because the last one was reversed. `paidOn` is the day of the
     * reversed payment, `sentBackOn` the day on which the bank returned it. `sentBackOn` is null when a person reversed
     * the payment.
     */
    takenBack: shown(orNull(z.object({ paidOn: z.iso.date(), sentBackOn: orNull(z.iso.date()) }))),
    /** Payment that waits for a second admin, as `PendingPayment` (rulings 51b). */
    pendingPayment: stored({ type: 'any' }),
    lineCount: shown(z.int()),
    /** Moment when the invoice was first sent; its documents never change after that. */
    sentAt: kept(orNull(instant), optional),
    /** The partner as it was at first sending, as on the documents. */
    supplier: stored({
      type: 'map',
      properties: { ...party, email: must, bankAccount: must, contactPerson: optional, phone: optional },
    }),
    /** Our company as it was at first sending, as on the documents. */
    customer: stored({ type: 'map', properties: party }),
    /** Hashes of the PDF and the UBL file, as they were sent. */
    documents: stored({ type: 'map', properties: { pdf: must, ubl: must } }),
    /** Number of days in which the partner could answer, as set when the invoice was sent. */
    acceptanceDays: stored(optionalNumber),
    /**
     * Moment of the first mail to the partner, from which the days for an answer count. Removed when a mail bounces and
     * no other was sent.
     */
    presentedAt: stored(optional),
    /** Number that is raised to end the links in earlier mails about the invoice. */
    linkGeneration: stored(optionalNumber),
    /** Answer of the partner (rulings 51a). */
    answer: stored({
      type: 'map',
      properties: {
        state: { type: ['accepted', 'refused'], required: true },
        at: must,
        reason: optional,
        disputedLines: { type: 'list', items: { type: 'map', properties: { lineOrder: number, remark: must } } },
      },
    }),
    /** Answer of the partner; null until the invoice was sent. */
    acceptance: shown(orNull(Acceptance)),
    /** For an invoice from a monthly run: the run, the person who earned the commissions, and the items by line. */
    commissions: stored({
      type: 'map',
      properties: { runId: must, userId: must, itemIds: { type: 'list', items: optional, required: true } },
    }),
    /** Payment file that pays the invoice, or null (rulings 51b); set without a new version (decision 56). */
    paymentFileId: textOrNone,
    sentToPartner: {
      ...kept(z.boolean(), flag),
      field: { label: 'Verstuurd aan partner', format: 'flag', card: null },
    },
    sentToAccounting: {
      ...kept(z.boolean(), flag),
      field: { label: 'Verstuurd aan boekhouding', format: 'flag', card: null },
    },
    /** Index key: `AWAITED` while the accounting must still receive the invoice, otherwise `NOBODY`. */
    accountingKey: stored(must),
    isEditable: shown(z.boolean()),
    createdBy: kept(z.string(), must),
    createdAt: standard.createdAt,
    updatedAt: standard.updatedAt,
  },
)

/** Words and places of the fields of an invoice. */
export const invoiceFields = invoice.fields
export type InvoiceHistoryField = (typeof invoice.logged)[number]
