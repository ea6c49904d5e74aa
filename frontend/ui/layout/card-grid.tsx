import type { ReactNode } from 'react'
import { Stack } from './layout.tsx'

/** Places as many cards side by side as fit; `least` is the minimum width of a card in pixels. */
export function CardGrid({ children, least = 220 }: { readonly children: ReactNode; readonly least?: number }) {
  return (
    <Stack gap={12} style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${least}px, 100%), 1fr))` }}>
      {children}
    </Stack>
  )
}
