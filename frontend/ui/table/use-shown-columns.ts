import { useLayoutEffect, useMemo, useState } from 'react'
import type { Column } from './data-table-types.ts'

/** Pixels reserved for a column without a width of its own or a minimum. */
const LEAST_SHARE = 140

/** Returns the minimum width of a table in pixels; in less space the table scrolls sideways. */
export function leastWidthOf(columns: readonly Pick<Column<never>, 'width' | 'least'>[]): number {
  return columns.reduce((sum, { width, least }) => sum + (width ?? least ?? LEAST_SHARE), 0)
}

/**
 * Returns the columns that fit in an element, beside `reserved` pixels for checkboxes; hides columns in `dropOrder`
 * until the rest fits. Returns all while the element has no width.
 */
export function useShownColumns<Row>(
  columns: readonly Column<Row>[],
  element: HTMLElement | null,
  reserved: number,
): readonly Column<Row>[] {
  const [dropped, setDropped] = useState(0)

  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setDropped(toDrop(columns, element.clientWidth - reserved))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [columns, element, reserved])

  return useMemo(() => {
    const gone = new Set(inDropOrder(columns).slice(0, dropped))
    return columns.filter((column) => !gone.has(column))
  }, [columns, dropped])
}

/** Returns how many columns to hide so that the others fit a width; columns without a `dropOrder` always stay. */
function toDrop<Row>(columns: readonly Column<Row>[], width: number): number {
  const leaving = inDropOrder(columns)
  if (width <= 0) return 0
  const enough = leaving.findIndex((_, count) => leastWidthOf(columns) - leastWidthOf(leaving.slice(0, count)) <= width)
  return enough === -1 ? leaving.length : enough
}

const inDropOrder = <Row>(columns: readonly Column<Row>[]) =>
  columns
    .filter(({ dropOrder }) => dropOrder !== undefined)
    .sort((one, other) => (one.dropOrder ?? 0) - (other.dropOrder ?? 0))
