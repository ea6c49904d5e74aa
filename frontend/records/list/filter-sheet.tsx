import type { ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'

export interface FilterSheetProps {
  readonly filtered: boolean
  readonly onReset: () => void
  /** Text of the button that returns to the list: `Toon afspraken`. */
  readonly show: string
  /** Filter fields, which take effect at once. These fields load their options when they are first drawn. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/**
 * Shows the filters of a list in a sheet on a phone. Filters take effect at once, so the only main button, with the
 * text `show`, closes the sheet.
 */
export function FilterSheet({ filtered, onReset, show, onClose, children }: FilterSheetProps) {
  return (
    <Dialog onOpenChange={onClose} title="Filters">
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        <Button disabled={!filtered} onClick={onReset}>
          Filters wissen
        </Button>
        <Button tone="primary" onClick={onClose}>
          {show}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
