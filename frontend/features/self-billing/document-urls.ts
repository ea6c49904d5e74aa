import { selfBilling } from '../../../shared/contract/self-billing.ts'

/** Returns the URL of a document, which the browser opens itself: its cookie identifies the user. */
const urlOf = ({ path }: { readonly path: string }, id: string) => path.replace('{id}', encodeURIComponent(id))

export const agreementUrl = (partnerId: string): string => urlOf(selfBilling.agreement, partnerId)

export const attachmentUrl = (invoiceId: string, path: string): string =>
  urlOf(selfBilling.attachment, invoiceId).replace('{path}', encodeURIComponent(path))

export const pdfUrl = (invoiceId: string): string => urlOf(selfBilling.invoicePdf, invoiceId)
export const ublUrl = (invoiceId: string): string => urlOf(selfBilling.invoiceUbl, invoiceId)
