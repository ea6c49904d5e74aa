import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import './data-table.css'
import type { DrawRow } from './data-table-types.ts'

interface VirtualRowsProps {
  readonly kind: 'rows' | 'cards'
  readonly count: number
  /** Index of the row that last had focus; that row, or the nearest drawn one, is in the tab order. */
  readonly active: number
  /** Returns the index of the row that gets focus for an item: the row below a heading, or the row itself. */
  readonly entryOf: (index: number) => number
  readonly scroller: HTMLElement | null
  readonly draw: DrawRow
  readonly wrap: (content: ReactNode) => ReactNode
  /** Rows that are shown until this code is loaded. */
  readonly first: ReactNode
}

const HEADING_HEIGHT = 26

/** Shows only the rows in view and reserves space for the others; only `Rows` uses it. */
export default function VirtualRows({ kind, count, active, entryOf, scroller, draw, wrap }: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: (index) => (entryOf(index) === index ? (kind === 'rows' ? 44 : 74) : HEADING_HEIGHT),
    overscan: 10,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const entry = entryOf(Math.min(Math.max(active, first?.index ?? 0), last?.index ?? 0))
  return wrap(
    <>
      <Gap kind={kind} height={first?.start ?? 0} />
      {items.map((item) => draw(item.index, item.index === entry, virtualizer.measureElement))}
      <Gap kind={kind} height={last === undefined ? 0 : virtualizer.getTotalSize() - last.end} />
    </>,
  )
}

function Gap({ kind, height }: { readonly kind: 'rows' | 'cards'; readonly height: number }) {
  if (height <= 0) return null
  return kind === 'rows' ? (
    <tr>
      <td className="pv-gap" style={{ height }} />
    </tr>
  ) : (
    <li style={{ height }} />
  )
}
