import type { Figures } from '../../../shared/contract/reports.ts'
import type { Column, ReportAddress, RowKind } from './address.ts'
import { behindOf, useListBehind, useSeesRows } from './behind.ts'

/** Way to the rows behind a figure: an address, or a dialog. */
export interface Cell {
  readonly to?: string | undefined
  readonly open?: (() => void) | undefined
}

const NOWHERE: Cell = {}

const kinds: Partial<Record<Column, RowKind>> = {
  commissions: 'commissions',
  hours: 'hours',
  hourCosts: 'hours',
  fixedCosts: 'fixed',
}

/** Returns the way to the rows behind each figure of a row, or of the totals without a key. */
export function useCells({ report, setFilter }: ReportAddress) {
  const listBehind = useListBehind()
  const seesRows = useSeesRows()
  return (column: Column | 'held', figures: Figures, key?: string): Cell => {
    const behind = behindOf(report, key)
    if (column === 'conversion' || column === 'margin' || column === 'share') return NOWHERE
    if (column === 'appointments' || column === 'held' || column === 'sales' || column === 'revenue') {
      return figures[column] ? { to: listBehind(column, behind) } : NOWHERE
    }
    const kind = kinds[column]
    if (kind === undefined || !figures[column] || !seesRows(kind)) return NOWHERE
    if (behind === null && kind !== 'fixed') return NOWHERE
    return { open: () => setFilter({ rows: kind, of: key ?? '' }) }
  }
}
