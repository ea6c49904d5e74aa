import type { ComponentType, ReactNode } from 'react'
import { Screen } from '../ui/frame/screen.tsx'
import { Skeleton } from '../ui/messages/skeleton.tsx'
import { type Code, useCode } from '../ui/on-demand.tsx'

interface LoadedProps {
  /** Title of the screen, known before its code is loaded. */
  readonly title: string
  readonly screen: Code<ComponentType>
  /** Drawn beside the screen, once it is shown. */
  readonly children?: ReactNode
}

/** Shows a screen whose code is loaded on demand, and a placeholder under its title until then. */
export function Loaded({ title, screen, children }: LoadedProps) {
  const Content = useCode(screen)
  if (Content) {
    return (
      <>
        <Content />
        {children}
      </>
    )
  }
  return (
    <Screen title={title}>
      <div role="status" aria-busy="true" aria-label="Laden">
        <Skeleton height="320px" />
      </div>
    </Screen>
  )
}
