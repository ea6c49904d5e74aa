import { useSyncExternalStore } from 'react'
import { type Instant, now } from '../../shared/time.ts'

const SECOND_MS = 1000

/** Returns the current minute as an ISO moment; the component renders again when it changes. */
export const useMinute = (): Instant => useSyncExternalStore(watchClock, thisMinute)

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, SECOND_MS)
  return () => clearInterval(timer)
}

const thisMinute = () => `${now().slice(0, 16)}:00.000Z` as Instant
