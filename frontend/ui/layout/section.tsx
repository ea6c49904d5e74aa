import type { ReactNode } from 'react'
import { Stack } from './layout.tsx'
import './section.css'

/** Draws a part of a dialog or card; a line separates it from the part above. */
export function Section({ children }: { readonly children: ReactNode }) {
  return (
    <Stack as="section" gap={10} className="pv-section">
      {children}
    </Stack>
  )
}
