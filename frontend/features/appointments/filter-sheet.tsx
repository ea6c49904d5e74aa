import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { type FilterProps, PeopleFilters } from './filter-fields.tsx'
import { PeriodFields } from './period-fields.tsx'

interface FilterSheetProps extends FilterProps {
  readonly filtered: boolean
  readonly onReset: () => void
  readonly onClose: () => void
}

/** The filters on a phone; they work at once, so that closing is all there is left to do. */
export function FilterSheet(props: FilterSheetProps) {
  const { filter, setFilter, filtered, onReset, onClose } = props
  return (
    <Dialog open onOpenChange={onClose} title="Filters">
      <DialogBody>
        <PeriodFields value={filter} onChange={setFilter} />
        <PeopleFilters {...props} />
      </DialogBody>
      <DialogFooter>
        <Button disabled={!filtered} onClick={onReset}>
          Filters wissen
        </Button>
        <Button tone="primary" onClick={onClose}>
          Toon afspraken
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
