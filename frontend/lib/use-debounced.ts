import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** Returns the text as it was when typing last paused for `pause` milliseconds, by default 200. */
export function useDebounced(text: string, pause = PAUSE_MS): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return paused
}
