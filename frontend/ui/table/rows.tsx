import { type FocusEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import type { DrawRow } from './data-table-types.ts'

const VirtualRows = lazy(() => import('./virtual-rows.tsx'))

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
}

/**
 * Shows the rows of a list as table rows or cards; of more than 200, only those in view. In a table, arrow up and down
 * move between the rows.
 */
export function Rows({ kind, label, items, scroller, draw }: RowsProps) {
  const [active, setActive] = useState(0)
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
      <tbody onFocus={(event) => setActive(indexOf(event))} onKeyDown={step}>
        {content}
      </tbody>
    )
  }
  const first = Array.from({ length: Math.min(count, count > WINDOWED_ABOVE ? AT_FIRST : count) }, (_, index) =>
    draw(index, index === entryOf(Math.min(active, count - 1))),
  )
  if (count <= WINDOWED_ABOVE) return body(first)
  return (
    <Suspense fallback={body(first)}>
      <VirtualRows
        kind={kind}
        count={count}
        active={active}
        entryOf={entryOf}
        scroller={scroller}
        draw={draw}
        wrap={body}
      />
    </Suspense>
  )
}

function indexOf(event: FocusEvent<HTMLElement>): number {
  return Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? 0)
}

function step(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target
  if (!(row instanceof HTMLTableRowElement) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  const along = (from: Element) => (event.key === 'ArrowDown' ? from.nextElementSibling : from.previousElementSibling)
  let next = along(row)
  while (next && !next.hasAttribute('tabindex')) next = along(next)
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
