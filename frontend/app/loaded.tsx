import { type ReactNode, Suspense } from 'react'
import { Screen } from '../ui/screen.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface LoadedProps {
  /** The name of the screen, known before its code is there. */
  readonly title: string
  readonly children: ReactNode
}

/** A screen, and what stands there while its code is fetched. */
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
