import type { ReactNode } from 'react'
import './card-grid.css'

/** Places as many cards side by side as fit; `least` is the minimum width of a card in pixels. */
export function CardGrid({ children, least = 220 }: { readonly children: ReactNode; readonly least?: number }) {
  return (
    <div
      className="pv-card-grid"
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${least}px, 100%), 1fr))` }}
    >
      {children}
    </div>
  )
}
