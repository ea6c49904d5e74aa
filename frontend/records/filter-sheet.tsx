import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import type { FilterButtonProps } from './filter-button.tsx'

interface FilterSheetProps extends Omit<FilterButtonProps, 'count'> {
  readonly onClose: () => void
}

/** The filters on a phone; they work at once, so that closing is all there is left to do. */
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
