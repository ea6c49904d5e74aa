import { ListChecks } from 'lucide-react'
import { formatNumber } from '../lib/format.ts'
import { BulkAction } from '../ui/bulk-bar.tsx'

interface TakeAllProps<Row> {
  readonly selected: readonly Row[]
  /** From `useWholeList`. */
  readonly whole: {
    readonly busy: boolean
    readonly isTaken: (selected: readonly Row[]) => boolean
    readonly take: (selected: readonly Row[]) => Promise<void>
  }
  /** How many the list holds; undefined where that is not known. */
  readonly total: number | undefined
  /** Not all of them are loaded. */
  readonly hasMore: boolean
}

/** Selects all that a list holds: `Alle 210 selecteren`. Nothing where all of them are selected. */
export function TakeAll<Row>({ selected, whole, total, hasMore }: TakeAllProps<Row>) {
  if (whole.isTaken(selected) || !hasMore) return null
  return (
    <BulkAction icon={<ListChecks aria-hidden="true" />} busy={whole.busy} onClick={() => whole.take(selected)}>
      {total === undefined ? 'Alles selecteren' : `Alle ${formatNumber(total)} selecteren`}
    </BulkAction>
  )
}
