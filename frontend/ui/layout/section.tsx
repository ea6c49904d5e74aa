import type { ReactNode } from 'react'
import { Stack } from './layout.tsx'
import './section.css'

/** Shows a part of a dialog or card, with a line above it unless it is the first part. */
export function Section({ children }: { readonly children: ReactNode }) {
  return (
    <Stack as="section" gap={10} className="pv-section">
      {children}
    </Stack>
  )
}
