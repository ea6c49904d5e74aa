import type { ReactNode } from 'react'
import { ScreenBar } from '../../ui/frame/screen.tsx'
import { Fill } from '../../ui/layout/fill.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'

interface BookPanelProps<Data> {
  /** Name of the content for a screen reader: `Btw`. */
  readonly name: string
  readonly toolbar: ReactNode
  readonly actions?: ReactNode
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
    readonly isPlaceholderData: boolean
  }
  readonly children: (data: Data) => ReactNode
}

/** Shows a tab of the book: its bar, and its content or the state of loading it. */
export function BookPanel<Data>({ name, toolbar, actions, query, children }: BookPanelProps<Data>) {
  const { data, error, refetch, isPlaceholderData } = query
  return (
    <>
      <ScreenBar toolbar={toolbar} actions={actions} />
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && (
        <Stack padding={16} role="status" aria-busy="true" aria-label={`${name} laden`}>
          <Skeleton height="320px" />
        </Stack>
      )}
      {!error && data && (
        <Fill scrolls className="pv-text-13" aria-busy={isPlaceholderData}>
          {children(data)}
        </Fill>
      )}
    </>
  )
}
