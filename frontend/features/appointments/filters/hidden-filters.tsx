import type { AppointmentFilter, AppointmentSort } from '../../../../shared/api/schemas/appointments.ts'
import type { ListAddress } from '../../../records/list/list-address.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { PeopleFilters } from './filter-fields.tsx'
import { PeriodFields } from './period-fields.tsx'

const orders: readonly { value: AppointmentSort; label: string }[] = [
  { value: 'date', label: 'Datum, eerste eerst' },
  { value: '-date', label: 'Datum, laatste eerst' },
  { value: 'customer', label: 'Klant, A tot Z' },
  { value: '-customer', label: 'Klant, Z tot A' },
  { value: 'status', label: 'Status' },
  { value: 'agent', label: 'Agent' },
]

/** Shows the filters by period and people, and the sort order. */
export function HiddenFilters({ filter, setFilter, sort = 'date', setSort }: ListAddress<AppointmentFilter>) {
  return (
    <>
      <PeriodFields value={filter} onChange={setFilter} />
      <PeopleFilters filter={filter} setFilter={setFilter} />
      <Field label="Sorteren">
        <Select value={sort} onChange={setSort} options={orders} />
      </Field>
    </>
  )
}
