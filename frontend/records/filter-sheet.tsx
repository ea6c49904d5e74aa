import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import type { FilterButtonProps } from './filter-button.tsx'

interface FilterSheetProps extends Omit<FilterButtonProps, 'count'> {
  readonly onClose: () => void
}

/** Shows the filters on a phone; they take effect at once, so the sheet only needs a button to close. */
export function FilterSheet({ filtered, onReset, show, onClose, children }: FilterSheetProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Filters">
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
