import { ImportDialog } from '../../records/import-dialog.tsx'
import { refreshUploads, useUploadContracts } from './api.ts'

/** Uploads a spreadsheet of contracts (spec §2). */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportDialog
      title="Contracten uploaden"
      description="Een spreadsheet met de kolommen van het klantenbestand, zoals Sale ID, Klantnaam en Geldig tot."
      folder="contracts"
      upload={useUploadContracts()}
      onRefused={refreshUploads}
      onClose={onClose}
    />
  )
}
