import type { InvoiceMailKind } from '../../shared/api/schemas/invoices.ts'
import { deliveryOf } from '../mail/deliver.ts'
import type { Letters } from '../mail/kinds.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { updateCommissionsOfInvoice } from './invoices/commission-settling.ts'
import { type InvoiceMailData, invoiceMails } from './invoices/mails.ts'
import { marksOf } from './mails/mail-marks.ts'
import { notifyOfRefusal, refusalLetters, refusalMails } from './mails/refusal-mails.ts'
import { askForApproval } from './payments/payment-file-approving.ts'
import { markPaidFile } from './payments/payment-file-records.ts'

/** Texts of all mails about an invoice, loaded when one is sent: those with documents are an eighth of the function. */
const letters: Letters<InvoiceMailKind, InvoiceMailData> = {
  compose: async (kind, item, mailData) =>
    kind === 'remittance-mail'
      ? (await import('./mails/remittance-letter.ts')).composeRemittance(mailData, item)
      : (await import('./mails/letters.ts')).invoiceLetters.compose(kind, item, mailData),
  marks: (kind, item) => (kind === 'remittance-mail' ? [] : marksOf(kind, item)),
}

export const mails = {
  ...deliveryOf(invoiceMails, letters),
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
