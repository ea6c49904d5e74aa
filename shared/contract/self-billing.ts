import * as z from '../zod.ts'
import { creation, domain, file, idParam, none, ok, page, paging } from './parts/endpoint.ts'
import { exportFormat } from './parts/export.ts'
import { lines, optionalEmail, orNull, requireText } from './parts/fields.ts'
import { historySchema } from './parts/history.ts'
import { InvoiceChange, NewCreditNote, NewInvoice, percentage, vatRate } from './schemas/invoice-form.ts'
import {
  Attachment,
  Invoice,
  InvoiceCounts,
  InvoiceDetails,
  InvoiceFilter,
  InvoiceMail,
  InvoiceStep,
  InvoiceTotals,
  invoiceHistoryFields,
  SendInvoiceEmail,
  statusFilter,
} from './schemas/invoices.ts'
import {
  AccountRejection,
  Agreement,
  AgreementForm,
  companyAddress,
  NewPartner,
  ownNumbers,
  Partner,
  PartnerChange,
  PartnerFilter,
  paymentTerms,
} from './schemas/partners.ts'

/** Prefix of the numbers of credit notes, which invoices cannot use (rulings 45). */
export const CREDIT_PREFIX = 'YDC'

/** Our company's details on invoices, and the settings to make them (spec §3, rulings 43, 49). */
export const SettingsForm = z.object({
  companyName: requireText('Bedrijfsnaam is verplicht'),
  ...companyAddress,
  ...ownNumbers,
  /** VAT rate of new lines. */
  defaultVatRate: vatRate,
  defaultPaymentTerms: z.enum(paymentTerms, 'Kies een betaaltermijn'),
  /** Default percentage of the 48-hour discount. */
  defaultDiscountPercentage: percentage,
  /** Text above the invoice lines in the mail to a partner. */
  emailTemplate: lines(2000),
  accountingEmail: optionalEmail,
  autoSendToAccounting: z.boolean(),
  invoicePrefix: z
    .string('Prefix is verplicht')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{1,10}$/, 'Gebruik 1 tot 10 hoofdletters, cijfers of streepjes')
    .refine((prefix) => prefix !== CREDIT_PREFIX, `${CREDIT_PREFIX} is van de creditfacturen`)
    .meta({ examples: ['YDS', 'YDS-A'] }),
  /** Next number of the prefix this year. It can only be raised; a lower number is a 422. Absent: unchanged. */
  nextInvoiceNumber: z.int('Vul een heel getal in').min(1, 'Vul een getal van 1 of meer in').max(999_999).optional(),
})
export type SettingsForm = z.output<typeof SettingsForm>

/** The settings in force; the fields of the company are empty texts until somebody fills them in. */
export const Settings = z.object({
  /** 0 until somebody saves the settings. */
  version: z.int(),
  companyName: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  kvkNumber: z.string(),
  vatNumber: z.string(),
  /** True when the check digits of the VAT number are wrong, which is only a warning. */
  isVatNumberDoubtful: z.boolean(),
  bankAccount: z.string(),
  defaultVatRate: vatRate,
  defaultPaymentTerms: z.enum(paymentTerms),
  defaultDiscountPercentage: z.number(),
  emailTemplate: orNull(z.string()),
  accountingEmail: orNull(z.string()),
  autoSendToAccounting: z.boolean(),
  invoicePrefix: z.string(),
  nextInvoiceNumber: z.int(),
  updatedBy: orNull(z.string()),
})
export type Settings = z.output<typeof Settings>

export const selfBilling = domain({
  partners: {
    summary: 'Partner companies, by name',
    method: 'GET',
    path: '/api/self-billing/partners',
    allow: 'self-billing:manage',
    query: PartnerFilter.extend(paging),
    result: page(Partner),
  },
  partner: {
    summary: 'One partner company',
    method: 'GET',
    path: '/api/self-billing/partners/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(Partner),
  },
  createPartner: {
    summary: 'Add a partner company; its numbers are stored in their normal form (rulings 49)',
    method: 'POST',
    path: '/api/self-billing/partners',
    allow: 'self-billing:manage',
    idempotent: true,
    body: NewPartner,
    result: creation(Partner),
  },
  updatePartner: {
    summary:
      'Change a partner company; a lost update is a 409. Sent documents stay as they are, and a changed IBAN waits for a second admin (rulings 51b)',
    method: 'PATCH',
    path: '/api/self-billing/partners/{id}',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    body: PartnerChange,
    result: ok(Partner),
  },
  removePartner: {
    summary: 'Delete a partner company that has no invoices; with any it is a 409',
    method: 'DELETE',
    path: '/api/self-billing/partners/{id}',
    allow: 'self-billing:manage',
    params: idParam,
    result: none,
  },
  approveBankAccount: {
    summary:
      'Approve the changed IBAN of a partner as its second admin, so that it is paid from now on; 403 for who entered it, 409 where none waits (rulings 51b)',
    method: 'POST',
    path: '/api/self-billing/partners/{id}/approve-bank-account',
    allow: 'self-billing:manage',
    idempotent: true,
    ifMatch: true,
    params: idParam,
    result: ok(Partner),
  },
  rejectBankAccount: {
    summary: 'Reject the changed IBAN of a partner, or withdraw it; the present one stays. 409 where none waits',
    method: 'POST',
    path: '/api/self-billing/partners/{id}/reject-bank-account',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    body: AccountRejection,
    result: ok(Partner),
  },
  setAgreement: {
    summary: 'The self-billing agreement with a partner, its date and PDF; it replaces an earlier one (rulings 50)',
    method: 'PUT',
    path: '/api/self-billing/partners/{id}/agreement',
    allow: 'self-billing:manage',
    params: idParam,
    body: AgreementForm,
    upload: { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: ['.pdf'] },
    result: ok(Agreement),
  },
  agreement: {
    summary: 'The self-billing agreement with a partner, as it was uploaded',
    method: 'GET',
    path: '/api/self-billing/partners/{id}/agreement',
    allow: 'self-billing:manage',
    params: idParam,
    result: file('application/pdf'),
  },
  invoices: {
    summary: 'Invoices and credit notes, newest first',
    method: 'GET',
    path: '/api/self-billing/invoices',
    allow: 'self-billing:manage',
    query: InvoiceFilter.extend(paging),
    result: page(Invoice),
  },
  invoicesByStatus: {
    summary: 'Invoices and credit notes of one status, newest first',
    method: 'GET',
    path: '/api/self-billing/invoices/status/{status}',
    allow: 'self-billing:manage',
    params: z.object({ status: statusFilter }),
    query: InvoiceFilter.omit({ status: true }).extend(paging),
    result: page(Invoice),
  },
  assignedInvoices: {
    summary: "One's own invoices, and those of partners whose agent one is, of the last twelve months",
    method: 'GET',
    path: '/api/self-billing/invoices/assigned',
    allow: 'invoice:assigned',
    query: z.object(paging),
    result: page(Invoice),
  },
  invoiceTotals: {
    summary: 'Sums of the filtered list',
    method: 'GET',
    path: '/api/self-billing/invoices/totals',
    allow: 'self-billing:manage',
    query: InvoiceFilter,
    result: ok(InvoiceTotals),
  },
  invoiceCounts: {
    summary: 'Number of documents of the list per status and per answer of the partner',
    method: 'GET',
    path: '/api/self-billing/invoices/counts',
    allow: 'self-billing:manage',
    query: InvoiceFilter,
    result: ok(InvoiceCounts),
  },
  exportInvoices: {
    summary: 'The filtered list of invoices as a spreadsheet, formula-safe; audited',
    method: 'GET',
    path: '/api/self-billing/invoices/export',
    allow: 'self-billing:manage',
    query: InvoiceFilter.extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  },
  exportAssignedInvoices: {
    summary: "One's own invoices as a spreadsheet, formula-safe; audited",
    method: 'GET',
    path: '/api/self-billing/invoices/assigned/export',
    allow: 'invoice:assigned',
    query: z.object({ status: InvoiceFilter.shape.status, format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  },
  invoice: {
    summary: 'One invoice with its lines, its partner and its credit notes',
    method: 'GET',
    path: '/api/self-billing/invoices/{id}',
    allow: 'invoice:read',
    params: idParam,
    result: ok(InvoiceDetails),
  },
  invoicePdf: {
    summary: 'An invoice as PDF, as it was sent; before that a draft marked as concept',
    method: 'GET',
    path: '/api/self-billing/invoices/{id}/pdf',
    allow: 'invoice:read',
    params: idParam,
    result: file('application/pdf'),
  },
  invoiceUbl: {
    summary: 'An invoice as UBL 2.1 (NLCIUS), as it was sent; 409 until then (rulings 48)',
    method: 'GET',
    path: '/api/self-billing/invoices/{id}/ubl',
    allow: 'invoice:read',
    params: idParam,
    result: file('application/xml'),
  },
  invoiceHistory: {
    summary: 'Changes of an invoice, newest first: who changed what, and when',
    method: 'GET',
    path: '/api/self-billing/invoices/{id}/history',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(historySchema(invoiceHistoryFields)),
  },
  createInvoice: {
    summary: 'Make an invoice with the next number of its year; a partner without an agreement is a 422',
    method: 'POST',
    path: '/api/self-billing/invoices',
    allow: 'self-billing:manage',
    idempotent: true,
    body: NewInvoice,
    result: creation(InvoiceDetails),
  },
  updateInvoice: {
    summary: 'Change an invoice, its status too; the contents of one that was sent are a 409 (rulings 45)',
    method: 'PATCH',
    path: '/api/self-billing/invoices/{id}',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    body: InvoiceChange,
    result: ok(InvoiceDetails),
  },
  stepInvoice: {
    summary: 'Move an invoice to another status; a step that is not allowed is a 409 (rulings 44)',
    method: 'PATCH',
    path: '/api/self-billing/invoices/{id}/status',
    allow: 'self-billing:manage',
    ifMatch: true,
    params: idParam,
    body: InvoiceStep,
    result: ok(InvoiceDetails),
  },
  sendInvoiceEmail: {
    summary:
      'Mail an invoice with its documents, for the first time or again; 409 while such a mail is under way, or with unlessSent when one was sent',
    method: 'POST',
    path: '/api/self-billing/send-invoice-email',
    allow: 'self-billing:manage',
    idempotent: true,
    // A client may send the PDF along, so the body may be large; the server ignores that PDF.
    bodyBytes: 1024 * 1024,
    body: SendInvoiceEmail,
    result: ok(z.object({ invoiceNumber: z.string(), partnerEmail: z.string(), mail: InvoiceMail })),
  },
  revokeLinks: {
    summary: 'End the acceptance links of all earlier mails about an invoice; 409 until it was sent (rulings 51a)',
    method: 'POST',
    path: '/api/self-billing/invoices/{id}/revoke-links',
    allow: 'self-billing:manage',
    params: idParam,
    result: ok(InvoiceDetails),
  },
  createCreditNote: {
    summary: 'Create a credit note for a sent invoice, for the whole rest or some lines; more than the rest is a 422',
    method: 'POST',
    path: '/api/self-billing/invoices/{id}/credit-notes',
    allow: 'self-billing:manage',
    idempotent: true,
    params: idParam,
    body: NewCreditNote,
    result: creation(Invoice),
  },
  uploadAttachment: {
    summary: 'Upload a spreadsheet, which an invoice then names by its path (rulings 50)',
    method: 'POST',
    path: '/api/self-billing/upload-attachment',
    allow: 'self-billing:manage',
    upload: { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: ['.xlsx', '.xls', '.csv'] },
    result: ok(Attachment),
  },
  attachment: {
    summary: 'An attachment of an invoice',
    method: 'GET',
    path: '/api/self-billing/invoices/{id}/attachments/{path}',
    allow: 'invoice:read',
    params: idParam.extend({ path: z.string().min(1).max(128) }),
    result: file('application/octet-stream'),
  },
  settings: {
    summary: 'Our company’s details on invoices, and the settings of invoices',
    method: 'GET',
    path: '/api/self-billing/settings',
    allow: 'self-billing:manage',
    result: ok(Settings),
  },
  changeSettings: {
    summary: 'Change these settings; a lost update is a 409, a lower next number a 422 (rulings 43)',
    method: 'PUT',
    path: '/api/self-billing/settings',
    allow: 'self-billing:manage',
    ifMatch: true,
    body: SettingsForm,
    result: ok(Settings),
  },
})
