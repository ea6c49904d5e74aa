import { FilterButton } from '../../../records/list/filter-button.tsx'
import { FilterBar, FilterReset, FilterSearch, FilterToggle } from '../../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { AuditFilterFields, type AuditFilterProps } from './audit-filter-fields.tsx'

interface AuditFiltersProps extends AuditFilterProps {
  readonly filtered: boolean
  readonly resetFilter: () => void
}

/** Shows the search field and filters of the audit log; on a phone the filters are behind one button. */
export function AuditFilters(props: AuditFiltersProps) {
  const { filter, setFilter, filtered, resetFilter } = props
  const isPhone = useIsPhone()
  return (
    <FilterBar>
      <FilterSearch
        value={filter.q ?? ''}
        onChange={(q) => setFilter({ q })}
        placeholder="Zoek een klant, persoon of nummer"
      />
      {isPhone ? <SheetButton {...props} /> : <AuditFilterFields {...props} />}
      {filter.entityId !== undefined && (
        <FilterToggle value onChange={() => setFilter({ entityId: '' })}>
          Alleen dit record
        </FilterToggle>
      )}
      {filter.runId !== undefined && (
        <FilterToggle value onChange={() => setFilter({ runId: '' })}>
          Alleen deze actie
        </FilterToggle>
      )}
      {filtered && !isPhone && <FilterReset onClick={resetFilter} />}
    </FilterBar>
  )
}

function SheetButton(props: AuditFiltersProps) {
  const { userId, entityType, action, from, to } = props.filter
  const count = [userId, entityType, action, from ?? to].filter((value) => value !== undefined).length
  return (
    <FilterButton count={count} filtered={props.filtered} onReset={props.resetFilter} show="Toon auditlog">
      <AuditFilterFields {...props} />
    </FilterButton>
  )
}
