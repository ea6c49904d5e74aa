import { AppError } from '../../../shared/errors.ts'
import { DOCUMENT_DAYS } from '../../../shared/invoicing/document-term.ts'
import { addDays, type Instant, localDateOf, now } from '../../../shared/time.ts'
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

async function readDocument(row: InvoiceRow, kind: 'pdf' | 'ubl', contentType: string) {
  const filename = `${row.invoiceNumber}.${kind === 'pdf' ? 'pdf' : 'xml'}`
  return { filename, contentType, content: await readSentBytes(row, kind) }
}

/** Reads a document of an invoice as it was sent. Throws 404 once it is gone. Throws for an invoice without documents. */
export async function readSentBytes({ documents, invoiceNumber, sentAt }: InvoiceRow, kind: 'pdf' | 'ubl') {
  if (!documents || sentAt === undefined) throw new Error(`${invoiceNumber} was not sent and has no documents`)
  if (localDateOf(sentAt as Instant) < addDays(localDateOf(now()), -DOCUMENT_DAYS)) {
    throw new AppError('notFound', 'Dit document is niet bewaard: het is ouder dan acht jaar')
  }
  return getDocument(FOLDER, documents[kind])
}
