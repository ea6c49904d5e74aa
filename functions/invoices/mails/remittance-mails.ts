import { deliveryOf } from '../../mail/deliver.ts'
import type { Letters } from '../../mail/kinds.ts'
import { type InvoiceMailData, invoiceMails } from '../invoices/mails.ts'

/** Text of a remittance advice, loaded when one is sent. */
const letters: Letters<'remittance-mail', InvoiceMailData> = {
  compose: async (_kind, item, mailData) => (await import('./remittance-letter.ts')).composeRemittance(mailData, item),
  marks: () => [],
}

/** Mails that specify payments; one about a shared booking waits, so that it covers all invoices of the booking. */
export const remittanceMails = deliveryOf({ ...invoiceMails, kinds: ['remittance-mail'] }, letters)
