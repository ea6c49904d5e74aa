import type { AppointmentSort } from '../../../shared/contract/appointments.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type FilterProps, PeopleFilters } from './filter-fields.tsx'
import { PeriodFields } from './period-fields.tsx'

const orders: readonly { value: AppointmentSort; label: string }[] = [
  { value: 'date', label: 'Datum, eerste eerst' },
  { value: '-date', label: 'Datum, laatste eerst' },
  { value: 'customer', label: 'Klant, A tot Z' },
  { value: '-customer', label: 'Klant, Z tot A' },
  { value: 'status', label: 'Status' },
  { value: 'agent', label: 'Agent' },
]

interface FilterSheetProps extends FilterProps {
  readonly filtered: boolean
  readonly onReset: () => void
  readonly sort: AppointmentSort | undefined
  readonly onSort: (sort: string) => void
  readonly onClose: () => void
}

/** The filters on a phone; they work at once, so that closing is all there is left to do. */
export function FilterSheet(props: FilterSheetProps) {
  const { filter, setFilter, filtered, onReset, sort = 'date', onSort, onClose } = props
  return (
    <Dialog open onOpenChange={onClose} title="Filters">
      <DialogBody>
        <PeriodFields value={filter} onChange={setFilter} />
        <PeopleFilters {...props} />
        <Field label="Sorteren">
          <Select value={sort} onChange={onSort} options={orders} />
        </Field>
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
