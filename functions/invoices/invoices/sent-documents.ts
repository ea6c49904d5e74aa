import { getDocument } from '../../platform/aws/document-store.ts'
import type { Attachment } from '../../platform/aws/mail.ts'
import type { InvoiceRow } from './entity.ts'

/** Folder of the documents of invoices in the bucket. */
export const FOLDER = 'invoices'

/** Reads the PDF of an invoice as it was sent. Throws for an invoice without documents. */
export const readSentPdf = (row: InvoiceRow): Promise<Attachment> => readDocument(row, 'pdf', 'application/pdf')

/** Reads both documents of an invoice, PDF and UBL, as they were sent. Throws for an invoice without documents. */
export const readSentDocuments = (row: InvoiceRow): Promise<Attachment[]> =>
  Promise.all([readSentPdf(row), readDocument(row, 'ubl', 'application/xml')])

async function readDocument({ documents, invoiceNumber }: InvoiceRow, kind: 'pdf' | 'ubl', contentType: string) {
  if (!documents) throw new Error(`${invoiceNumber} was not sent and has no documents`)
  const filename = `${invoiceNumber}.${kind === 'pdf' ? 'pdf' : 'xml'}`
  return { filename, contentType, content: await getDocument(FOLDER, documents[kind]) }
}
