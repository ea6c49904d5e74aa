import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { dismissToast } from '../messages/toast.ts'
import { Confirm } from './alert-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'

interface ShownOnceDialogProps {
  readonly title: string
  readonly description: string
  /** Question when the user closes the dialog without its button: `Heb je de codes bewaard?` */
  readonly question: string
  /** Element that gets focus afterwards. It opened the form before this dialog; the form itself is gone by then. */
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Shows a dialog with something that can be seen only once, such as a key; removes a toast, which could cover it. The
 * button 'Klaar' closes the dialog; any other way to close it first asks the `question`.
 */
export function ShownOnceDialog({
  title,
  description,
  question,
  returnFocus,
  onClose,
  children,
}: ShownOnceDialogProps) {
  const [asking, setAsking] = useState(false)
  useEffect(() => dismissToast(), [])
  return (
    <Dialog onOpenChange={() => setAsking(true)} returnFocus={returnFocus} title={title} description={description}>
      <DialogBody>
        <FirstFocused>{children}</FirstFocused>
      </DialogBody>
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

/**
 * Focuses the first button of its content. The button that closes must not have focus: a second Enter would close the
 * dialog before anybody read it.
 */
function FirstFocused({ children }: { readonly children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const later = setTimeout(() => around.current?.querySelector('button')?.focus())
    return () => clearTimeout(later)
  }, [])
  return (
    <div ref={around} className="pv-once">
      {children}
    </div>
  )
}
