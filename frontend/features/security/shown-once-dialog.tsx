import { type ReactNode, useState } from 'react'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'

interface ShownOnceDialogProps {
  readonly title: string
  readonly description: string
  /** What is asked when it is closed by accident: `Heb je de codes bewaard?` */
  readonly question: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Something that is shown this once. Only its own button closes it at once; Escape and a click beside it ask first. */
export function ShownOnceDialog({ title, description, question, onClose, children }: ShownOnceDialogProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Dialog open onOpenChange={() => setAsking(true)} title={title} description={description}>
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        <Button tone="primary" onClick={onClose}>
          Klaar
        </Button>
      </DialogFooter>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={question}
        description="Hierna is dit niet meer te zien."
        confirmText="Sluiten"
        cancelText="Terug"
        tone="primary"
        onConfirm={onClose}
      />
    </Dialog>
  )
}
