import { FileDown, FileText } from 'lucide-react'
import { useState } from 'react'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { call } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/download.ts'
import { showFailure } from '../../../records/failure.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { pdfUrl } from '../document-urls.ts'

/** Shows two buttons for the PDF of an invoice: one opens it in a new tab, one saves it. */
export function PdfButtons({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>) {
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    try {
      saveFile(await call(invoices.pdf, { params: { id } }), `${invoiceNumber}.pdf`)
    } catch (error) {
      showFailure(error, { title: 'De PDF kon niet worden gedownload' })
    }
    setBusy(false)
  }

  return (
    <Row as="span" gap={4}>
      <LinkButton to={pdfUrl(id)} newTab icon={<FileText />} aria-label={`PDF openen: ${invoiceNumber}`}>
        PDF
      </LinkButton>
      <IconButton
        icon={<FileDown />}
        busy={busy}
        tone="secondary"
        label={`PDF downloaden: ${invoiceNumber}`}
        onClick={save}
      />
    </Row>
  )
}
