import { type ReactNode, Suspense } from 'react'
import { Screen } from '../ui/frame/screen.tsx'
import { Skeleton } from '../ui/messages/skeleton.tsx'

interface LoadedProps {
  /** Title of the screen, known before its code is loaded. */
  readonly title: string
  readonly children: ReactNode
}

/** Shows a screen whose code is loaded on demand, and a placeholder under its title until then. */
export function Loaded({ title, children }: LoadedProps) {
  const fallback = (
    <Screen title={title}>
      <div role="status" aria-busy="true" aria-label="Laden">
        <Skeleton height="320px" />
      </div>
    </Screen>
  )
  return <Suspense fallback={fallback}>{children}</Suspense>
}
