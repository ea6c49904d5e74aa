import { type CSSProperties, type DragEvent, type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import type { View } from '../../domains/calendar-view.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import calendar from './calendar.module.css'
import { useTouchDrag } from './moving/use-touch-drag.ts'
import styles from './table.module.css'
import { useGridKeys } from './use-grid-keys.ts'

interface CalendarTableProps {
  /** Name of the table for a screen reader. */
  readonly label: string
  readonly view: View
  readonly isBusy: boolean
  /** Column titles, as `th` elements. */
  readonly head: ReactNode
  /** Rows, as `tr` elements. */
  readonly children: ReactNode
  readonly onActivate: (slot: string) => void
  /**
   * Called with the cell under a dragged entry and the pointer's height on the screen; with null when the entry leaves
   * the table. Returns whether the entry may land in the cell.
   */
  readonly onDragOver: (cell: HTMLElement | null, y: number) => boolean
  readonly onDrop: (cell: HTMLElement, y: number) => void
  /** Keys of the columns, without the column that shows the hours. */
  readonly columns: readonly string[]
  /** Called when a key goes to the period after (1) or before (-1) the shown one. */
  readonly onLeave: (by: 1 | -1) => void
  /** Appointment that was moved, focused as soon as it is in its new slot. */
  readonly goal: { readonly slot: string; readonly id: string } | null
  readonly onReached: () => void
}

/** Shows the table of the day, week or month view; handles its keyboard, focus, and drag and drop by mouse or finger. */
export function CalendarTable(props: CalendarTableProps) {
  const { label, view, isBusy, columns, head, children, onActivate, onDragOver, onLeave, goal, onReached } = props
  const table = useRef<HTMLTableElement>(null)
  useTouchDrag(table)
  const leaving = useRef(false)
  const hadFocus = useRef(false)
  const press = useGridKeys((by) => {
    leaving.current = true
    onLeave(by)
  })

  // Moves focus into the table when a key has led to another period, or when the column with focus was replaced.
  const shape = [label, ...columns].join()
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body
    if ((leaving.current || isLost) && shape) focusEntrance(table.current)
    leaving.current = false
  }, [shape])

  useEffect(() => {
    if (goal === null) return
    const entry = table.current?.querySelector<HTMLElement>(
      `[data-slot="${goal.slot}"] [data-appointment="${goal.id}"]`,
    )
    if (!entry) return
    entry.focus()
    onReached()
  })

  function over(event: DragEvent): void {
    if (onDragOver(cellAt(event), event.clientY)) event.preventDefault()
  }

  function drop(event: DragEvent): void {
    const cell = cellAt(event)
    if (cell === null) return
    event.preventDefault()
    props.onDrop(cell, event.clientY)
  }

  return (
    <Stack grow className={calendar.scroller}>
      <table
        ref={table}
        aria-label={label}
        aria-busy={isBusy}
        data-view={view}
        className={styles.table}
        style={{ '--columns': columns.length } as CSSProperties}
        onKeyDown={press}
        onFocus={(event) => {
          hadFocus.current = true
          const slot = cellAt(event)?.dataset['slot']
          if (slot !== undefined) onActivate(slot)
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget !== null) hadFocus.current = false
        }}
        onDragOver={over}
        onDragLeave={() => onDragOver(null, 0)}
        onDrop={drop}
      >
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Stack>
  )
}

const cellAt = ({ target }: DragEvent | FocusEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-slot]') : null

function focusEntrance(table: HTMLElement | null): void {
  const entrance = table?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')
  entrance?.focus()
}
