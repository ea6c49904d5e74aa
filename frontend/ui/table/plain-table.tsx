import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import './plain-table.css'

interface PlainTableProps extends ComponentProps<'table'> {
  /**
   * Number of the first column with amounts, counted from 1; all later columns have amounts too. `last`: only the last
   * column. Amounts are at the end of their cells.
   */
  readonly amounts?: 2 | 3 | 4 | 'last'
  /** Set for rows of one height over the full width of a screen or card. */
  readonly edge?: boolean
  /** Set to show each row as a block on a phone. `data-label` of a cell is the name of its column. */
  readonly stacked?: boolean
}

/**
 * Shows a table that has no sorting, paging or selection. Column `amounts` and all later columns show amounts;
 * `stacked` shows each row as a block on a phone.
 */
export function PlainTable({ amounts, edge = false, stacked = false, className, ...rest }: PlainTableProps) {
  return (
    <table
      className={classNames(
        'pv-plain-table',
        amounts && `pv-amounts-${amounts}`,
        edge && 'pv-edge-table',
        stacked && 'pv-stacked-table',
        className,
      )}
      {...rest}
    />
  )
}
