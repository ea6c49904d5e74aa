import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ContractUploads } from './contract-uploads.tsx'

/** The recent uploads, where the screen has no room for them beside the table. */
export function UploadsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Recente uploads">
      <DialogBody>
        <ContractUploads />
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}
