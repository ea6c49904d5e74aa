import type { InvoiceChange, NewInvoice } from '../../shared/api/schemas/invoice-form.ts'
import { selfBilling } from '../../shared/api/self-billing.ts'
import { serve } from '../platform/http/serve.ts'
import { revokeLinks } from './acceptance/revoking-links.ts'
import { readPdf, readUbl } from './documents/documents.ts'
import { countInvoices } from './invoices/counting.ts'
import { findInvoice, readInvoiceHistory } from './invoices/details.ts'
import { exportAssignedInvoices, exportInvoices } from './invoices/export.ts'
import { listAssignedInvoices, listInvoices, totalInvoices } from './invoices/list.ts'
import { invoiceRecords } from './invoices/records.ts'
import { withDefaultRate } from './invoices/rules.ts'
import { readAttachment, uploadAttachment } from './issuing/attachments.ts'
import { createCreditNote } from './issuing/crediting.ts'
import { changeInvoice, stepInvoice } from './issuing/invoice-changing.ts'
import { createInvoice } from './issuing/invoicing.ts'
import { sendInvoiceEmail } from './issuing/mailing.ts'
import { readAgreement, setAgreement } from './partners/agreements.ts'
import { approveBankAccount, rejectBankAccount } from './partners/partner-accounts.ts'
import { changePartner, createPartner, findPartner, listPartners, removePartner } from './partners/partners.ts'
import { changeSettings, readSettings, settingsInForce } from './settings.ts'

/** Lambda function that answers the API requests about partners and invoices. */
export const handler = serve(selfBilling, {
  partners: ({ actor, query }) => listPartners(actor, query),
  partner: ({ actor, params }) => findPartner(actor, params.id),
  createPartner: ({ actor, body }) => createPartner(actor, body),
  updatePartner: ({ actor, params, body }) => changePartner(actor, params.id, body),
  removePartner: ({ actor, params }) => removePartner(actor, params.id),
  approveBankAccount: ({ actor, params }) => approveBankAccount(actor, params.id),
  rejectBankAccount: ({ actor, params, body }) => rejectBankAccount(actor, params.id, body),
  setAgreement: ({ actor, params, body, file }) => setAgreement(actor, params.id, body, file),
  agreement: ({ actor, params }) => readAgreement(actor, params.id),
  invoices: ({ actor, query }) => listInvoices(actor, query),
  invoicesByStatus: ({ actor, params, query }) => listInvoices(actor, { ...query, ...params }),
  assignedInvoices: ({ actor, query }) => listAssignedInvoices(actor, query),
  invoiceTotals: ({ actor, query }) => totalInvoices(actor, query),
  invoiceCounts: ({ actor, query }) => countInvoices(actor, query),
  exportInvoices: ({ actor, query }) => exportInvoices(actor, query),
  exportAssignedInvoices: ({ actor, query }) => exportAssignedInvoices(actor, query),
  invoice: ({ actor, params }) => findInvoice(actor, params.id),
  invoicePdf: ({ actor, params }) => readPdf(actor, params.id),
  invoiceUbl: ({ actor, params }) => readUbl(actor, params.id),
  invoiceHistory: ({ actor, params }) => readInvoiceHistory(actor, params.id),
  createInvoice: async ({ actor, body }) => createInvoice(actor, await withDefaultRate(body, () => newRate(body))),
  updateInvoice: async ({ actor, params, body }) =>
    changeInvoice(actor, params.id, await withDefaultRate(body, () => changedRate(params.id, body))),
  stepInvoice: ({ actor, params, body }) => stepInvoice(actor, params.id, body),
  sendInvoiceEmail: ({ actor, body }) => sendInvoiceEmail(actor, body),
  revokeLinks: ({ actor, params }) => revokeLinks(actor, params.id),
  createCreditNote: ({ actor, params, body }) => createCreditNote(actor, params.id, body),
  uploadAttachment: ({ actor, file }) => uploadAttachment(actor, file),
  attachment: ({ actor, params }) => readAttachment(actor, params.id, params.path),
  settings: ({ actor }) => readSettings(actor),
  changeSettings: ({ actor, body }) => changeSettings(actor, body),
})

/** Returns the VAT rate of a new invoice: its own, otherwise the one in the settings. */
async function newRate({ vatRate }: NewInvoice) {
  return vatRate ?? (await settingsInForce()).defaultVatRate
}

/** Returns the VAT rate of an invoice after a change: the given one, otherwise the stored one. */
async function changedRate(id: string, { vatRate }: InvoiceChange) {
  return vatRate ?? (await invoiceRecords.find(id)).vatRate
}
