import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { Invoice } from '../../../shared/contract/invoices.ts'
import { selfBilling } from '../../../shared/contract/self-billing.ts'
import { call } from '../../lib/client.ts'
import { saveFile } from '../../lib/download.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'

/** Saves the PDF of an invoice. */
export function PdfButton({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>) {
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    try {
      saveFile(await call(selfBilling.invoicePdf, { params: { id } }), `${invoiceNumber}.pdf`)
    } catch (error) {
      tellFailure(error, { title: 'De PDF kon niet worden gedownload' })
    }
    setBusy(false)
  }

  return (
    <Button icon={<FileDown />} busy={busy} aria-label={`PDF: ${invoiceNumber}`} onClick={save}>
      PDF
    </Button>
  )
}
