import type { ReactNode } from 'react'
import { Stack } from './layout.tsx'
import './section.css'
import { Text } from './text.tsx'

interface SectionProps {
  readonly title?: string
  readonly children: ReactNode
}

/** Shows a part of a dialog, card or page with its heading, and a line above it unless it is the first part. */
export function Section({ title, children }: SectionProps) {
  return (
    <Stack as="section" gap={10} className="pv-section">
      {title && (
        <Text as="h3" size={13} weight="bold">
          {title}
        </Text>
      )}
      {children}
    </Stack>
  )
}
