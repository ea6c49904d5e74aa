import { Download } from 'lucide-react'
import { paymentFiles } from '../../../shared/api/payments/payment-files.ts'
import type { PaymentFile } from '../../../shared/api/schemas/payment-files.ts'
import { call } from '../../lib/client.ts'
import { saveFile } from '../../lib/download.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'

/** Shows a button that downloads a payment file as SEPA XML for the bank; `?doe=downloaden` does so at once. */
export function DownloadButton({ file: { id, executionDate, createdAt } }: { readonly file: PaymentFile }) {
  const download = () =>
    call(paymentFiles.download, { params: { id } }).then(
      (file) => saveFile(file, `betaalbestand-${executionDate}.xml`),
      (error) => showFailure(error, { fallback: 'Het betaalbestand kon niet worden gedownload.' }),
    )
  useActionFromAddress('downloaden', download)
  return (
    <Button
      tone="primary"
      icon={<Download />}
      aria-label={`Downloaden: betaalbestand van ${formatDateTime(createdAt)}`}
      onClick={download}
    >
      Downloaden
    </Button>
  )
}
