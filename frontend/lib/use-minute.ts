import { useEffect, useState } from 'react'
import { type Instant, now } from '../../shared/time.ts'

const SECOND_MS = 1000

/** Returns the current minute as an ISO moment; the component renders again when it changes. */
export function useMinute(): Instant {
  const [minute, setMinute] = useState(thisMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(thisMinute()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return minute
}

const thisMinute = () => `${now().slice(0, 16)}:00.000Z` as Instant
