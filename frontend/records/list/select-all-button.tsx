import { ListChecks } from 'lucide-react'
import { formatNumber } from '../../lib/format.ts'
import { BulkAction } from '../../ui/table/bulk-bar.tsx'

interface TakeAllProps<Row> {
  readonly selected: readonly Row[]
  /** State of `useWholeList`: tells whether a selection was widened to the whole list, and widens it. */
  readonly whole: {
    readonly busy: boolean
    readonly isTaken: (selected: readonly Row[]) => boolean
    readonly take: (selected: readonly Row[]) => Promise<void>
  }
  /** Number of records in the list; undefined where unknown. */
  readonly total: number | undefined
  /** Set when not all records are loaded. */
  readonly hasMore: boolean
}

/**
 * Shows the button that selects all records of a list, also those not loaded: `Alle 210 selecteren`. Renders nothing
 * when all records are loaded, or when the whole list is already selected. Other actions wait while it is busy.
 */
export function SelectAllButton<Row>({ selected, whole, total, hasMore }: TakeAllProps<Row>) {
  if (whole.isTaken(selected) || !hasMore) return null
  return (
    <BulkAction icon={<ListChecks aria-hidden="true" />} busy={whole.busy} onClick={() => whole.take(selected)}>
      {total === undefined ? 'Alles selecteren' : `Alle ${formatNumber(total)} selecteren`}
    </BulkAction>
  )
}
