import { deliveryOf } from '../mail/deliver.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { updateCommissionsOfInvoice } from './invoices/commission-settling.ts'
import { invoiceMails } from './invoices/mails.ts'
import { invoiceLetters } from './mails/letters.ts'
import { notifyOfRefusal, refusalLetters, refusalMails } from './mails/refusal-mails.ts'
import { askForApproval } from './payments/payment-file-approving.ts'
import { markPaidFile } from './payments/payment-file-records.ts'

export const mails = {
  ...deliveryOf(invoiceMails, invoiceLetters),
  ...deliveryOf(refusalMails, refusalLetters),
}

export const work = {
  'invoice-bulk': async ({ subject }) => (await import('./issuing/bulk.ts')).invoiceBulk.step(subject),
  'invoice-refusal': ({ subject }) => notifyOfRefusal(subject),
  'partner-vat-check': async ({ subject }) => (await import('./partners/vat-checking.ts')).checkVatNumbers(subject),
  'payment-file-waits': ({ subject }) => askForApproval(subject),
  'payment-file-booked': ({ subject }) => markPaidFile(subject),
  'invoice-commissions': ({ subject }) => updateCommissionsOfInvoice(subject),
} satisfies Workers
