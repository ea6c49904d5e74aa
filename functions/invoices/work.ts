import { invoiceMailKinds } from '../../shared/api/schemas/invoices.ts'
import type { Instant } from '../../shared/time.ts'
import { deliveryOf } from '../mail/deliver.ts'
import type { Letters } from '../mail/kinds.ts'
import { endNotification } from '../notifications/ends.ts'
import { noticeId } from '../platform/data/notifications.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { updateCommissionsOfInvoice } from './invoices/commission-settling.ts'
import { type InvoiceMailData, invoiceMails } from './invoices/mails.ts'
import { type DocumentMail, marksOf } from './mails/mail-marks.ts'
import { notifyOfRefusal, refusalLetters, refusalMails } from './mails/refusal-mails.ts'
import { remittanceMails } from './mails/remittance-mails.ts'
import { askForApproval } from './payments/payment-file-approving.ts'
import { markPaidFile } from './payments/payment-file-records.ts'

/** Texts of the mails with documents, loaded when one is sent: the documents were a seventh of the start. */
const letters: Letters<DocumentMail, InvoiceMailData> = {
  compose: async (...mail) => (await import('./mails/letters.ts')).invoiceLetters.compose(...mail),
  marks: marksOf,
}

const documentMails = { ...invoiceMails, kinds: invoiceMailKinds.filter((kind) => kind !== 'remittance-mail') }

export const mails = {
  ...deliveryOf(documentMails, letters),
  ...remittanceMails,
  ...deliveryOf(refusalMails, refusalLetters),
}

export const work = {
  'invoice-bulk': async ({ subject }) => (await import('./issuing/bulk.ts')).invoiceBulk.step(subject),
  'invoice-refusal': ({ subject }) => notifyOfRefusal(subject),
  'partner-vat-check': async ({ subject }) => (await import('./partners/vat-checking.ts')).checkVatNumbers(subject),
  'payment-file-waits': async ({ subject, createdAt }) => {
    if (await askForApproval(subject)) return
    await endNotification('payment-file-waits', noticeId('payment-file-waits', subject), createdAt as Instant)
  },
  'payment-file-booked': ({ subject }) => markPaidFile(subject),
  'invoice-commissions': ({ subject }) => updateCommissionsOfInvoice(subject),
} satisfies Workers
