import { type FocusEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import type { DrawRow } from './data-table-types.ts'

const VirtualRows = lazy(() => import('./virtual-rows.tsx'))

/** From here on only the rows in view are drawn (design.md rule 6). */
const WINDOWED_ABOVE = 200
/** What stands there while the windowing is fetched. */
const AT_FIRST = 40

interface RowsProps {
  readonly kind: 'rows' | 'cards'
  /** What the cards are, for a screen reader. */
  readonly label?: string
  readonly count: number
  readonly scroller: HTMLElement | null
  readonly draw: DrawRow
}

/** The rows of a list. One of them is in the tab order; arrow up and down move between them. */
export function Rows({ kind, label, count, scroller, draw }: RowsProps) {
  const [active, setActive] = useState(0)
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
    draw(index, index === Math.min(active, count - 1)),
  )
  if (count <= WINDOWED_ABOVE) return body(first)
  return (
    <Suspense fallback={body(first)}>
      <VirtualRows kind={kind} count={count} active={active} scroller={scroller} draw={draw} wrap={body} />
    </Suspense>
  )
}

function indexOf(event: FocusEvent<HTMLElement>): number {
  return Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? 0)
}

function step(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target
  if (!(row instanceof HTMLTableRowElement) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  if (!(next instanceof HTMLElement) || next.dataset['index'] === undefined) return
  event.preventDefault()
  next.focus()
}
