import { selfBilling } from '../../../shared/contract/self-billing.ts'

/** Returns the address of a document, which the browser opens itself: its cookie identifies the user. */
const addressOf = ({ path }: { readonly path: string }, id: string) => path.replace('{id}', encodeURIComponent(id))

export const agreementAddress = (partnerId: string): string => addressOf(selfBilling.agreement, partnerId)

export const attachmentAddress = (invoiceId: string, path: string): string =>
  addressOf(selfBilling.attachment, invoiceId).replace('{path}', encodeURIComponent(path))

export const pdfAddress = (invoiceId: string): string => addressOf(selfBilling.invoicePdf, invoiceId)
export const ublAddress = (invoiceId: string): string => addressOf(selfBilling.invoiceUbl, invoiceId)
