import { Download } from 'lucide-react'
import { type PaymentFile, settlement } from '../../../shared/contract/settlement.ts'
import { call } from '../../lib/client.ts'
import { saveFile } from '../../lib/download.ts'
import { formatDateTime } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button, type ButtonTone } from '../../ui/button.tsx'

interface DownloadButtonProps {
  readonly file: PaymentFile
  readonly tone?: ButtonTone
}

/** Saves a payment file as the bank takes it. */
export function DownloadButton({ file: { id, executionDate, createdAt }, tone = 'secondary' }: DownloadButtonProps) {
  return (
    <Button
      tone={tone}
      icon={<Download />}
      aria-label={`Downloaden: betaalbestand van ${formatDateTime(createdAt)}`}
      onClick={() =>
        call(settlement.paymentFile, { params: { id } }).then(
          (file) => saveFile(file, `betaalbestand-${executionDate}.xml`),
          (error) => tellFailure(error, { fallback: 'Het betaalbestand kon niet worden gedownload.' }),
        )
      }
    >
      Downloaden
    </Button>
  )
}
