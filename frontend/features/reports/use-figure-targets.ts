import type { Figures } from '../../../shared/api/reports.ts'
import type { Column, ReportAddress, RowKind } from './address.ts'
import { buildRecordFilters, type ListedFigure, useCanOpenRows, useFigureListAddress } from './record-filters.ts'

/** Target of the link on a figure: a list address, a function that opens a dialog, or neither. */
export interface FigureTarget {
  readonly to?: string | undefined
  readonly open?: (() => void) | undefined
}

const NOWHERE: FigureTarget = {}

const listed: readonly string[] = [
  'appointments',
  'held',
  'sales',
  'approved',
  'paid',
  'withdrawn',
  'revenue',
  'lateRevenue',
] satisfies readonly ListedFigure[]
const isListed = (column: string): column is ListedFigure => listed.includes(column)

const kinds: Partial<Record<Column, RowKind>> = {
  commissions: 'commissions',
  hours: 'hours',
  hourCosts: 'hours',
  fixedCosts: 'fixed',
}

/**
 * Returns a function that gives the link target of a figure. The function takes the key of the figure's table row, or
 * none for a figure of the totals.
 */
export function useFigureTargets({ report, setFilter }: ReportAddress) {
  const listBehind = useFigureListAddress()
  const seesRows = useCanOpenRows()
  return (column: Column | ListedFigure, figures: Figures, key?: string): FigureTarget => {
    const behind = buildRecordFilters(report, key)
    if (column === 'conversion' || column === 'margin' || column === 'share') return NOWHERE
    if (isListed(column)) return figures[column] ? { to: listBehind(column, behind) } : NOWHERE
    const kind = kinds[column]
    if (kind === undefined || !figures[column] || !seesRows(kind)) return NOWHERE
    if (behind === null && kind !== 'fixed') return NOWHERE
    // Postings and fixed costs are listed by month.
    const from = behind?.from ?? `${report.from ?? report.month}-01`
    if (kind !== 'hours' && !from.startsWith(behind?.month ?? report.month)) return NOWHERE
    return { open: () => setFilter({ rows: kind, of: key ?? '' }) }
  }
}
