import { invoices } from '../../../shared/api/invoices.ts'
import { partners } from '../../../shared/api/partners.ts'

/** Returns the URL of a document by its endpoint and id; the session cookie suffices to open it (rulings 1). */
const urlOf = ({ path }: { readonly path: string }, id: string) => path.replace('{id}', encodeURIComponent(id))

/** Returns the URL of the PDF of a partner's self-billing agreement. */
export const agreementUrl = (partnerId: string): string => urlOf(partners.agreement, partnerId)

/** Returns the URL of a spreadsheet attached to an invoice; `path` is its stored path. */
export const attachmentUrl = (invoiceId: string, path: string): string =>
  urlOf(invoices.attachment, invoiceId).replace('{path}', encodeURIComponent(path))

/** Returns the URL of the PDF of an invoice. The PDF is a draft until the invoice is sent. */
export const pdfUrl = (invoiceId: string): string => urlOf(invoices.pdf, invoiceId)
/**
 * Returns the URL of the UBL (XML for accounting software) of an invoice. The server replies 409 until the invoice is
 * sent.
 */
export const ublUrl = (invoiceId: string): string => urlOf(invoices.ubl, invoiceId)
