import type { KeyboardEvent } from 'react'

/** Returns the elements of a cell that arrow keys move to. */
const stopsOf = (cell: Element): HTMLElement[] => [...cell.querySelectorAll<HTMLElement>('[data-stop]')]

/**
 * Returns a key handler that moves focus between calendar cells by arrow keys, Home and End. Calls `onLeave` where an
 * arrow or Page key goes to the previous (-1) or next (1) period.
 */
export function useGridKeys(onLeave: (by: 1 | -1) => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return
    const cell = event.target.closest<HTMLTableCellElement>('td[data-slot]')
    if (!cell) return
    const go = movesOf(event.key, cell, event.target)
    if (go === null) return
    event.preventDefault()
    if (typeof go === 'number') onLeave(go)
    else go?.focus()
  }
}

/**
 * Returns the element that a key moves focus to; undefined when the table has no element there. Returns `1` or `-1`
 * when the key leads to the next or previous period, and null for a key that does not move focus.
 */
function movesOf(key: string, cell: HTMLTableCellElement, at: Element): HTMLElement | 1 | -1 | undefined | null {
  switch (key) {
    case 'ArrowRight':
      return firstOf(beside(cell, 1)) ?? 1
    case 'ArrowLeft':
      return firstOf(beside(cell, -1)) ?? -1
    case 'ArrowDown':
      return within(cell, at, 1) ?? firstOf(below(cell, 1)) ?? undefined
    case 'ArrowUp':
      return within(cell, at, -1) ?? lastOf(below(cell, -1)) ?? undefined
    case 'Home':
      return firstOf(cell.parentElement?.querySelector('td'))
    case 'End':
      return firstOf([...(cell.parentElement?.querySelectorAll('td') ?? [])].at(-1))
    case 'PageDown':
      return 1
    case 'PageUp':
      return -1
    default:
      return null
  }
}

function within(cell: Element, at: Element, by: number): HTMLElement | undefined {
  const stops = stopsOf(cell)
  return stops[stops.findIndex((stop) => stop.contains(at)) + by]
}

/** Returns the next or previous cell in reading order; undefined at the ends and in a table of one column. */
function beside(cell: HTMLTableCellElement, by: 1 | -1): Element | undefined {
  const cells = [...(cell.closest('tbody')?.querySelectorAll('td') ?? [])]
  const columns = cell.parentElement?.querySelectorAll('td').length ?? 0
  return columns === 1 ? undefined : cells[cells.indexOf(cell) + by]
}

function below(cell: HTMLTableCellElement, by: 1 | -1): Element | undefined {
  const row = by === 1 ? cell.parentElement?.nextElementSibling : cell.parentElement?.previousElementSibling
  return row?.children[cell.cellIndex]
}

const firstOf = (cell: Element | null | undefined) => (cell ? stopsOf(cell)[0] : undefined)
const lastOf = (cell: Element | undefined) => (cell ? stopsOf(cell).at(-1) : undefined)
