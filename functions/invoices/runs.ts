/** Parts of invoices for the runs over them: those that make the invoices of a month, and mail them to the accounting. */
export { claimOf } from './invoices/commission-settling.ts'
export { AWAITED, type InvoiceRow, Invoices } from './invoices/entity.ts'
export { readKorTurnovers } from './invoices/kor.ts'
export { castInvoiceQuery } from './invoices/list.ts'
export {
  firstMail,
  firstMailId,
  type InvoiceMailData,
  invoiceMails,
  NO_ADDRESS,
  readMailData,
} from './invoices/mails.ts'
export { requireOpenDate } from './invoices/open-dates.ts'
export { invoiceRecords, invoicesById, partnersById } from './invoices/records.ts'
export { awaitsAccounting, findFirstAgreement, refuseDistantDate } from './invoices/rules.ts'
export { vatRatesOf } from './invoices/vat-rates.ts'
export { createInvoice } from './issuing/invoicing.ts'
export { invoiceLetters } from './mails/letters.ts'
export { type PartnerRow, Partners } from './partner-entity.ts'
export { settingsInForce } from './settings-in-force.ts'
