import { Attachment } from '../invoices/choices.ts'
import { InvoiceChange, InvoiceHistory, NewCreditNote, NewInvoice } from '../invoices/schemas.ts'
import * as z from '../zod.ts'
import { rowsToChange } from './parts/bulk.ts'
import { finalBulkEndpoints } from './parts/bulk-endpoints.ts'
import { creation, domain, file, get, idParam, ok, page, paging, patch, post, put } from './parts/endpoint.ts'
import { exportFormat } from './parts/export.ts'
import { Settings, SettingsForm } from './schemas/invoice-settings.ts'
import {
  Invoice,
  InvoiceCounts,
  InvoiceDetails,
  InvoiceFilter,
  InvoiceMail,
  InvoiceRun,
  InvoiceStep,
  InvoiceTotals,
  SendInvoiceEmail,
  statusFilter,
} from './schemas/invoices.ts'
import { InvoiceCommissions } from './schemas/monthly-runs.ts'

export const invoices = domain({
  list: get('/api/self-billing/invoices', {
    summary: 'Invoices and credit notes, newest first',
    allow: 'self-billing:manage',
    shows: ['invoice', 'partner'],
    query: InvoiceFilter.extend(paging),
    result: page(Invoice),
  }),
  listByStatus: get('/api/self-billing/invoices/status/{status}', {
    summary: 'Invoices and credit notes of one status, newest first',
    allow: 'self-billing:manage',
    shows: ['invoice', 'partner'],
    params: z.object({ status: statusFilter }),
    query: InvoiceFilter.omit({ status: true }).extend(paging),
    result: page(Invoice),
  }),
  listAssigned: get('/api/self-billing/invoices/assigned', {
    summary: "One's own invoices, and those of partners whose agent one is, of the last twelve months",
    allow: 'invoice:assigned',
    shows: ['invoice', 'partner'],
    query: z.object(paging),
    result: page(Invoice),
  }),
  totals: get('/api/self-billing/invoices/totals', {
    summary: 'Sums of the filtered list',
    allow: 'self-billing:manage',
    shows: ['invoice', 'partner'],
    query: InvoiceFilter,
    result: ok(InvoiceTotals),
  }),
  counts: get('/api/self-billing/invoices/counts', {
    summary: 'Number of documents of the list per status and per answer of the partner',
    allow: 'self-billing:manage',
    shows: ['invoice', 'partner'],
    query: InvoiceFilter,
    result: ok(InvoiceCounts),
  }),
  export: get('/api/self-billing/invoices/export', {
    summary: 'The filtered list of invoices as a spreadsheet, formula-safe; audited',
    allow: 'self-billing:manage',
    shows: ['invoice', 'partner'],
    query: InvoiceFilter.extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  exportAssigned: get('/api/self-billing/invoices/assigned/export', {
    summary: "One's own invoices as a spreadsheet, formula-safe; audited",
    allow: 'invoice:assigned',
    shows: ['invoice', 'partner'],
    query: InvoiceFilter.pick({ status: true }).extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  get: get('/api/self-billing/invoices/{id}', {
    summary: 'One invoice with its lines, its partner and its credit notes',
    allow: 'invoice:read',
    shows: ['invoice', 'partner', 'settings', 'user'],
    result: ok(InvoiceDetails),
  }),
  pdf: get('/api/self-billing/invoices/{id}/pdf', {
    summary: 'An invoice as PDF, as it was sent; before that a draft marked as concept',
    allow: 'invoice:read',
    shows: ['invoice', 'partner'],
    result: file('application/pdf'),
  }),
  ubl: get('/api/self-billing/invoices/{id}/ubl', {
    summary: 'An invoice as UBL 2.1 (NLCIUS), as it was sent; 409 until then (rulings 48)',
    allow: 'invoice:read',
    shows: ['invoice', 'partner'],
    result: file('application/xml'),
  }),
  history: get('/api/self-billing/invoices/{id}/history', {
    summary: 'Changes of an invoice, newest first: who changed what, and when',
    allow: 'self-billing:manage',
    shows: ['invoice', 'partner'],
    result: ok(InvoiceHistory),
  }),
  commissions: get('/api/self-billing/invoices/{id}/commissions', {
    summary: 'Commissions on an invoice of a run, and which of them its payment paid out',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice'],
    result: ok(InvoiceCommissions),
  }),
  create: post('/api/self-billing/invoices', {
    summary: 'Make an invoice with the next number of its year; a partner without an agreement is a 422',
    allow: 'self-billing:manage',
    changes: ['invoice', 'partner'],
    idempotent: true,
    body: NewInvoice,
    result: creation(InvoiceDetails),
  }),
  update: patch('/api/self-billing/invoices/{id}', {
    summary: 'Change an invoice, its status too; the contents of one that was sent are a 409 (rulings 45)',
    allow: 'self-billing:manage',
    changes: ['book', 'invoice', 'partner'],
    later: ['invoice'],
    ifMatch: true,
    body: InvoiceChange,
    result: ok(InvoiceDetails),
  }),
  step: patch('/api/self-billing/invoices/{id}/status', {
    summary: 'Move an invoice to another status; a step that is not allowed is a 409 (rulings 44)',
    allow: 'self-billing:manage',
    changes: ['book', 'invoice', 'partner', 'payment'],
    later: ['book', 'commission', 'invoice', 'payment', 'sale'],
    ifMatch: true,
    body: InvoiceStep,
    result: ok(InvoiceDetails),
  }),
  ...finalBulkEndpoints({
    kind: 'self-billing',
    allow: 'self-billing:manage',
    changedByRun: ['book', 'commission', 'invoice', 'partner', 'run', 'sale'],
    summary: 'Start a run that sends concepts, or credits invoices in full by concept credit notes',
    bodyBytes: 128 * 1024,
    body: z
      .object({
        rows: rowsToChange('/api/self-billing/invoices'),
        /** Sends the concepts (rulings 46), or credits the invoices (rulings 45). */
        work: z.enum(['send', 'credit'], 'Kies versturen of crediteren'),
        /** Says of credited invoices whether the commissions on them are still earned. */
        stillEarned: z.boolean().optional(),
      })
      .refine(({ work, stillEarned }) => work === 'send' || stillEarned !== undefined, {
        message: 'Kies of de commissies nog verdiend zijn',
        path: ['stillEarned'],
      }),
    run: InvoiceRun,
  }),
  send: post('/api/self-billing/send-invoice-email', {
    summary:
      'Mail an invoice with its documents, for the first time or again; 409 while such a mail is under way, or with unlessSent when one was sent',
    allow: 'self-billing:manage',
    changes: ['book', 'invoice', 'partner'],
    later: ['book', 'commission', 'invoice', 'run', 'sale'],
    idempotent: true,
    // A client may send the PDF along, so the body may be large; the server ignores that PDF.
    bodyBytes: 1024 * 1024,
    body: SendInvoiceEmail,
    result: ok(z.object({ invoiceNumber: z.string(), partnerEmail: z.string(), mail: InvoiceMail })),
  }),
  revokeLinks: post('/api/self-billing/invoices/{id}/revoke-links', {
    summary: 'End the acceptance links of all earlier mails about an invoice; 409 until it was sent (rulings 51a)',
    allow: 'self-billing:manage',
    changes: ['invoice'],
    result: ok(InvoiceDetails),
  }),
  createCreditNote: post('/api/self-billing/invoices/{id}/credit-notes', {
    summary: 'Create a credit note for a sent invoice, for the whole rest or some lines; more than the rest is a 422',
    allow: 'self-billing:manage',
    changes: ['invoice', 'partner'],
    idempotent: true,
    body: NewCreditNote,
    result: creation(Invoice),
  }),
  uploadAttachment: post('/api/self-billing/upload-attachment', {
    summary: 'Upload a spreadsheet, which an invoice then names by its path (rulings 50)',
    allow: 'self-billing:manage',
    changes: ['invoice'],
    upload: { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: ['.xlsx', '.xls', '.csv'] },
    result: ok(Attachment),
  }),
  attachment: get('/api/self-billing/invoices/{id}/attachments/{path}', {
    summary: 'An attachment of an invoice',
    allow: 'invoice:read',
    shows: ['invoice', 'partner'],
    params: idParam.extend({ path: z.string().min(1).max(128) }),
    result: file('application/octet-stream'),
  }),
  settings: get('/api/self-billing/settings', {
    summary: 'Our company’s details on invoices, and the settings of invoices',
    allow: 'self-billing:manage',
    shows: ['settings'],
    result: ok(Settings),
  }),
  changeSettings: put('/api/self-billing/settings', {
    summary: 'Change these settings; a lost update is a 409, a lower next number a 422 (rulings 43)',
    allow: 'self-billing:manage',
    changes: ['settings'],
    later: ['partner'],
    ifMatch: true,
    body: SettingsForm,
    result: ok(Settings),
  }),
})
