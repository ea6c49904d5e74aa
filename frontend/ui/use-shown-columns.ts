import { useLayoutEffect, useMemo, useState } from 'react'
import type { Column } from './data-table-types.ts'

/** Pixels of a column that has no width of its own, unless it says what it keeps. */
const LEAST_SHARE = 140

/** Below this the table scrolls sideways within its own frame instead of squeezing its columns. */
export function leastWidth(columns: readonly Pick<Column<never>, 'width' | 'least'>[]): number {
  return columns.reduce((sum, { width, least }) => sum + (width ?? least ?? LEAST_SHARE), 0)
}

/**
 * The columns there is room for in an element, without the pixels that are taken: by their `dropOrder` they leave until
 * the rest fits. All of them while the element has no width.
 */
export function useShownColumns<Row>(
  columns: readonly Column<Row>[],
  element: HTMLElement | null,
  taken: number,
): readonly Column<Row>[] {
  const [dropped, setDropped] = useState(0)

  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setDropped(toDrop(columns, element.clientWidth - taken))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [columns, element, taken])

  return useMemo(() => {
    const gone = new Set(inDropOrder(columns).slice(0, dropped))
    return columns.filter((column) => !gone.has(column))
  }, [columns, dropped])
}

/** How many columns leave so that the rest fits a width, as far as they may. */
function toDrop<Row>(columns: readonly Column<Row>[], width: number): number {
  const leaving = inDropOrder(columns)
  if (width <= 0) return 0
  const enough = leaving.findIndex((_, count) => leastWidth(columns) - leastWidth(leaving.slice(0, count)) <= width)
  return enough === -1 ? leaving.length : enough
}

const inDropOrder = <Row>(columns: readonly Column<Row>[]) =>
  columns
    .filter(({ dropOrder }) => dropOrder !== undefined)
    .sort((one, other) => (one.dropOrder ?? 0) - (other.dropOrder ?? 0))
