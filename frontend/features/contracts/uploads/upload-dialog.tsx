import { contracts } from '../../../../shared/api/contracts.ts'
import { ImportDialog } from '../../../records/imports/import-dialog.tsx'

interface UploadDialogProps {
  readonly onClose: () => void
  readonly onMap: (uploadId: string) => void
}

/**
 * Shows the dialog that uploads spreadsheets of contracts (spec §2). `onMap` opens the preview in which the user
 * chooses the meaning of columns.
 */
export function UploadDialog({ onClose, onMap }: UploadDialogProps) {
  return (
    <ImportDialog
      title="Contracten uploaden"
      description="Een spreadsheet met kolommen als Sale ID, Klantnaam en Geldig tot."
      endpoints={contracts}
      onClose={onClose}
      onPreview={onMap}
      previews="new"
    />
  )
}
