import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useKeys } from '../keys.ts'
import { onDemand } from '../on-demand.tsx'
import type { DrawRow } from './data-table-types.ts'

const VirtualRows = onDemand(
  () => import('./virtual-rows.tsx').then((m) => m.default),
  ({ wrap, first }) => wrap(first),
)

/** Number of rows above which only the rows in view are drawn (design.md rule 6). */
const WINDOWED_ABOVE = 200
/** Number of rows drawn while the windowing code loads. */
const AT_FIRST = 40

interface RowsProps {
  readonly kind: 'rows' | 'cards'
  /** Name of the list of cards for a screen reader. */
  readonly label?: string
  readonly items: readonly { readonly heading?: string | undefined }[]
  readonly scroller: HTMLElement | null
  readonly draw: DrawRow
  /** Set to move along the rows with J and K from anywhere on the screen. */
  readonly hasKeys?: boolean
}

/**
 * Shows the rows of a list as table rows or cards; of more than 200, only those in view. In a table, arrow up and down
 * move between the rows, with `hasKeys` also J and K.
 */
export function Rows({ kind, label, items, scroller, draw, hasKeys = false }: RowsProps) {
  const [active, setActive] = useState(0)
  const table = useRef<HTMLTableSectionElement>(null)
  useKeys(
    hasKeys
      ? { j: () => go(table.current, 'nextElementSibling'), k: () => go(table.current, 'previousElementSibling') }
      : {},
  )
  const count = items.length
  // A heading cannot get focus, so the Tab key reaches the row below it instead.
  const entryOf = (index: number) => (items[index]?.heading === undefined ? index : index + 1)
  const body = (content: ReactNode) => {
    if (kind === 'cards') {
      return (
        <ul className="pv-cards" aria-label={label}>
          {content}
        </ul>
      )
    }
    return (
      <tbody ref={table} onFocus={(event) => setActive(indexOf(event))} onKeyDown={step}>
        {content}
      </tbody>
    )
  }
  const first = Array.from({ length: Math.min(count, count > WINDOWED_ABOVE ? AT_FIRST : count) }, (_, index) =>
    draw(index, index === entryOf(Math.min(active, count - 1))),
  )
  if (count <= WINDOWED_ABOVE) return body(first)
  return (
    <VirtualRows
      kind={kind}
      count={count}
      active={active}
      entryOf={entryOf}
      scroller={scroller}
      draw={draw}
      wrap={body}
      first={first}
    />
  )
}

function indexOf(event: FocusEvent<HTMLElement>): number {
  return Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? 0)
}

type Side = 'nextElementSibling' | 'previousElementSibling'

function step(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLTableRowElement) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  if (focusBeside(event.target, event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling'))
    event.preventDefault()
}

/** Focuses the row beside another one, past headings; tells whether there is one. */
function focusBeside(row: Element, side: Side): boolean {
  let next = row[side]
  while (next && !next.hasAttribute('tabindex')) next = next[side]
  if (next instanceof HTMLElement) next.focus()
  return next !== null
}

/** Focuses the row beside the one in use; without one, the row that the Tab key reaches. */
function go(table: HTMLElement | null, side: Side): void {
  const row = document.activeElement?.closest('tr')
  if (row && table?.contains(row)) focusBeside(row, side)
  else table?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
}
