import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FilterBar, FilterReset, FilterToggle } from '../../ui/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { AuditFilterFields, type AuditFilterProps } from './audit-filter-fields.tsx'

const AuditFilterSheet = lazy(() => import('./audit-filter-sheet.tsx').then((m) => ({ default: m.AuditFilterSheet })))

export interface AuditFiltersProps extends AuditFilterProps {
  readonly filtered: boolean
  readonly onReset: () => void
}

/** The filters of the log side by side; on a phone behind one button. */
export function AuditFilters(props: AuditFiltersProps) {
  const { filter, setFilter, filtered, onReset } = props
  const isPhone = useIsPhone()
  return (
    <FilterBar>
      {isPhone ? <SheetButton {...props} /> : <AuditFilterFields {...props} />}
      {filter.entityId !== undefined && (
        <FilterToggle value onChange={() => setFilter({ entityId: '' })}>
          Alleen dit record
        </FilterToggle>
      )}
      {filtered && !isPhone && <FilterReset onClick={onReset} />}
    </FilterBar>
  )
}

function SheetButton(props: AuditFiltersProps) {
  const [open, setOpen] = useState(false)
  const { userId, entityType, action, from, to } = props.filter
  const count = [userId, entityType, action, from ?? to].filter((value) => value !== undefined).length
  return (
    <>
      <Button icon={<SlidersHorizontal />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <AuditFilterSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
