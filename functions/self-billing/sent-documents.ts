import { getDocument } from '../platform/document-store.ts'
import type { Attachment } from '../platform/mail.ts'
import type { InvoiceRow } from './invoice-entity.ts'

/** Where documents of invoices lie in the bucket. */
export const FOLDER = 'invoices'

/** An invoice's PDF as it was sent. Throws where it has none. */
export const sentPdf = (row: InvoiceRow): Promise<Attachment> => sent(row, 'pdf', 'application/pdf')

/** Its documents as they were sent, PDF and UBL, to go with a mail. Throws where it has none. */
export const sentDocuments = (row: InvoiceRow): Promise<Attachment[]> =>
  Promise.all([sentPdf(row), sent(row, 'ubl', 'application/xml')])

async function sent({ documents, invoiceNumber }: InvoiceRow, kind: 'pdf' | 'ubl', contentType: string) {
  if (!documents) throw new Error(`${invoiceNumber} was not sent and has no documents`)
  const filename = `${invoiceNumber}.${kind === 'pdf' ? 'pdf' : 'xml'}`
  return { filename, contentType, content: await getDocument(FOLDER, documents[kind]) }
}
