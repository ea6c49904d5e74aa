import { type DragEvent, type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useGridKeys } from './use-grid-keys.ts'
import './views.css'

interface CalendarTableProps {
  /** What is shown, for a screen reader. */
  readonly label: string
  readonly className: string
  readonly isBusy: boolean
  /** The `th` of the columns. */
  readonly head: ReactNode
  /** The `tr` of the rows. */
  readonly children: ReactNode
  readonly onActivate: (slot: string) => void
  readonly onDragOver: (slot: string | null) => void
  readonly onDrop: (slot: string) => void
  /** The span before or after this one is asked for by keyboard. */
  readonly onLeave: (by: 1 | -1) => void
  /** The appointment that was moved, to be focused as soon as it stands in its new slot. */
  readonly goal: { readonly slot: string; readonly id: string } | null
  readonly onReached: () => void
}

/** The table of a view: keyboard, focus and dropping, the same for day, week and month. */
export function CalendarTable(props: CalendarTableProps) {
  const { label, className, isBusy, head, children, onActivate, onDragOver, onDrop, onLeave, goal, onReached } = props
  const table = useRef<HTMLTableElement>(null)
  const leaving = useRef(false)
  const hadFocus = useRef(false)
  const press = useGridKeys((by) => {
    leaving.current = true
    onLeave(by)
  })

  // Focus goes along to a span that was asked for within the table; the label is new with each span.
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body
    if ((leaving.current || isLost) && label) focusEntrance(table.current)
    leaving.current = false
  }, [label])

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
    const slot = slotAt(event)
    onDragOver(slot)
    if (slot !== null) event.preventDefault()
  }

  function drop(event: DragEvent): void {
    const slot = slotAt(event)
    if (slot === null) return
    event.preventDefault()
    onDrop(slot)
  }

  return (
    <div className="cal-scroller">
      <table
        ref={table}
        aria-label={label}
        aria-busy={isBusy}
        className={classNames('cal-table', className)}
        onKeyDown={press}
        onFocus={(event) => {
          hadFocus.current = true
          const slot = slotAt(event)
          if (slot !== null) onActivate(slot)
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget !== null) hadFocus.current = false
        }}
        onDragOver={over}
        onDragLeave={() => onDragOver(null)}
        onDrop={drop}
      >
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function slotAt({ target }: DragEvent | FocusEvent): string | null {
  if (!(target instanceof Element)) return null
  return target.closest<HTMLElement>('[data-slot]')?.dataset['slot'] ?? null
}

function focusEntrance(table: HTMLElement | null): void {
  const entrance = table?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')
  entrance?.focus()
}
