import { FileText } from 'lucide-react'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { call } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/download.ts'
import { showFailure } from '../../../records/failure.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { pdfUrl } from '../document-urls.ts'

type Numbered = Pick<Invoice, 'id' | 'invoiceNumber'>

/** Shows a button that opens the PDF of an invoice in a new tab. */
export const PdfButton = ({ id, invoiceNumber }: Numbered) => (
  <LinkButton to={pdfUrl(id)} newTab icon={<FileText />} aria-label={`PDF openen: ${invoiceNumber}`}>
    PDF
  </LinkButton>
)

/** Saves the PDF of an invoice as a file. */
export async function savePdf({ id, invoiceNumber }: Numbered): Promise<void> {
  try {
    saveFile(await call(invoices.pdf, { params: { id } }), `${invoiceNumber}.pdf`)
  } catch (error) {
    showFailure(error, { title: 'De PDF kon niet worden gedownload' })
  }
}
