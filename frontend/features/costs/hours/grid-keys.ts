import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { projectTypes } from '../../../../shared/api/schemas/costs.ts'
import { type Cell, parseCellKey } from '../cells.ts'
import { daysOf } from '../weeks.ts'
import type { Sheet } from './sheet.ts'

interface GridKeysOptions {
  readonly grid: RefObject<HTMLElement | null>
  readonly monday: string
  readonly sheet: Sheet
  /** Opens the description of a cell. */
  readonly onDescribe: (cell: Cell) => void
}

interface Place {
  readonly row: number
  readonly day: number
}

/** Returns the cell whose input is the target of an event; null for any other element. */
export const cellAt = (target: EventTarget): Cell | null =>
  target instanceof HTMLInputElement ? parseCellKey(target.dataset['cell'] ?? '') : null

/**
 * Returns handlers that let the keys of the week grid work as in a spreadsheet. Arrows choose a cell, Enter saves and
 * goes down, F2 puts the caret into the text.
 */
export function useGridKeys({ grid, monday, sheet, onDescribe }: GridKeysOptions) {
  /** Set while left and right arrow keys move the caret within the text of the cell, not to another cell. */
  const inText = useRef(false)
  const days = daysOf(monday)

  function focus({ row, day }: Place): void {
    const date = days[day]
    const projectType = projectTypes[row]
    const input = grid.current?.querySelector<HTMLInputElement>(`[data-cell="${date} ${projectType}"]`)
    if (!input) return
    input.focus()
    input.select()
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const cell = cellAt(event.target)
    if (!cell || event.altKey || event.metaKey) return
    const at = { row: projectTypes.indexOf(cell.projectType), day: days.indexOf(cell.date) }
    const input = event.target as HTMLInputElement
    if (event.key === 'F2') {
      event.preventDefault()
      if (event.shiftKey) {
        sheet.commit([cell])
        onDescribe(cell)
        return
      }
      inText.current = true
      input.setSelectionRange(input.value.length, input.value.length)
      return
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      // Renders at once, so that the restored text is selected before the next key.
      flushSync(() => sheet.restore(cell))
      inText.current = false
      input.select()
      return
    }
    if (event.key === 'Delete' && !inText.current) {
      event.preventDefault()
      sheet.set([{ ...cell, text: '' }])
      return
    }
    const to = target(event, at, inText.current)
    if (!to) return
    event.preventDefault()
    sheet.commit([cell])
    focus(to)
  }

  return {
    press,
    /** Handles focus on a cell: typing then replaces its content. */
    enter: (input: HTMLInputElement) => {
      inText.current = false
      input.select()
    },
    isInText: () => inText.current,
    /** Lets arrow keys move the caret within the focused cell. */
    point: () => {
      inText.current = true
    },
  }
}

export type GridKeys = ReturnType<typeof useGridKeys>

const LAST_ROW = projectTypes.length - 1
const LAST_DAY = 6

/** Returns the cell that a key leads to; null for a key that leads to no cell of the week. */
function target(event: KeyboardEvent, { row, day }: Place, inText: boolean): Place | null {
  const to = (row: number, day: number): Place | null =>
    row < 0 || row > LAST_ROW || day < 0 || day > LAST_DAY ? null : { row, day }
  switch (event.key) {
    case 'Enter':
      if (event.shiftKey) return row === 0 ? to(LAST_ROW, day - 1) : to(row - 1, day)
      // In the last row, Enter goes to the first row of the next day. On the last day it stays in its cell, so that the
      // cell is saved.
      return row === LAST_ROW ? (to(0, day + 1) ?? { row, day }) : to(row + 1, day)
    case 'ArrowUp':
      return to(row - 1, day)
    case 'ArrowDown':
      return to(row + 1, day)
    case 'ArrowLeft':
      return inText ? null : to(row, day - 1)
    case 'ArrowRight':
      return inText ? null : to(row, day + 1)
    case 'Home':
      return inText ? null : to(event.ctrlKey ? 0 : row, 0)
    case 'End':
      return inText ? null : to(event.ctrlKey ? LAST_ROW : row, LAST_DAY)
    default:
      return null
  }
}
