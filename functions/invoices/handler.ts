import { invoices } from '../../shared/api/invoices.ts'
import type { InvoiceChange, NewInvoice } from '../../shared/invoices/schemas.ts'
import type { DatedRate } from '../../shared/invoicing/vat-schemes.ts'
import { serve } from '../platform/http/serve.ts'
import { finalBulkHandlers } from '../records/bulk-handlers.ts'
import { revokeLinks } from './acceptance/revoking-links.ts'
import { readPdf, readUbl } from './documents/documents.ts'
import { listInvoiceCommissions } from './invoices/commission-settling.ts'
import { countInvoices } from './invoices/counting.ts'
import { findInvoice, readInvoiceHistory } from './invoices/details.ts'
import { exportAssignedInvoices, exportInvoices } from './invoices/export.ts'
import { listAssignedInvoices, listInvoices, totalInvoices } from './invoices/list.ts'
import { invoiceRecords } from './invoices/records.ts'
import { withDefaultRate } from './invoices/rules.ts'
import { vatRatesOf } from './invoices/vat-rates.ts'
import { readAttachment, uploadAttachment } from './issuing/attachments.ts'
import { createCreditNote } from './issuing/crediting.ts'
import { changeInvoice, stepInvoice } from './issuing/invoice-changing.ts'
import { createInvoice } from './issuing/invoicing.ts'
import { sendInvoiceEmail } from './issuing/mailing.ts'
import { settingsInForce } from './settings.ts'
import { changeSettings, readSettings } from './settings-changing.ts'

/** Loads bulk runs on demand, so that a cold start for a list does not load them. */
const invoiceBulk = async () => (await import('./issuing/bulk.ts')).invoiceBulk

/** Lambda function that answers the API requests about invoices, their settings and the commissions on them. */
export const handler = serve(invoices, {
  list: ({ actor, query }) => listInvoices(actor, query),
  listByStatus: ({ actor, params, query }) => listInvoices(actor, { ...query, ...params }),
  listAssigned: ({ actor, query }) => listAssignedInvoices(actor, query),
  totals: ({ actor, query }) => totalInvoices(actor, query),
  counts: ({ actor, query }) => countInvoices(actor, query),
  export: ({ actor, query }) => exportInvoices(actor, query),
  exportAssigned: ({ actor, query }) => exportAssignedInvoices(actor, query),
  get: ({ actor, params }) => findInvoice(actor, params.id),
  pdf: ({ actor, params }) => readPdf(actor, params.id),
  ubl: ({ actor, params }) => readUbl(actor, params.id),
  history: ({ actor, params }) => readInvoiceHistory(actor, params.id),
  commissions: ({ actor, params }) => listInvoiceCommissions(actor, params.id),
  create: async ({ actor, body }) => createInvoice(actor, await withDefaultRate(body, () => newRates(body))),
  update: async ({ actor, params, body }) =>
    changeInvoice(actor, params.id, await withDefaultRate(body, () => changedRates(params.id, body))),
  step: ({ actor, params, body }) => stepInvoice(actor, params.id, body),
  changeMany: async ({ actor, body: { rows, ...change } }) => (await invoiceBulk()).start(actor, { rows, change }),
  ...finalBulkHandlers(invoiceBulk),
  send: ({ actor, body }) => sendInvoiceEmail(actor, body),
  revokeLinks: ({ actor, params }) => revokeLinks(actor, params.id),
  createCreditNote: ({ actor, params, body }) => createCreditNote(actor, params.id, body),
  uploadAttachment: ({ actor, file }) => uploadAttachment(actor, file),
  attachment: ({ actor, params }) => readAttachment(actor, params.id, params.path),
  settings: ({ actor }) => readSettings(actor),
  changeSettings: ({ actor, body }) => changeSettings(actor, body),
})

/** Returns the VAT rate of a new invoice: its own, otherwise those of the settings by day of supply. */
const newRates = async ({ vatRate }: NewInvoice): Promise<DatedRate[]> =>
  vatRate === undefined ? vatRatesOf(await settingsInForce()) : [{ rate: vatRate }]

/** Returns the VAT rate of an invoice after a change: the given one, otherwise the stored one. */
const changedRates = async (id: string, { vatRate }: InvoiceChange): Promise<DatedRate[]> => [
  { rate: vatRate ?? (await invoiceRecords.find(id)).vatRate },
]
