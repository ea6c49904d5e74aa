import { getDocument } from '../platform/document-store.ts'
import type { Attachment } from '../platform/mail.ts'
import type { InvoiceRow } from './invoice-entity.ts'

/** Where documents of invoices lie in the bucket. */
export const FOLDER = 'invoices'

/** The documents of an invoice as they were sent, PDF and UBL, to go with a mail. Throws where it has none. */
export async function sentDocuments({ documents, invoiceNumber }: InvoiceRow): Promise<Attachment[]> {
  if (!documents) throw new Error(`${invoiceNumber} was not sent and has no documents`)
  const [pdf, ubl] = await Promise.all([getDocument(FOLDER, documents.pdf), getDocument(FOLDER, documents.ubl)])
  return [
    { filename: `${invoiceNumber}.pdf`, contentType: 'application/pdf', content: pdf },
    { filename: `${invoiceNumber}.xml`, contentType: 'application/xml', content: ubl },
  ]
}
