import { Closings } from '../../domains/contact/closings.tsx'
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx'

/** Shows the provisional closings, to confirm or reopen them. */
export function JudgeClosings({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      onOpenChange={onClose}
      title="Voorlopig gesloten nummers"
      description="Wat niemand beoordeelt, blijft gesloten."
      size="wide"
      forReading
    >
      <DialogBody>
        <Closings />
      </DialogBody>
    </Dialog>
  )
}
