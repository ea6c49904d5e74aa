import { Dialog, DialogBody } from '../../../ui/dialogs/dialog.tsx'
import { ContractUploads } from './contract-uploads.tsx'

interface UploadsDialogProps {
  readonly onClose: () => void
  readonly onMap: (uploadId: string) => void
}

/**
 * Shows the dialog with the recent uploads of contracts. `onMap` opens the preview in which the user chooses the
 * meaning of columns.
 */
export function UploadsDialog({ onClose, onMap }: UploadsDialogProps) {
  return (
    <Dialog onOpenChange={onClose} title="Recente uploads" size="drawer" forReading>
      <DialogBody>
        <ContractUploads onMap={onMap} />
      </DialogBody>
    </Dialog>
  )
}
